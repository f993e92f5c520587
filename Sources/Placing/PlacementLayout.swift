package import Documents
import Placement
import Scenarios
package import SiteFiles
import World

/// Beacons at places, as a site file has them.
package struct PlacementLayout: Sendable {
  package let name: String
  /// Empty for a layout from a file.
  package let beacons: [PlacementCandidate]
  package let site: SiteFile
  /// What single beacons do otherwise, for `beacons.changes` of a scenario.
  package let changes: [Document]

  package var count: Int { site.site.anchors.count }
}

/// Makes sites of layouts.
package struct LayoutWriter {
  let settings: PlacementSettings
  let base: SiteFile
  let measuredPower: Int

  /// The name of the layout that a study chooses.
  static let chosen = "chosen"

  init(_ settings: PlacementSettings, base: SiteFile, measuredPower: Int) {
    (self.settings, self.base, self.measuredPower) = (settings, base, measuredPower)
  }

  func layout(_ name: String, _ beacons: [PlacementCandidate]) throws(FileProblem) -> PlacementLayout {
    var entries: [Document] = []
    var changes: [Document] = []
    // Only the chosen layout is installed; others may have more beacons than the layout has numbers for.
    var identities = Identities(
      settings.installation, layout: name == Self.chosen ? settings.installation.layout : .sequential,
      site: base.site)
    var number = 0
    for beacon in beacons {
      if let kept = beacon.kept, let entry = entry(of: kept) {
        entries.append(entry)
        continue
      }
      number += 1
      let kind = settings.kinds.indices.contains(beacon.kind) ? settings.kinds[beacon.kind] : nil
      let digits = "\(number)"
      let id = "p" + String(repeating: "0", count: max(3 - digits.count, 0)) + digits
      let (major, minor) = try identities.next(at: beacon.position, floor: beacon.floor)
      let power = measuredPower + Int((kind?.power ?? 0).rounded())
      let place = [beacon.position.x, beacon.position.y, beacon.position.z]
      entries.append([
        "id": Document(id), "uuid": Document(settings.installation.uuid), "major": Document(major),
        "minor": Document(minor), "measuredPower": Document(power),
        "position": Document(place.map { Document(($0 * 1000).rounded() / 1000) }),
        "floor": Document(beacon.floor),
      ])
      guard let kind, kind.power != 0 || kind.interval != nil else { continue }
      var change: [Document.Member] = [
        .init(key: "beacon", value: Document(id)), .init(key: "power", value: Document(kind.power)),
      ]
      if let interval = kind.interval { change.append(.init(key: "interval", value: Document(interval))) }
      changes.append(Document(change))
    }
    let document = try base.document.setting("beacons", to: Document(entries))
    return PlacementLayout(
      name: name, beacons: beacons,
      site: try SiteFile(document.setting("name", to: Document(siteName(name)))),
      changes: changes)
  }

  /// As a site may be called.
  private func siteName(_ name: String) -> String {
    guard name != Self.chosen else { return settings.name }
    return settings.name + "-"
      + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
  }

  private func entry(of id: String) -> Document? {
    (try? base.document.elements("beacons"))?.first { (try? $0.text("id")) == id }
  }
}

/// Majors and minors by a layout.
private struct Identities {
  private let layout: InstallationSettings.Layout
  private let settings: InstallationSettings
  private let site: Site
  private var numbers: [Int: Int] = [:]
  private var all = 0

  init(_ settings: InstallationSettings, layout: InstallationSettings.Layout, site: Site) {
    (self.settings, self.layout, self.site) = (settings, layout, site)
  }

  mutating func next(at place: Point, floor: Int) throws(FileProblem) -> (major: Int, minor: Int) {
    let storey = site.floors.firstIndex { $0.level == floor } ?? 0
    all += 1
    guard layout == .mustafaSykes2021 else { return (storey, all) }
    let room = site.room(at: place, floor: floor)
    let number = numbers[room ?? -1, default: 0]
    numbers[room ?? -1] = number + 1
    let isHallway = room.map { settings.hallways.contains(site.rooms[$0].name) } ?? true
    let first = room.map { $0 + 1 } ?? 0
    guard
      let major = PlaceMajor(building: settings.building, floor: storey, kind: isHallway ? .hallway : .room),
      let minor = PlaceMinor(first: isHallway ? 0 : first, second: isHallway ? first : 0, id: number)
    else {
      throw FileProblem(
        file: "installation.identifiers",
        expected: "at most 8 floors, 63 rooms and 16 beacons in each for the layout mustafaSykes2021",
        found: "beacon \(number + 1) of room \(first) on floor \(floor)")
    }
    return (Int(major.encoded), Int(minor.encoded))
  }
}
