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
