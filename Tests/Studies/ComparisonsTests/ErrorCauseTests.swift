import Documents
import Laps
import Rendering
import Scenarios
import Sites
import TestSupport
import Testing
import World

@testable import Comparisons

@Suite struct ErrorCauseTests {
  private func shares(_ stretch: Explanation.Stretch) -> [ErrorCause: Double] {
    Dictionary(uniqueKeysWithValues: stretch.removals.map { ($0.cause, $0.removed.share ?? .nan) })
  }

  /// L = 30 dB: `behind` falls to -83.6 dBm or less, below `ahead` with -76.9.
  @Test func `where the body alone is the cause its share is 1, and that of all others 0`() async throws {
    let explanation = try await OneBeaconBehind.explanation(OneBeaconBehind.scenario(body: 30))
    #expect(explanation.found == 2 && explanation.above == explanation.callbacks)
    #expect(explanation.callbacks == 40 && explanation.missed == 0)
    let stretch = try #require(explanation.stretches.first?.stretch)
    #expect(stretch.stretch.moments == 0...19 && stretch.from == 1 && stretch.to == 20)
    #expect(abs(stretch.size.meanMetres - 4) < 1e-9 && abs(stretch.size.excess - 20) < 1e-6)
    let shares = shares(stretch)
    #expect(
      shares.keys.sorted { $0.rawValue < $1.rawValue }
        == [.body, .channelOffsets, .fading, .loss, .noise, .quantisation, .sensitivity, .shadowing])
    for (cause, share) in shares { #expect(abs(share - (cause == .body ? 1 : 0)) < 1e-9, "\(cause)") }
    #expect(try abs(#require(stretch.remainder)) < 1e-9)
    #expect(try abs(#require(stretch.together?.share) - 1) < 1e-9)
    let mean = explanation.causes.first { $0.cause == .body }
    #expect(try mean?.stretches == 2 && abs(#require(mean?.share) - 1) < 1e-9)
  }

  /// 15 dB of body leave `behind` at -68.6 dBm or less, and so do 15 dB of power: above `ahead` with -75.7 and -74.4. Only both
  /// bring it down to -83.6.
  @Test func `two causes that only err together have the whole error each`() async throws {
    let explanation = try await OneBeaconBehind.explanation(
      OneBeaconBehind.scenario(body: 15, power: -15))
    let stretch = try #require(explanation.stretches.first?.stretch)
    for (cause, share) in shares(stretch) {
      #expect(abs(share - ([.body, .power].contains(cause) ? 1 : 0)) < 1e-9, "\(cause)")
    }
    #expect(try abs(#require(stretch.remainder) + 1) < 1e-9)
  }

  /// With 30 dB each, taking one away leaves the other.
  @Test func `two causes of which each suffices have no share alone, and all together`() async throws {
    let explanation = try await OneBeaconBehind.explanation(
      OneBeaconBehind.scenario(body: 30, power: -30))
    let stretch = try #require(explanation.stretches.first?.stretch)
    for (cause, share) in shares(stretch) { #expect(abs(share) < 1e-9, "\(cause)") }
    #expect(try abs(#require(stretch.remainder) - 1) < 1e-9)
    #expect(try abs(#require(stretch.together?.share) - 1) < 1e-9)
  }

  /// A wall of 30 dB half way to `behind` does what the body did. The rogue at the place of `ahead` sends the identity of
  /// `behind`, which only makes that one louder, so that nothing errs.
  @Test func `walls and rogues are causes too`() async throws {
    let wall = "walls: [{from: [4, -0.25], to: [6, -0.25], loss: 30}]\n"
    let walled = try await OneBeaconBehind.explanation(
      OneBeaconBehind.scenario(body: 0), site: OneBeaconBehind.site + wall)
    let stretch = try #require(walled.stretches.first)
    #expect(try abs(#require(shares(stretch.stretch)[.walls]) - 1) < 1e-9)
    // The walker and the fix are on the same side of it; the mean is behind it.
    #expect(stretch.worst.walls == 0)
    let beacon = try #require(stretch.worst.beacons.first)
    let mean = try #require(beacon.mean?.value)
    #expect(beacon.id == "behind" && mean > -85.1 && mean < -83.5)

    let scenario = OneBeaconBehind.scenario(body: 0)
    let rogue = scenario.replacing(
      "changes: [{beacon: behind, power: 0.0}]",
      with: "rogues: [{beacon: ahead, position: [5, 0.5, 1.2], power: 40}]")
    let robbed = try await OneBeaconBehind.explanation(rogue)
    let shares = shares(try #require(robbed.stretches.first?.stretch))
    for (cause, share) in shares { #expect(abs(share - (cause == .faults ? 1 : 0)) < 1e-9, "\(cause)") }
    #expect(shares[.faults] != nil)
  }

  @Test func `the worst moment by hand`() async throws {
    let worst = try #require(
      try await OneBeaconBehind.explanation(OneBeaconBehind.scenario(body: 30)).stretches.first?.worst)
    #expect(worst.time == 1 && worst.place.x == 5 && abs(worst.place.y - 0.005) < 1e-12)
    #expect(worst.fix.position.x == 9 && worst.fix.position.y == 0 && worst.testPoint == 7)
    #expect(worst.walls == 0 && abs(worst.velocity.y - 0.005) < 1e-12)
    let (behind, ahead) = (worst.beacons[0], worst.beacons[1])
    #expect(behind.id == "behind" && ahead.id == "ahead" && worst.beacons.count == 2)
    #expect(abs(behind.trueMetres - 0.505) < 1e-9 && abs(ahead.fixMetres - 6) < 1e-9)
    // -59 - 18 log10(0.5025), the middle of the window, and 30 dB less.
    #expect(try abs(#require(behind.mean?.value) + 53.62) < 0.05)
    #expect(behind.reading == -84)
    // Without `ahead` the fix is at (5, 0); without `behind` it stays.
    #expect(try abs(#require(ahead.influence) - 4) < 1e-9 && ahead.isUsed)
    #expect(behind.influence == 0 && !behind.isUsed)
  }

  @Test func `is the same on any number of threads`() async throws {
    let scenario = OneBeaconBehind.scenario(body: 30).replacing("count: 2", with: "count: 7")
    var rules = Explanation.Rules()
    rules.stretches = 3
    let one = try await OneBeaconBehind.explanation(scenario, rules: rules, width: 1)
    let three = try await OneBeaconBehind.explanation(scenario, rules: rules, width: 3)
    #expect(one.document.json == three.document.json && one.found == 7 && one.stretches.count == 3)
  }
}
