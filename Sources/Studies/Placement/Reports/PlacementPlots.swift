package import Documents
import Evaluation
import Foundation
package import Rendering
package import Sites
package import World

extension PlotKind {
  /// `layouts`: the plan with the chosen layout and its rivals.
  package static let layouts = PlotKind(
    "layouts", "Layouts", .page,
    about: "The beacons of a placement study's chosen layout and of its rivals, on the plan.")

  /// `judged`: what the judge found of each layout.
  package static let judged = PlotKind(
    "judged", "Judged layouts", .column,
    about: "The judged figure of each layout of a placement study, with 95 % intervals.")

  /// `curve`: the objective against the number of beacons.
  package static let curve = PlotKind(
    "curve", "Objective by the number of beacons", .column,
    about: "The objective of a placement study by the number of beacons, with its knee.")
}

extension PlottedPlacement {
  /// The pictures of a folder, in the order in which they are drawn.
  package static let kinds: [PlotKind] = [.layouts, .judged, .curve, .boundmap, .errormap]

  /// - Throws: One sentence where the folder is damaged.
  package func plot(_ kind: PlotKind, width: PlotWidth) throws -> Plot {
    switch kind {
    case .judged: return try judged(width: width)
    case .curve: return try curve(width: width)
    case .boundmap:
      return try map(
        kind, "boundMetres", "bound",
        "Position error bound of the chosen layout at the points of the study. ", width: width)
    case .errormap:
      return try map(
        kind, "errorMetres", "mean error",
        "Mean error of \(document["verdict"].text("pipeline")) on the fresh walks, by the nearest point of the study. ",
        width: width)
    default: return try layouts(width: width)
    }
  }

  /// How many layouts one picture shows.
  private static let most = 6

  /// The chosen layout and those that it was chosen from.
  private func layouts(width: PlotWidth) throws -> Plot {
    let chosen = layouts.filter { $0.standing == "chosen" }
    let rivals = layouts.filter { $0.standing != "chosen" && $0.standing != "over the budget" }
    let shown = chosen + rivals.prefix(Self.most - chosen.count)
    let symbols = shown.enumerated().map {
      SeriesStyle.symbol($1.name, at: $0, isFilled: $1.standing == "chosen")
    }
    let plan = PlanView(
      PlottedSite(site), width: width, others: shown.flatMap { $0.beacons.map(\.place) })
    func layer(_ layout: Layout, _ symbol: SymbolKey, _ floor: Floor) -> Layer {
      Layer(
        .point, symbol.mark(layout.standing == "chosen" ? 60 : 34),
        rows: layout.beacons.filter { $0.floor == floor.level }.map {
          ["x": $0.place.x.plotted, "y": $0.place.y.plotted, "layout": layout.name.plotted]
        },
        [.x: plan.horizontal, .y: plan.vertical, .detail: .field("layout")])
    }
    let left = rivals.count - (shown.count - chosen.count)
    return Plot(
      .layouts,
      caption: "Beacons of the chosen layout (filled) and of its rivals within the budget (open)"
        + (left > 0 ? ", of which \(left) more are not shown. " : ". ") + (try origin),
      plan.chart(.building, key: symbols) { floor in
        zip(shown, symbols).reversed().map { layer($0, $1, floor) }
      })
  }

  /// The figure that decides, of each layout.
  private func judged(width: PlotWidth) throws -> Plot {
    let figure = try document["verdict"].text("figure")
    let unit = JudgedFigure(named: figure).unit
    let isShare = unit == "%"
    let rows = try judgedRows(scale: isShare ? 100 : 1)
    let verdicts = try rows.map { try $0.text("verdict") }.uniqued
    let style = SeriesStyle(
      ["chosen"] + verdicts.filter { $0 != "chosen" }, field: "verdict",
      room: width.inside(try rows.map { try $0.text("layout") }))
    let value = Channel.quantity("value", figure, unit: unit, fromZero: true)
    let place = Channel.category("layout", order: try rows.map { try $0.text("layout") })
    let walks = Counted.text(try document["walks"].integer, "walk")
    return Plot(
      .judged,
      caption:
        "\(figure.prefix(1).uppercased())\(figure.dropFirst()) of each layout (number of beacons in brackets) with its best "
        + "pipeline on \(walks), with 95 % intervals. " + (try origin),
      .view(
        .init(
          width: width.points, height: 15 * Double(rows.count),
          layers: Layer.intervals(
            rows, value, at: place, style.pointColour, shape: style.shape, size: 16),
          zooms: false)))
  }

  private func judgedRows(scale: Double) throws -> [Document] {
    try document.elements("best").compactMap { row in
      guard let value = try? row.number("judged") else { return nil }
      let interval = try row.interval("judgedInterval95")
      return [
        "layout": "\(try row.text("layout")) (\(try row.integer("beacons")))".plotted,
        "verdict": try row.text("standing").plotted, "value": (value * scale).plotted,
        "lower": ((interval?.lower ?? value) * scale).plotted,
        "upper": ((interval?.upper ?? value) * scale).plotted,
      ]
    }
  }

  /// The objective after each beacon that the greedy search adds.
  private func curve(width: PlotWidth) throws -> Plot {
    let objective = try document.text("objective")
    let rows = try document.elements("curve").map { step -> Document in
      ["beacons": Document(try step.integer("beacons")), "value": try step.number("value").plotted]
    }
    guard !rows.isEmpty else { throw PlotProblem("\(name): expected a curve, found none") }
    let knee = try? document["knee"].integer
    let number = Channel.quantity("beacons", "number of beacons").with(
      "axis", ["tickMinStep": 1, "format": "d"])
    let value = Channel.quantity(
      "value", objective, unit: try? document.text("objectiveUnit"), fromZero: true)
    let colour = Channel.value(Document(SeriesStyle.colours[0]))
    let found = knee.map { "; the dashed line is its knee, at \(Counted.text($0, "beacon")). " }
    return Plot(
      .curve,
      caption: "The objective of the greedy search by the number of beacons"
        + (found ?? "; it has no knee. ") + (try origin),
      .layers(
        width, height: 130,
        (knee.map { Self.line(at: $0, number) } ?? []) + [
          Layer(.line, rows: rows, [.x: number, .y: value, .color: colour]),
          .points(14, rows, [.x: number, .y: value, .color: colour]),
        ]))
  }

  private static func line(at knee: Int, _ number: Channel) -> [Layer] {
    let rows: [Document] = [["beacons": Document(knee), "name": "knee"]]
    return [
      Layer(
        .rule, ["strokeDash": [4, 2], "strokeWidth": 0.8], rows: rows,
        [.x: number, .color: .value("#D55E00")]),
      Layer(
        .text, ["align": "left", "dx": 4, "fontSize": 7], rows: rows,
        [.x: number, .y: .value(8), .text: .field("name")]),
    ]
  }

  /// A figure at each point of the study.
  private func map(
    _ kind: PlotKind, _ key: String, _ title: String, _ about: String, width: PlotWidth
  ) throws -> Plot {
    let points = try document.elements("map").compactMap { point -> (Int, Point, Double)? in
      guard let value = try? point.number(key) else { return nil }
      return (
        try point.integer("floor"), Point(x: try point.number("x"), y: try point.number("y")), value
      )
    }
    let plan = PlanView(PlottedSite(site), width: width, legend: 62)
    return Plot(kind, caption: about + (try origin), plan.dots(title, points))
  }
}

/// What `place --output` has written: the document of the study, and the site with the chosen beacons.
package struct PlottedPlacement: Sendable {
  /// A judged layout with its beacons.
  package struct Layout: Sendable {
    /// Its name in the study's tables.
    package let name: String
    /// How it compares with the chosen layout, in words.
    package let standing: String
    /// On the plan, with their floors.
    package let beacons: [(place: Point, floor: Int)]
  }

  /// The study's name.
  package let name: String
  /// `placement.json` itself.
  package let document: Document
  /// The site with the chosen beacons.
  package let site: SiteFile
  /// All judged layouts, in the order of the tables.
  package let layouts: [Layout]

  /// The file that tells such a folder from others.
  package static let file = "placement.json"

  /// Whether a folder was written by `place --output`.
  package static func isOne(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(file)")
  }

  /// - Throws: One sentence where the folder lacks what `place` writes, or where it is damaged.
  package init(contentsOf folder: String) throws {
    document = try Document(contentsOf: "\(folder)/\(Self.file)")
    name = try document.text("study")
    site = try SiteFile(contentsOf: "\(folder)/site.yaml")
    let standings = try document.elements("best").map { try $0.text("standing") }
    layouts = try zip(document.elements("layouts"), standings).map { layout, standing in
      Layout(
        name: try layout.text("name"), standing: standing,
        beacons: try layout.elements("beacons").map { beacon in
          (Point(x: try beacon.number("x"), y: try beacon.number("y")), try beacon.integer("floor"))
        })
    }
  }

  package var title: String { name }

  /// Study and seed, in a sentence.
  package var origin: String {
    get throws { "Placement study \(name), seed \(try document["seed"].integer)." }
  }
}
