import Documents
package import Sites
import World

/// Beacons at places, as a site file has them.
package struct PlacementLayout: Sendable {
  /// What a layout comes of.
  package enum Origin: Hashable, Sendable { case search, rule, file }

  /// In tables.
  package let name: String
  /// What it comes of.
  package let origin: Origin
  /// In the order of the site file.
  package let beacons: [PlacementCandidate]
  /// The scenario's site with these beacons.
  package let site: SiteFile

  /// How many beacons or pillars it has.
  package var count: Int { site.site.anchors.count }
  /// Whether it comes of a rule or a file rather than of a search.
  package var isRule: Bool { origin != .search }
}

/// Makes sites of layouts.
package struct LayoutWriter {
  let settings: PlacementSettings
  let base: SiteFile
  let measuredPower: Int

  /// - Parameters:
  ///   - origin: of its places.
  ///   - isInstalled: whether beacons have the identifiers of the study's installation. Layouts that are only judged may have
  ///     more beacons than there are numbers for.
  func layout(
    _ name: String, _ beacons: [PlacementCandidate], origin: PlacementLayout.Origin,
    isInstalled: Bool = false
  ) throws(FileProblem) -> PlacementLayout {
    var entries: [Document] = []
    var identities = Identities(
      settings.installation, layout: isInstalled ? settings.installation.layout : .sequential, site: base.site
    )
    var number = 0
    for beacon in beacons {
      if let kept = beacon.kept, let entry = entry(of: kept) {
        entries.append(entry)
        continue
      }
      number += 1
      let id = "p" + padded(number, to: 3, radix: 10)
      entries.append(try entry(of: beacon, id: id, &identities))
    }
    let document = try base.document.setting("beacons", to: Document(entries))
    return PlacementLayout(
      name: name, origin: origin, beacons: beacons,
      site: try SiteFile(document.setting("name", to: Document(settings.name))))
  }

  /// A new beacon as it stands in a site's file.
  private func entry(
    of beacon: PlacementCandidate, id: String, _ identities: inout Identities
  ) throws(FileProblem) -> Document {
    let (major, minor) = try identities.next(at: beacon.position, floor: beacon.floor)
    let place = [beacon.position.x, beacon.position.y, beacon.position.z]
    return [
      "id": Document(id), "uuid": Document(settings.installation.uuid), "major": Document(major),
      "minor": Document(minor), "measuredPower": Document(measuredPower),
      "position": Document(place.map { Document(($0 * 1000).rounded() / 1000) }),
      "floor": Document(beacon.floor),
    ]
  }

  /// The layout of a site's file.
  func layout(of file: SiteFile) -> PlacementLayout {
    let beacons = file.site.anchors.enumerated().map { place, anchor in
      PlacementCandidate(
        position: anchor.position, floor: anchor.floor, place: place,
        kept: settings.keep.contains(anchor.id) ? anchor.id : nil)
    }
    return PlacementLayout(name: file.site.name, origin: .file, beacons: beacons, site: file)
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
