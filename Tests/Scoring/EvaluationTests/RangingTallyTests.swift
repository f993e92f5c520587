import Evaluation
import Radio
import Testing
import World

@Suite struct RangingTallyTests {
  private let law = LogDistance(exponent: 2, levelAtOneMetre: -59)

  /// Beside a beacon at the origin: 1 m east of it at 1 s, and 1 m further each second, up to 12 m.
  private func tally(
    _ levels: [Double?], times: [Double] = (0...13).map(Double.init), zones: ZoneBoundaries = ZoneBoundaries()
  ) -> RangingTally {
    let walk = Walk(knots: [
      .init(time: 1, position: Point(x: 1, y: 0)), .init(time: 12, position: Point(x: 12, y: 0)),
    ])
    let truth = RangingTruth(
      of: walk, at: times, interval: 1,
      anchors: [Anchor(id: "a", identity: nil, position: .zero)], zones: zones)
    return RangingTally(
      of: levels.map { $0.map { DBm($0) } }, laws: [law], truth: truth)
  }

  @Test func `distances less the true ones, by hand`() throws {
    // -59 dBm is 1 m, -79 dBm 10 m. At 0 and 13 s nobody knows the truth.
    // True 1 to 12 m; estimated 1, 10, 1, 10, nothing, then 10 each: errors 0, 8, -2, 6, -, 4, 3, 2, 1, 0, -1, -2.
    let levels: [Double?] =
      [-40, -59, -79, -59, -79, nil] + [Double?](repeating: -79, count: 7) + [-30]
    let tally = tally(levels)
    let errors = tally.whole
    #expect(errors.count == 11 && errors.unheard == 1)
    #expect(try abs(#require(errors.meanError) - 19 / 11.0) < 1e-6)
    #expect(try abs(#require(errors.meanMagnitude) - 29 / 11.0) < 1e-6)
    #expect(try abs(#require(errors.rootMeanSquare) - (139 / 11.0).squareRoot()) < 1e-6)
    // Bins end at 1, 3, 5, 10 and 20 m, ends included.
    #expect(tally.bins.map(\.count) == [1, 2, 1, 5, 2, 0])
    #expect(tally.bins.map(\.unheard) == [0, 0, 1, 0, 0, 0])
    #expect(try abs(#require(tally.bins[1].meanError) - 3) < 1e-6)
    #expect(tally.bins[5].meanError == nil)
  }

  @Test func `levels less those of the law, in decibels`() throws {
    // 3 dB above the law at every distance, whatever it is.
    let levels = (0...13).map { law.level(at: Double(max($0, 1))).value + 3 }
    let errors = tally(levels).whole
    #expect(try abs(#require(errors.meanDecibels) - 3) < 1e-5)
    #expect(try #require(errors.deviationDecibels) < 1e-3)
  }

  @Test func `zones estimated beside the true ones`() {
    // 1 m immediate, 2 and 3 m near, further far. Told: immediate, far, immediate, far, unknown, and far from then on.
    let levels: [Double?] =
      [-40, -59, -79, -59, -79, nil] + [Double?](repeating: -79, count: 7) + [-30]
    let tally = tally(levels)
    #expect(tally.zones.count(estimated: .immediate, truth: .immediate) == 1)
    #expect(tally.zones.count(estimated: .far, truth: .near) == 1)
    #expect(tally.zones.count(estimated: .immediate, truth: .near) == 1)
    #expect(tally.zones.count(estimated: .far, truth: .far) == 8)
    #expect(tally.zones.count(estimated: .unknown, truth: .far) == 1)
    #expect(tally.zones.hitRate == HitRate(hits: 9, of: 11))
    #expect(tally.zones.hitRate(of: .near) == HitRate(hits: 0, of: 2))
    #expect(tally.flips == 5 && tally.trueChanges == 2 && tally.beaconSeconds == 12)
    #expect(tally.perHour(tally.flips) == 1500)
  }

  @Test(arguments: [0.5, 1, 2.5, 3, 10])
  func `a level at the very edge of a zone is estimated as the phone does`(edge: Double) {
    let zones = ZoneBoundaries(immediate: edge, near: edge * 3)
    for level in [law.level(at: edge), law.level(at: edge * 3), law.level(at: edge * 1.0000001)] {
      let estimated = zones.zone(at: law.distance(for: level))
      let tally = tally([Double?](repeating: level.value, count: 14), zones: zones)
      let counts = Zone.allCases.map { truth in tally.zones.count(estimated: estimated, truth: truth) }
      #expect(counts.reduce(0, +) == 12, "\(level)")
    }
  }

  @Test func `tallies of laps add up, and a level far too weak is held at the longest distance`() throws {
    var sum = tally([Double?](repeating: -59, count: 14))
    sum.add(tally([Double?](repeating: -500, count: 14)))
    #expect(sum.whole.count == 24 && sum.beaconSeconds == 24)
    // 12 times 1 m and 12 times 1e6 m against a mean of 6.5 m.
    #expect(try abs(#require(sum.whole.meanError) - (500_000.5 - 6.5)) < 1e-3)
  }
}
