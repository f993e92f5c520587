import Documents
import Sites
import World

/// What stands where.
struct DescribeSite: AgentTool {
  static let name = "describe_site"
  static let about =
    "Describes a site file: floors, extent, rooms, walls, test points, the path and the beacons with their places in metres, and "
    + "what about it is worth a look."

  var site = ""
  var offset = 0

  static let defaults = DescribeSite()
  static let keys: [SettingKey<DescribeSite>] = [
    .required("site", \.site, .text(), "The path of a site file."),
    .defaulted("offset", \.offset, .integer(.between(0, 1_000_000)), "How many beacons to pass over."),
  ]

  /// How many beacons are listed at once.
  private static let most = 200

  func answer(_ surroundings: AgentSurroundings) throws -> Document {
    let file = try SiteFile(contentsOf: surroundings.checked(site))
    let site = file.site
    let places =
      site.anchors.map(\.position) + site.testPoints.map(\.position)
      + (site.path?.nodes.map(\.position) ?? [])
    let shown = site.anchors.dropFirst(offset).prefix(Self.most)
    return [
      "name": Document(site.name),
      "floors": Document(
        site.floors.map { ["level": Document($0.level), "elevationMetres": Document($0.elevation)] }),
      "rooms": Document(site.rooms.prefix(Self.most).map { Document($0.name) }),
      "extentMetres": [
        "x": Self.range(places.map(\.x)), "y": Self.range(places.map(\.y)), "z": Self.range(places.map(\.z)),
      ],
      "pathMetres": Document(site.path.map(Self.length)),
      "counts": [
        "beacons": Document(site.anchors.count), "rooms": Document(site.rooms.count),
        "walls": Document(site.obstacles.count), "testPoints": Document(site.testPoints.count),
      ],
      "beacons": Document(shown.map(Self.beacon)),
      "beaconsLeft": Document(max(0, site.anchors.count - offset - shown.count)),
      "notes": Document(file.notes.map { Document($0) }),
    ]
  }

  private static func beacon(_ anchor: Anchor) -> Document {
    [
      "id": Document(anchor.id), "floor": Document(anchor.floor),
      "position": [Document(anchor.position.x), Document(anchor.position.y), Document(anchor.position.z)],
      "measuredPowerDBm": Document(anchor.measuredPower?.value), "isMobile": Document(anchor.isMobile),
    ]
  }

  private static func length(of path: PathGraph) -> Double {
    path.edges.reduce(0) { $0 + path.nodes[$1.from].position.distance(to: path.nodes[$1.to].position) }
  }

  private static func range(_ values: [Double]) -> Document {
    guard let low = values.min(), let high = values.max() else { return nil }
    return [Document(low), Document(high)]
  }
}
