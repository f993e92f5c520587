import NumericalMethods
public import World

extension DBm {
  /// The power in milliwatts: `10^(level / 10)`.
  public var milliwatts: Double { Elementary.exp10(value / 10) }
}
