package import Documents
import Evaluation
import NumericalMethods
import Results
import Sites
package import World

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
    try load(document)
  }

  /// Reads the scenario, and checks what no single key says.
  ///
  /// - Parameter document: what the settings were read from, with every default.
  private mutating func load(_ document: Document) throws(FileProblem) {
    self.document = document
    try scenario.load()
    try loadParameters()
    try checkParameters()
    try checkSize()
    if let metrics = document.optional("metrics"), !self.metrics.contains(metric) {
      throw metrics.problem(expected: "a list with the key metric's \(metric.rawValue)")
    }
  }

  /// Keys that all points must share, so that they can be compared.
  private static let shared = [
    "seed", "laps", "laps.count", "walks", "site", "name", "dataset", "noise", "site.name",
  ]

  /// Checks the parameters against each other.
  private mutating func loadParameters() throws(FileProblem) {
    let elements = try document.elements("parameters")
    try elements.checkEachOnce("name", expected: "a name that no other parameter has")
    var taken: Set<String> = []
    for (index, element) in elements.enumerated() {
      for key in try element.elements("set") {
        let text = try key.text
        if taken.contains(text) { throw key.problem(expected: "a key that no other parameter sets") }
        if Self.shared.contains(text) { throw key.problem(expected: "a key in which points may differ") }
      }
      taken.formUnion(parameters[index].paths)
      try parameters[index].load(element, after: parameters[..<index])
    }
  }

  /// Checks the parameters against the design.
  private func checkParameters() throws(FileProblem) {
    let elements = try document.elements("parameters")
    let counts = parameters.map { $0.values?.count ?? 0 }
    for (index, (swept, element)) in zip(parameters, elements).enumerated() {
      if design.isSampled {
        guard swept.steps == nil else {
          throw try element["steps"].problem(
            expected: "no steps in the design \(design.rawValue), which draws its values")
        }
      } else if swept.values == nil {
        throw element.problem(
          expected: "values or steps, since the design \(design.rawValue) takes a number of values",
          found: "a range of \(swept.name) without steps")
      } else if swept.listed != nil, let steps = element.optional("steps") {
        throw steps.problem(expected: "no steps beside values")
      }
      if design == .oneAtATime, let other = swept.nameOfFactor {
        throw try element["times"].problem(
          expected: "a number, since in the design oneAtATime \(other) has no value of its own")
      }
      if design == .paired, counts[index] != counts[0] {
        throw element.problem(
          expected: "\(counts[0]) values as of \(parameters[0].name), since the design is paired",
          found: "\(counts[index]) of \(swept.name)")
      }
    }
  }

  private func checkSize() throws(FileProblem) {
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

  /// How many points there are; nil where there are more than can be counted.
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
