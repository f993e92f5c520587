import NumericalMethods

/// The bursts on one advertising channel, followed forward in time.
struct InterferenceBursts: Sendable {
  private let settings: InterferenceSettings
  private var moments: RandomStream
  private var chances: RandomStream
  private var isOn: Bool
  /// Microseconds at which the current burst or quiet time ends.
  private var change: Double

  /// - Parameter seed: the lap's and the channel's.
  init(_ settings: InterferenceSettings, seed: Seed) {
    self.settings = settings
    (moments, chances) = (RandomStream(seed.derived("moments")), RandomStream(seed.derived("chances")))
    isOn = moments.uniform() < settings.burst / (settings.burst + settings.quiet)
    change = 0
    change = length()
  }

  private mutating func length() -> Double {
    -Elementary.log(1 - moments.uniform()) * (isOn ? settings.burst : settings.quiet) * 1e6
  }

  /// Whether interference destroys a packet. Packets must be given in order of the moments at which they begin.
  mutating func takes(at microseconds: Int64) -> Bool {
    while Double(microseconds) >= change {
      isOn.toggle()
      change += length()
    }
    return isOn && chances.uniform() < settings.loss
  }
}
