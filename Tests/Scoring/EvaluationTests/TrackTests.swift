import Evaluation
import Testing
import World

@Suite struct TrackTests {
  private let times = (0...12).map(Double.init)
  /// Eastwards at 1 m/s from t = 1 to 11.
  private let walk = Tracks.walk([(1, 1, 0), (11, 11, 0)])
  private let rooms = Site(
    name: "s",
    rooms: [0.0, 5].map { start in
      Room(
        name: "from \(start)",
        corners: [(start, -1.0), (start + 5, -1), (start + 5, 1), (start, 1)].map { Point(x: $0, y: $1) })
    }, anchors: [])

  /// At the callbacks 0 to 12; nil for no fix.
  private func tally(_ places: [Double?], site: Site? = nil) throws -> TrackTally {
    let fixes = places.map { $0.map { Tracks.fix(Point(x: $0, y: 0)) } ?? Tracks.none }
    return try #require(
      Tracks.metrics([Tracks.score(fixes, at: times, on: walk, site: site ?? rooms)])
    ).tally
  }

  @Test func `gaps, jumps and what is unbroken are counted within the truth`() throws {
    // Within the truth, 1 to 11: a fix at 2, 3, then none at 4 and 5, fixes at 6 to 9 with a jump of 6 m from 7 to 8,
    // none at 10 and 11.
    let tally = try tally([0, nil, 2, 3, nil, nil, 6, 7, 13, 13, nil, nil, 12])
    #expect(tally.callbacks == 11 && tally.fixes == 6)
    #expect(tally.availability == 6 / 11.0)
    #expect(tally.steps == 10 && tally.unbrokenSteps == 3 && tally.continuity == 0.3)
    #expect(tally.jumps == 1 && tally.gaps == 2 && tally.longestGap == 2)
    #expect(tally.meanFirstFix == 1)
    // Ten callbacks from the first fix on; four steps with a fix at both ends.
    #expect(tally.gapsPerHour == 2 * 3600 / 10.0 && tally.jumpsPerHour == 3600 / 4.0)
  }

  @Test func `rooms are told from callback to callback, no room being one too`() throws {
    // Rooms 0 and 1 meet at 5 m and end at 10 m. Fixes: 0 0 1 0 0 | none | 1 1 - - 1.
    let tally = try tally([nil, 1, 2, 6, 4, 3, nil, 7, 8, 12, 12, 9, nil])
    // 2-6, 6-4, 8-12 and 12-9; the step over the gap does not count.
    #expect(tally.roomFlips == 4)
    // The walker passes 5 m between 4 and 5 s, and 10 m between 9 and 10 s.
    #expect(tally.trueRoomChanges == 2)
    // In eight steps with a fix at both ends.
    #expect(tally.roomFlipsPerHour == 4 * 3600 / 8.0 && tally.trueRoomChangesPerHour == 2 * 3600 / 8.0)
  }

  @Test func `a lap without a fix has neither a gap nor a first fix`() throws {
    let tally = try tally([Double?](repeating: nil, count: 13))
    #expect(tally.callbacks == 11 && tally.fixes == 0 && tally.gaps == 0 && tally.lapsWithFix == 0)
    #expect(tally.meanFirstFix == nil && tally.availability == 0 && tally.continuity == 0)
    #expect(tally.gapsPerHour == nil && tally.longestGap == nil && tally.jumpsPerHour == nil)
    #expect(tally.roomFlipsPerHour == nil && tally.trueRoomChangesPerHour == nil)
  }

  /// To x = 10 at 10 s, standing until 20 s, then on.
  private let stopping = Tracks.walk([(0, 0, 0), (10, 10, 0), (15, 10, 0), (20, 10, 0), (30, 20, 0)])

  private func stops(_ places: [Double], on walk: Walk, settings: MetricSettings = MetricSettings()) throws
    -> StopTally
  {
    let times = places.indices.map(Double.init)
    return try #require(
      Tracks.metrics([
        Tracks.score(
          places.map { Tracks.fix(Point(x: $0, y: 0)) }, at: times, on: walk, settings: settings)
      ])
    ).stops
  }

  @Test func `settling ends with the first fix from which on all are near the resting place`() throws {
    // The second half, 15 to 20 s, is at 10 and 12 by turns: it rests at 11 with squares of 1, so that jitter is
    // √(6/5). From 10 s on the fixes are 6, 5, 3 and then 2 and 1 m away from there.
    let moving = (0..<10).map { Double($0) / 2 }
    let places = moving + [5, 6, 8, 9, 10, 10, 12, 10, 12, 10, 12] + (21...30).map { Double($0) - 10 }
    let stops = try stops(places, on: stopping)
    #expect(stops.stops == 1 && stops.settling == [3] && stops.unsettled == 0 && stops.unheard == 0)
    #expect(try abs(#require(stops.jitter) - 1.2.squareRoot()) < 1e-12)
    let strict = try self.stops(places, on: stopping, settings: MetricSettings(settledWithin: 0.9))
    #expect(strict.settling.isEmpty && strict.unsettled == 1)
    let longer = try self.stops(places, on: stopping, settings: MetricSettings(stillSeconds: 10.5))
    #expect(longer.stops == 0 && longer.jitter == nil)
  }

  @Test func `standing at the start of a walk is a stop with nothing to settle from`() throws {
    let walk = Tracks.walk([(0, 3, 0), (8, 3, 0), (20, 15, 0), (27, 15, 0)])
    // At the start 3 and 5 by turns in the second half, 4 to 8 s; at the end, 23.5 to 27 s, always 15.
    let places = (0...8).map { $0 % 2 == 0 ? 3.0 : 5 } + (9...20).map { Double($0) - 5 } + [15, 15, 15, 15]
    let stops = try stops(places + [15, 15, 15], on: walk)
    #expect(stops.stops == 2 && stops.settling == [0] && stops.unsettled == 0)
    // 3, 5, 3, 5, 3: mean 3.8, squares 3 × 0.64 + 2 × 1.44 = 4.8, over 4 + 3 degrees of freedom.
    #expect(try abs(#require(stops.jitter) - (4.8 / 7).squareRoot()) < 1e-12)
  }

  @Test func `a stop with too few fixes is counted as unheard`() throws {
    let times = (0...30).map(Double.init)
    let fixes = times.map { $0 < 16 || $0 > 20 ? Tracks.fix(Point(x: $0, y: 0)) : Tracks.none }
    let stops = try #require(Tracks.metrics([Tracks.score(fixes, at: times, on: stopping)])).stops
    #expect(stops.stops == 1 && stops.unheard == 1 && stops.settling.isEmpty && stops.unsettled == 0)
  }

  @Test func `a stop is as long as it lasts to the microsecond`() throws {
    // 0.7 s from 0.1 + 0.2 to 1.0, in binary fractions a little less; 3.1 to 3.8 s a little more.
    for start in [0.1 + 0.2, 3.1] {
      let walk = Tracks.walk([
        (0, 0, 0), (start, 10, 0), ((start + 0.7).microseconds.seconds, 10, 0), (9, 20, 0),
      ])
      let stops = try stops([0, 0, 0, 0, 0], on: walk, settings: MetricSettings(stillSeconds: 0.7))
      #expect(stops.stops == 1)
      #expect(
        try self.stops([0, 0, 0], on: walk, settings: MetricSettings(stillSeconds: 0.700001)).stops == 0)
    }
  }
}
