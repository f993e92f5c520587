package import NumericalMethods
package import World

/// Why readings do not give a channel.
package enum CalibrationProblem: InputProblem, Hashable, Sendable {
  case tooFewReadings(source: String, found: Int, needed: Int, from: String)
  /// Distances of standing recordings: one determines C, three determine n.
  case tooFewDistances(source: String, found: Int)
  case severalBeacons(source: String, found: [String])
  case noSuchBeacon(source: String, beacon: String, found: [String])
  /// The sensitivity is above a level that was heard.
  case heardBelowSensitivity(source: String, sensitivity: DBm, weakest: DBm)
  /// No reading is from a moment at which the place was known; both spans in seconds; how the
  /// truth's times may have been meant, in brackets.
  case outsideTruth(source: String, readings: ClosedRange<Double>, truth: ClosedRange<Double>, advice: String)
  /// Each beacon was heard from nearly one distance, so that n cannot be estimated.
  case steadyDistances(source: String, spread: Double)
  /// The stated interval is longer than the beacon's own can have been.
  case heardTooOften(source: String, beacon: String, interval: Double, heard: Int, seconds: Double)
  case fit(source: String, problem: FitError)

  /// How much the common logarithm of the distance to a beacon must vary about that beacon's mean, as a standard
  /// deviation over all readings, to tell n.
  ///
  /// Ours: below it the distance changes by less than 12 %, and n = 2 moves levels by less than the 1 dB to which
  /// RSSI is reported. Distances of which the largest is less than ``ChannelFit/oneDistanceRatio`` times the smallest stay
  /// below it, so that what holds for one beacon holds for several.
  package static let leastSpread = 0.05

  /// A sentence that names the source, what was expected and what was found.
  package var description: String {
    switch self {
    case .tooFewReadings(let source, let found, let needed, let from):
      "\(source): expected at least \(needed) readings \(from) to fit a channel, found \(found)"
    case .tooFewDistances(let source, let found):
      "\(source): expected recordings from one distance, which determine C, or from at least three, which also determine n, "
        + "found \(found) distances"
    case .severalBeacons(let source, let found):
      "\(source): expected one beacon, or --beacon with one of them, found \(Self.list(found))"
    case .noSuchBeacon(let source, let beacon, let found):
      "\(source): expected the beacon \(beacon), found \(found.isEmpty ? "none" : Self.list(found))"
    case .heardBelowSensitivity(let source, let sensitivity, let weakest):
      "\(source): expected no RSSI below the sensitivity of \(sensitivity.value) dBm, found \(weakest.value) dBm"
    case .outsideTruth(let source, let readings, let truth, let advice):
      "\(source): expected readings within the ground truth, from \(truth.lowerBound) to "
        + "\(truth.upperBound) s, found readings from \(readings.lowerBound) to \(readings.upperBound) s only; "
        + "times count from the first record\(advice)"
    case .steadyDistances(let source, let spread):
      "\(source): expected distances to each beacon whose common logarithm has a standard deviation of at least "
        + "\(Self.leastSpread) (12 %), found \((spread * 1e4).rounded() / 1e4): "
        + "n cannot be estimated when distances hardly vary"
    case .heardTooOften(let source, let beacon, let interval, let heard, let seconds):
      "\(source): expected an interval that fits the recording, found \(interval) s, while \(beacon) was heard \(heard) times in "
        + "\((seconds * 100).rounded() / 100) s"
    case .fit(let source, let problem): "\(source): \(problem)"
    }
  }

  /// The first names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}
