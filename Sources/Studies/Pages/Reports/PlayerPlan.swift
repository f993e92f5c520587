package import Documents
package import Rendering
import Results
package import Scenarios
import Sites
import World

/// What the player of laps draws under every lap: the plan, the beacons and the pipelines. docs/report.md has the format.
package struct PlayerPlan: Sendable {
  /// The plan in JSON.
  package let document: Document

  /// - Parameter pipelines: in the order of each frame's fixes.
  package init(_ plotted: PlottedSite, pipelines: [PipelineDefinition]) {
    let looks = PipelineLooks(of: pipelines)
    let site = plotted.site
    let plan = PlanView(plotted, width: .page)
    let bounds = [plan.x.lowerBound, plan.y.lowerBound, plan.x.upperBound, plan.y.upperBound]
    document = [
      "floors": Document(plotted.floors.map { Self.floor($0.level, of: plotted, bounds) }),
      "beacons": Document(
        site.anchors.map { Self.mark([.init(key: "id", value: Document($0.id))], $0.position, $0.floor) }),
      "testPoints": Document(
        site.testPoints.map {
          Self.mark([.init(key: "id", value: Document("\($0.id)"))], $0.position, $0.floor)
        }),
      "pipelines": Document(
        pipelines.map {
          ["name": Document($0.name.printable()), "colour": Document(looks.colour(of: $0.name))]
        }),
    ]
  }

  private static func place(_ point: Point) -> Document { [Document(point.x), Document(point.y)] }

  private static func mark(_ members: [Document.Member], _ place: Point, _ floor: Int) -> Document {
    Document(
      members + [
        .init(key: "x", value: Document(place.x)), .init(key: "y", value: Document(place.y)),
        .init(key: "floor", value: Document(floor)),
      ])
  }

  private static func floor(_ level: Int, of plotted: PlottedSite, _ bounds: [Double]) -> Document {
    let site = plotted.site
    func line(_ from: Point, _ to: Point) -> Document {
      Document([from.x, from.y, to.x, to.y].map { Document($0) })
    }
    var (walls, pillars): ([Document], [Document]) = ([], [])
    for obstacle in site.obstacles where obstacle.floor == level {
      switch obstacle.shape {
      case .wall(let from, let to): walls.append(line(from, to))
      case .pillar(let centre, let radius):
        pillars.append([Document(centre.x), Document(centre.y), Document(radius)])
      }
    }
    let edges = site.path?.edges.compactMap { edge -> Document? in
      guard let path = site.path else { return nil }
      let (from, to) = (path.nodes[edge.from], path.nodes[edge.to])
      return from.floor == level && to.floor == level ? line(from.position, to.position) : nil
    }
    let floor: Document = [
      "level": Document(level), "bounds": Document(bounds.map { Document($0) }),
      "rooms": Document(
        site.rooms.filter { $0.floor == level }.map {
          ["name": Document($0.name.printable()), "corners": Document($0.corners.map(place))]
        }), "walls": Document(walls), "pillars": Document(pillars), "path": Document(edges ?? []),
    ]
    guard let picture = plotted.pictures.first(where: { $0.floor == level }),
      case .object(let members) = floor.content
    else { return floor }
    let box = [picture.corner.x, picture.corner.y, picture.end.x, picture.end.y]
    return Document(
      members + [
        .init(
          key: "picture",
          value: [
            "url": Document(picture.url), "box": Document(box.map { Document($0) }),
          ])
      ])
  }
}
