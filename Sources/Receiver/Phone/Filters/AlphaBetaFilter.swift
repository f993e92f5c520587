public import Documents
public import World

/// The alpha-beta filter: a level and its slope, both corrected by fixed shares of what the prediction missed.
///
/// For a reading z, Δ seconds after the one before: `x ← x + Δ v`, `r = z - x`, `x ← x + α r`, `v ← v + (β / Δ) r`. The
/// first reading is taken as it is, with slope 0.
///
/// Source: Benedict & Bordner 1962, "Synthesis of an optimal set of radar track-while-scan smoothing equations",
/// doi:10.1109/TAC.1962.1105477, from which `β = α² / (2 - α)`; Kalata 1984, "The tracking index: a generalized parameter
/// for α-β and α-β-γ target trackers", doi:10.1109/TAES.1984.310438, equations 1 to 4.
public struct AlphaBetaFilter: SignalFilter {
  /// The two gains, and when the filter restarts.
  public struct Settings: FilterSettings {
    /// α.
    public var alpha = 0.5
    /// β; nil for the value of Benedict and Bordner.
    public var beta: Double?
    /// Seconds since the last reading beyond which the next one restarts this filter; nil for never.
    public var resetAfter: Double?

    /// With α = ½, the β of Benedict and Bordner is 1/6.
    public init() {}

    public static let name = "alphaBeta"
    public static let about =
      "A level and its slope with fixed gains: Benedict & Bordner 1962; Kalata 1984."
    /// α alone suffices: β then follows from it.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted("alpha", \.alpha, .number(.between(0.001, 1)), "The gain of the level."),
      .optional(
        "beta", \.beta, .number(.between(1e-6, 2)),
        "The gain of the slope, at most 4 - 2 alpha; by default alpha^2 / (2 - alpha)."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// Above this limit errors would grow instead of decaying.
    public var conflict: SettingFault? {
      // At the limit itself errors never decay.
      .first(of: ("beta", beta.map { $0 < 4 - 2 * alpha } ?? true, "a value below 4 - 2 alpha", beta ?? 0))
    }

    /// For example `alpha-beta 0.5`.
    public var summary: String {
      "alpha-beta \(short(alpha))" + (beta.map { " \(short($0))" } ?? "")
    }
    public func makeFilter() -> any SignalFilter { AlphaBetaFilter(self) }
  }

  let settings: Settings
  private let beta: Double
  private var clock: ReadingClock
  private var slope = 0.0
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    beta = settings.beta ?? settings.alpha * settings.alpha / (2 - settings.alpha)
    clock = ReadingClock(restartingAfter: settings.resetAfter)
  }

  /// Zero: the slope compensates for the delay on a ramp.
  public func delay(every interval: Double) -> Double { 0 }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    guard let elapsed = clock.elapsed(at: time), let before = output else {
      (output, slope) = (level, 0)
      return level
    }
    guard elapsed > 0 else { return before }
    let predicted = before.value + elapsed * slope
    let missed = level.value - predicted
    slope += beta / elapsed * missed
    output = DBm(predicted + settings.alpha * missed)
    return output
  }
}
