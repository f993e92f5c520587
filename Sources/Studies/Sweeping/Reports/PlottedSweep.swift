package import Documents
package import Evaluation
package import Rendering
import Results
import Sites
import World

/// The results of a sweep, as its folder holds them.
package struct PlottedSweep: Sendable {
  /// A value of the metric at one point, over all seeds.
  package struct Average: Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// In the unit of the metric.
    package let value: Double
    /// 95 %, in the unit of the metric; nil where it has none.
    package let interval: ConfidenceInterval?
    /// One for each parameter, in their order.
    package let settings: [Document]
  }

  /// The sweep's name.
  package let name: String
  /// As its file has it.
  package let design: String
  /// By which pipelines are ranked.
  package let metric: Metric
  /// What was varied.
  package let parameters: [(name: String, unit: String?)]
  /// Those that have a value.
  package let averages: [Average]
  /// `sweep.json` itself, which holds ranking, effects and indices too.
  package let document: Document
  /// How many points, seeds and laps there are, in a sentence.
  package let extent: String

  /// - Throws: One sentence where the folder lacks what a sweep writes, or where it is damaged.
  package init(contentsOf folder: String) throws {
    try ResultsFolder(path: folder).checkFiles()
    document = try Document(contentsOf: "\(folder)/sweep.json")
    let sweep = try Document(contentsOf: "\(folder)/sweep.yaml")
    name = try document.text("sweep")
    design = try document.text("design")
    let key = try document.text("metric")
    guard let metric = Metric(rawValue: key) else {
      throw FileProblem(
        file: "\(folder)/sweep.json", expected: "a metric of sweeps", found: key)
    }
    self.metric = metric
    parameters = try sweep.elements("parameters").map { parameter in
      (try parameter.text("name"), try parameter.optional("unit")?.text)
    }
    let names = parameters.map(\.name)
    averages = try document.elements("averages").compactMap { average in
      // A pipeline has no value at a point where all its fixes are missing.
      guard let value = try? average.number("value") else { return nil }
      let values = try average["values"]
      return Average(
        pipeline: try average.text("pipeline"), value: value, interval: try average.interval("interval95"),
        settings: try names.map { try values[$0] })
    }
    let seeds = try document.elements("seeds").count
    let (points, laps) = (try document["points"].integer, try document["laps"].integer)
    extent =
      "Sweep \(name): \(points) \(points == 1 ? "point" : "points"), \(seeds) \(seeds == 1 ? "seed" : "seeds"), "
      + "\(laps) \(laps == 1 ? "lap" : "laps") a cell."
  }

  /// Those that the sweep ranks: constant baselines stand outside. All of them, where it has too few to rank.
  package var rankedPipelines: [String] {
    get throws {
      guard document.has("ranking") else { return averages.map(\.pipeline).uniqued }
      return try document["ranking"].elements("pipelines").map { try $0.text("pipeline") }
    }
  }

  /// Of all its pipelines, drawn or not.
  package var looks: PipelineLooks {
    let names = averages.map(\.pipeline).uniqued
    let ranked = (try? rankedPipelines) ?? names
    return PipelineLooks(names, constant: names.filter { !ranked.contains($0) })
  }

  /// The values of a parameter that the points have, in rising order where all are numbers, else in that of the points.
  package func values(of parameter: Int) -> [Document] {
    var seen: Set<String> = []
    let values = averages.map { $0.settings[parameter] }.filter { seen.insert($0.json).inserted }
    let numbers = values.compactMap { try? $0.number }
    guard numbers.count == values.count else { return values }
    return zip(values, numbers).sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// A parameter with its unit, as an axis has it.
  package func title(of parameter: Int) -> String {
    let (name, unit) = parameters[parameter]
    return unit.map { "\(name) (\($0))" } ?? name
  }

  /// Such as `sigma = 2 dB`.
  package func label(of parameter: Int, _ value: Document) -> String {
    let (name, unit) = parameters[parameter]
    return "\(name) = \(Self.text(of: value))" + (unit.map { " \($0)" } ?? "")
  }

  /// A value in a label, without the marks of JSON.
  package static func text(of value: Document) -> String {
    guard value.json != "null" else { return "as it is" }
    return ((try? value.text) ?? value.json).filter { !"{}[]\"".contains($0) }
      .replacing(":", with: " ").replacing(",", with: ", ")
  }
}

// The metric of a sweep by its parameters.

extension PlottedSweep {
  /// Of a crossed design a view for each combination of the parameters after the first, unless there are too many; of other
  /// designs a view for each parameter, with a symbol for each point.
  func metric(of pipelines: [String], width: PlotWidth) throws -> Plot {
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
    let (points, intervals) = rows(
      of: averages, by: parameter, areNumbers: numbers.count == values.count, pipelines, step: step)
    let place = place(
      of: parameter, values, numbers, areJoined: areJoined, half: step * Double(pipelines.count))
    let figure = axis(over: range)
    let style = SeriesStyle(pipelines, looks: looks, room: width.inside())
    let colour = style.pointColour
    let symbols = Layer.points(
      areJoined ? 25 : 12, opacity: areJoined ? 1 : 0.6, points,
      [.x: place, .y: figure, .color: colour, .shape: style.shape])
    let lines = Layer(
      .line, ["strokeWidth": 1], rows: points,
      [.x: place, .y: figure, .color: colour, .strokeDash: style.dash.withoutLegend])
    let spreads = Layer(
      .rule, ["strokeWidth": 1], rows: intervals,
      [.x: place, .y: figure.with("field", "lower"), .y2: .end("upper"), .color: colour])
    return .view(
      .init(
        title: title, width: width.inside(), height: 130, isInner: true,
        layers: areJoined ? [spreads, lines, symbols] : [symbols], picks: "pipeline"))
  }

  /// All views have the same scale, so that they can be compared.
  private func axis(over range: ClosedRange<Double>) -> Channel {
    .quantity(
      "value", metric.title, unit: metric.sign,
      domain: range.lowerBound * scale...Swift.max(range.upperBound * scale, 1e-9))
  }

  /// Shares are drawn in percent.
  private var scale: Double { metric.isShare ? 100 : 1 }

  /// A row for each average, and one for each interval.
  private func rows(
    of averages: [Average], by parameter: Int, areNumbers: Bool, _ pipelines: [String], step: Double
  ) -> (points: [Document], intervals: [Document]) {
    let offsets = Dictionary(
      uniqueKeysWithValues: pipelines.uniqued.enumerated().map {
        ($0.element, (Double($0.offset) - Double(pipelines.count - 1) / 2) * step)
      })
    let rows = averages.map { average -> [Document.Member] in
      let setting = average.settings[parameter]
      let place =
        areNumbers
        ? (try? setting.number).map { $0 + offsets[average.pipeline, default: 0] }.plotted
        : Self.text(of: setting).plotted
      return [
        .init(key: "pipeline", value: average.pipeline.plotted), .init(key: "setting", value: place),
        .init(key: "value", value: (average.value * scale).plotted),
      ]
    }
    let intervals = zip(rows, averages).compactMap { row, average in
      average.interval.map { Document(row + $0.plottedBounds(times: scale)) }
    }
    return (rows.map { Document($0) }, intervals)
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
        .with("axis", ["labelExpr": "truncate(datum.label, 20, 'center')", "labelAngle": 0])
    }
    guard areJoined, let first = numbers.first, let last = numbers.last, numbers.count <= 12 else {
      return .quantity("setting", title)
    }
    let margin = Swift.max(half, first.magnitude * 1e-3, 1e-6)
    return .quantity("setting", title, domain: first - margin...last + margin)
      .with("axis", ["values": Document(values)])
  }
}
