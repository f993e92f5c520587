public import Documents
public import World

/// The 1€ filter: a low-pass filter whose cutoff frequency rises with the speed at which the signal changes, so that it is
/// smooth at rest and quick in motion.
///
/// For a reading z, Δ seconds after the one before, with `a(f) = 1 / (1 + 1 / (2π f Δ))`: the speed
/// `v ← v + a(f_d) ((z - x) / Δ - v)`, the cutoff `f = f_min + β |v|`, and `x ← x + a(f) (z - x)`. The first reading is
/// taken as it is, with speed 0.
///
/// Source: Casiez, Roussel & Vogel 2012, "1€ filter: a simple speed-based low-pass filter for noisy input in interactive
/// systems", doi:10.1145/2207676.2208639, equations 1 to 6 and algorithm 1.
public struct OneEuroFilter: SignalFilter {
  /// The cutoff at rest and its rise with speed.
  public struct Settings: FilterSettings {
    /// f_min in hertz.
    public var smallestCutoff = 0.1
    /// β in hertz for each decibel a second.
    public var beta = 0.05
    /// f_d in hertz.
    public var speedCutoff = 0.3
    /// Seconds since the last reading beyond which the next one restarts this filter; nil for never.
    public var resetAfter: Double?

    /// The output trails a slow ramp by 1.6 s.
    public init() {}

    public static let name = "oneEuro"
    public static let about =
      "A low-pass filter whose cutoff rises with the speed of the signal: Casiez et al. 2012."
    /// A `beta` of 0 makes a low-pass filter with one cutoff.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "minCutoff", \.smallestCutoff, .number(.between(0.0001, 1000)), unit: "Hz",
        "The cutoff frequency of a constant signal."),
      .defaulted(
        "beta", \.beta, .number(.between(0, 1000)), unit: "Hz s/dB",
        "By how much the cutoff frequency rises with the speed of the signal in dB/s."),
      .defaulted(
        "dCutoff", \.speedCutoff, .number(.between(0.0001, 1000)), unit: "Hz",
        "The cutoff frequency of the speed."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// For example `1€ 0.1 Hz, beta 0.05`.
    public var summary: String { "1€ \(short(smallestCutoff)) Hz, beta \(short(beta))" }
    public func makeFilter() -> any SignalFilter { OneEuroFilter(self) }
  }

  let settings: Settings
  private var clock: ReadingClock
  private var speed = 0.0
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    clock = ReadingClock(restartingAfter: settings.resetAfter)
  }

  /// `1 / (2π f_min)`, whatever the interval: a ramp so slow that its speed does not raise the cutoff.
  public func delay(every interval: Double) -> Double { 1 / (2 * .pi * settings.smallestCutoff) }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    guard let elapsed = clock.elapsed(at: time), let before = output else {
      (output, speed) = (level, 0)
      return level
    }
    guard elapsed > 0 else { return before }
    let change = level.value - before.value
    speed += Self.weight(elapsed, cutoff: settings.speedCutoff) * (change / elapsed - speed)
    let cutoff = settings.smallestCutoff + settings.beta * speed.magnitude
    output = DBm(before.value + Self.weight(elapsed, cutoff: cutoff) * change)
    return output
  }

  private static func weight(_ elapsed: Double, cutoff: Double) -> Double {
    1 / (1 + 1 / (2 * .pi * cutoff * elapsed))
  }
}
