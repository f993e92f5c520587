package import Documents
import NumericalMethods

/// One thing that a search varies: which keys of a scenario it sets, and to what.
package struct SearchParameter: Hashable, Sendable {
  /// From where its values come.
  package enum Values: Hashable, Sendable {
    /// Evenly spread numbers.
    case linear(from: Double, to: Double)
    /// Numbers above 0 whose logarithms are evenly spread.
    case logarithmic(from: Double, to: Double)
    /// Each equally often; at least two.
    case listed([Document])
  }

  /// By what a value is multiplied before it is set.
  package enum Factor: Hashable, Sendable {
    case number(Double)
    /// The value of an earlier parameter of the search.
    case parameter(Int)
  }

  package let name: String
  package let unit: String?
  /// Places in a scenario, as ``Document/setting(_:to:)`` takes them; at least one.
  package let keys: [String]
  package let values: Values
  package let factor: Factor

  /// Whether its values are numbers of a range.
  package var isNumber: Bool { listed == nil }

  /// The values of a list; nil for a range.
  package var listed: [Document]? {
    if case .listed(let values) = values { values } else { nil }
  }

  /// The value at one place of the interval from 0 to 1.
  ///
  /// - Parameter coordinate: at least 0 and below 1; a list is cut into equal parts of it.
  package func value(at coordinate: Double) -> Document {
    switch values {
    case .linear(let from, let to): return Document(from + coordinate * (to - from))
    case .logarithmic(let from, let to):
      let (low, high) = (Elementary.log(from), Elementary.log(to))
      return Document(min(max(Elementary.exp(low + coordinate * (high - low)), from), to))
    case .listed(let values): return values[place(of: coordinate, among: values)]
    }
  }

  /// The place of a listed value from 0 on, the number itself of a range.
  func size(at coordinate: Double) -> Double {
    switch (values, value(at: coordinate).content) {
    case (.listed(let values), _): Double(place(of: coordinate, among: values))
    case (_, .number(let number)): number
    default: coordinate
    }
  }

  private func place(of coordinate: Double, among values: [Document]) -> Int {
    min(Int(coordinate * Double(values.count)), values.count - 1)
  }

  /// What is set for a value.
  ///
  /// - Parameter others: the values of the parameters before it.
  func setting(for value: Document, after others: [Document]) -> Document {
    guard case .number(let number) = value.content, isNumber else { return value }
    switch factor {
    case .number(let factor): return Document(number * factor)
    case .parameter(let index):
      guard case .number(let other) = others[index].content else { return value }
      return Document(number * other)
    }
  }
}

/// One setting of all parameters of a search.
package struct SearchPoint: Hashable, Sendable {
  /// From 0 on.
  package let index: Int
  /// By parameter, in the cube of side 1.
  package let coordinates: [Double]
  /// By parameter.
  package let values: [Document]

  /// By parameter: its value where that is a number of a range.
  package let numbers: [Double?]

  init(_ index: Int, _ coordinates: [Double], of parameters: [SearchParameter]) {
    (self.index, self.coordinates) = (index, coordinates)
    values = zip(parameters, coordinates).map { $0.value(at: $1) }
    numbers = zip(parameters, values).map { $0.isNumber ? try? $1.number : nil }
  }

  /// What it sets in a scenario, in the order of the parameters.
  func settings(of parameters: [SearchParameter]) -> [Document.Member] {
    zip(parameters, values).enumerated().flatMap { index, pair in
      let value = pair.0.setting(for: pair.1, after: Array(values[..<index]))
      return pair.0.keys.map { Document.Member(key: $0, value: value) }
    }
  }
}
