import Documents
import Foundation
import NumericalMethods
import Scenarios
import Sites
import TestSupport
import Testing
import World

@testable import Calibrating

/// What recordings of a known walk tell of single links, and how their residuals hang together.
@Suite struct RecordedReadingsTests {
  private static let anchors = [
    Anchor(id: "a", identity: nil, position: Point(x: 0, y: 3)),
    Anchor(id: "b", identity: nil, position: Point(x: 100, y: 4)),
    Anchor(id: "mobile", identity: nil, position: .zero, isMobile: true),
  ]
  private let site = Site(name: "s", anchors: anchors)
  /// From the origin to 100 m in 100 s.
  private let walk = Walk(
    knots: [.init(time: 0, position: .zero), .init(time: 100, position: Point(x: 100, y: 0))])

  private func stream(
    _ heard: [(anchor: Int, time: Double, level: Double)], kind: AdvertisementStream.Kind = .advertisements
  ) -> AdvertisementStream {
    var stream = AdvertisementStream(kind: kind)
    for (anchor, time, level) in heard {
      stream.append(
        Advertisement(
          microseconds: Int64((time * 1e6).rounded()), anchor: anchor, transmitter: anchor, level: DBm(level))
      )
    }
    return stream
  }

  private func readings(_ stream: AdvertisementStream, interval: Double? = nil) -> ChannelReadings {
    ChannelReadings(stream, site: site, truth: walk, recording: "r", interval: interval)
  }

  /// At 4 s the walker is 4 m east of the origin: 5 m from the first beacon, and 96 m and 4 m from the second.
  @Test func `each reading has the distance at its time`() {
    let found = readings(stream([(0, 4, -70), (1, 4, -90), (0, 0, -60)].sorted { $0.1 < $1.1 }))
    #expect(found.beacons == ["a", "b", "mobile"] && found.recordings == ["r"])
    let distances = found.heard.map(\.distance)
    #expect(distances.contains(5) && distances.contains(3))
    #expect(distances.contains { abs($0 - (96.0 * 96 + 16).squareRoot()) < 1e-9 })
    #expect(found.heardByBeacon == [2, 1, 0] && found.leftOut == 0)
  }

  @Test func `readings outside the known walk and of mobile beacons are left out and counted`() {
    let found = readings(stream([(0, 1, -60), (2, 2, -60), (0, 101, -60), (0, 200, -60)]))
    #expect(found.heard.count == 1 && found.leftOut == 3)
  }

  /// Every 0.5 s from 0 s to 20 s, without those of the seconds 5 and 6: four missed in 5…7 s.
  @Test func `what was not heard is known by the second, with its distance`() throws {
    let times = (0...40).map { Double($0) / 2 }.filter { !(5..<7 ~= $0) }
    let found = readings(stream(times.map { (0, $0, -60) }))
    #expect(abs(try #require(found.interval) - 0.5) < 1e-6 && found.knowsSilence)
    #expect(found.silent.map(\.count) == [2, 2])
    #expect(found.silent.map { $0.time.rounded(.down) } == [5, 6])
    // In the middle of 5.0 and 5.5 s the walker is 5.25 m along.
    #expect(abs(found.silent[0].distance - (5.25 * 5.25 + 9).squareRoot()) < 1e-6)
    #expect(found.sent == 41)
  }

  @Test
  func
    `too few readings to measure an interval by leave silence unknown, and a stated interval makes it known`()
  {
    let few = stream([(0, 0, -60), (0, 1, -60), (0, 3, -60)])
    #expect(!readings(few).knowsSilence && readings(few).silent.isEmpty)
    let stated = readings(few, interval: 1)
    #expect(stated.knowsSilence && stated.silent.map(\.time) == [2] && stated.interval == 1)
  }

  @Test func `averages are compared with the moments at which anything was read`() {
    let found = readings(
      stream([(0, 1, -60.5), (1, 1, -80), (1, 2, -80), (0, 3, -61)], kind: .averages(seconds: 1)))
    #expect(found.areAverages && found.interval == nil)
    #expect(found.silent.map(\.time) == [2, 3])
    #expect(found.silent.map { found.links[$0.link].beacon }.sorted() == [0, 1])
  }

  @Test func `standing recordings have the distances that are given, and no places`() {
    let one = stream((0..<20).map { (0, Double($0), -60) })
    let found = ChannelReadings(
      standing: [(one, "one", 0, 1), (stream((0..<20).map { (1, Double($0), -80) }), "ten", 1, 10)],
      beacon: "x")
    #expect(found.areStatic && found.beacons == ["x"] && found.recordings == ["one", "ten"])
    #expect(Set(found.heard.map(\.distance)) == [1, 10] && found.heard.allSatisfy { $0.place == nil })
    #expect(found.heard.count == 40 && found.links.count == 2)
  }

  /// A walk of 200 places 0.5 m apart past 40 beacons, whose residuals are an autoregression with the correlation e^(-d/2) and a
  /// deviation of 3 dB, and white noise of 2 dB besides. Over 40 walks of 100 m the sums have about 40 × 25 independent parts, so
  /// that the deviation has a standard error of 3 / √2000 = 0.07 dB, and nugget and range one of a few per cent each.
  @Test func `residuals of a known correlation give it back`() throws {
    var random = RandomStream(Seed(11))
    var readings = ChannelReadings(beacons: (0..<40).map { "b\($0)" })
    var residuals: [Double?] = []
    let step = Elementary.exp(-0.25)
    for beacon in 0..<40 {
      let link = readings.link(recording: 0, beacon: beacon)
      var shadow = 3 * random.normal()
      for place in 0..<200 {
        if place > 0 { shadow = step * shadow + 3 * (1 - step * step).squareRoot() * random.normal() }
        residuals.append(shadow + 2 * random.normal())
        readings.heard.append(
          .init(
            link: link, time: Double(place), place: Point(x: 0.5 * Double(place), y: 0), distance: 1,
            level: DBm(-60),
            channel: nil, count: 1))
      }
    }
    let found = ResidualCorrelation(
      residuals, of: readings, clusters: readings.heard.map { readings.links[$0.link].beacon })
    let (nugget, shadowing, decorrelation) = (
      try #require(found.nugget), try #require(found.shadowing), try #require(found.decorrelation)
    )
    #expect(abs(nugget.value - 4) < 0.8)
    #expect(abs(shadowing.value - 3) < 0.4)
    #expect(abs(decorrelation.value - 2) < 0.6)
    // Each interval is around its number, and those of logarithms are above 0.
    for estimate in [nugget, shadowing, decorrelation] {
      let (lower, upper) = (try #require(estimate.lower), try #require(estimate.upper))
      #expect(lower < estimate.value && estimate.value < upper && lower > 0)
    }
    // The correlation falls from bin to bin while it is large: e^(-d/2) times 9/13.
    let near = found.bins.filter { $0.to <= 4.5 }
    #expect(zip(near, near.dropFirst()).allSatisfy { $0.correlation > $1.correlation })
    for bin in near {
      #expect(abs(bin.correlation - 9 / 13.0 * Elementary.exp(-bin.meanDistance / 2)) < 0.08)
    }
    #expect(
      found.withoutIntervals.nugget?.lower == nil
        && found.withoutIntervals.shadowing?.value == shadowing.value)
  }

  @Test func `without places or pairs there is no correlation`() {
    var readings = ChannelReadings(beacons: ["a"])
    let link = readings.link(recording: 0, beacon: 0)
    readings.heard = (0..<100).map {
      .init(link: link, time: Double($0), place: nil, distance: 1, level: DBm(-60), channel: nil, count: 1)
    }
    let found = ResidualCorrelation(
      readings.heard.map { _ in 1 }, of: readings, clusters: readings.heard.map { _ in 0 })
    #expect(found.bins.isEmpty && found.nugget == nil && found.shadowing == nil && found.decorrelation == nil)
  }
}

@Suite struct AdvertisingClockTests {
  /// What a beacon sends every 0.3 s, without some.
  private func heard(_ missing: Set<Int>, count: Int = 40, interval: Double = 0.3) -> [Double] {
    (0..<count).filter { !missing.contains($0) }.map { Double($0) * interval }
  }

  private func expect(
    _ times: [Double], _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(times.count == expected.count, sourceLocation: sourceLocation)
    for (time, other) in zip(times, expected) {
      #expect(abs(time - other) < 1e-9, sourceLocation: sourceLocation)
    }
  }

  @Test func `the interval is that of the gaps, whatever is missing`() throws {
    for missing in [[], [3, 4, 9], [1, 2, 5, 6, 7, 20, 30, 31]] as [Set<Int>] {
      let clock = try #require(AdvertisingClock(heard(missing)))
      #expect(abs(clock.interval - 0.3) < 1e-9)
    }
  }

  /// Gaps drawn evenly from 0.3 to 0.31 s, as the random delay of up to 10 ms makes them, have a mean of 0.305 s; over 400 of them the
  /// standard error is 0.01 / √12 / 20 = 0.00014 s, of which 0.001 s is more than six.
  @Test func `a random delay lengthens the mean interval by half of what it may be`() throws {
    var random = RandomStream(Seed(1))
    var time = 0.0
    let times = (0..<401).map { _ in
      time += 0.3 + 0.01 * random.uniform()
      return time
    }
    #expect(abs(try #require(AdvertisingClock(times)).interval - 0.305) < 0.001)
  }

  @Test func `nine gaps are too few to measure by, and copies within 2 ms are one advertisement`() {
    #expect(AdvertisingClock(heard([], count: 10)) == nil)
    #expect(AdvertisingClock(heard([], count: 11)) != nil)
    #expect(AdvertisingClock.gaps([0, 0.001, 0.3, 0.3015, 0.6]).count == 2)
    #expect(AdvertisingClock([], interval: 0.3)?.missed(from: 0, to: 9).isEmpty == true)
  }

  @Test func `what is missed lies between, before and after what is heard`() throws {
    let clock = try #require(AdvertisingClock([1, 1.3, 2.2, 2.5], interval: 0.3))
    expect(clock.missed(from: 0.3, to: 3.2), [0.4, 0.7, 1.6, 1.9, 2.8, 3.1])
    // From the first to the last heard one, only what is between.
    expect(clock.missed(from: 1, to: 2.5), [1.6, 1.9])
  }

  @Test func `a gap holds whole intervals, and its steps are stretched to fit`() throws {
    // 1 s is 3.33 intervals, so three steps of a third.
    expect(try #require(AdvertisingClock([0, 1], interval: 0.3)).missed(from: 0, to: 1), [1 / 3.0, 2 / 3.0])
  }

  @Test func `a table of averages was read whenever anything was`() {
    let clock = AdvertisingClock(moments: [1, 2, 3, 4, 5], heard: [2, 4])
    #expect(clock.missed(from: 1.5, to: 5) == [3, 5])
  }

  @Test func `a beacon that was heard seldom has the interval of the others`() throws {
    let often = heard([], count: 60, interval: 0.2)
    let clock = RecordingClock([often, [1, 5]], kind: .advertisements, interval: nil)
    #expect(abs(try #require(clock.interval) - 0.2) < 1e-9)
    #expect(abs(try #require(clock.slots(of: 1)).interval - 0.2) < 1e-9)
    let stated = RecordingClock([often, [1, 5]], kind: .advertisements, interval: 0.5)
    #expect(stated.slots(of: 0)?.interval == 0.5 && stated.interval == 0.5)
    let silent = RecordingClock([[], [1]], kind: .advertisements, interval: nil)
    #expect(silent.interval == nil && silent.slots(of: 1) == nil)
  }
}

/// The channel of recorded data, against what others found in them.
@Suite struct RecordedChannelTests {
  private func danis() throws -> ChannelFit {
    let dataset = try Dataset(contentsOf: Checkout.path("scenarios/recordings/danis.yaml"), root: "")
    return try ChannelFit(ChannelReadings(dataset, walks: true), source: "danis")
  }

  /// The data README: plain least squares n 1.455, C -61.63, sigma 6.07; Huber 1.49, -61.06; correlations 0.44
  /// below 5 cm, 0.32 at 0.25 m, 0.18 at 0.9 m, 0.04 at 2.5 m.
  @Test func `the danis walks have the published channel, and the robust censored one beside it`() throws {
    let fit = try danis()
    let plain = try #require(fit.plain)
    #expect(plain.rows == 6173)
    #expect(abs(plain.exponent - 1.455) < 0.02)
    #expect(abs(plain.levelAtOneMetre.value + 61.63) < 0.1)
    #expect(abs(plain.deviation.value - 6.07) < 0.05)
    #expect(fit.silence == .counted && fit.robust.errorDegrees != nil)
    let (n, c) = (try #require(fit.robust.exponent), try #require(fit.robust.levels[0]))
    // Huber's weights lie between these and none.
    #expect(try #require(n.lower)...(try #require(n.upper)) ~= 1.49)
    #expect(try #require(c.lower)...(try #require(c.upper)) ~= -61.06)
    #expect(fit.robustByBeacon?.levels.compactMap { $0?.lower }.count == 12)
    for (metres, correlation) in [(0.025, 0.44), (0.25, 0.32), (0.9, 0.18), (2.5, 0.04)] {
      let bin = try #require(fit.correlation.bins.first { $0.from <= metres && metres < $0.to })
      #expect(abs(bin.correlation - correlation) < 0.03, "\(metres) m: \(bin.correlation)")
    }
  }

  @Test func `the committed danis channel is the one that is fitted`() throws {
    let committed = try Document(contentsOf: Checkout.path("scenarios/channels/danis.yaml"))
    #expect(try danis().channelDocument.json == committed.json)
  }
}
