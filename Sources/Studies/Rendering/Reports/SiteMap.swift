import Evaluation
package import World

/// A map of a site in characters of a terminal, with the track of one lap.
package struct SiteMap: Sendable {
  private let site: Site
  private let walk: Walk?
  private let fixes: [Fix]
  private let low: Point
  private let high: Point

  /// - Parameters:
  ///   - walk: where the walker was; nil where that is not known.
  ///   - fixes: of one pipeline.
  package init(of site: Site, walk: Walk?, fixes: [Fix]) {
    (self.site, self.walk, self.fixes) = (site, walk, fixes)
    var places = (site.path?.nodes.map(\.position) ?? []) + site.anchors.map(\.position)
    places += site.rooms.flatMap(\.corners) + (walk?.knots.map(\.position) ?? []) + fixes.map(\.position)
    places += site.walkable.flatMap { [$0.box.low, $0.box.high] }
    for obstacle in site.obstacles {
      if case .wall(let from, let to) = obstacle.shape { places += [from, to] }
    }
    low = Point(x: places.map(\.x).min() ?? 0, y: places.map(\.y).min() ?? 0)
    high = Point(x: places.map(\.x).max() ?? 1, y: places.map(\.y).max() ?? 1)
  }

  /// What the signs of the map mean.
  package var legend: String {
    let metres = FixedPoint.shortest(high.x - low.x, decimals: 1)
    let areas = site.walkable.isEmpty ? "" : " walkable areas,"
    return "Dots: walls,\(areas) rooms and true walk; o: fix; ^: beacon. From left to right: \(metres) m."
  }

  /// A map for each floor with something on it.
  ///
  /// - Parameter width: of a line, in characters.
  package func lines(width: Int) -> [String] {
    let floors = site.floors.map(\.level).sorted().filter { level in
      site.anchors.contains { $0.floor == level } || site.path?.nodes.contains { $0.floor == level } == true
        || fixes.contains { $0.floor == level }
    }
    return floors.flatMap { level in
      (floors.count > 1 ? ["Floor \(level):"] : []) + canvas(of: level, width: width).lines
    }
  }

  private func canvas(of floor: Int, width: Int) -> BrailleCanvas {
    let (wide, up) = (max(high.x - low.x, 0.1), max(high.y - low.y, 0.1))
    // A dot is as high as it is wide; a plan that is higher than a screen is drawn smaller.
    let scale = min(Double(2 * width - 1) / wide, Double(4 * Self.mostRows - 1) / up)
    func place(_ point: Point) -> (x: Int, y: Int) {
      (Int(((point.x - low.x) * scale).rounded()), Int(((high.y - point.y) * scale).rounded()))
    }
    let corner = place(Point(x: high.x, y: low.y))
    var canvas = BrailleCanvas(
      columns: min(corner.x / 2 + 1, width), rows: min(corner.y / 4 + 1, Self.mostRows))
    draw(floor, on: &canvas, at: place)
    return canvas
  }

  private func draw(
    _ floor: Int, on canvas: inout BrailleCanvas, at place: (Point) -> (x: Int, y: Int)
  ) {
    for obstacle in site.obstacles where obstacle.floor == floor {
      if case .wall(let from, let to) = obstacle.shape { canvas.line(from: place(from), to: place(to)) }
    }
    let areas = [WalkableArea]().ground(rooms: site.rooms) + site.walkable
    for area in areas where area.floor == floor {
      for (from, to) in area.borders { canvas.line(from: place(from), to: place(to), step: 3) }
    }
    for (from, to) in zip(walk?.knots ?? [], walk?.knots.dropFirst() ?? [])
    where from.floor == floor && to.floor == floor {
      canvas.line(from: place(from.position), to: place(to.position))
    }
    for anchor in site.anchors where anchor.floor == floor {
      let (x, y) = place(anchor.position)
      canvas.mark("^", x, y)
    }
    for fix in fixes where fix.floor == floor {
      let (x, y) = place(fix.position)
      canvas.mark("o", x, y)
    }
  }

  private static let mostRows = 30
}
