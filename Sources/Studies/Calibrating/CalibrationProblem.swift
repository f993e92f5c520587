public import NumericalMethods
public import World

/// Why readings do not give a channel.
public enum CalibrationProblem: InputProblem, Hashable, Sendable {
  case tooFewReadings(source: String, found: Int, needed: Int, from: String)
  /// Places at which somebody stood: one tells C, three tell n.
  case tooFewDistances(source: String, found: Int)
  case severalBeacons(source: String, found: [String])
  case noSuchBeacon(source: String, beacon: String, found: [String])
  /// The sensitivity is above a level that was heard.
  case heardBelowSensitivity(source: String, sensitivity: DBm, weakest: DBm)
  case fit(source: String, problem: FitError)

  public var description: String {
    switch self {
    case .tooFewReadings(let source, let found, let needed, let from):
      "\(source): expected at least \(needed) readings \(from), found \(found): too few to fit a channel to"
    case .tooFewDistances(let source, let found):
      "\(source): expected recordings from one distance, which tell C, or from at least three, which tell n too, "
        + "found \(found) distances"
    case .severalBeacons(let source, let found):
      "\(source): expected one beacon, or --beacon with one of them, found \(Self.list(found))"
    case .noSuchBeacon(let source, let beacon, let found):
      "\(source): expected the beacon \(beacon), found \(found.isEmpty ? "none" : Self.list(found))"
    case .heardBelowSensitivity(let source, let sensitivity, let weakest):
      "\(source): expected no level below the sensitivity of \(sensitivity.value) dBm, found \(weakest.value) dBm"
    case .fit(let source, let problem): "\(source): \(problem)"
    }
  }

  /// The first names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}
