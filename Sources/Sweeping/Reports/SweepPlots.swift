import Documents
import Evaluation
package import Rendering
import World

extension PlotKind {
  package static let sweep = PlotKind(
    "sweep", "Metric by parameter", .page,
    about: "The metric of a sweep by each of its parameters, with 95 % intervals over seeds.")

  package static let ranking = PlotKind(
    "ranking", "Mean ranks", .column,
    about: "The mean rank of each pipeline over the points of a sweep, with its best and worst rank.")

  package static let effects = PlotKind(
    "effects", "Effects of parameters", .column,
    about: "How much each value of a sweep's parameters changes the mean error, with 95 % intervals.")

  package static let indices = PlotKind(
    "indices", "Sobol indices", .column,
    about: "First-order and total Sobol indices of a sweep's parameters, with 95 % intervals.")
}

extension PlottedSweep {
  /// The kinds that can be drawn of it.
  package var kinds: [PlotKind] {
    [.sweep, .ranking] + (document.has("effects") ? [.effects] : [])
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

  // MARK: The metric by parameters

  /// Of a crossed design a view for each combination of the parameters after the first, unless there are too many; of other
  /// designs a view for each parameter, with a symbol for each point.
  private func metric(of pipelines: [String], width: PlotWidth) throws -> Plot {
    let chosen = averages.filter { pipelines.contains($0.pipeline) }
    guard !chosen.isEmpty else {
      throw PlotProblem("\(name): expected values of \(metric.title), found none")
    }
    let panels = design == "crossed" ? panels(of: chosen) : []
    let areJoined = !panels.isEmpty && panels.count <= 12
    let views: [(title: String?, parameter: Int, rows: [Average])] =
      areJoined
      ? panels.map { ($0.title, 0, $0.rows) } : parameters.indices.map { (nil, $0, chosen) }
    let (lowest, highest) = chosen.reduce((Double.infinity, -Double.infinity)) { bounds, average in
      let ends = areJoined ? average.interval : nil
      return (
        Swift.min(bounds.0, ends?.lower ?? average.value), Swift.max(bounds.1, ends?.upper ?? average.value)
      )
    }
    let charts = views.map { view in
      chart(
        of: view.rows, by: view.parameter, title: view.title, pipelines: pipelines, areJoined: areJoined,
        range: Swift.min(lowest, 0)...highest, width: width)
    }
    return Plot(
      .sweep,
      caption: "\(metric.title.prefix(1).uppercased())\(metric.title.dropFirst())"
        + (areJoined
          ? " with 95 % intervals over seeds, or over laps where there is one seed. "
          : " at each point of the sweep. ") + extent,
      charts.count == 1 ? charts[0] : .rows(charts))
  }

  /// The combinations of all parameters but the first, in the order of the points.
  private func panels(of averages: [Average]) -> [(title: String?, rows: [Average])] {
    var order: [[Document]] = []
    var rows: [[Document]: [Average]] = [:]
    for average in averages {
      let others = Array(average.settings.dropFirst())
      if rows[others] == nil { order.append(others) }
      rows[others, default: []].append(average)
    }
    return order.map { others in
      let labels = others.enumerated().map { label(of: $0.offset + 1, $0.element) }
      return (labels.isEmpty ? nil : labels.joined(separator: ", "), rows[others] ?? [])
    }
  }

  private func chart(
    of averages: [Average], by parameter: Int, title: String?, pipelines: [String], areJoined: Bool,
    range: ClosedRange<Double>, width: PlotWidth
  ) -> Chart {
    let values = values(of: parameter)
    let numbers = values.compactMap { try? $0.number }
    // Pipelines stand beside each other, so that their intervals can be seen.
    let step = areJoined ? ((numbers.last ?? 0) - (numbers.first ?? 0)) * 0.008 : 0
    let areNumbers = numbers.count == values.count
    let points = rows(of: averages, by: parameter, areNumbers: areNumbers, pipelines, step: step)
    let intervals = rows(
      of: averages, by: parameter, areNumbers: areNumbers, pipelines, step: step, withIntervals: true)
    let place = place(
      of: parameter, values, numbers, areJoined: areJoined, half: step * Double(pipelines.count))
    // All views have the same scale, so that they can be compared.
    let scale = metric.isShare ? 100.0 : 1
    let figure = Channel.quantity(
      "value", metric.title, unit: metric.sign,
      domain: range.lowerBound * scale...Swift.max(range.upperBound * scale, 1e-9))
    let style = SeriesStyle(pipelines, looks: looks)
    let (colour, shape) = (style.pointColour, style.shape)
    let symbols = Layer(
      .point, ["filled": true, "opacity": areJoined ? 1 : 0.6, "size": areJoined ? 25 : 12], rows: points,
      [.x: place, .y: figure, .color: colour, .shape: shape])
    let lines = Layer(
      .line, ["strokeWidth": 1], rows: points,
      [.x: place, .y: figure, .color: colour, .strokeDash: style.dash.withoutLegend])
    let spreads = Layer(
      .rule, ["strokeWidth": 1], rows: intervals,
      [.x: place, .y: figure.with("field", "lower"), .y2: .end("upper"), .color: colour])
    return .view(
      .init(
        title: title, width: width.points, height: 150,
        layers: areJoined ? [spreads, lines, symbols] : [symbols], picks: "pipeline"))
  }

  /// A row for each average, or for each with an interval.
  private func rows(
    of averages: [Average], by parameter: Int, areNumbers: Bool, _ pipelines: [String], step: Double,
    withIntervals: Bool = false
  ) -> [Document] {
    let scale = metric.isShare ? 100.0 : 1
    let offsets = Dictionary(
      uniqueKeysWithValues: pipelines.uniqued.enumerated().map {
        ($0.element, (Double($0.offset) - Double(pipelines.count - 1) / 2) * step)
      })
    return averages.compactMap { average in
      let setting = average.settings[parameter]
      let place =
        areNumbers
        ? (try? setting.number).map { $0 + offsets[average.pipeline, default: 0] }.plotted
        : Self.text(of: setting).plotted
      let row: [Document.Member] = [
        .init(key: "pipeline", value: average.pipeline.plotted), .init(key: "setting", value: place),
        .init(key: "value", value: (average.value * scale).plotted),
      ]
      return withIntervals
        ? average.interval.map { Document(row + $0.plottedBounds(times: scale)) } : Document(row)
    }
  }

  /// The axis of a parameter.
  ///
  /// - Parameter half: the width that pipelines beside each other take.
  private func place(
    of parameter: Int, _ values: [Document], _ numbers: [Double], areJoined: Bool, half: Double
  ) -> Channel {
    let title = self.title(of: parameter)
    guard numbers.count == values.count else {
      return .category("setting", title, order: values.map { Self.text(of: $0) })
    }
    guard areJoined, let first = numbers.first, let last = numbers.last, numbers.count <= 12 else {
      return .quantity("setting", title)
    }
    let margin = Swift.max(half, first.magnitude * 1e-3, 1e-6)
    return .quantity("setting", title, domain: first - margin...last + margin)
      .with("axis", ["values": Document(values)])
  }

  // MARK: Ranking, effects and indices

  private func ranking(of pipelines: [String], width: PlotWidth) throws -> Plot {
    let ranking = try document["ranking"]
    let rows: [Document] = try ranking.elements("pipelines").compactMap { row in
      let name = try row.text("pipeline")
      guard pipelines.contains(name) else { return nil }
      return [
        "pipeline": name.plotted, "mean": try row.number("meanRank").plotted,
        "best": try row.number("bestRank").plotted, "worst": try row.number("worstRank").plotted,
      ]
    }
    guard !rows.isEmpty else { throw PlotProblem("\(name): expected ranked pipelines, found none") }
    let rank = Channel.quantity(
      "mean", "rank by \(metric.title)", domain: 0.5...Double(max(rows.count, 2)) + 0.5
    )
    .with("axis", ["tickMinStep": 1, "format": "d"])
    let place = Channel.category("pipeline", order: pipelines)
    let colour = SeriesStyle(pipelines, looks: looks).pointColour.withoutLegend
    let concordance = (try? ranking.number("concordance")).map {
      " Kendall's W \(Document(($0 * 100).rounded() / 100).json)."
    }
    return Plot(
      .ranking,
      caption: "Mean rank of each pipeline over the points of the sweep, with its best and worst rank."
        + (concordance ?? "") + " \(extent)",
      .view(
        .init(
          width: width.points, height: 45 + 16 * Double(rows.count),
          layers: [
            Layer(
              .rule, ["strokeWidth": 1.2], rows: rows,
              [.x: rank.with("field", "best"), .x2: .end("worst"), .y: place, .color: colour]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 35], rows: rows,
              [.x: rank, .y: place, .color: colour]),
          ], zooms: false)))
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
          rows, places: places.uniqued, style: SeriesStyle(pipelines, looks: looks),
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
      view.title = pipeline
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
    if let interval = try source.interval(interval) {
      row += [
        .init(key: "lower", value: interval.lower.plotted),
        .init(key: "upper", value: interval.upper.plotted),
      ]
    }
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
    let offset = order.count > 1 ? Channel.category(style.field, order: order) : .absent
    return Chart.View(
      width: width.points, height: 55 + Double(places.count) * (6 + 9 * Double(order.count)),
      layers: [
        Layer(.rule, ["strokeWidth": 0.7], rows: [["zero": 0]], [.x: .datum(0), .color: .value("#444444")]),
        Layer(
          .rule, ["strokeWidth": 1.2], rows: rows.filter { $0.has("lower") },
          [
            .x: value.with("field", "lower"), .x2: .end("upper"), .y: place, .yOffset: offset,
            .color: style.pointColour,
          ]),
        Layer(
          .point, ["filled": true, "opacity": 1, "size": 25], rows: rows,
          [.x: value, .y: place, .yOffset: offset, .color: style.pointColour, .shape: style.shape]),
      ], zooms: false)
  }
}
