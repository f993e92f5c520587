import Documents
import Evaluation
import Foundation
import Laps
import Positioning
import Rendering
import Scenarios
import Sweeping
import TestSupport
import Testing

@Suite struct FingerprintStudyTests {
  private static func study(_ name: String, seed: UInt64? = nil, laps: Int? = nil) throws
    -> FingerprintStudy
  {
    try FingerprintStudy(
      contentsOf: Checkout.path("scenarios/fingerprint/\(name).yaml"), seed: seed, laps: laps)
  }

  private func run(_ study: FingerprintStudy, width: Int = 2) async throws -> FingerprintResult {
    try await study.run(width: width) { _ in }
  }

  /// What a row comes to in NumPy: a simulation of 20,000 laps that shares nothing with this one but the geometry.
  struct Expected: Sendable {
    let row: String
    /// The mean over laps and the standard deviation of one lap.
    let hits: (Double, Double)
    let metres: (Double, Double)
  }

  static let three = [
    Expected(row: "without Kalman", hits: (0.1986, 0.0838), metres: (2.2946, 0.3846)),
    Expected(row: "with Kalman", hits: (0.6226, 0.1030), metres: (0.7041, 0.2091)),
    Expected(row: "Kalman carried over", hits: (0.1222, 0.0425), metres: (2.8751, 0.2156)),
    Expected(row: "raw map without Kalman", hits: (0.1115, 0.0690), metres: (2.9342, 0.4663)),
    Expected(row: "raw map with Kalman", hits: (0.1404, 0.0730), metres: (2.5529, 0.5446)),
    Expected(row: "map of means with Kalman", hits: (0.6238, 0.1033), metres: (0.7015, 0.2092)),
    Expected(row: "with Kalman, major gate", hits: (0.5862, 0.1028), metres: (0.7860, 0.2161)),
    Expected(row: "sorted, without Kalman", hits: (0.1792, 0.0787), metres: (2.6006, 0.4344)),
    Expected(row: "sorted, with Kalman", hits: (0.5156, 0.1023), metres: (1.2330, 0.3338)),
    Expected(row: "sorted, major a coordinate", hits: (0.4117, 0.1054), metres: (2.2949, 0.5762)),
    Expected(row: "sorted, no major", hits: (0.3598, 0.1022), metres: (2.8910, 0.6312)),
  ]

  static let four = [
    Expected(row: "without Kalman", hits: (0.2226, 0.1094), metres: (2.0537, 0.4367)),
    Expected(row: "with Kalman", hits: (0.6990, 0.1212), metres: (0.5612, 0.2411)),
    Expected(row: "Kalman carried over", hits: (0.1026, 0.0616), metres: (2.9625, 0.3839)),
    Expected(row: "with Kalman, major gate", hits: (0.6345, 0.1250), metres: (0.7001, 0.2595)),
    Expected(row: "sorted, with Kalman", hits: (0.4843, 0.1283), metres: (1.5404, 0.4693)),
  ]

  /// 200 laps against 20,000: the standard error of a difference is that of one lap, over 14.07. 5.7 of them leave 1.2e-8
  /// of false alarms each, and fewer than 1e-6 in all 32.
  private func expect(_ expected: [Expected], _ result: FingerprintResult) throws {
    for row in expected {
      let found = try #require(result.rows.first { $0.row.name == row.row })
      let (hits, mean) = (try #require(found[.hitRate]), try #require(found[.mean]))
      #expect(abs(hits.value - row.hits.0) < 5.7 * row.hits.1 / 14.07, "\(row.row): \(hits.value)")
      #expect(abs(mean.value - row.metres.0) < 5.7 * row.metres.1 / 14.07, "\(row.row): \(mean.value)")
      #expect(found.score.missed == 0)
    }
  }

  @Test func `three beacons give what NumPy gives, row by row, and what was published`() async throws {
    let result = try await run(Self.study("three-beacons"))
    #expect(result.rows[0].score.count == 4000)
    try expect(Self.three, result)
    #expect(result.failures.isEmpty)
    let inside = result.verdicts.filter { $0.verdict == .inside && $0.isChecked }
    #expect(inside.count == 6 && result.verdicts.count { $0.isChecked } == 6)
  }

  @Test func `four beacons give what NumPy gives, row by row, and what was published`() async throws {
    let result = try await run(Self.study("four-beacons"))
    #expect(result.rows[0].score.count == 2800)
    try expect(Self.four, result)
    #expect(result.failures.isEmpty && result.verdicts.count { $0.isChecked } == 2)
    let unlisted = try #require(result.rows[1][.meanWithUnlisted])
    // Six of twenty fixes are 1.13 m off at least.
    #expect(unlisted.value > 0.34)
    let arithmetic = try #require(result.arithmetic.first)
    #expect(result.arithmetic.count == 1 && !arithmetic.isPossible)
    #expect(arithmetic.mixed.map(\.visits) == [14] && arithmetic.unlisted?.count == 6)
  }

  @Test func `another filter than the paper's fails the check`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.copy("three-beacons").replacing(
      "    restart: stays\n    given: [survey, stays]\n    published: {hitRate: 0.6",
      with: "    given: [survey]\n    published: {hitRate: 0.6")
    // The first two rows are enough.
    let rows = try #require(text.firstRange(of: "  - name: Kalman carried over"))
    try folder.write(String(text[..<rows.lowerBound]), to: "fingerprint/broken.yaml")
    let result = try await run(FingerprintStudy(contentsOf: folder.path("fingerprint/broken.yaml")))
    #expect(
      result.failures
        == ["hitRate", "mean", "hitRateGain", "meanGain"].map {
          "the figure with Kalman \($0) of three-beacons, expected to match, is outside"
        })
  }

  @Test(arguments: ["three-beacons", "four-beacons", "generic"])
  func `does not depend on how many laps run at a time`(name: String) async throws {
    let study = try Self.study(name, seed: 5, laps: 5)
    let one = try await run(study, width: 1).document.json
    #expect(try await run(study, width: 3).document.json == one)
    let fewer = try await run(Self.study(name, seed: 5, laps: 4)).rows[0][.mean]?.laps
    #expect(try await run(study).rows[0][.mean]?.laps.dropLast() == fewer?[...])
  }

  /// One noisy reading is as good as another, and what a filter of Q = 0 makes of many is better.
  @Test func `without noise every visit to a surveyed point is a hit`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.copy("three-beacons").replacing("noiseDeviation: 6", with: "noiseDeviation: 0")
      .replacing("deviation: 1, decorrelation", with: "deviation: 6, decorrelation")
      .replacing("count: 200", with: "count: 3")
    try folder.write(text, to: "fingerprint/quiet.yaml")
    let result = try await run(FingerprintStudy(contentsOf: folder.path("fingerprint/quiet.yaml")))
    let byBeacon = result.rows.filter {
      !$0.row.name.hasPrefix("sorted") && $0.row.restart == .stays
    }
    #expect(byBeacon.count == 7)
    // Whole dBm: two points in a wide shadow may still be alike, which is rare.
    for row in byBeacon { #expect(try #require(row[.hitRate]).value > 0.9, "\(row.row.name)") }
  }

  /// 71.4 % is published, 10 of 14 is 71.43 %: those laps count on both sides.
  @Test func `a verdict counts the laps beyond what was published, and those at it`() async throws {
    let result = try await run(Self.study("four-beacons", laps: 40))
    let hits = try #require(result.rows[1][.hitRate]?.laps.map { Int(($0 * 14).rounded()) })
    let verdict = try #require(result.verdicts.first)
    #expect(verdict.row == "with Kalman" && verdict.statistic == .hitRate && hits.contains(10))
    let (below, above) = (hits.count { $0 <= 10 }, hits.count { $0 >= 10 })
    #expect(verdict.share == Double(min(below, above)) / 40)
    let (share, interval) = (try #require(verdict.share), try #require(verdict.shareInterval))
    #expect(interval.lower < share && share < interval.upper)
    #expect((verdict.verdict == .inside) == (interval.lower >= 0.025))
  }

  /// 60 % less 20 %, and 2.23 m less 0.71 m.
  @Test func `gains are differences in the same lap`() async throws {
    let result = try await run(Self.study("three-beacons", laps: 5))
    let (without, with) = (result.rows[0], result.rows[1])
    let hits = try zip(#require(with[.hitRate]).laps, #require(without[.hitRate]).laps).map { $0 - $1 }
    let metres = try zip(#require(without[.mean]).laps, #require(with[.mean]).laps).map { $0 - $1 }
    #expect(with[.hitRateGain]?.laps == hits && with[.meanGain]?.laps == metres)
    #expect(without[.hitRateGain] == nil && result.rows[2][.meanGain] == nil)
    let verdicts = result.verdicts.filter { $0.row == "with Kalman" }
    #expect(verdicts.map(\.statistic) == [.hitRate, .mean, .hitRateGain, .meanGain])
    #expect(abs(verdicts[2].published - 0.4) < 1e-12 && abs(verdicts[3].published - 1.52) < 1e-12)
  }

  @Test func `the spacing is that of the two nearest points`() throws {
    #expect(try Self.study("four-beacons").spacing == 1.6)
  }
}

extension TemporaryFolder {
  /// Lays the sites beside a folder `fingerprint`, and gives the text of a committed scenario.
  fileprivate func copy(_ name: String) throws -> String {
    for site in ["son-three", "son-four"] {
      try write(
        String(contentsOfFile: Checkout.path("scenarios/sites/\(site).yaml"), encoding: .utf8),
        to: "sites/\(site).yaml")
    }
    return try String(
      contentsOfFile: Checkout.path("scenarios/fingerprint/\(name).yaml"), encoding: .utf8)
  }
}
