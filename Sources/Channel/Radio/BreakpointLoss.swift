public import Documents
public import World

/// Two log-distance laws that meet at a breakpoint.
///
/// `level = C - 10 n₁ log10 d` up to the breakpoint b, and `C - 10 n₁ log10 b - 10 n₂ log10(d / b)` beyond.
///
/// Source: Goldsmith, "Wireless Communications" (2005), section 2.5.4, the dual-slope model, with a reference
/// distance of one metre.
public struct BreakpointLoss: DeclaredSettings {
  /// C, the mean level that the first law has at one metre; where b is below 1 m, the second holds there.
  public var levelAtOneMetre: DBm = -59
  /// n₁: the exponent up to the breakpoint.
  public var near = 2.0
  /// n₂: the exponent beyond it.
  public var far = 2.0
  /// b, in metres.
  public var distance = 1.0

  /// Free space on both sides of the breakpoint.
  public init() {}
  public static let keys: [SettingKey<BreakpointLoss>] = [
    .required(
      "c", \.levelAtOneMetre, .levelAtOneMetre, unit: "dBm",
      "The mean RSSI at 1 m by the first law, which holds there unless `distance` is below 1 m."
    ),
    .required("near", \.near, .exponent, "The path-loss exponent up to the breakpoint."),
    .required("far", \.far, .exponent, "The path-loss exponent beyond the breakpoint."),
    .required(
      "distance", \.distance, .number(.between(0.1, 10_000)), unit: "m", "The distance of the breakpoint."),
  ]

  var curve: LossCurve {
    LossCurve(
      perDecade: 10 * near,
      bend: LossCurve.Bend(distance: distance, perDecade: 10 * (far - near), unlessInSight: nil))
  }
}
