import Propagation
import Studies
import SyntheticChannels
import Testing

/// Whether 95 % intervals hold the truth as often as they say, over channels drawn anew.
@Suite struct CalibrationCoverageTests {
  /// How often each number's interval missed the truth.
  private struct Misses {
    var count: [String: Int] = [:]
    /// Fits that gave no interval.
    var withoutInterval: [String: Int] = [:]

    mutating func judge(_ name: String, _ estimate: ChannelEstimate?, _ truth: Double) {
      count[name, default: 0] += 0
      guard let estimate, let lower = estimate.lower, let upper = estimate.upper else {
        withoutInterval[name, default: 0] += 1
        return
      }
      if !(lower...upper ~= truth) { count[name, default: 0] += 1 }
    }
  }

  /// 150 seeds. Were the chance of a miss 1 in 20, the standard error of the share would be 1.8 %, and at least 25
  /// misses, the least that fails, would come of one number in 3.2e-8 of all tests (binomial); with 15 numbers the
  /// chance of a false alarm is below 5e-7. Over 1000 seeds the shares are in docs/calibrate.md.
  @Test func `the truth lies in the intervals 95 % of the time`() throws {
    let recordings = SyntheticRecordings()
    var misses = Misses()
    for seed in 1...UInt64(150) {
      let fit = try recordings.fit(seed: seed)
      for (name, law) in [("normal", fit.normal), ("robust", fit.robust)] {
        misses.judge("\(name) n", law.exponent, SyntheticRecordings.exponent)
        misses.judge("\(name) C", law.levels[0], SyntheticRecordings.level)
        misses.judge("\(name) sigma", law.deviation, SyntheticRecordings.deviation)
        misses.judge("\(name) loss", law.loss, SyntheticRecordings.loss)
      }
      misses.judge("n by beacon", fit.robustByBeacon?.exponent, SyntheticRecordings.exponent)
      for beacon in [0, 5, 9] {
        misses.judge(
          "C of beacon \(beacon)", fit.robustByBeacon?.levels[beacon], SyntheticRecordings.level)
      }
      misses.judge("shadowing", fit.correlation.shadowing, SyntheticRecordings.shadowing)
      misses.judge("decorrelation", fit.correlation.decorrelation, SyntheticRecordings.decorrelation)
      // The receiver's noise, and the rounding to whole dBm.
      misses.judge(
        "nugget", fit.correlation.nugget, SyntheticRecordings.noise * SyntheticRecordings.noise + 1.0 / 12)
    }
    #expect(misses.count.count == 15)
    for (name, count) in misses.count.sorted(by: { $0.key < $1.key }) {
      #expect(count < 25, "\(name)")
    }
    // A recording may not tell how far shadows reach, but most do.
    for (name, count) in misses.withoutInterval { #expect(count <= 15, "\(name)") }
  }

  /// As above, with fades in the place of noise, a third of the readings again too weak to be heard.
  @Test func `the truth of fading lies in its intervals, though deep fades are missing`() throws {
    let recordings = SyntheticRecordings()
    var misses = Misses()
    for seed in 1...UInt64(150) {
      let stream = try recordings.stream(seed: seed, fading: .rician(k: 2), noise: 0)
      misses.judge("K", try recordings.fit(stream, seed: seed).fadingK, 2)
    }
    #expect(misses.count["K", default: 150] < 25, "\(misses.count)")
    #expect(misses.withoutInterval["K", default: 0] <= 15, "\(misses.withoutInterval)")
  }
}
