import Documents
public import World

/// A site's file with everything written out that it may leave to its defaults, to a table of beacons or to the places
/// of its beacons in their list.
package struct SiteShortForm {
  /// The UUID of beacons whose site names none.
  package static let uuid = "BEAC0BE4-C000-4000-8000-000000000000"
  private static let identities = ["altBeacon", "eddystone", "address"]
  private static let numbers = ["uuid", "major", "minor"]

  private let site: Document
  private let defaults: Document
  private let floors: SiteFloors

  /// - Parameter site: as ``SiteFile/schema`` has resolved it.
  init(_ site: Document) throws(FileProblem) {
    self.site = site
    defaults = site.optional("defaults") ?? [:]
    floors = try SiteFloors(site["floors"])
    if let floor = defaults.optional("floor") { _ = try floors.floor(of: ["floor": floor]) }
  }

  /// The same site without `defaults` and with a list of beacons.
  func writtenOut() throws(FileProblem) -> Document {
    var members: [Document.Member] = []
    for member in try site.members where member.key != "defaults" {
      let value = member.value
      let full =
        switch member.key {
        case "pictures":
          try value.mapped { entry throws(FileProblem) in
            try SitePicture.writtenOut(entry).filled(["floor"], from: defaults)
          }
        case "testPoints", "rooms", "walkable", "walls", "pillars":
          try value.mapped { entry throws(FileProblem) in try entry.filled(["floor"], from: defaults) }
        case "path": try path(value)
        case "beacons": try identified(beacons(value))
        case "receivers": try value.mapped(placed)
        default: value
        }
      members.append(Document.Member(key: member.key, value: full))
    }
    return Document(.object(members), at: site.location)
  }

  private func path(_ path: Document) throws(FileProblem) -> Document {
    guard let floor = defaults.optional("floor") else { return path }
    let nodes = try path["nodes"]
    let members = try nodes.members.map { node throws(FileProblem) in
      let isMap = node.value.has("at")
      let place =
        isMap ? node.value : Document(.object([.init(key: "at", value: node.value)]), at: node.value.location)
      return Document.Member(key: node.key, value: try place.filled(["floor"], from: ["floor": floor]))
    }
    return try path.replacing("nodes", by: Document(.object(members), at: nodes.location))
  }

  private func beacons(_ value: Document) throws(FileProblem) -> Document {
    guard let table = value.optional("csv") else { return value }
    let path = try table.pathOfFile(namedIn: table.location.file)
    return try BeaconsTable.beacons(contentsOf: path, hasHeights: !defaults.has("height"))
  }

  /// An anchor with its floor, and its height above that.
  private func placed(_ anchor: Document) throws(FileProblem) -> Document {
    let anchor = try anchor.filled(["floor"], from: defaults)
    let position = try anchor["position"]
    guard try position.elements.count == 2 else { return anchor }
    guard let height = defaults.optional("height") else {
      throw position.problem(expected: "[x, y, z] in m, or the key defaults.height beside [x, y]")
    }
    let z = Document(.number(try floors.floor(of: anchor).elevation + height.number), at: height.location)
    return try anchor.replacing(
      "position", by: Document(.array(position.elements + [z]), at: position.location))
  }

  /// Beacons with their place and power, and with an identity where they name none: on a pillar that of the pillar's
  /// first beacon, else that of an iBeacon whose minor is the place in the list, counted from 1.
  private func identified(_ beacons: Document) throws(FileProblem) -> Document {
    var firstOfPillar: [Document: Document] = [:]
    var place = 0
    return try beacons.mapped { entry throws(FileProblem) in
      place += 1
      let pillar = entry.optional("pillar")
      let beacon = try identified(entry, place: place, after: pillar.flatMap { firstOfPillar[$0] })
      if let pillar, firstOfPillar[pillar] == nil { firstOfPillar[pillar] = beacon }
      return try placed(beacon.filled(["measuredPower"], from: defaults))
    }
  }

  private func identified(
    _ beacon: Document, place: Int, after first: Document?
  ) throws(FileProblem) -> Document {
    let given = Self.numbers.filter(beacon.has)
    if let other = Self.identities.first(where: beacon.has) {
      guard let stray = given.first else { return beacon }
      throw try beacon[stray].problem(expected: "no such key beside \(other)")
    }
    if let first, given.isEmpty { return try beacon.filled(Self.identities + Self.numbers, from: first) }
    let numbered = try beacon.filled(["uuid", "major"], from: defaults)
    guard !given.isEmpty else {
      return try numbered.filled(
        Self.numbers, from: ["uuid": Document(Self.uuid), "major": 0, "minor": Document(place)])
    }
    if let absent = Self.numbers.first(where: { !numbered.has($0) }) {
      throw beacon.problem(
        expected: "the key \(absent)" + (absent == "minor" ? "" : ", here or under defaults"),
        found: "only \(try beacon.members.map(\.key).joined(separator: ", "))")
    }
    return numbered
  }
}

extension Site {
  /// Whether beacons have identities that the site's file does not name, and no real beacon sends.
  public var hasMadeIdentities: Bool {
    anchors.contains { $0.identity?.isMade == true }
  }
}

extension Document {
  /// The list with every element changed.
  fileprivate func mapped(
    _ change: (Document) throws(FileProblem) -> Document
  ) throws(FileProblem) -> Document {
    Document(.array(try elements.map(change)), at: location)
  }

  /// The map with those keys from another that it lacks.
  fileprivate func filled(_ keys: [String], from other: Document) throws(FileProblem) -> Document {
    var filled = self
    for key in keys where !has(key) {
      if let value = other.optional(key) { filled = try filled.replacing(key, by: value) }
    }
    return filled
  }
}

extension BeaconIdentity {
  /// Whether the site's file does not name it.
  var isMade: Bool { description.hasPrefix(SiteShortForm.uuid) }
}
