import NumericalMethods
import Testing
import World

@testable import Calibrating

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
