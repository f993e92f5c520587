package import Documents
package import Evaluation
import NumericalMethods
package import Results
import Sites
package import World

/// A sweep as its file states it: a scenario, the parameters that vary, and how their values are combined.
package struct Sweep: DeclaredSettings {
  /// Which points the sweep has.
  package enum Design: String, Hashable, Sendable, CaseIterable {
    case crossed, paired, oneAtATime, sobol, latinHypercube, sobolIndices

    /// Whether its values are drawn from ranges, and not listed.
    package var isSampled: Bool {
      switch self {
      case .crossed, .paired, .oneAtATime: false
      case .sobol, .latinHypercube, .sobolIndices: true
      }
    }
  }

  /// Its name, which begins that of its results folder.
  package var name = ""
  /// What it is for.
  package var about = ""
  /// The scenario, with the values that the sweep sets for all points.
  package var scenario = VariedScenario()
  /// The seeds of each point, one or more.
  package var seeds: [UInt64] = [1]
  /// The laps of each cell; nil for those of the scenario.
  package var laps: Int?
  /// The names of those that run; nil for all.
  package var pipelines: [String]?
  /// What is varied; one or more.
  package var parameters: [SweptParameter] = []
  /// How the values of several parameters are combined.
  package var design: Design = .crossed
  /// The number of points of a sampled design; for Sobol indices, the size of each of its matrices.
  package var points = 256
  /// The largest number of laps that are one piece of work; results do not depend on it.
  package var block = 20
  /// The metrics in the results.
  package var metrics = Metric.all(for: .sweeps).filter { !$0.isOnRequest }
  /// The metric by which pipelines are ranked, and whose indices and effects are computed.
  package var metric: Metric = .mean
  /// What is asked of a cluster; nil for nothing.
  package var slurm: SlurmSettings?
  /// Whether cells are compared with the published figures of the scenario.
  package var hasTargets = false
  /// As the file has it, with every default.
  package var document: Document = [:]

  /// A sweep without a name, a scenario and parameters.
  package init() {}
  /// All keys; those of metrics depend on the metrics that there are.
  package static var keys: [SettingKey<Sweep>] {
    [
      .required("name", \.name, .text(.name), "The sweep's name."),
      .omissible("about", \.about, .text(), "What it is for."),
    ] + VariedScenario.declared("The scenario's file, relative to this file.").map { $0.within(\.scenario) }
      + cells + points + [
        .defaulted(
          "block", \.block, .integer(.between(1, 1_000_000)),
          "The largest number of laps that are computed and kept as one piece of work. Results do not depend on it."
        ),
        .defaulted(
          "metrics", \.metrics, .list(of: .choice(among: Metric.all(for: .sweeps)), count: .atLeast(1)),
          "The metrics in the results; by default all that apply to the site, but for those of uncertainty."),
        .defaulted(
          "metric", \.metric, .choice(among: Metric.all(for: .sweeps).filter(\.hasDirection)),
          "The metric by which pipelines are ranked and points compared, and of which effects and indices are estimated."
        ),
        .omissible(
          "targets", \.hasTargets, .flag,
          "Whether the results say which cells have the scenario's `published` figures, and on which parameters that depends."
        ),
        .optional("slurm", \.slurm, .settings, "What `--slurm` asks a cluster for."),
      ]
  }

  /// What runs at each point.
  private static let cells: [SettingKey<Sweep>] = [
    .defaulted(
      "seeds", \.seeds, SeedList.form, to: [1],
      "The seeds with which each point runs, such as `[1, 2, 3]` or `1-10`."),
    .optional(
      "laps", \.laps, .integer(.between(1, 1_000_000)),
      "The number of laps of each cell; by default the scenario's."),
    .optional(
      "pipelines", \.pipelines, .list(of: .text(), count: .atLeast(1)),
      "The names of the pipelines that run, beside the room centre; by default all."),
  ]

  /// Which points there are.
  private static let points: [SettingKey<Sweep>] = [
    .required(
      "parameters", \.parameters, .list(of: .settings, count: .between(1, SobolPoints.mostDimensions)),
      "What is varied. Paths that begin with `site.` are those of the site."),
    .defaulted(
      "design", \.design,
      .choice([
        .crossed: "Each value of a parameter with each value of every other one.",
        .paired: "The first values of all parameters together, then the second ones, and so on.",
        .oneAtATime:
          "The scenario as it is, then each value of each parameter with all others as they are.",
        .sobol: "Points of Sobol's sequence, which fill the space evenly.",
        .latinHypercube:
          "A random Latin hypercube: each parameter has one value in each of as many equal parts of its range as there are points.",
        .sobolIndices: "The matrices from which the first-order and total Sobol indices are estimated.",
      ]), "How the values of several parameters are combined."),
    .defaulted(
      "points", \.points, .integer(.between(2, 1_000_000)),
      "The number of points of a sampled design; of `sobolIndices` the number N of rows of a matrix, which takes N (k + 2) points with k parameters. Use one less than a power of 2."
    ),
  ]

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench sweep",
      about:
        "A scenario, the parameters that are varied, their design, the seeds, and what a cluster is asked for."
    )
  }

  /// The most points, and the most cells.
  package static let mostPoints = 1_000_000

  /// The columns of cells.csv and averages.csv that have their names whatever the parameters are called.
  static let ownColumns = [
    "point", "seed", "pipeline", "metric", "measured", "seeds", "value", "low", "high",
  ]

  /// The first seed.
  package var seed: UInt64 { seeds.first ?? 0 }
}

/// A parameter as the command line gives it: `channel.pathLoss.logDistance.n=1.6,1.8,2.0`.
package struct VaryOption: Hashable, Sendable {
  let key: String
  let values: [Document]
  private let option: String

  /// Reads a key and its values in YAML with commas between, or a range with a number of values: `n=1.6..2.4/5`.
  ///
  /// - Throws: One sentence, which names the text as an argument of `--vary`.
  package init(_ text: String) throws(FileProblem) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw FileProblem(
        file: "--vary",
        expected: "KEY=VALUES, such as channel.pathLoss.logDistance.n=1.6,1.8 or assumes.n=1.6..2.0/5",
        found: text.isEmpty ? "nothing" : text)
    }
    key = String(text[..<sign])
    option = "--vary \(text)"
    let list = String(text[text.index(after: sign)...])
    if let range = try Self.range(list, option) {
      values = range
    } else {
      values = try Self.list(list, option)
    }
  }

  /// `1.6..2.4/5`; nil for a list.
  private static func range(_ text: String, _ option: String) throws(FileProblem) -> [Document]? {
    guard let match = text.wholeMatch(of: /(.+?)\.\.(.+)\/(\d+)/) else { return nil }
    guard let from = Double(match.1), let to = Double(match.2), let steps = Int(match.3), from < to,
      from.isFinite, to.isFinite, 2...10_000 ~= steps
    else {
      throw FileProblem(
        file: option, expected: "a range such as 1.6..2.0/5, with 2 to 10000 values", found: text)
    }
    return SweptParameter {
      $0.linear = [from, to]
      $0.steps = steps
    }.values
  }

  /// Values in YAML with commas between.
  private static func list(_ text: String, _ option: String) throws(FileProblem) -> [Document] {
    guard let read = try? Document(yaml: "[\(text)]", file: ""), let elements = try? read.elements,
      elements.count > 1, Set(elements).count == elements.count
    else {
      throw FileProblem(
        file: option,
        expected: "at least two different values with commas between, or a range such as 1.6..2.0/5",
        found: text.isEmpty ? "nothing" : text)
    }
    return elements.map { Document($0.content) }
  }

  /// As a sweep's file has it.
  ///
  /// - Parameter names: of the parameters before it.
  func document(after names: [String]) -> Document {
    let last = key.split { ".[]".contains($0) }.last.map(String.init) ?? key
    let isTaken = names.contains(last) || Sweep.ownColumns.contains(last) || Int(last) != nil
    let document: Document = [
      "name": Document(isTaken ? key : last), "set": [Document(key)], "values": Document(values),
    ]
    return document.moved(to: Document.Location(file: option))
  }
}

extension Document {
  /// The sweep of a scenario by options alone.
  ///
  /// - Parameters:
  ///   - path: of the scenario.
  ///   - name: of the scenario.
  package static func sweep(
    ofScenario path: String, named name: String, _ options: [VaryOption]
  ) -> Document {
    var parameters: [Document] = []
    var names: [String] = []
    for option in options {
      let parameter = option.document(after: names)
      parameters.append(parameter)
      if let name = try? parameter.text("name") { names.append(name) }
    }
    // A relative path means it from the working folder, in which no file lies that names it.
    return ["name": Document(name), "scenario": Document(path), "parameters": Document(parameters)]
  }
}
