package import Documents
package import Evaluation
import NumericalMethods
package import Rendering

/// The values of one parameter at which points are inside.
package struct SearchRange: Sendable {
  /// One value, and how often points that have it are inside.
  package struct Share: Hashable, Sendable {
    /// One of a list.
    package let value: Document
    /// How many of the points are inside.
    package let inside: Int
    /// How many points have the value.
    package let points: Int

    /// Nil without a point.
    package var share: Double? { points > 0 ? Double(inside) / Double(points) : nil }
    /// Wilson's interval of the share, 95 %; nil without a point.
    package var bounds: ConfidenceInterval? {
      guard points > 0 else { return nil }
      let interval = WilsonInterval(cases: inside, of: points)
      return ConfidenceInterval(lower: interval.lower, upper: interval.upper)
    }
  }

  /// The parameter.
  package let parameter: SweptParameter
  /// How many points there are, and how many of them are inside.
  let points: Int
  let inside: Int
  /// The smallest value of the points inside, their quartiles and the largest value; nil for a list, and with none inside.
  package let quartiles: [Double]?
  /// By listed value; empty for a range.
  package let shares: [Share]
  /// The value of the best point, if there is one.
  package let best: Document?

  /// - Parameters:
  ///   - values: by point.
  ///   - isInside: by point.
  init(_ parameter: SweptParameter, _ values: [Document], _ isInside: [Bool], best: Document??) {
    self.parameter = parameter
    self.best = best ?? nil
    let found = zip(values, isInside).filter(\.1).map(\.0)
    (points, inside) = (values.count, found.count)
    quartiles =
      parameter.listed == nil
      ? Quantiles.of(found.compactMap { try? $0.number }, at: [0, 0.25, 0.5, 0.75, 1]) : nil
    shares = (parameter.listed ?? []).map { value in
      Share(value: value, inside: found.count { $0 == value }, points: values.count { $0 == value })
    }
  }
}

extension SearchRange.Share: Described {
  /// In JSON and, without the value, in a table.
  package static let figures: [Figure<SearchRange.Share>] = [
    .init("inside", "inside", \.inside), .init("points", "of", \.points),
    .init(
      "share", "share", unit: "% [95 %]", decimals: 2, form: .percent, \.share, interval: \.bounds),
    .init("value", \.value),
  ]
}

extension SearchRange: FigureConvertible {
  /// Of a range its ends and the quartiles inside, of a list the share of each value.
  package var figureValue: FigureValue {
    let (key, value) = range
    return .object(
      [
        ("parameter", parameter.name.figureValue), ("unit", parameter.unit.figureValue),
        ("scale", parameter.scale.figureValue), ("best", best.figureValue), (key, value),
      ] + (shares.isEmpty ? [("quartilesInside", quartiles.figureValue)] : []))
  }

  private var range: (String, FigureValue) {
    guard let (from, to) = parameter.range else { return ("shares", shares.figureValue) }
    return ("searched", [from, to].figureValue)
  }
}
