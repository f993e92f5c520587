import Documents
import Evaluation
package import Rendering

extension PlotKind {
  /// The metric by each parameter.
  package static let sweep = PlotKind(
    "sweep", "Metric by parameter", .page,
    about: "The metric of a sweep by each of its parameters, with 95 % intervals over seeds.")

  /// The ranks of the pipelines.
  package static let ranking = PlotKind(
    "ranking", "Mean ranks", .column,
    about: "The mean rank of each pipeline over the points of a sweep, with its best and worst rank.")

  /// Of one parameter at a time.
  package static let effects = PlotKind(
    "effects", "Effects of parameters", .column,
    about: "How much each value of a sweep's parameters changes the mean error, with 95 % intervals.")

  /// Of a sweep that computes them.
  package static let indices = PlotKind(
    "indices", "Sobol indices", .column,
    about: "First-order and total Sobol indices of a sweep's parameters, with 95 % intervals.")
}

extension PlottedSweep {
  /// The kinds that can be drawn of it.
  package var kinds: [PlotKind] {
    [.sweep] + (document.has("ranking") ? [.ranking] : [])
      + (document.has("effects") ? [.effects] : [])
      + (document.has("indices") ? [.indices] : [])
  }

  /// - Parameter pipelines: nil for those that the sweep ranks.
  /// - Throws: One sentence where a pipeline or the kind has nothing to draw.
  package func plot(_ kind: PlotKind, pipelines: [String]?, width: PlotWidth) throws -> Plot {
    let drawn = try pipelines ?? rankedPipelines
    let known = averages.map(\.pipeline).uniqued
    for name in drawn where !known.contains(name) {
      throw PlotProblem(
        "--pipelines: expected pipelines of the sweep \(self.name), found \(name)"
          + suggestion(for: name, among: known))
    }
    switch kind {
    case .ranking: return try ranking(of: drawn, width: width)
    case .effects: return try effects(of: drawn, width: width)
    case .indices: return try indices(of: drawn, width: width)
    default: return try metric(of: drawn, width: width)
    }
  }

  private func ranking(of pipelines: [String], width: PlotWidth) throws -> Plot {
    let ranking = try document["ranking"]
    let rows: [Document] = try ranking.elements("pipelines").compactMap { row in
      let name = try row.text("pipeline")
      guard pipelines.contains(name) else { return nil }
      return [
        "pipeline": name.plotted, "mean": try row.number("meanRank").plotted,
        "lower": try row.number("bestRank").plotted, "upper": try row.number("worstRank").plotted,
      ]
    }
    guard !rows.isEmpty else { throw PlotProblem("\(name): expected ranked pipelines, found none") }
    let concordance = (try? ranking.number("concordance")).map {
      " Kendall's W \(Document(($0 * 100).rounded() / 100).json)."
    }
    return Plot(
      .ranking,
      caption: "Mean rank of each pipeline over the points of the sweep, with its best and worst rank."
        + (concordance ?? "") + " \(extent)", ranks(rows, of: pipelines, width: width))
  }

  private func ranks(_ rows: [Document], of pipelines: [String], width: PlotWidth) -> Chart {
    let rank = Channel.quantity(
      "mean", "rank by \(metric.title)", domain: 0.5...Double(max(rows.count, 2)) + 0.5
    )
    .with("axis", ["tickMinStep": 1, "format": "d"])
    let place = Channel.category("pipeline", order: pipelines)
    let colour = SeriesStyle(pipelines, looks: looks).pointColour.withoutLegend
    return .view(
      .init(
        width: width.points, height: 16 * Double(rows.count),
        layers: Layer.intervals(rows, rank, at: place, colour, size: 35), zooms: false))
  }

  private func effects(of pipelines: [String], width: PlotWidth) throws -> Plot {
    var (rows, places): ([Document], [String]) = ([], [])
    for effect in try document.elements("effects") {
      let pipeline = try effect.text("pipeline")
      guard pipelines.contains(pipeline), let change = try? effect.number("changeMetres") else { continue }
      let key = try effect.text("parameter")
      let index = parameters.firstIndex { $0.name == key }
      let place = try index.map { label(of: $0, try effect["value"]) } ?? key
      places.append(place)
      rows.append(try Self.row(at: place, series: ("pipeline", pipeline), change, effect, "interval95"))
    }
    guard !rows.isEmpty else { throw PlotProblem("\(name): expected effects, found none") }
    return Plot(
      .effects,
      caption:
        "Change of the mean error from the scenario as it is, with 95 % intervals over the paired laps of all "
        + "seeds. \(extent)",
      .view(
        Self.dots(
          rows, places: places.uniqued,
          style: SeriesStyle(pipelines, looks: looks, room: width.inside(places)),
          title: "change of the mean error", unit: "m", width: width)))
  }

  private func indices(of pipelines: [String], width: PlotWidth) throws -> Plot {
    let orders = ["first order", "total"]
    let indices = try document.elements("indices")
    let views: [Chart] = try pipelines.compactMap { pipeline in
      let own = try indices.filter { try $0.text("pipeline") == pipeline }
      let rows = try own.flatMap { index in
        let parameter = try index.text("parameter")
        return try zip(orders, [("first", "firstInterval95"), ("total", "totalInterval95")]).compactMap {
          order, keys -> Document? in
          guard let value = try? index.number(keys.0) else { return nil }
          return try Self.row(at: parameter, series: ("order", order), value, index, keys.1)
        }
      }
      guard !rows.isEmpty else { return nil }
      var view = Self.dots(
        rows, places: parameters.map(\.name), style: SeriesStyle(orders, field: "order"),
        title: "index of the variance of the \(metric.title)", unit: nil, width: width)
      (view.title, view.width) = (pipeline, width.inside(parameters.map(\.name)))
      return .view(view)
    }
    guard let first = views.first else { throw PlotProblem("\(name): expected indices, found none") }
    return Plot(
      .indices,
      caption:
        "First-order and total Sobol indices with 95 % intervals from a bootstrap over rows. \(extent)",
      views.count == 1 ? first : .rows(views))
  }

  private static func row(
    at place: String, series: (field: String, name: String), _ value: Double, _ source: Document,
    _ interval: String
  ) throws -> Document {
    var row: [Document.Member] = [
      .init(key: "place", value: place.plotted), .init(key: series.field, value: series.name.plotted),
      .init(key: "value", value: value.plotted),
    ]
    if let interval = try source.interval(interval) { row += interval.plottedBounds(times: 1) }
    return Document(row)
  }

  /// Values with intervals, a line for each place and within it one for each series, beside zero.
  private static func dots(
    _ rows: [Document], places: [String], style: SeriesStyle, title: String, unit: String?,
    width: PlotWidth
  ) -> Chart.View {
    let order = style.names
    let value = Channel.quantity("value", title, unit: unit, fromZero: true)
    let place = Channel.category("place", order: places)
      .with("axis", ["labelExpr": "split(truncate(datum.label, 32, 'center'), ' = ')"])
    let offset = order.count > 1 ? Channel.category(style.field, order: order) : .absent
    return Chart.View(
      width: width.points, height: Double(places.count) * (6 + 9 * Double(order.count)),
      layers: [
        Layer(.rule, ["strokeWidth": 0.7], rows: [["zero": 0]], [.x: .datum(0), .color: .value("#444444")])
      ]
        + Layer.intervals(
          rows, value, at: place, offset: offset,
          style.pointColour, shape: style.shape, size: 25), zooms: false)
  }
}
