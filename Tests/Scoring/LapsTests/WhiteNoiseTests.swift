import Documents
import Foundation
import NumericalMethods
import Phone
import Rendering
import TestSupport
import Testing
import World

@testable import Laps
@testable import Scenarios

@Suite struct WhiteNoiseTests {
  /// At a metre (logarithm 0) -60 and -62 dBm, at ten metres -80 and -78: the line is -61 - 18 x, and the residuals
  /// are 1, -1, -1 and 1. The draws 5, 3, 9 and 7 lie 1, -1, 1 and -1 from theirs, 4 + 4 x, so each is worth a
  /// decibel.
  @Test func `noise by hand`() {
    let heard = [(0.0, -60.0, 5.0), (0, -62, 3), (1, -80, 9), (1, -78, 7)]
    var moments = LevelMoments()
    for (distance, level, draw) in heard { moments.add(distance: distance, level: level, draw: draw) }
    let noise = BeaconNoise(moments)
    let white = heard.map { noise.level(distance: $0.0, draw: $0.2, measured: $0.1) }
    for (value, expected) in zip(white, [-60.0, -62, -78, -80]) { #expect(abs(value - expected) < 1e-12) }
    let residuals = heard.map { noise.residual(of: $0.1, distance: $0.0) }
    for (value, expected) in zip(residuals, [1.0, -1, -1, 1]) { #expect(abs(value - expected) < 1e-12) }
  }

  @Test func `moments of parts are those of the whole, whatever the part`() {
    var values: [SIMD3<Double>] = []
    for i in 0..<40 {
      let level: Double = -70 + 3 * Double(i % 5) - Double(i) / 9
      values.append(SIMD3(Double(i % 7), level, Double((i * i) % 11)))
    }
    func moments(_ part: ArraySlice<SIMD3<Double>>) -> LevelMoments {
      var moments = LevelMoments()
      for value in part { moments.add(distance: value.x, level: value.y, draw: value.z) }
      return moments
    }
    let whole = moments(values[...])
    for cut in [0, 1, 13, 40] {
      let sum = moments(values[..<cut]) + moments(values[cut...])
      #expect(sum.count == whole.count)
      let apart = [
        sum.means - whole.means, sum.squares - whole.squares, sum.products - whole.products,
      ]
      for part in apart { #expect((part * part).sum() < 1e-18) }
    }
    // Two-pass sums.
    let levels = values.map(\.y)
    let mean = levels.reduce(0, +) / 40
    let squares = levels.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    #expect(abs(whole.squares.y - squares) < 1e-9)
  }

  @Test func `a distance that never changes explains nothing, and two readings have no noise to replace`() {
    var still = LevelMoments()
    for (level, draw) in [(-60.3, 0.1), (-61.1, -0.4), (-59.7, 1.3)] {
      still.add(distance: 0.7, level: level, draw: draw)
    }
    #expect(still.levelSlope == 0 && still.drawSlope == 0)
    var two = LevelMoments()
    two.add(distance: 0.2, level: -60, draw: 0.3)
    two.add(distance: 0.9, level: -70, draw: -0.3)
    #expect(BeaconNoise(two).level(distance: 0.2, draw: 0.3, measured: -60) == -60)
  }

  private func study(_ noise: Scenario.Noise, laps: Int) throws -> Study {
    let scenario = try Scenario(
      contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: laps, noise: noise)
    return try Study(scenario, dataRoot: "")
  }

  /// The promise is 1 %; what is kept is kept up to rounding. Shadows of 5 dB decorrelate over 3 m, 2.3 s of
  /// walking: what is heard must be correlated from one second to the next by more than half. White noise may be
  /// by 5 standard errors, 1 / sqrt(n), which chance passes once in 1.7 million seeds; the seed is fixed.
  @Test func `a twin keeps each beacon's mean and variance, and only the noise's correlation goes`()
    async throws
  {
    let result = try await study(.white, laps: 6).run(width: 2) { _ in }
    let noise = try #require(result.whiteNoise)
    #expect(noise.beacons == 16 && noise.readings > 3000 && noise.unplaced == 0)
    #expect(noise.largestMeanChange < 1e-9 && noise.largestVarianceChange < 1e-9)
    #expect(try #require(noise.measuredCorrelation) > 0.5)
    #expect(abs(try #require(noise.whiteCorrelation)) < 5 / Double(noise.readings).squareRoot())
    #expect((4.0...7).contains(noise.deviation))
  }

  @Test func `the same bytes on one thread and on two, and other bytes than without the twin`() async throws {
    let one = try await study(.white, laps: 3).run(width: 1) { _ in }.document.json
    #expect(try await study(.white, laps: 3).run(width: 2) { _ in }.document.json == one)
    let structured = try await study(.structured, laps: 3).run(width: 2) { _ in }
    #expect(structured.document.json != one && structured.whiteNoise == nil)
  }

  @Test func `progress goes up to the number of laps once`() async throws {
    var reported: [Int] = []
    _ = try await study(.white, laps: 4).run(width: 2) { reported.append($0) }
    #expect(reported == reported.sorted() && reported.last == 4 && reported.count == 8)
  }

  @Test func `what is heard when, and by how many advertisements, stays`() throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 1)
    let simulated = try SimulatedStudy(scenario, try #require(scenario.simulation))
    let heard = try simulated.heard(lap: 0)[0]
    let placed = PlacedReadings(heard, site: simulated.pipelines.site)
    let draws = RandomStream(Seed(3))
    let noise = placed.moments(drawing: draws).map { BeaconNoise($0) }
    let (white, tally) = placed.whitened(noise, drawing: draws)
    #expect(white.times == heard.readings.times && white.counts == heard.readings.counts)
    #expect(white.transmitters == heard.readings.transmitters && white.interval == heard.readings.interval)
    for (before, after) in zip(heard.readings.levels, white.levels) {
      #expect(before.map { $0 == nil } == after.map { $0 == nil })
      // The mean of each beacon, by another way than the moments.
      let (a, b) = (before.compactMap { $0?.value }, after.compactMap { $0?.value })
      if !a.isEmpty {
        let moved = (a.reduce(0, +) - b.reduce(0, +)) / Double(a.count)
        #expect(abs(moved) < 1e-9)
      }
    }
    #expect(tally.summary.readings == white.levels.joined().count { $0 != nil })
  }

  @Test func `recorded walks have a twin, and readings before and after the known walk stay`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/danis-walks.yaml"), noise: .white)
    let result = try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
    let noise = try #require(result.whiteNoise)
    #expect(noise.beacons == 12 && noise.unplaced > 0)
    #expect(noise.largestMeanChange < 1e-9 && noise.largestVarianceChange < 1e-9)
    #expect(abs(try #require(noise.whiteCorrelation)) < 5 / Double(noise.readings).squareRoot())
  }
}
