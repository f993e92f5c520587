package import Documents
import NumericalMethods
import World

/// One parameter of a sweep: the keys of a scenario that it sets, and their values.
package struct SweptParameter: DeclaredSettings {
  /// The factor by which a value is multiplied before it is set.
  package enum Factor: Hashable, Sendable {
    case number(Double)
    /// The value of the parameter of this name.
    case parameter(String)
  }

  /// Its name in tables, unlike that of any other parameter.
  package var name = ""
  /// The unit of its numbers, for tables.
  package var unit: String?
  /// Paths in a scenario, as ``Document/setting(_:to:)`` takes them; at least one.
  package var paths: [String] = []
  /// Lower and upper end of numbers that are evenly spread.
  var linear: [Double]?
  /// Lower and upper end of numbers above 0 whose logarithms are evenly spread.
  var logarithmic: [Double]?
  /// At least two values, each equally often.
  package var listed: [Document]?
  /// Nil for 1.
  package var factor: Factor?
  /// The index of the parameter that is the factor.
  var other: Int?
  /// The number of values of a range in a grid; nil where the values are listed or drawn.
  package var steps: Int?

  /// No name, no keys and no values.
  package init() {}
  /// Values are spread in one way.
  package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "linear", "logarithmic", "values")]
  /// All keys.
  package static let keys: [SettingKey<SweptParameter>] = [
    .required("name", \.name, .text(.line), "The parameter's name in tables."),
    .optional("unit", \.unit, .text(.line), "The unit of its numbers, for tables."),
    .required(
      "set", \.paths, .list(of: .text(), count: .atLeast(1)),
      "The scenario's keys that are set to its value, by their paths such as `channel.pathLoss.logDistance.n` or "
        + "`pipelines[*].filters[*].kalman.q`."),
    .optional("linear", \.linear, span(.any), "A range of numbers, uniformly distributed."),
    .optional(
      "logarithmic", \.logarithmic, span(.above(0)),
      "A range of numbers above 0 whose logarithms are uniformly distributed."),
    .optional(
      "values", \.listed, .list(of: .document(.anything), count: .atLeast(2)),
      "Values of any kind, with equal probability."),
    .optional(
      "times", \.factor,
      .either(
        .init(
          .number(.above(0)), as: { .number($0) },
          from: { if case .number(let number) = $0 { number } else { nil } }),
        .init(
          .text(), as: { .parameter($0) }, from: { if case .parameter(let name) = $0 { name } else { nil } })),
      "The factor by which a number is multiplied before it is set: a number, or the name of an earlier parameter with a range, whose "
        + "value is then used; 1 by default."),
    .optional(
      "steps", \.steps, .integer(.between(2, 10_000)),
      "The number of values of a range in the designs `crossed`, `paired` and `oneAtATime`, both ends included."
    ),
  ]

  private static func span(_ range: NumberRange) -> SettingForm<[Double]> {
    .tuple("from", "to", of: .number(range)).checked { document, span throws(FileProblem) in
      guard span[0] < span[1] else {
        throw try document[1].problem(expected: "more than where the range begins, \(span[0])")
      }
    }
  }

  /// The name of the parameter that is the factor.
  package var nameOfFactor: String? { if case .parameter(let name) = factor { name } else { nil } }

  /// Lower and upper end; nil for a list.
  package var range: (from: Double, to: Double)? { (linear ?? logarithmic).map { ($0[0], $0[1]) } }

  /// The value at a coordinate.
  ///
  /// - Parameter coordinate: 0 to 1; a list divides that interval into equal parts.
  package func value(at coordinate: Double) -> Document {
    guard let (from, to) = range else {
      return listed.map { $0[min(Int(coordinate * Double($0.count)), $0.count - 1)] } ?? nil
    }
    guard logarithmic != nil else { return Document(from + coordinate * (to - from)) }
    let (low, high) = (Elementary.log(from), Elementary.log(to))
    return Document(min(max(Elementary.exp(low + coordinate * (high - low)), from), to))
  }

  /// The values of a grid, in their order; nil for a range without steps.
  package var values: [Document]? {
    if let listed { return listed }
    guard let steps, let (_, to) = range else { return nil }
    return (0..<steps).map { step in
      // The end itself, without the round-off of the division.
      guard step + 1 < steps else { return Document(to) }
      let value = value(at: Double(step) / Double(steps - 1))
      guard let number = try? value.number, number.magnitude < 1e6 else { return value }
      return Document((number * 1e9).rounded() / 1e9)
    }
  }

  /// Values with which a scenario is tried: of a range three, of which the middle one is no round number; of a long list of
  /// numbers the ends and the middle. A scenario that accepts these accepts those in between.
  var tried: [Document] {
    guard let values else { return [0, 0.5 * 2.0.squareRoot(), 1].map { value(at: $0) } }
    guard values.count > 32 else { return values }
    let numbers = values.compactMap { try? $0.number }
    guard numbers.count == values.count,
      let low = numbers.indices.min(by: { numbers[$0] < numbers[$1] }),
      let high = numbers.indices.max(by: { numbers[$0] < numbers[$1] })
    else { return values }
    return [values[low], values[values.count / 2], values[high]]
  }

  /// A value of a range itself, or the index of a listed value.
  func size(of value: Document) -> Double {
    listed?.firstIndex(of: value).map(Double.init) ?? (try? value.number) ?? 0
  }

  /// The setting for a value, with its factor applied.
  ///
  /// - Parameter others: the values of the parameters before this one.
  package func setting(for value: Document, after others: [Document]) -> Document {
    guard listed == nil, let number = try? value.number else { return value }
    if case .number(let factor) = factor { return Document(number * factor) }
    return other.flatMap { try? others[$0].number }.map { Document(number * $0) } ?? value
  }
}

extension SweptParameter {
  /// Reads what refers to other parts of the document.
  ///
  /// - Parameters:
  ///   - element: the parameter in the document.
  ///   - others: the parameters before it.
  mutating func load(_ element: Document, after others: ArraySlice<SweptParameter>) throws(FileProblem) {
    listed = try element.optional("values").map { values throws(FileProblem) in try values.distinctElements }
    guard let times = element.optional("times") else { return }
    guard listed == nil else {
      throw times.problem(expected: "no factor for values of a list", found: times.summary)
    }
    guard case .parameter(let name) = factor else { return }
    other = others.firstIndex { $0.name == name && $0.listed == nil }
    guard other != nil else {
      throw times.problem(expected: "a number, or the name of an earlier parameter with a range")
    }
  }
}

extension Document {
  /// Without where they stand.
  fileprivate var distinctElements: [Document] {
    get throws(FileProblem) {
      let elements = try elements
      for (index, element) in elements.enumerated() where elements[..<index].contains(element) {
        throw element.problem(expected: "each value once")
      }
      return elements.map { Document($0.content) }
    }
  }
}

/// One setting of all parameters of a sweep.
package struct SweepPoint: Hashable, Sendable {
  /// From 0 on.
  package let index: Int
  /// By parameter; nil where it keeps the scenario's value.
  package let values: [Document?]

  /// The values that the point sets in a scenario, in the order of the parameters.
  package func settings(of parameters: [SweptParameter]) -> [Document.Member] {
    let others = values.map { $0 ?? nil }
    return zip(parameters, values).enumerated().flatMap { index, pair -> [Document.Member] in
      let (parameter, value) = pair
      guard let value else { return [] }
      let setting = parameter.setting(for: value, after: Array(others[..<index]))
      return parameter.paths.map { Document.Member(key: $0, value: setting) }
    }
  }

  /// `n 1.8 and sigma 4`, or `the scenario as it is`.
  package func text(_ parameters: [SweptParameter]) -> String {
    let set = zip(parameters, values).compactMap { parameter, value in
      value.map { "\(parameter.name) \($0.plain)" }
    }
    return set.isEmpty ? "the scenario as it is" : WordList.text(set)
  }
}

extension Sweep {
  /// All points, in their order.
  package func allPoints() throws -> [SweepPoint] {
    try allValues().enumerated().map { SweepPoint(index: $0, values: $1) }
  }

  private func allValues() throws -> [[Document?]] {
    let grid = parameters.map { $0.values ?? [] }
    switch design {
    case .crossed:
      // The last parameter changes fastest.
      return grid.reduce([[]]) { points, list in points.flatMap { point in list.map { point + [.some($0)] } }
      }
    case .paired: return (0..<(grid.first?.count ?? 0)).map { index in grid.map { $0[index] } }
    case .oneAtATime:
      let base = [Document?](repeating: nil, count: parameters.count)
      return [base]
        + grid.enumerated().flatMap { index, list in
          list.map { value in base.enumerated().map { $0 == index ? .some(value) : $1 } }
        }
    case .sobol: return try SobolPoints.first(points, dimensions: parameters.count).map(values)
    case .latinHypercube:
      let seed = Seed(seed).derived("latin hypercube")
      return LatinHypercube.points(points, dimensions: parameters.count, seed: seed).map(values)
    case .sobolIndices:
      let rows = try SobolPoints.first(points, dimensions: 2 * parameters.count)
      return rows.flatMap { SobolIndices.points(ofRow: $0) }.map(values)
    }
  }

  private func values(at coordinates: [Double]) -> [Document?] {
    zip(parameters, coordinates).map { $0.value(at: $1) }
  }
}
