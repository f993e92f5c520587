import NumericalMethods

/// A fitted number with its standard error and its 95 % interval.
package struct ChannelEstimate: Hashable, Sendable {
  /// In the unit of the parameter.
  package let value: Double
  /// Nil, as the bounds are, when the readings have too few independent parts to estimate them.
  package let standardError: Double?
  /// The 2.5 % end of the interval.
  package let lower: Double?
  /// The 97.5 % end of the interval.
  package let upper: Double?

  package init(value: Double, standardError: Double? = nil, lower: Double? = nil, upper: Double? = nil) {
    self.value = value
    self.standardError = standardError
    self.lower = lower
    self.upper = upper
  }

  /// By a jackknife over parts, with Student's t: of one degree of freedom fewer than there are parts, or of fewer still where a
  /// few parts have most of the variance.
  ///
  /// - Parameter changes: the change of the value when each part is left out.
  init(_ value: Double, changes: [Double]?) {
    guard let changes, changes.count >= 2 else {
      self.init(value: value)
      return
    }
    self.init(
      value, error: Jackknife.standardError(ofChanges: changes),
      quantile: StudentQuantile.twoSided(
        0.95, degrees: Jackknife.degrees(ofSquares: changes.map { $0 * $0 })))
  }

  init(_ value: Double, error: Double, quantile: Double) {
    self.init(
      value: value, standardError: error, lower: value - quantile * error, upper: value + quantile * error)
  }

  /// The same with an interval whose lower end is at least a bound.
  func atLeast(_ least: Double) -> ChannelEstimate {
    ChannelEstimate(
      value: value, standardError: standardError, lower: lower.map { max($0, least) },
      upper: upper.map { max($0, least) })
  }

  /// The same number without an interval.
  var withoutInterval: ChannelEstimate { ChannelEstimate(value: value) }

  /// The same with an interval that also contains another one, where both are known.
  func takingIn(_ other: ChannelEstimate) -> ChannelEstimate {
    ChannelEstimate(
      value: value, standardError: standardError,
      lower: lower.map { min($0, other.lower ?? $0) }, upper: upper.map { max($0, other.upper ?? $0) })
  }

  /// The same with each side of the interval as wide as the root of the squares of its width and of how far it is to the
  /// farthest of some values on that side.
  func widened(to values: [Double]) -> ChannelEstimate {
    guard let standardError, let lower, let upper, upper > lower else { return self }
    let below = max(value - (values.min() ?? value), 0)
    let above = max((values.max() ?? value) - value, 0)
    let (down, up) = (value - lower, upper - value)
    let wide = ((down * down + below * below).squareRoot(), (up * up + above * above).squareRoot())
    return ChannelEstimate(
      value: value, standardError: standardError * (wide.0 + wide.1) / (upper - lower),
      lower: value - wide.0, upper: value + wide.1)
  }

  /// The same with an independent standard error added: both sides of the interval grow in proportion.
  func widened(adding error: Double) -> ChannelEstimate {
    guard let standardError, standardError > 0 else { return self }
    let ratio = error / standardError
    let factor = (1 + ratio * ratio).squareRoot()
    return ChannelEstimate(
      value: value, standardError: standardError * factor,
      lower: lower.map { value + ($0 - value) * factor }, upper: upper.map { value + ($0 - value) * factor })
  }

  /// The same in proportion, for a value above 0.
  func scaled(to value: Double) -> ChannelEstimate {
    let factor = self.value > 0 ? value / self.value : 1
    return ChannelEstimate(
      value: value, standardError: standardError.map { $0 * factor }, lower: lower.map { $0 * factor },
      upper: upper.map { $0 * factor })
  }

  /// The estimate of a monotonic function; its standard error is scaled by the ratio of the intervals' widths.
  func mapped(_ function: (Double) -> Double) -> ChannelEstimate {
    guard let standardError, let lower, let upper, upper > lower else {
      return ChannelEstimate(value: function(value))
    }
    let (a, b) = (function(lower), function(upper))
    return ChannelEstimate(
      value: function(value), standardError: abs(b - a) * standardError / (upper - lower), lower: min(a, b),
      upper: max(a, b))
  }
}
