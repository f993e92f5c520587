package import Captures
import Laps
package import Sites
import World

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
