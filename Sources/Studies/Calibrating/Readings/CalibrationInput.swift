package import Captures
import Laps
package import NumericalMethods
import Rendering
package import Scenarios
package import Sites
package import World

/// Where calibration finds its readings, as the command line names them.
package enum CalibrationInput {
  /// A recording with known positions; of a table with several laps, all of them unless one is chosen.
  ///
  /// - Parameter tracks: of beacons that walked; mobile ones without a track are left out.
  package static func walk(
    recording path: String, site: SiteFile, truth: TruthTable, tracks: BeaconTracksTable? = nil,
    lap: Int?, averageSeconds: Double?,
    interval: Double?, options: ReplayOptions = ReplayOptions()
  ) throws -> ChannelReadings {
    let laps = try laps(of: path, chosen: lap)
    var all = ChannelReadings(beacons: site.site.anchors.map(\.id))
    var spans = (readings: [Double](), truth: [Double]())
    var recording: RecordingSpan?
    for lap in laps {
      var input = try RecordedInput(
        contentsOf: path, site: site.site, averageSeconds: averageSeconds, lap: lap, options: options)
      let (stream, walk) = (try input.stream(site: site.site), try truth.walk(lap: lap))
      spans.readings += [stream.first, stream.last].compactMap { $0?.time }
      spans.truth += [walk.span.lowerBound, walk.span.upperBound]
      all.add(
        stream, site: site.site, truth: walk,
        recording: laps.count > 1 ? "lap \(lap ?? 0)" : path, interval: interval,
        beaconWalks: try tracks?.walks(lap: lap) ?? [:])
      all.warnings += input.warnings
      recording = input.span
    }
    if all.heard.isEmpty, let recording, let first = spans.readings.min(), let last = spans.readings.max() {
      let known = (spans.truth.min() ?? 0)...(spans.truth.max() ?? 0)
      throw CalibrationProblem.outsideTruth(
        source: path, readings: first...last, truth: known,
        advice: recording.advice(onTruth: known, offset: truth.clockOffset).text)
    }
    return all
  }

  /// The chosen lap; without one, all laps of a table with several.
  static func laps(of path: String, chosen lap: Int?) throws -> [Int?] {
    guard lap == nil, path != "-", try ReadingsTable.isOne(path) else { return [lap] }
    let found = try ReadingsSource.laps(in: path)
    return found.count > 1 ? found : [nil]
  }

  /// One part of a data set.
  package static func dataset(
    _ path: String, root: String, walks: Bool, interval: Double?
  ) throws -> (readings: ChannelReadings, site: SiteFile) {
    let dataset = try Dataset(contentsOf: path, root: root)
    return (try ChannelReadings(dataset, walks: walks, interval: interval), dataset.site)
  }

  /// Recordings of one beacon from known distances.
  ///
  /// - Parameters:
  ///   - distances: in metres, one for all files or one for each.
  ///   - beacon: as `replay` names it; nil when there is only one.
  package static func standing(
    _ paths: [String], distances: [Double], beacon: String?, site: SiteFile?, averageSeconds: Double?,
    interval: Double?, options: ReplayOptions = ReplayOptions()
  ) throws -> ChannelReadings {
    var parts: [(stream: AdvertisementStream, name: String, beacon: Int, distance: Double)] = []
    var name: String?
    var warnings: [String] = []
    for (index, path) in paths.enumerated() {
      var input = try RecordedInput(
        contentsOf: path, site: site?.site, averageSeconds: averageSeconds, options: options)
      let stream = try input.stream(site: site?.site)
      warnings += input.warnings
      let names = input.directory.anchors.map(\.id)
      let heard = Set(stream.anchors).sorted().map { Int($0) }
      let wanted = beacon ?? name
      guard let anchor = wanted.map({ wanted in heard.first { names[$0] == wanted } }) ?? heard.first else {
        throw CalibrationProblem.noSuchBeacon(
          source: path, beacon: wanted ?? "", found: heard.map { names[$0] })
      }
      guard wanted != nil || heard.count == 1 else {
        throw CalibrationProblem.severalBeacons(source: path, found: heard.map { names[$0] })
      }
      name = names[anchor]
      parts.append((stream, path, anchor, distances.count == 1 ? distances[0] : distances[index]))
    }
    var readings = ChannelReadings(standing: parts, beacon: name ?? "beacon", interval: interval)
    readings.warnings = warnings
    return readings
  }
}

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
  /// With what plain least squares gives all the same, where it gives something.
  case fit(source: String, problem: FitError, plain: Calibration?)

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
    case .fit(let source, let problem, let plain):
      "\(source): \(problem)"
        + (plain.map { plain in
          let (n, c, sigma) = (plain.exponent, plain.levelAtOneMetre.value, plain.deviation.value)
          return "; plain least squares give n \(FixedPoint.text(n, decimals: 3)), "
            + "C \(FixedPoint.text(c, decimals: 2)) dBm, sigma \(FixedPoint.text(sigma, decimals: 2)) dB"
        } ?? "")
    }
  }

  /// The first names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}
