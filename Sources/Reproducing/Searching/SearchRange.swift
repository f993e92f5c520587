package import Documents
import Evaluation
import NumericalMethods

/// The values of one parameter at which points are inside.
package struct SearchRange: Sendable {
  /// The quartiles of the parameter's values at the points inside.
  package struct Quartiles: Hashable, Sendable {
    package let smallest: Double
    package let lower: Double
    package let median: Double
    package let upper: Double
    package let largest: Double
  }

  /// One listed value, and how often points that have it are inside.
  package struct Share: Hashable, Sendable {
    package let value: Document
    package let inside: Int
    package let points: Int
    /// Wilson's interval of the share, 95 %; nil without a point.
    package let bounds: ClosedRange<Double>?

    /// Nil without a point.
    package var share: Double? { points > 0 ? Double(inside) / Double(points) : nil }
  }

  package let parameter: SearchParameter
  /// For a range with points inside; otherwise nil.
  package let quartiles: Quartiles?
  /// For a list, in its order.
  package let shares: [Share]

  static func all(of parameters: [SearchParameter], _ rows: [SearchResult.Row]) -> [SearchRange] {
    parameters.enumerated().map { index, parameter in
      let values = rows.map { (value: $0.point.values[index], isInside: $0.outcome.verdict == .inside) }
      return SearchRange(parameter, values)
    }
  }

  private init(_ parameter: SearchParameter, _ values: [(value: Document, isInside: Bool)]) {
    self.parameter = parameter
    guard let listed = parameter.listed else {
      let inside = values.compactMap { $0.isInside ? try? $0.value.number : nil }
      shares = []
      quartiles = Quantiles.of(inside, at: [0, 0.25, 0.5, 0.75, 1]).map {
        Quartiles(smallest: $0[0], lower: $0[1], median: $0[2], upper: $0[3], largest: $0[4])
      }
      return
    }
    quartiles = nil
    shares = listed.map { value in
      let having = values.filter { $0.value == value }
      let inside = having.count { $0.isInside }
      let interval = having.isEmpty ? nil : WilsonInterval(cases: inside, of: having.count)
      return Share(
        value: value, inside: inside, points: having.count, bounds: interval.map { $0.lower...$0.upper })
    }
  }
}
