import Documents
import World

/// The anchors of a site: its beacons, those of one pillar together, and then its receivers.
struct SiteAnchors {
  private(set) var anchors: [Anchor] = []
  private(set) var notes: [String] = []

  init(_ document: Document, floors: SiteFloors) throws(FileProblem) {
    var beacons = GroupedBeacons()
    for entry in try document.elements("beacons") { try beacons.add(try SiteBeacon(entry, floors: floors)) }
    let groups = beacons.groups
    try refuseRepeatedIds(document)
    anchors = groups.map(\.anchor)
    for entry in try document.elements("receivers") {
      let (position, floor) = (try entry.point("position"), try floors.floor(of: entry).level)
      try floors.check(position, on: floor, entry)
      anchors.append(
        Anchor(
          id: try entry.text("id"), identity: nil, position: position, floor: floor,
          calibratedLevel: try entry.optional("calibratedLevel").map { value throws(FileProblem) in
            DBm(try value.number)
          }))
    }
    guard !anchors.isEmpty else {
      throw document.problem(expected: "at least one beacon or receiver", found: "none")
    }
    if document.has("identityLayout") { noteUnusedBits(groups) }
  }

  /// Beacons, pillars and receivers share one space of names, since readings name any of them.
  private func refuseRepeatedIds(_ document: Document) throws(FileProblem) {
    let entries = try document.elements("beacons") + document.elements("receivers")
    try entries.checkEachOnce("id")
    let ids = Set(entries.compactMap { $0.optional("id") })
    for pillar in entries.compactMap({ $0.optional("pillar") }) where ids.contains(pillar) {
      throw pillar.problem(expected: "a name that no beacon or receiver has", found: try pillar.text)
    }
  }

  private mutating func noteUnusedBits(_ groups: [BeaconGroup]) {
    let numbered = groups.compactMap { group in
      group.first.identity.numbers.map { (id: group.first.id, major: $0.major) }
    }
    let odd = numbered.filter { PlaceMajor(decoding: $0.major).unused != 0 }
    guard !odd.isEmpty else { return }
    let names = odd.prefix(5).map { "\($0.id) \($0.major)" }.joined(separator: ", ")
    notes.append(
      "\(odd.count) of \(numbered.count) anchors have a major whose bits 13 to 15, which the layout of Mustafa & "
        + "Sykes leaves unused, are not zero: \(names)\(odd.count > 5 ? ", …" : "")")
  }
}

/// One beacon of the file.
struct SiteBeacon {
  let document: Document
  let id: String
  let identity: BeaconIdentity
  let position: Point
  let floor: Int
  let measuredPower: DBm?
  let calibratedLevel: DBm?
  let pillar: String?
  let isMobile: Bool

  init(_ document: Document, floors: SiteFloors) throws(FileProblem) {
    self.document = document
    id = try document.text("id")
    identity = try BeaconIdentity(document)
    position = try document.point("position")
    floor = try floors.floor(of: document).level
    try floors.check(position, on: floor, document)
    measuredPower = try document.optional("measuredPower").map { value throws(FileProblem) in
      DBm(Double(try value.integer))
    }
    calibratedLevel = try document.optional("calibratedLevel").map { value throws(FileProblem) in
      DBm(try value.number)
    }
    isMobile = try document.optional("mobile")?.flag ?? false
    pillar = try document.optional("pillar").map { value throws(FileProblem) in try value.text }
  }
}

/// Beacons with those of one pillar together, in the order of the file.
private struct GroupedBeacons {
  private(set) var groups: [BeaconGroup] = []
  private var groupOfPillar: [String: Int] = [:]
  private var groupOfIdentity: [BeaconIdentity: Int] = [:]

  mutating func add(_ beacon: SiteBeacon) throws(FileProblem) {
    if let index = beacon.pillar.flatMap({ groupOfPillar[$0] }) {
      try groups[index].add(beacon)
      return
    }
    if let other = groupOfIdentity[beacon.identity].map({ groups[$0].first }) {
      throw beacon.document.problem(
        expected: "an identity of its own, or the same pillar as \(other.id)",
        found: "the identity of \(other.id), \(beacon.identity)")
    }
    if let pillar = beacon.pillar { groupOfPillar[pillar] = groups.count }
    groupOfIdentity[beacon.identity] = groups.count
    groups.append(BeaconGroup(first: beacon, positions: [beacon.position]))
  }
}

extension BeaconIdentity {
  /// - Parameter beacon: as the schema has it, with exactly one kind of identity.
  fileprivate init(_ beacon: Document) throws(FileProblem) {
    if let altBeacon = beacon.optional("altBeacon") {
      self = .altBeacon(try IBeaconIdentity(altBeacon))
    } else if let eddystone = beacon.optional("eddystone") {
      self = try BeaconIdentity(eddystone: eddystone)
    } else if let address = beacon.optional("address") {
      guard let known = DeviceAddress(try address.text) else {
        throw address.problem(expected: TextFormat.address.expected)
      }
      self = .address(known)
    } else {
      self = .iBeacon(try IBeaconIdentity(beacon))
    }
  }

  private init(eddystone: Document) throws(FileProblem) {
    if let url = eddystone.optional("url") {
      self = .eddystoneURL(try url.text)
      return
    }
    let (namespace, instance) = (try eddystone.text("namespace"), try eddystone.text("instance"))
    guard let identity = EddystoneIdentity(namespace: namespace, instance: instance) else {
      throw eddystone.problem(expected: "a namespace and an instance")
    }
    self = .eddystone(identity)
  }
}

extension IBeaconIdentity {
  fileprivate init(_ document: Document) throws(FileProblem) {
    guard let uuid = BeaconUUID(try document.text("uuid")) else {
      throw try document["uuid"].problem(expected: TextFormat.uuid.expected)
    }
    // The schema holds both numbers between 0 and 65535.
    self.init(
      uuid: uuid, major: UInt16(clamping: try document.integer("major")),
      minor: UInt16(clamping: try document.integer("minor")))
  }
}

/// A beacon by itself, or all those of one pillar.
struct BeaconGroup {
  let first: SiteBeacon
  var positions: [Point]

  mutating func add(_ beacon: SiteBeacon) throws(FileProblem) {
    func same<Value: Equatable>(_ key: String, _ value: (SiteBeacon) -> Value) throws(FileProblem) {
      guard value(beacon) == value(first) else {
        throw beacon.document.problem(
          expected: "the \(key) of \(first.id) on the same pillar, \(first.pillar ?? "")",
          found: "another \(key)")
      }
    }
    try same("identity", \.identity)
    try same("floor", \.floor)
    try same("measuredPower", \.measuredPower)
    try same("calibratedLevel", \.calibratedLevel)
    try same("mobile", \.isMobile)
    guard !positions.contains(beacon.position) else {
      throw beacon.document.problem(
        expected: "a place of its own on the pillar", found: "that of another beacon")
    }
    positions.append(beacon.position)
  }

  var anchor: Anchor {
    let sum = positions.reduce(Point.zero, +)
    return Anchor(
      id: first.pillar ?? first.id, identity: first.identity,
      position: positions.count == 1 ? first.position : sum * (1 / Double(positions.count)),
      floor: first.floor,
      measuredPower: first.measuredPower, calibratedLevel: first.calibratedLevel, transmitters: positions,
      isMobile: first.isMobile)
  }
}
