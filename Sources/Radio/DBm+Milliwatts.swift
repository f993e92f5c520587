import NumericalMethods
public import World

extension DBm {
  /// The level of a power in milliwatts; minus infinity for 0.
  ///
  /// - Precondition: the power is not negative.
  public init(milliwatts: Double) {
    precondition(milliwatts >= 0, "a power must not be negative, was \(milliwatts) mW")
    self.init(10 * Elementary.log10(milliwatts))
  }

  /// The power in milliwatts: `10^(level / 10)`.
  public var milliwatts: Double { Elementary.exp10(value / 10) }
}
