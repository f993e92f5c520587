public import Documents
public import World

/// The Kalman filter of a level and its slope, which wanders as a random walk in continuous time.
///
/// Over Δ seconds: `x ← F x`, `P ← F P Fᵀ + Q` with `F = [[1, Δ], [0, 1]]` and `Q = q [[Δ³/3, Δ²/2], [Δ²/2, Δ]]`; for the
/// reading z, `S = P₁₁ + R`, `K = (P₁₁, P₁₂) / S`, `x ← x + K (z - x₁)`, `P ← P - K S Kᵀ`. The first reading is taken as
/// it is, with variance R and slope 0. A gap adds to the variance by itself, and the next reading weighs more.
///
/// Source: Bar-Shalom, Li & Kirubarajan 2001, "Estimation with applications to tracking and navigation",
/// doi:10.1002/0471221279, section 6.2.2, continuous white noise acceleration, on the level in place of a coordinate.
public struct KalmanSlopeFilter: SignalFilter {
  /// The variances of slope and reading, and when the filter restarts.
  public struct Settings: FilterSettings {
    /// q in dB² a cubic second.
    public var processDensity = 0.5
    /// R in dB².
    public var readingVariance = 5.0
    /// The variance of the slope at the start, in (dB/s)².
    public var startVariance = 1.0
    /// Seconds since the last reading beyond which the next one restarts this filter; nil for never.
    public var resetAfter: Double?

    public init() {}

    public static let name = "kalmanSlope"
    public static let about =
      "A Kalman filter of RSSI and its slope: Bar-Shalom, Li & Kirubarajan 2001, section 6.2.2."
    /// q and R have no default in a file, since no values suit every receiver and interval.
    public static let keys: [SettingKey<Settings>] = [
      .required(
        "q", \.processDensity, .number(.between(1e-6, 1e6)), unit: "dB^2/s^3",
        "The power spectral density of the noise that changes the slope."),
      .required(
        "r", \.readingVariance, .number(.between(1e-3, 1e6)), unit: "dB^2",
        "The measurement noise variance R of a reading."),
      .defaulted(
        "slope0", \.startVariance, .number(.between(0, 1e6)), unit: "dB^2/s^2",
        "The initial variance of the slope."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// For example `Kalman slope q 0.5 R 5`.
    public var summary: String { "Kalman slope q \(short(processDensity)) R \(short(readingVariance))" }
    public func makeFilter() -> any SignalFilter { KalmanSlopeFilter(self) }
  }

  let settings: Settings
  private var clock: ReadingClock
  private var slope = 0.0
  /// P.
  private var (levels, both, slopes) = (0.0, 0.0, 0.0)
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    clock = ReadingClock(restartingAfter: settings.resetAfter)
  }

  /// Zero: the slope compensates for the delay on a ramp.
  public func delay(every interval: Double) -> Double { 0 }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    guard let elapsed = clock.elapsed(at: time), let before = output else {
      (output, slope) = (level, 0)
      (levels, both, slopes) = (settings.readingVariance, 0, settings.startVariance)
      return level
    }
    let q = settings.processDensity
    levels += elapsed * (2 * both + elapsed * (slopes + q * elapsed / 3))
    both += elapsed * (slopes + q * elapsed / 2)
    slopes += q * elapsed
    let predicted = before.value + elapsed * slope
    let spread = levels + settings.readingVariance
    let (gain, slopeGain) = (levels / spread, both / spread)
    let missed = level.value - predicted
    slope += slopeGain * missed
    output = DBm(predicted + gain * missed)
    slopes -= slopeGain * both
    both *= 1 - gain
    levels *= 1 - gain
    return output
  }
}
