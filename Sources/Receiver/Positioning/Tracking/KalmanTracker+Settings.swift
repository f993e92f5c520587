public import Documents
public import Phone

extension KalmanTracker {
  /// The motion model, the noise of readings, and how they update the state.
  public struct Settings: MethodSettings {
    /// How the filter treats the path-loss law, which is not linear.
    public enum Update: String, Hashable, Sendable, CaseIterable {
      case extended
      case unscented
    }

    /// Whether the law is linearised or evaluated at sigma points.
    public var update = Update.extended
    /// How many of the nearest anchors.
    public var anchors = 8
    /// The standard deviation of readings about the law, in decibels.
    public var deviation = 6.0
    /// The standard deviation of the acceleration, in m/s².
    public var acceleration = 0.5
    /// The initial standard deviation of the position, in metres.
    public var start = 5.0
    /// The initial standard deviation of each component of the velocity, in m/s.
    public var speed = 1.0

    /// The extended filter with the nearest eight beacons.
    public init() {}

    public static let name = "kalmanTracker"
    public static let about =
      "A Kalman filter on position and velocity, which the RSSI of the nearest beacons updates: extended or unscented."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "update", \.update,
        .choice([
          .extended: "The path-loss law is linearised at the predicted position.",
          .unscented: "The path-loss law is evaluated at nine positions around the predicted one.",
        ]), "How readings update the position."),
      .defaulted(
        "k", \.anchors, .integer(.between(1, 1000)), "The number of nearest beacons by estimated distance."),
      .defaulted(
        "deviation", \.deviation, .number(.between(0.1, 100)), unit: "dB",
        "The assumed standard deviation of readings about the path-loss law."),
      .defaulted(
        "acceleration", \.acceleration, .number(.between(0.001, 100)), unit: "m/s^2",
        "The assumed standard deviation of the acceleration."),
      .defaulted(
        "start", \.start, .number(.between(0.01, 1000)), unit: "m",
        "The standard deviation of the first position, a weighted centroid."),
      .defaulted(
        "speed", \.speed, .number(.between(0.01, 100)), unit: "m/s",
        "The standard deviation of each component of the first velocity."),
    ]

    /// For example `extended Kalman on position and velocity`.
    public var summary: String { "\(update.rawValue) Kalman on position and velocity" }

    /// The covariance of the state.
    public var statesUncertainty: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      KalmanTracker(RangedSite(prior), self, window: phone.averageSeconds)
    }
  }
}
