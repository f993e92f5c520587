package import Rendering
import World

extension PlotKind {
  /// `plot --kind plan`.
  package static let plan = PlotKind(
    "plan", "Floor plan", .page, needsNoLaps: true,
    about: "The floor plan: rooms, walls, paths, beacons and test points, a view for each floor.")
}

extension Plot {
  /// The floor plan of a site.
  package static func plan(of plotted: PlottedSite, width: PlotWidth = .page) -> Plot {
    let site = plotted.site
    let receivers = site.anchors.count { $0.identity == nil }
    let pillars = site.obstacles.count { if case .pillar = $0.shape { true } else { false } }
    let counts = [
      (site.anchors.count - receivers, "beacon", "beacons"), (receivers, "receiver", "receivers"),
      (site.testPoints.count, "test point", "test points"), (site.rooms.count, "room", "rooms"),
      (site.obstacles.count - pillars, "wall", "walls"), (pillars, "pillar", "pillars"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let floors = plotted.floors.count
    return Plot(
      .plan,
      caption: "Floor plan of the site \(site.name)" + (floors > 1 ? ", \(floors) floors" : "")
        + (parts.isEmpty ? "." : ": " + parts.joined(separator: ", ") + "."),
      PlanView(plotted, width: width).chart(.full))
  }
}
