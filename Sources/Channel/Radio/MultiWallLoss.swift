public import Documents
import NumericalMethods
public import World

/// The multi-wall model of COST 231: free space, what each wall on the straight line takes, and floors, each
/// further one of which takes less.
///
/// `L = L_FS + L_C + Σ k_wi L_wi + k_f^((k_f + 2) / (k_f + 1) - b) L_f`: L_FS is the loss in free space, k_wi the
/// walls of one kind that are passed through and L_wi what such a wall takes, k_f the floors passed through. The
/// walls are those of the plan. Here the loss of the first metre stands in C.
///
/// Source: COST Action 231, final report (1999), section 4.7.2, equation 4.7.2, with L_f 18.3 dB and b 0.46 from
/// the same section (1.8 GHz).
public struct MultiWallLoss: DeclaredSettings {
  /// C, the mean level at one metre.
  public var levelAtOneMetre: DBm = -59
  /// L_C.
  public var constant: Decibels = 0
  /// L_f, what one floor takes.
  public var floorLoss: Decibels = 18.3
  /// b.
  public var floorExponent = 0.46

  public init() {}
  public static let keys: [SettingKey<MultiWallLoss>] = [
    .required("c", \.levelAtOneMetre, .levelAtOneMetre, unit: "dBm", "The mean RSSI at 1 m."),
    .defaulted("constant", \.constant, .number(.between(-100, 100)), unit: "dB", "The constant loss L_C."),
    .defaulted(
      "floorLoss", \.floorLoss, .number(.between(0, 1000)), unit: "dB", "The loss L_f of one floor."),
    .defaulted(
      "floorExponent", \.floorExponent, .number(.between(0, 1.5)),
      "The decrease of the loss for each further floor: b in k^((k + 2) / (k + 1) - b) L_f."),
  ]

  /// What so many floors take; 0 for none.
  func loss(ofFloors floors: Int) -> Decibels {
    guard floors > 0 else { return 0 }
    let k = Double(floors)
    return floorLoss * Elementary.pow(k, (k + 2) / (k + 1) - floorExponent)
  }

  /// L_FS and L_C.
  var curve: LossCurve { LossCurve(perDecade: 20, constant: constant.value) }
}
