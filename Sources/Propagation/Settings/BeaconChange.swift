public import Documents
public import World

/// What one beacon does otherwise than the others.
public struct BeaconChange: DeclaredSettings {
  /// Its name in the site.
  public var beacon = ""
  /// Seconds; nil for as the others.
  public var interval: Double?
  public var delay: Double?
  /// Decibels that it is stronger than the others; negative for weaker.
  public var power: Decibels = 0
  /// Decibels a lap; nil for as the others.
  public var batteryLoss: Decibels?
  /// When it is taken away or its battery ends; nil for never.
  public var silence: LapMoment?

  public init() {}

  public static let defaults = BeaconChange()
  public static let keys: [SettingKey<BeaconChange>] = [
    .required("beacon", \.beacon, .text(), "The beacon's id in the site, or the name of its pillar."),
    .optional(
      "interval", \.interval, .advertisingInterval, unit: "s", "In place of that of the others."),
    .optional("delay", \.delay, .advertisingDelay, unit: "s", "In place of that of the others."),
    .defaulted(
      "power", \.power, .number(.between(-100, 100)), unit: "dB",
      "The difference of its transmit power from the others'; the measured power in its frames is unchanged."),
    .optional(
      "batteryLoss", \.batteryLoss, .number(.between(0, 100)), unit: "dB",
      "The loss of transmit power from lap to lap in decibels, instead of that of the others."),
    .optional(
      "silentFrom", \.silence, .settings,
      "When the beacon disappears, for the rest of that lap and all later ones."),
  ]
}

extension SettingForm where Value == Double {
  static var advertisingInterval: Self { number(.between(0.02, 10.24)) }
  static var advertisingDelay: Self { number(.between(0, 0.01)) }
}
