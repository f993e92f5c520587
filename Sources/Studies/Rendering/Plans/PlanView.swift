import Documents
import Sites
package import World

/// The plan of a site, floor by floor, at one scale and under whatever is drawn over it.
package struct PlanView {
  private let plotted: PlottedSite
  /// The site that is drawn.
  package var site: Site { plotted.site }
  /// The metres east that every floor's plan spans.
  package let x: ClosedRange<Double>
  /// The metres north that every floor's plan spans.
  package let y: ClosedRange<Double>
  /// Points of the picture for a metre of the plan, along both axes.
  package let scale: Double
  /// How much of a plan stands under something else.
  package enum Detail { case full, background }

  /// Points beside the plan for the axis and its labels.
  private static let margin = 36.0

  /// - Parameter others: what must lie within the plan besides the site.
  package init(_ plotted: PlottedSite, width: PlotWidth, others: [Point] = [], legend: Double = 0) {
    self.plotted = plotted
    let site = plotted.site
    var places = others + (site.path?.nodes.map(\.position) ?? []) + site.testPoints.map(\.position)
    places += site.rooms.flatMap(\.corners) + site.anchors.flatMap(\.transmitters)
    places += plotted.pictures.flatMap { [$0.corner, $0.end] }
    places += site.walkable.flatMap { [$0.box.low, $0.box.high] }
    for obstacle in site.obstacles {
      switch obstacle.shape {
      case .wall(let from, let to): places += [from, to]
      case .pillar(let centre, let radius):
        places += [centre - Point(x: radius, y: radius), centre + Point(x: radius, y: radius)]
      }
    }
    let (low, high) = places.box
    let border = max(0.03 * max(high.x - low.x, high.y - low.y), 0.5)
    x = low.x - border...high.x + border
    y = low.y - border...high.y + border
    let inner = width.points - Self.margin - legend
    // A plan that is much higher than wide is held to the height of a page.
    scale = min(inner / (x.upperBound - x.lowerBound), 620 / (y.upperBound - y.lowerBound))
  }

  /// Metres east, over the whole plan.
  package var horizontal: Channel { .quantity("x", "x", unit: "m", domain: x) }
  /// Metres north, over the whole plan.
  package var vertical: Channel { .quantity("y", "y", unit: "m", domain: y) }

  /// A view for each floor, below each other.
  ///
  /// - Parameters:
  ///   - layers: what lies over the plan.
  ///   - below: what lies under it.
  package func chart(
    _ detail: Detail, _ layers: (Floor) -> [Layer] = { _ in [] }, below: (Floor) -> [Layer] = { _ in [] }
  ) -> Chart {
    let floors = plotted.floors
    let views = floors.map { floor in
      Chart.view(
        .init(
          title: floors.count > 1 ? "Floor \(floor.level)" : nil,
          width: scale * (x.upperBound - x.lowerBound), height: scale * (y.upperBound - y.lowerBound),
          isInner: true, layers: below(floor) + plan(of: floor, detail) + layers(floor)))
    }
    return views.count == 1 ? views[0] : .rows(views)
  }

  private func plan(of floor: Floor, _ detail: Detail) -> [Layer] {
    [
      pictures(floor), walkable(floor), rooms(floor, detail), lines(floor, detail), columns(floor),
      points(floor, detail),
    ]
    .flatMap(\.self)
  }

  private func pictures(_ floor: Floor) -> [Layer] {
    plotted.pictures.filter { $0.floor == floor.level }.map { picture in
      let middle = picture.corner.moved(towards: picture.end, by: 0.5)
      return Layer(
        .image,
        [
          "width": Document((picture.end.x - picture.corner.x) * scale),
          "height": Document((picture.end.y - picture.corner.y) * scale), "aspect": false, "opacity": 0.6,
        ], rows: [["x": middle.x.plotted, "y": middle.y.plotted, "url": Document(picture.url)]],
        [.x: horizontal, .y: vertical, .url: .field("url")])
    }
  }

  private func rooms(_ floor: Floor, _ detail: Detail) -> [Layer] {
    let rooms = plotted.site.rooms.filter { $0.floor == floor.level }
    guard !rooms.isEmpty else { return [] }
    let outline = outlines(
      [
        "interpolate": "linear-closed", "fill": "#8899AA", "fillOpacity": 0.07, "stroke": "#8899AA",
        "strokeWidth": 0.5,
      ], rooms.map { ($0.name, $0.corners) })
    guard detail == .full else { return outline }
    let names = Layer(
      .text, ["fontSize": 6, "color": "#556677", "limit": 80, "dx": 4, "dy": -8, "align": "left"],
      rows: rooms.map { room in
        let sum = room.corners.reduce(Point.zero, +) * (1 / Double(room.corners.count))
        return ["x": sum.x.plotted, "y": sum.y.plotted, "name": room.name.plotted]
      }, [.x: horizontal, .y: vertical, .text: .field("name")])
    return outline + [names]
  }

  /// Polygons; nothing without any.
  func outlines(_ look: Document, _ shapes: [(name: String, corners: [Point])]) -> [Layer] {
    guard !shapes.isEmpty else { return [] }
    let rows = shapes.flatMap { shape in
      shape.corners.enumerated().map { order, corner -> Document in
        [
          "x": corner.x.plotted, "y": corner.y.plotted, "name": shape.name.plotted, "order": Document(order),
        ]
      }
    }
    return [
      Layer(
        .line, look, rows: rows,
        [.x: horizontal, .y: vertical, .detail: .field("name"), .order: .field("order", isNumber: true)])
    ]
  }

  private func columns(_ floor: Floor) -> [Layer] {
    let shapes = plotted.site.obstacles.filter { $0.floor == floor.level }.enumerated().compactMap {
      number, obstacle -> (name: String, corners: [Point])? in
      guard case .pillar(let centre, let radius) = obstacle.shape else { return nil }
      // As a polygon, whose size is that of the plan.
      let corners = Self.circle.map { centre + $0 * radius }
      return ("\(number)", corners)
    }
    return outlines(
      ["interpolate": "linear-closed", "fill": "#555555", "stroke": "#555555", "strokeWidth": 0.5], shapes)
  }

  /// Sixteen places on a circle of the radius 1, by halving angles.
  package static let circle: [Point] = {
    let (half, eighth) = (0.5.squareRoot(), (0.5 + 0.125.squareRoot()).squareRoot())
    let sixteenth = (1 - eighth * eighth).squareRoot()
    let quarter = [(1, 0), (eighth, sixteenth), (half, half), (sixteenth, eighth)]
    return (0..<16).map { step in
      let (x, y) = quarter[step % 4]
      return switch step / 4 {
      case 0: Point(x: x, y: y)
      case 1: Point(x: -y, y: x)
      case 2: Point(x: -x, y: -y)
      default: Point(x: y, y: -x)
      }
    }
  }()

  private typealias Line = (kind: String, from: Point, to: Point)

  /// The walls and, where a plan has all details, the ways.
  private func lines(on floor: Int, _ detail: Detail) -> [Line] {
    let walls = site.obstacles.filter { $0.floor == floor }.compactMap { obstacle -> Line? in
      guard case .wall(let from, let to) = obstacle.shape else { return nil }
      return ("wall", from, to)
    }
    guard let path = site.path, detail == .full else { return walls }
    let ways = path.edges.compactMap { edge -> Line? in
      let (from, to) = (path.nodes[edge.from], path.nodes[edge.to])
      guard from.floor == floor || to.floor == floor else { return nil }
      return (from.floor == to.floor ? "path" : "stairs or lift", from.position, to.position)
    }
    return walls + ways
  }

  private func lines(_ floor: Floor, _ detail: Detail) -> [Layer] {
    let lines = lines(on: floor.level, detail)
    guard !lines.isEmpty else { return [] }
    let kinds = ["wall", "path", "stairs or lift"].filter { kind in lines.contains { $0.kind == kind } }
    let looks: [String: (Document, Document)] = [
      "wall": ("#222222", [1, 0]), "path": ("#999999", [4, 2]), "stairs or lift": ("#999999", [1, 1]),
    ]
    func channel(_ range: [Document?]) -> Channel {
      Channel.category("line", order: kinds, range: range.map { $0 ?? nil })
        .with("legend", detail == .full ? Self.legend : nil)
    }
    return [
      Layer(
        .rule, ["strokeWidth": 1.2],
        rows: lines.map { line in
          [
            "x": line.from.x.plotted, "y": line.from.y.plotted, "x2": line.to.x.plotted,
            "y2": line.to.y.plotted, "line": line.kind.plotted,
          ]
        },
        [
          .x: horizontal, .y: vertical, .x2: .end("x2"), .y2: .end("y2"),
          .stroke: channel(kinds.map { looks[$0]?.0 }), .strokeDash: channel(kinds.map { looks[$0]?.1 }),
        ])
    ]
  }

  private static let legend: Document = ["orient": "bottom", "columns": 4, "title": nil]

  private typealias Mark = (kind: String, name: String, at: Point)

  /// The beacons and receivers and, where a plan has all details, the test points.
  private func marks(on floor: Int, _ detail: Detail) -> [Mark] {
    let anchors = site.anchors.filter { $0.floor == floor }.map { anchor -> Mark in
      let kind = anchor.isMobile ? "mobile beacon" : anchor.identity == nil ? "receiver" : "beacon"
      return (kind, anchor.id, anchor.position)
    }
    let points = detail == .full ? site.testPoints.filter { $0.floor == floor } : []
    return anchors + points.map { ("test point", "\($0.id)", $0.position) }
  }

  private func points(_ floor: Floor, _ detail: Detail) -> [Layer] {
    let marks = marks(on: floor.level, detail)
    guard !marks.isEmpty else { return [] }
    let kinds = ["beacon", "receiver", "mobile beacon", "test point"].filter { kind in
      marks.contains { $0.kind == kind }
    }
    let rows: [Document] = marks.map { mark in
      [
        "x": mark.at.x.plotted, "y": mark.at.y.plotted, "kind": mark.kind.plotted,
        "name": mark.name.plotted,
      ]
    }
    guard detail == .full else {
      return [
        Layer(
          .point, ["shape": "triangle-up", "size": 12, "stroke": "#555555", "strokeWidth": 0.6], rows: rows,
          [.x: horizontal, .y: vertical])
      ]
    }
    let hasPillars = site.obstacles.contains { obstacle in
      if case .pillar = obstacle.shape { obstacle.floor == floor.level } else { false }
    }
    let look = Self.look(of: kinds + (hasPillars ? ["pillar"] : []))
    let symbols = Layer(
      .point, ["filled": true, "opacity": 1, "size": 32], rows: rows,
      [.x: horizontal, .y: vertical, .fill: look.fill, .shape: look.shape])
    // Names that would cover each other are left out.
    guard marks.count <= 80 else { return [symbols] }
    return [symbols] + names(of: zip(marks, rows).map { ($0.name, $0.kind == "test point", $0.at, $1) })
  }

  /// The colours and shapes of marks, with a legend.
  private static func look(of kinds: [String]) -> (fill: Channel, shape: Channel) {
    let looks: [String: (colour: Document, shape: Document)] = [
      "beacon": ("#0072B2", "triangle-up"), "receiver": ("#0072B2", "square"),
      "mobile beacon": ("#56B4E9", "diamond"), "test point": ("#D55E00", "circle"),
      "pillar": ("#555555", "circle"),
    ]
    return (
      Channel.category("kind", order: kinds, range: kinds.map { looks[$0]?.colour ?? nil })
        .with("legend", legend),
      Channel.category("kind", order: kinds, range: kinds.map { looks[$0]?.shape ?? nil })
        .with("legend", legend)
    )
  }

  /// A layer for each side of the marks at which names stand.
  private func names(of marks: [(name: String, isPoint: Bool, at: Point, row: Document)]) -> [Layer] {
    func onPaper(_ place: Point) -> Point {
      Point(x: (place.x - x.lowerBound) * scale, y: (y.upperBound - place.y) * scale)
    }
    var places = LabelPlaces(besides: marks.map { onPaper($0.at) })
    var groups: [(isPoint: Bool, place: LabelPlaces.Place, rows: [Document])] = []
    for mark in marks {
      let place = places.place(
        mark.name, at: onPaper(mark.at), size: mark.isPoint ? 5.5 : 5,
        usual: mark.isPoint ? LabelPlaces.belowRight : LabelPlaces.above)
      if let known = groups.firstIndex(where: { $0.isPoint == mark.isPoint && $0.place == place }) {
        groups[known].rows.append(mark.row)
      } else {
        groups.append((mark.isPoint, place, [mark.row]))
      }
    }
    return groups.map { group in
      Layer(
        .text,
        [
          "fontSize": group.isPoint ? 5.5 : 5, "color": group.isPoint ? "#A04000" : "#333333", "limit": 40,
          "dx": Document(group.place.x), "dy": Document(group.place.y),
          "align": Document(group.place.align.rawValue), "baseline": "middle",
        ], rows: group.rows, [.x: horizontal, .y: vertical, .text: .field("name")])
    }
  }
}
