package import Documents
import NumericalMethods
package import World

/// One parameter that a search varies: the keys of a scenario that it sets, and their values.
package struct SearchParameter: DeclaredSettings {
  /// The factor by which a value is multiplied before it is set.
  package enum Factor: Hashable, Sendable {
    case number(Double)
    /// The value of the parameter of this name.
    case parameter(String)
  }

  package var name = ""
  package var unit: String?
  /// Paths in a scenario, as ``Document/setting(_:to:)`` takes them; at least one.
  package var keys: [String] = []
  /// Lower and upper end of numbers that are evenly spread.
  var linear: [Double]?
  /// Lower and upper end of numbers above 0 whose logarithms are evenly spread.
  var logarithmic: [Double]?
  /// At least two values, each equally often.
  package var listed: [Document]?
  package var factor: Factor?
  /// The index of the parameter that is the factor.
  var other: Int?

  package static let defaults = SearchParameter()
  package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "linear", "logarithmic", "values")]
  package static let keys: [SettingKey<SearchParameter>] = [
    .required("name", \.name, .text(.line), "The parameter's name in tables."),
    .optional("unit", \.unit, .text(.line), "The unit of its numbers, for tables."),
    .required(
      "set", \.keys, .list(of: .text(), count: .atLeast(1)),
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
  ]

  /// A range of numbers and nothing else.
  package static func linear(from: Double, to: Double) -> SearchParameter {
    SearchParameter { $0.linear = [from, to] }
  }

  private static func span(_ range: NumberRange) -> SettingForm<[Double]> {
    .tuple("from", "to", of: .number(range)).checked { document, span throws(FileProblem) in
      guard span[0] < span[1] else {
        throw try document[1].problem(expected: "more than where the range begins, \(span[0])")
      }
    }
  }

  /// The name in a file of how the values are spread.
  package var scale: String { linear != nil ? "linear" : logarithmic != nil ? "logarithmic" : "values" }

  /// The name of the parameter that is the factor.
  package var nameOfFactor: String? { if case .parameter(let name) = factor { name } else { nil } }

  /// Lower and upper end; nil for a list.
  package var range: (from: Double, to: Double)? { (linear ?? logarithmic).map { ($0[0], $0[1]) } }

  /// Whether its values are numbers of a range.
  package var isNumber: Bool { listed == nil }

  /// The value at a coordinate.
  ///
  /// - Parameter coordinate: at least 0 and below 1; a list divides that interval into equal parts.
  package func value(at coordinate: Double) -> Document {
    guard let (from, to) = range else {
      return listed.map { $0[place(of: coordinate, among: $0)] } ?? nil
    }
    guard logarithmic != nil else { return Document(from + coordinate * (to - from)) }
    let (low, high) = (Elementary.log(from), Elementary.log(to))
    return Document(min(max(Elementary.exp(low + coordinate * (high - low)), from), to))
  }

  /// The index of a listed value, or the number itself for a range.
  func size(at coordinate: Double) -> Double {
    listed.map { Double(place(of: coordinate, among: $0)) } ?? (try? value(at: coordinate).number)
      ?? coordinate
  }

  private func place(of coordinate: Double, among values: [Document]) -> Int {
    min(Int(coordinate * Double(values.count)), values.count - 1)
  }

  /// The setting for a value, with its factor applied.
  ///
  /// - Parameter others: the values of the parameters before this one.
  package func setting(for value: Document, after others: [Document]) -> Document {
    guard isNumber, let number = try? value.number else { return value }
    if case .number(let factor) = factor { return Document(number * factor) }
    return other.flatMap { try? others[$0].number }.map { Document(number * $0) } ?? value
  }
}

/// One setting of all parameters of a search.
package struct SearchPoint: Hashable, Sendable {
  /// From 0 on.
  package let index: Int
  /// By parameter, in the unit cube.
  package let coordinates: [Double]
  /// By parameter.
  package let values: [Document]

  /// By parameter: its value where that is a number of a range; otherwise nil.
  package let numbers: [Double?]

  init(_ index: Int, _ coordinates: [Double], of parameters: [SearchParameter]) {
    (self.index, self.coordinates) = (index, coordinates)
    values = zip(parameters, coordinates).map { $0.value(at: $1) }
    numbers = zip(parameters, values).map { $0.isNumber ? try? $1.number : nil }
  }

  /// The values that the point sets in a scenario, in the order of the parameters.
  func settings(of parameters: [SearchParameter]) -> [Document.Member] {
    zip(parameters, values).enumerated().flatMap { index, pair in
      let value = pair.0.setting(for: pair.1, after: Array(values[..<index]))
      return pair.0.keys.map { Document.Member(key: $0, value: value) }
    }
  }
}

extension [SearchParameter] {
  /// Checks the parameters against each other, and reads the keys that refer to other parts of the document.
  ///
  /// - Parameters:
  ///   - part: the document with the key `parameters`.
  ///   - shared: keys of a scenario in which no two points may differ.
  package mutating func load(_ part: Document, apartFrom shared: [String]) throws(FileProblem) {
    let elements = try part.elements("parameters")
    try elements.checkEachOnce("name", expected: "a name that no other parameter has")
    var taken: Set<String> = []
    for (index, element) in elements.enumerated() {
      for key in try element.elements("set") {
        let text = try key.text
        if taken.contains(text) { throw key.problem(expected: "a key that no other parameter sets") }
        if shared.contains(text) { throw key.problem(expected: "a key in which points may differ") }
      }
      taken.formUnion(self[index].keys)
      try self[index].load(element, after: self[..<index])
    }
  }
}

extension SearchParameter {
  fileprivate mutating func load(_ element: Document, after others: ArraySlice<SearchParameter>)
    throws(FileProblem)
  {
    listed = try element.optional("values").map { values throws(FileProblem) in try values.distinctElements }
    guard let times = element.optional("times") else { return }
    guard isNumber else {
      throw times.problem(expected: "no factor for values of a list", found: times.summary)
    }
    guard case .parameter(let name) = factor else { return }
    other = others.firstIndex { $0.name == name && $0.isNumber }
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
