import Documents
import Evaluation
package import Propagation
package import Rendering
package import World

extension PlotKind {
  /// `plot --kind coverage`.
  package static let coverage = PlotKind(
    "coverage", "Coverage", .page, needsNoLaps: true,
    about: "How many beacons have a mean RSSI above a level at each place of the site.")

  /// `plot --kind rssimap`.
  package static let rssimap = PlotKind(
    "rssimap", "Mean RSSI of a beacon by place", .page, needsNoLaps: true,
    about: "The mean RSSI of one beacon at each place of the site.")
}

/// Squares of a grid over the plan, each with a number.
struct PlanGrid {
  let side: Double
  private let site: Site
  /// Middles of all squares of the plan.
  private let places: [Point]
  /// Metres from the path within which a place outside all rooms counts as a corridor.
  private static let corridor = 1.0

  /// - Parameter most: how many squares the longer side of the plan has at most.
  init(over plan: PlanView, most: Int = 60) {
    let (wide, high) = (plan.x.upperBound - plan.x.lowerBound, plan.y.upperBound - plan.y.lowerBound)
    let side = max(wide, high) / Double(most)
    (self.side, site) = (side, plan.site)
    let (columns, rows) = (Int((wide / side).rounded(.down)), Int((high / side).rounded(.down)))
    places = (0..<max(rows, 1)).flatMap { row in
      (0..<max(columns, 1)).map { column in
        Point(
          x: plan.x.lowerBound + (Double(column) + 0.5) * side,
          y: plan.y.lowerBound + (Double(row) + 0.5) * side)
      }
    }
  }

  /// Whether one can walk there: in a room, or along the path where it leaves the rooms; anywhere on a floor without rooms.
  private func isInside(_ place: Point, floor: Int) -> Bool {
    guard site.rooms.contains(where: { $0.floor == floor }) else { return true }
    if site.room(at: place, floor: floor) != nil { return true }
    guard let nearest = site.path?.nearest(to: place, floor: floor).place else { return false }
    // A path that ends at the wall of a room does not go on behind it.
    let before = nearest.position.moved(towards: place, by: -0.01)
    return nearest.floor == floor && nearest.position.horizontalDistance(to: place) <= Self.corridor
      && site.room(at: before, floor: floor) == nil
  }

  /// Where squares are left out, in the words of a caption.
  var extent: String {
    site.rooms.isEmpty ? "" : ", in rooms and within \(decimal(Self.corridor)) m of the path"
  }

  /// The middles of the squares of a floor in which one can walk, with their values.
  ///
  /// - Parameters:
  ///   - height: above the floor, in metres.
  ///   - value: nil where there is none; the square then stays empty.
  func squares(
    on floor: Floor, at height: Double, _ value: (Point, Int) -> Double?
  ) -> [(place: Point, value: Double)] {
    places.filter { isInside($0, floor: floor.level) }.compactMap { place in
      value(Point(x: place.x, y: place.y, z: floor.elevation + height), floor.level).map { (place, $0) }
    }
  }

  /// Squares with a colour.
  func layer(_ squares: [(place: Point, value: Double)], over plan: PlanView, _ colour: Channel) -> Layer {
    // Half a point more than half a side, so that no seams show between squares.
    let half = side / 2 + 0.5 / plan.scale
    return Layer(
      .rect, ["opacity": 1],
      rows: squares.map { place, value in
        [
          "x": (place.x - half).plotted, "x2": (place.x + half).plotted, "y": (place.y - half).plotted,
          "y2": (place.y + half).plotted, "value": value.plotted,
        ]
      },
      [.x: plan.horizontal, .y: plan.vertical, .x2: .end("x2"), .y2: .end("y2"), .color: colour])
  }
}

extension Plot {
  /// Points beside a map for its legend.
  private static let legend = 62.0

  /// The mean error of one pipeline by place.
  static func errorMap(
    _ results: PlottedResults, on plotted: PlottedSite, width: PlotWidth = .page
  ) throws -> Plot {
    guard let pipeline = results.pipelines.first else { throw results.lacksPlaces(.errormap) }
    let plan = PlanView(plotted, width: width, legend: legend)
    let side = max(plan.x.upperBound - plan.x.lowerBound, plan.y.upperBound - plan.y.lowerBound) / 60
    // By floor, row and column.
    let placed = pipeline.rows.filter { $0.place != nil && $0.metres != nil }
    let cells = Dictionary(grouping: placed) { row in
      [
        row.floor ?? plotted.floors[0].level,
        Int((((row.place?.y ?? 0) - plan.y.lowerBound) / side).rounded(.down)),
        Int((((row.place?.x ?? 0) - plan.x.lowerBound) / side).rounded(.down)),
      ]
    }
    guard !cells.isEmpty else { throw results.lacksPlaces(.errormap) }
    let means = cells.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, errors in
      func mean(_ value: (PositionError) -> Double?) -> Double {
        errors.reduce(0) { $0 + (value($1) ?? 0) } / Double(errors.count)
      }
      return (key[0], Point(x: mean { $0.place?.x }, y: mean { $0.place?.y }), mean(\.metres))
    }
    let one = PlottedResults(
      label: results.label, scenario: results.scenario, seed: results.seed, pipelines: [pipeline],
      study: results.study)
    return Plot(
      .errormap,
      caption:
        "Mean error of \(pipeline.name) by the walker's true position, in squares of \(decimal(side)) m. "
        + one.origin,
      plan.dots("mean error", means))
  }

  /// The bound on the error of a single fix at each place.
  ///
  /// - Parameters:
  ///   - height: of the phone above the floor, in metres.
  ///   - window: seconds of a reading.
  static func boundMap(
    _ map: LevelMap, height: Double, window: Double, on plotted: PlottedSite, source: String,
    width: PlotWidth = .page
  ) throws -> Plot {
    guard map.variance > 0 else {
      throw PlotProblem(
        "--kind boundmap requires a channel with noise; rounding is the only noise of \(source)")
    }
    return squares(
      .boundmap,
      "Cramér-Rao lower bound on the RMSE of an unbiased position from the readings of one window of "
        + "\(decimal(window)) s, which have a standard deviation of \(decimal(map.variance.squareRoot())) dB, at a "
        + "height of \(decimal(height)) m, in", nil, height: height, on: plotted, source: source, width: width
    ) { map.bound(at: $0, floor: $1) }
  }

  /// How many beacons reach a mean level at each place.
  package static func coverage(
    _ map: LevelMap, atLeast level: DBm, height: Double, on plotted: PlottedSite, source: String,
    width: PlotWidth = .page
  ) -> Plot {
    squares(
      .coverage,
      "Beacons with a mean RSSI of at least \(decimal(level.value)) dBm at a height of \(decimal(height)) m, without shadowing "
        + "and body loss, in", .heat("beacons", domain: 0...Double(max(plotted.site.anchors.count, 1))),
      height: height, on: plotted, source: source, width: width
    ) { Double(map.count(atLeast: level, at: $0, floor: $1)) }
  }

  /// The mean level of one beacon at each place.
  ///
  /// - Parameter anchor: an index of the site.
  static func levelMap(
    _ map: LevelMap, ofAnchor anchor: Int, height: Double, on plotted: PlottedSite, source: String,
    width: PlotWidth = .page
  ) -> Plot {
    squares(
      .rssimap,
      "Mean RSSI of the beacon \(plotted.site.anchors[anchor].id) at a height of \(decimal(height)) m, without shadowing and body loss, in",
      .heat("mean RSSI", unit: "dBm"), height: height, on: plotted, source: source, width: width
    ) { map.level(ofAnchor: anchor, at: $0, floor: $1).value }
  }

  /// A number at each place of the site at the height of the phone, as the colour of a square.
  ///
  /// - Parameters:
  ///   - caption: up to the size of the squares.
  ///   - colour: nil for that of bounds in metres.
  ///   - value: at a point on a floor; nil where there is none.
  private static func squares(
    _ kind: PlotKind, _ caption: String, _ colour: Channel?, height: Double,
    on plotted: PlottedSite, source: String, width: PlotWidth, _ value: (Point, Int) -> Double?
  ) -> Plot {
    let plan = PlanView(plotted, width: width, legend: legend)
    let grid = PlanGrid(over: plan)
    let squares = plotted.floors.map { (level: $0.level, of: grid.squares(on: $0, at: height, value)) }
    let ink = colour ?? .errors("bound", upTo: squares.flatMap(\.of).map(\.value).max())
    return Plot(
      kind,
      caption:
        "\(caption) squares of \(decimal(grid.side)) m\(grid.extent). Source: the channel of \(source).",
      plan.chart(
        .background,
        below: { floor in
          squares.filter { $0.level == floor.level }.map { grid.layer($0.of, over: plan, ink) }
        }))
  }
}

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
