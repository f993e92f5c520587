import Documents
import Sites
import World

extension SiteDraft {
  /// Counts the identities that a site gives to beacons without one, and the names that it cannot have.
  mutating func noteChanges() {
    let anonymous = beacons.count { beacon in
      beacon.id != Self.placeholder
        && !beacon.members.contains { ["uuid", "major", "minor", "address"].contains($0.key) }
    }
    if anonymous > 0 {
      notes.append(
        "\(anonymous) \(anonymous == 1 ? "beacon has" : "beacons have") no identity in the plan: the site gives the UUID "
          + "\(SiteShortForm.uuid), major 0 and the place in the list as minor")
    }
    let renamed = [
      ("room", zip(areas, named(areas)).filter { $0.name != $1.name }.map { ($0.name, $1.name) }),
      ("beacon", zip(beacons, beaconNames).filter { $0.id != $1 }.map { ($0.id, $1) }),
    ]
    for (what, names) in renamed {
      guard let (old, new) = names.first else { continue }
      notes.append(
        "\(names.count) \(names.count == 1 ? "\(what) is" : "\(what)s are") renamed, such as \(old.printable()) to \(new)"
      )
    }
  }

  /// The beacon of a plan without beacons.
  static let placeholder = "placeholder"

  var beaconNames: [String] {
    var taken = TakenNames()
    return beacons.map { taken.name($0.id, or: "beacon") }
  }

  /// Each name once, as a site may have it: a second one gets a number.
  func named(_ areas: [Area]) -> [Area] {
    var taken = TakenNames()
    return areas.map { area in
      var area = area
      area.name = taken.name(area.name, or: "room")
      return area
    }
  }

  /// A name of letters, digits, hyphens, points and underscores.
  ///
  /// - Parameter standard: for one that has none of these.
  static func name(_ text: String, or standard: String) -> String {
    let parts = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0))) }
    return parts.isEmpty ? standard : parts.joined(separator: "-")
  }
}

/// Distinct names.
private struct TakenNames {
  private var taken: Set<String> = []
  /// The number that a further one gets.
  private var next: [String: Int] = [:]

  /// As ``SiteDraft/name(_:or:)``, with a number behind a name that is taken.
  mutating func name(_ text: String, or standard: String) -> String {
    let name = SiteDraft.name(text, or: standard)
    var (made, number) = (name, next[name] ?? 2)
    while !taken.insert(made).inserted {
      made = "\(name)-\(number)"
      number += 1
    }
    next[name] = number
    return made
  }
}
