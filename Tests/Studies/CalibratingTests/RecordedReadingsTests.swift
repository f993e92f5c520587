import NumericalMethods
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
