import Documents
import Foundation
import Phone
import Positioning
import Synchronization
import TestSupport
import Testing
import World

/// Fingerprints that are compared by advertising channel: one beacon, and points P at x = 0 and Q at x = 2.
///
/// At P it is received with -50, -60 and -70 dBm on channels 37, 38 and 39, at Q the other way round: the mean is -60 dBm at both.
@Suite struct SeparateChannelsTests {
  private static let site = Sites.site([Point(x: 1, y: 3, z: 2)])

  private static let directory: StreamDirectory = {
    var directory = StreamDirectory(of: site)
    _ = directory.index(of: .init(anchor: 0, address: nil, measuredPower: nil))
    return directory
  }()

  private static func map(
    p: [Double?] = [-50, -60, -70], q: [Double?] = [-70, -60, -50], deviation: Double? = nil
  ) -> RadioMap {
    func level(_ value: Double?) -> SurveyedLevel? {
      value.map { SurveyedLevel(level: DBm($0), deviation: deviation.map { Decibels($0) }, count: 5) }
    }
    return RadioMap(
      anchors: site.anchors.map(\.id),
      points: [(0.0, p), (2, q)].map { x, channels in
        RadioMap.SurveyPoint(
          position: Point(x: x, y: 0), levels: [level(-60)], channelLevels: channels.map(level))
      })
  }

  private func pipeline(
    _ settings: some MethodSettings, in map: RadioMap = Self.map(), filters: [FilterChoice] = [],
    maximumAge: Double? = 5
  ) throws -> Pipeline {
    try Pipeline(
      PipelineSettings {
        ($0.filters, $0.method, $0.snap) = (filters, MethodChoice(settings), false)
        ($0.maximumAge, $0.given) = (maximumAge, [.survey])
      },
      site: Self.site, study: .init(survey: map))
  }

  /// Each second: the levels on channels 37, 38 and 39.
  private func readings(_ seconds: [[DBm?]]) throws -> Readings {
    var stream = AdvertisementStream()
    for (second, levels) in seconds.enumerated() {
      for (channel, level) in zip(AdvertisingChannel.numbers, levels) {
        guard let level else { continue }
        stream.append(
          Advertisement(
            microseconds: Int64(second) * 1_000_000 + Int64(channel), anchor: 0, transmitter: 0,
            level: level,
            channel: channel))
      }
    }
    return try Readings(
      of: stream, directory: Self.directory, phone: PhoneSettings { $0.rounding = .none },
      until: Int64(seconds.count) * 1_000_000, keepsChannels: true)
  }

  private func xs(_ pipeline: Pipeline, _ seconds: [[DBm?]]) throws -> [Double?] {
    pipeline.run(on: try readings(seconds)).map { try? $0.fix.get().position.x }
  }

  private func nearest(
    _ channels: [DBm?], in map: RadioMap = Self.map(),
    _ change: (inout NearestFingerprints.Settings) -> Void = { _ in }
  ) throws -> Double? {
    let settings = NearestFingerprints.Settings {
      ($0.points, $0.weightExponent, $0.channels) = (2, 1, .separate)
      change(&$0)
    }
    return try xs(pipeline(settings, in: map), [channels])[0]
  }

  /// Joined, -60 dBm is equally far from both points. By channel it differs by 2, 0 and 2 dB from Q and by 18, 0 and 18 dB from P: Q
  /// is nine times nearer, and two neighbours weighted by one over their distance give 2 x 9 / 10.
  @Test func `channels decide where their mean does not`() throws {
    let heard: [DBm?] = [-68, -60, -52]
    #expect(try xs(pipeline(NearestFingerprints.Settings()), [heard]) == [0])
    #expect(try nearest(heard) { $0.channels = .joined } == 1)
    #expect(try nearest(heard) { $0.points = 1 } == 2)
    #expect(abs(try #require(try nearest(heard)) - 1.8) < 1e-12)
    #expect(abs(try #require(try nearest(heard) { $0.metric = .manhattan }) - 1.8) < 1e-12)
  }

  /// The squared differences are 8 from Q and 648 from P, and with a standard deviation of 18 dB the odds are e^(640 / 648).
  @Test func `a likelihood of channels weighs them all`() throws {
    let map = Self.map(deviation: 18)
    let joined = FingerprintLikelihood.Settings { $0.estimate = .mean }
    #expect(try xs(pipeline(joined, in: map), [[-68, -60, -52]]) == [1])
    let separate = FingerprintLikelihood.Settings { ($0.estimate, $0.channels) = (.mean, .separate) }
    let x = try #require(try xs(pipeline(separate, in: map), [[-68, -60, -52]])[0])
    #expect(abs(x - 2 / (1 + exp(-640.0 / 648))) < 1e-9)
  }

  /// -100 dBm on channel 38 adds 40² to the sums of 8 and 648. Left out, two channels remain, and Q stays nine times nearer.
  @Test func `a channel that is not received is missing as a beacon is`() throws {
    let heard: [DBm?] = [-68, nil, -52]
    let (q, p) = (1608.0.squareRoot(), 2248.0.squareRoot())
    #expect(abs(try #require(try nearest(heard)) - 2 * p / (p + q)) < 1e-12)
    #expect(abs(try #require(try nearest(heard) { $0.missing = .leftOut }) - 1.8) < 1e-12)
    // The survey lacks it at Q: -60 against -100 dBm there, and 648 at P; left out, Q is compared on two channels.
    let lacking = Self.map(q: [-70, nil, -50])
    #expect(try nearest([-68, -60, -52], in: lacking) { $0.points = 1 } == 0)
    #expect(
      try nearest([-68, -60, -52], in: lacking) { ($0.points, $0.missing) = (1, .leftOut) } == 2)
  }

  @Test func `three channels of a beacon count as one beacon`() throws {
    let settings = NearestFingerprints.Settings { ($0.leastBeacons, $0.channels) = (2, .separate) }
    let answers = try pipeline(settings).run(on: readings([[-68, -60, -52]]))
    #expect(answers.map(\.fix) == [.failure(.tooFewBeacons(heard: 1, needed: 2))])
  }

  /// Records the levels that a method is given.
  private final class Recorder: Sendable {
    let levels = Mutex<[[DBm?]]>([])
  }

  private struct Recording: PositioningMethod, PositioningSession {
    let recorder: Recorder
    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      recorder.levels.withLock { $0.append(epoch.channelLevels) }
      return Fix(position: .zero)
    }
  }

  /// A mean of two readings a channel; channel 38 is last received in the first second, and counts for two seconds more.
  @Test func `filters and memory work on each channel by itself, in whole streams and live`() throws {
    let recorder = Recorder()
    let filters = [FilterChoice(MovingAverageFilter.Settings { $0.window = .readings(2) })]
    let method = OwnMethod("recording", uses: [.survey], needsChannels: true) { _ in
      Recording(recorder: recorder)
    }
    let pipeline = try pipeline(method, filters: filters, maximumAge: 2)
    let readings = try readings([[-60, -50, nil], [-64, nil, -70], [nil, nil, -80], [-60, nil, nil]])
    _ = pipeline.run(on: readings)
    let whole = recorder.levels.withLock { $0 }
    let expected: [[DBm?]] = [[-60, -50, nil], [-62, -50, -70], [-62, -50, -75], [-62, nil, -75]]
    #expect(whole == expected)

    recorder.levels.withLock { $0 = [] }
    var driver = LapDriver([pipeline], laps: [LapPrior(of: pipeline.prior, number: 0)])
    for index in readings.times.indices {
      _ = driver.answers(to: readings.report(at: index), directory: Self.directory)
    }
    #expect(recorder.levels.withLock { $0 } == whole)
  }

  @Test func `a method that does not compare channels is given none`() throws {
    let recorder = Recorder()
    let method = OwnMethod("recording", uses: [.survey]) { _ in Recording(recorder: recorder) }
    _ = try pipeline(method).run(on: readings([[-60, -50, nil]]))
    #expect(recorder.levels.withLock { $0 } == [[]])
  }

  @Test func `a survey without channels is refused, and so are sorted levels`() {
    let joined = RadioMap(
      anchors: Self.site.anchors.map(\.id),
      points: Self.map().points.map { RadioMap.SurveyPoint(position: $0.position, levels: $0.levels) })
    let settings = NearestFingerprints.Settings { $0.channels = .separate }
    #expect(throws: PipelineError.noSurveyedChannels) { try pipeline(settings, in: joined) }
    #expect(throws: PipelineError.noSurveyedChannels) {
      try pipeline(FingerprintLikelihood.Settings { $0.channels = .separate }, in: joined)
    }
    let sorted = NearestFingerprints.Settings { ($0.vector, $0.channels) = (.sorted, .separate) }
    #expect(sorted.fault?.expected == "byBeacon with channels: separate")
  }

  /// A path-loss law with the n of all channels and a C for each: 6 dB a doubling of the distance, 4 and 8 dB between channels.
  @Test func `an interpolated map has a law for each channel`() throws {
    func level(_ x: Double, _ channel: Int) -> SurveyedLevel {
      // The beacon is at (1, 3), 0.8 m above the phone.
      let squares = (x - 1) * (x - 1) + 9 + 0.64
      return SurveyedLevel(
        level: DBm(-50 - 4 * Double(channel) - 10 * log10(squares)), deviation: nil, count: 1)
    }
    let map = RadioMap(
      anchors: Self.site.anchors.map(\.id),
      points: [-9.0, -4, 1, 3].map { x in
        RadioMap.SurveyPoint(
          position: Point(x: x, y: 0), levels: [level(x, 1)], channelLevels: (0..<3).map { level(x, $0) })
      })
    var cells = RadioMapForm.Cells()
    (cells.cell, cells.ground) = (0.5, .plan)
    let settings = NearestFingerprints.Settings { ($0.map, $0.channels) = (.pathLoss(cells), .separate) }
    // As it would be heard 2.5 m away on the plan; no cell's middle is further from there than half a diagonal.
    let squares = 6.25 + 0.64
    let heard = (0..<3).map { DBm?(DBm(-50 - 4 * Double($0) - 10 * log10(squares))) }
    let fix = try pipeline(settings, in: map).run(on: readings([heard]))[0].fix.get()
    let distance = fix.position.horizontalDistance(to: Point(x: 1, y: 3))
    #expect(abs(distance - 2.5) < 0.4)
  }
}
