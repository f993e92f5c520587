package import Documents
package import Evaluation
import NumericalMethods
import Reproducing
package import Results
import Scenarios
import Sites
package import World

/// A sweep as its file states it: a scenario, the parameters that vary, and how their values are combined.
package struct Sweep: DeclaredSettings {
  /// Which points the sweep has.
  package enum Design: String, Hashable, Sendable, CaseIterable {
    case crossed
    case paired
    case oneAtATime
    case sobol
    case latinHypercube
    case sobolIndices

    /// Whether its values are drawn from ranges, and not listed.
    package var isSampled: Bool {
      switch self {
      case .crossed, .paired, .oneAtATime: false
      case .sobol, .latinHypercube, .sobolIndices: true
      }
    }
  }

  package var name = ""
  package var about = ""
  package var scenario = VariedScenario.defaults
  package var seeds: [UInt64] = [1]
  /// Nil for those of the scenario.
  package var laps: Int?
  package var pipelines: [String]?
  package var parameters: [SweptParameter] = []
  package var design: Design = .crossed
  /// The number of points of a sampled design; for Sobol indices, the size of each of its matrices.
  package var points = 256
  package var block = 20
  package var metrics = Metric.all(for: .sweeps).filter { !$0.isOnRequest }
  /// The metric by which pipelines are ranked, and whose indices and effects are computed.
  package var metric: Metric = .mean
  package var slurm: SlurmSettings?
  /// With published figures to be reproduced, the sweep is a search.
  package var targets: SweepTargets?
  /// As the file has it, with every default.
  package var document: Document = [:]

  package static var defaults: Sweep { Sweep() }
  package static var keys: [SettingKey<Sweep>] {
    [
      .required("name", \.name, .text(.name), "The sweep's name."),
      .omissible("about", \.about, .text(), "What it is for."),
    ] + VariedScenario.declared("The scenario's file, relative to this file.").map { $0.within(\.scenario) }
      + [
        .defaulted(
          "seeds", \.seeds, SeedList.form, to: [1],
          "The seeds with which each point runs, such as `[1, 2, 3]` or `1-10`."),
        .optional(
          "laps", \.laps, .integer(.between(1, 1_000_000)),
          "The number of laps of each cell; by default the scenario's."),
        .optional(
          "pipelines", \.pipelines, .list(of: .text(), count: .atLeast(1)),
          "The names of the pipelines that run, beside the room centre; by default all."),
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
        .defaulted(
          "block", \.block, .integer(.between(1, 1_000_000)),
          "The largest number of laps that are computed and kept as one piece of work. Results do not depend on it."
        ),
        .defaulted(
          "metrics", \.metrics, .list(of: .choice(among: Metric.all(for: .sweeps)), count: .atLeast(1)),
          "The metrics in the results; by default all that apply to the site, but for those of uncertainty."),
        .defaulted(
          "metric", \.metric, .choice(among: Metric.all(for: .sweeps).filter { $0.ideal == nil }),
          "The metric by which pipelines are ranked and points compared, and of which effects and indices are estimated."
        ),
        .optional(
          "targets", \.targets, .settings,
          "Makes the sweep a search for points at which the scenario's `published` figures come out; its design is then `sobol`."
        ),
        .optional("slurm", \.slurm, .settings, "What `--slurm` asks a cluster for."),
      ]
  }

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench sweep",
      about:
        "A scenario, the parameters that are varied, their design, the seeds, and what a cluster is asked for."
    )
  }

  /// Keys that all points must share, so that they can be compared.
  private static let shared = [
    "seed", "laps", "laps.count", "walks", "site", "name", "dataset", "noise", "site.name",
  ]
  package static let mostPoints = 1_000_000
}

extension Sweep {
  /// Reads a file, and the scenario that it names.
  ///
  /// - Throws: `FileProblem`, whose sentence names file, line and key.
  package init(contentsOf path: String) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .sweep)
    try self.init(file)
  }

  /// The same for a document that was made in the program.
  package init(_ file: Document) throws(FileProblem) {
    var document = try Self.schema.resolve(file)
    self = try SettingForm.settings.read(document)
    if metric.isOnRequest, !file.has("metrics") {
      metrics.append(metric)
      document = try document.setting("metrics", to: Document(metrics.map { Document($0.rawValue) }))
    }
    self.document = document
    try scenario.load()
    var plain = parameters.map(\.parameter)
    try plain.load(document, apartFrom: Self.shared)
    for index in parameters.indices { parameters[index].parameter = plain[index] }
    try checkNames(document)
    try check(document)
    if let metrics = document.optional("metrics") {
      guard self.metrics.contains(metric) else {
        throw metrics.problem(expected: "a list with the key metric's \(metric.rawValue)")
      }
    }
  }

  private func checkNames(_ document: Document) throws(FileProblem) {
    for element in try document.elements("parameters")
    where SweepColumns.own.contains(try element.text("name")) {
      throw try element["name"].problem(expected: "a name that no other column of cells.csv has")
    }
  }

  private func check(_ document: Document) throws(FileProblem) {
    let elements = try document.elements("parameters")
    for (swept, element) in zip(parameters, elements) {
      if design.isSampled {
        guard swept.steps == nil else {
          throw try element["steps"].problem(
            expected: "no steps in the design \(design.rawValue), which draws its values")
        }
      } else if swept.values == nil {
        throw element.problem(
          expected: "values or steps, since the design \(design.rawValue) takes a number of values",
          found: "a range of \(swept.parameter.name) without steps")
      } else if swept.parameter.listed != nil, let steps = element.optional("steps") {
        throw steps.problem(expected: "no steps beside values")
      }
      if design == .oneAtATime, let other = swept.parameter.nameOfFactor {
        throw try element["times"].problem(
          expected: "a number, since in the design oneAtATime \(other) has no value of its own")
      }
    }
    if let targets = document.optional("targets"), design != .sobol {
      throw targets.problem(
        expected: "the design sobol for a sweep with targets", found: "the design \(design.rawValue)")
    }
    if design == .paired {
      let counts = parameters.map { $0.values?.count ?? 0 }
      if let index = counts.firstIndex(where: { $0 != counts[0] }) {
        throw elements[index].problem(
          expected: "\(counts[0]) values as of \(parameters[0].parameter.name), since the design is paired",
          found: "\(counts[index]) of \(parameters[index].parameter.name)")
      }
    }
    if design == .sobolIndices, 2 * parameters.count > SobolPoints.mostDimensions {
      throw try document["parameters"].problem(
        expected: "at most \(SobolPoints.mostDimensions / 2) parameters for Sobol indices")
    }
    guard let count = pointCount, count <= Self.mostPoints, count * seeds.count <= Self.mostPoints else {
      throw try document["design"].problem(
        expected: "at most \(Self.mostPoints) cells",
        found: pointCount.map { "\($0) points with \(seeds.count) seeds" } ?? "far more")
    }
  }

  /// Nil where there are more than can be counted.
  package var pointCount: Int? {
    switch design {
    case .crossed:
      parameters.reduce(1 as Int?) { product, parameter in
        let (count, isTooMany) = (product ?? 0).multipliedReportingOverflow(by: parameter.values?.count ?? 0)
        return product == nil || isTooMany ? nil : count
      }
    case .paired: parameters.first?.values?.count ?? 0
    case .oneAtATime: 1 + parameters.reduce(0) { $0 + ($1.values?.count ?? 0) }
    case .sobol, .latinHypercube: points
    case .sobolIndices: points * (parameters.count + 2)
    }
  }
}
