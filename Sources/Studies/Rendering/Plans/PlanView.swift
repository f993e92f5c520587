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
  /// How much of a plan is drawn: all, what stands under something else, or that without beacons.
  package enum Detail { case full, background, building }

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
  ///   - key: of the layers over the plan; the plan's own marks come after it.
  ///   - layers: what lies over the plan.
  ///   - below: what lies under it.
  package func chart(
    _ detail: Detail, key: [SymbolKey] = [], _ layers: (Floor) -> [Layer] = { _ in [] },
    below: (Floor) -> [Layer] = { _ in [] }
  ) -> Chart {
    let floors = plotted.floors
    let symbols = key + self.key(detail)
    let legend =
      symbols.isEmpty ? [] : [Layer.key(symbols, room: max(scale * (x.upperBound - x.lowerBound), 200))]
    let views = floors.map { floor in
      Chart.view(
        .init(
          title: floors.count > 1 ? "Floor \(floor.level)" : nil,
          width: scale * (x.upperBound - x.lowerBound), height: scale * (y.upperBound - y.lowerBound),
          isInner: true, layers: below(floor) + plan(of: floor, detail) + layers(floor) + legend))
    }
    return views.count == 1 ? views[0] : .rows(views)
  }

  /// A dot for each error in metres, whose colour says how large it is, under walls and beacons.
  package func dots(_ title: String, _ errors: [(floor: Int, place: Point, metres: Double)]) -> Chart {
    let colour = Channel.errors(title, upTo: errors.map(\.metres).max())
    let look: Document = [
      "filled": true, "opacity": 1, "size": 50, "stroke": "#333333", "strokeWidth": 0.5,
    ]
    return chart(
      .background,
      below: { floor in
        let rows = errors.filter { $0.floor == floor.level }.map { error -> Document in
          ["x": error.place.x.plotted, "y": error.place.y.plotted, "value": error.metres.plotted]
        }
        return [Layer(.point, look, rows: rows, [.x: horizontal, .y: vertical, .color: colour])]
      })
  }

  private func plan(of floor: Floor, _ detail: Detail) -> [Layer] {
    [
      pictures(floor), walkable(floor), rooms(floor), lines(floor, detail), columns(floor),
      points(floor, detail), detail == .full ? names(on: floor.level) : [],
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

  private func rooms(_ floor: Floor) -> [Layer] {
    outlines(
      [
        "interpolate": "linear-closed", "fill": "#8899AA", "fillOpacity": 0.07, "stroke": "#8899AA",
        "strokeWidth": 0.5,
      ], plotted.site.rooms.filter { $0.floor == floor.level }.map { ($0.name, $0.corners) })
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
    return Self.ways.compactMap { way in
      let rows = lines.filter { $0.kind == way.name }.map { line -> Document in
        [
          "x": line.from.x.plotted, "y": line.from.y.plotted, "x2": line.to.x.plotted,
          "y2": line.to.y.plotted,
        ]
      }
      guard !rows.isEmpty else { return nil }
      return Layer(
        .rule, way.line, rows: rows, [.x: horizontal, .y: vertical, .x2: .end("x2"), .y2: .end("y2")])
    }
  }

  private static let ways = [
    SymbolKey(line: "wall", .solid, "#222222"), SymbolKey(line: "path", .dashed, "#999999"),
    SymbolKey(line: "stairs or lift", .dotted, "#999999"),
  ]

  /// Under something else marks are open, and seen on every colour.
  private static func marks(_ detail: Detail) -> [SymbolKey] {
    [
      ("beacon", "triangle-up", "#0072B2"), ("receiver", "square", "#0072B2"),
      ("mobile beacon", "diamond", "#56B4E9"), ("test point", "circle", "#D55E00"),
    ].map {
      detail == .full
        ? SymbolKey($0, $2, shape: $1) : SymbolKey($0, "#333333", shape: $1, fill: "#FFFFFF")
    }
  }

  /// What the plan shows on any floor.
  private func key(_ detail: Detail) -> [SymbolKey] {
    let floors = plotted.floors.map(\.level)
    let drawn = Set(floors.flatMap { lines(on: $0, detail).map(\.kind) + marks(on: $0, detail).map(\.kind) })
    let hasPillars = site.obstacles.contains { if case .pillar = $0.shape { true } else { false } }
    return (Self.ways + Self.marks(detail)).filter { drawn.contains($0.name) }
      + (hasPillars ? [.init("pillar", "#555555")] : [])
  }

  private typealias Mark = (kind: String, name: String, at: Point)

  /// The beacons and receivers and, where a plan has all details, the test points.
  private func marks(on floor: Int, _ detail: Detail) -> [Mark] {
    guard detail != .building else { return [] }
    let anchors = site.anchors.filter { $0.floor == floor }.map { anchor -> Mark in
      let kind = anchor.isMobile ? "mobile beacon" : anchor.identity == nil ? "receiver" : "beacon"
      return (kind, anchor.id, anchor.position)
    }
    let points = detail == .full ? site.testPoints.filter { $0.floor == floor } : []
    return anchors + points.map { ("test point", "\($0.id)", $0.position) }
  }

  private func points(_ floor: Floor, _ detail: Detail) -> [Layer] {
    let marks = marks(on: floor.level, detail)
    return Self.marks(detail).compactMap { symbol in
      let rows = marks.filter { $0.kind == symbol.name }.map { mark -> Document in
        ["x": mark.at.x.plotted, "y": mark.at.y.plotted, "name": mark.name.plotted]
      }
      guard !rows.isEmpty else { return nil }
      return Layer(
        .point, symbol.mark(detail == .full ? 28 : 16), rows: rows,
        [.x: horizontal, .y: vertical, .detail: .field("name")])
    }
  }

  /// A text beside a place of the plan.
  ///
  /// The size is that of the font, in points; the usual place is taken if there is room.
  package typealias Label = (
    name: String, at: Point, size: Double, colour: String, usual: LabelPlaces.Place
  )

  /// The names of marks and rooms; those of marks that would cover each other are left out.
  private func names(on floor: Int) -> [Layer] {
    let marks = marks(on: floor, .full)
    let labels: [Label] =
      marks.count > 80
      ? []
      : marks.map { mark in
        mark.kind == "test point"
          ? (mark.name, mark.at, 5.5, "#A04000", LabelPlaces.belowRight)
          : (mark.name, mark.at, 5, "#333333", LabelPlaces.above)
      }
    let rooms = site.rooms.filter { $0.floor == floor }.map { room -> Label in
      let middle = room.corners.reduce(Point.zero, +) * (1 / Double(room.corners.count))
      return (room.name, middle, 6, "#556677", LabelPlaces.belowRight)
    }
    return names(labels + rooms, besides: marks.map(\.at))
  }

  /// A layer for each look and side on which texts stand.
  ///
  /// - Parameter marks: what no text may cover.
  package func names(_ labels: [Label], besides marks: [Point]) -> [Layer] {
    func onPaper(_ place: Point) -> Point {
      Point(x: (place.x - x.lowerBound) * scale, y: (y.upperBound - place.y) * scale)
    }
    var places = LabelPlaces(besides: marks.map(onPaper), radius: max(labels.map(\.size).max() ?? 6, 6) / 2)
    var (looks, rows): ([Document], [[Document]]) = ([], [])
    for label in labels {
      let place = places.place(label.name, at: onPaper(label.at), size: label.size, usual: label.usual)
      let look: Document = [
        "fontSize": Document(label.size), "color": Document(label.colour), "limit": 80,
        "dx": Document(place.x), "dy": Document(place.y), "align": Document(place.align.rawValue),
        "baseline": "middle",
      ]
      let layer = looks.firstIndex(of: look) ?? looks.count
      if layer == looks.count { (looks, rows) = (looks + [look], rows + [[]]) }
      rows[layer].append(
        ["x": label.at.x.plotted, "y": label.at.y.plotted, "name": label.name.plotted])
    }
    return zip(looks, rows).map { look, rows in
      Layer(.text, look, rows: rows, [.x: horizontal, .y: vertical, .text: .field("name")])
    }
  }
}
