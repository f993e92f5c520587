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

@Suite struct ErrorStretchTests {
  private func stretches(_ errors: [Double?], bridge: Double, every interval: Double = 1) -> [ClosedRange<
    Int
  >] {
    ErrorStretch.all(
      in: errors, at: errors.indices.map { interval * Double($0 + 1) }, every: interval, above: 5,
      bridge: bridge
    ).map(\.moments)
  }

  @Test func `begins and ends above the threshold, and 5 m are not above 5 m`() {
    #expect(stretches([4, 6, 7, 5, 5.5, nil], bridge: 0) == [1...2, 4...4])
    #expect(stretches([9], bridge: 0) == [0...0])
    #expect(stretches([5, nil, 0], bridge: 10) == [])
    #expect(stretches([], bridge: 2) == [])
  }

  @Test func `bridges smaller errors and missing fixes that last no longer than it is set to`() {
    let errors: [Double?] = [6, 4, nil, 7, 1, 1, 1, 8]
    #expect(stretches(errors, bridge: 0) == [0...0, 3...3, 7...7])
    #expect(stretches(errors, bridge: 1) == [0...0, 3...3, 7...7])
    #expect(stretches(errors, bridge: 2) == [0...3, 7...7])
    #expect(stretches(errors, bridge: 3) == [0...7])
  }

  @Test
  func `callbacks of another interval bridge by seconds, and neighbours belong together whatever it is`() {
    #expect(stretches([6, 6, 1, 6], bridge: 2, every: 5) == [0...1, 3...3])
    #expect(stretches([6, 6, 1, 6], bridge: 5, every: 5) == [0...3])
    #expect(stretches([6, 1, 6], bridge: 0.1, every: 0.1) == [0...2])
  }

  /// 3 m and 1 m above the threshold for 2 s each; the mean of 8, 4 and 6 is 6.
  @Test func `its size by hand`() {
    let size = StretchSize(
      of: ErrorStretch(moments: 1...4), in: [9, 8, 4, nil, 6], every: 2, above: 5)
    #expect(size.meanMetres == 6 && size.maxMetres == 8 && size.excess == 8 && size.worst == 1)
  }

  /// 8 + 6 m become 2 + 5 m: half of it goes. Where 4 m become 12 m, minus two of it do.
  @Test func `shares by hand`() {
    let errors: [Double?] = [8, nil, 6, 4]
    let half = RemovedShare(of: ErrorStretch(moments: 0...2), with: errors, without: [2, 3, 5, 9])
    #expect(half.share == 0.5 && half.metres == 3.5 && half.missed == 0)
    let grown = RemovedShare(of: ErrorStretch(moments: 3...3), with: errors, without: [0, 0, 0, 12])
    #expect(grown.share == -2 && grown.metres == 12)
    let partly = RemovedShare(of: ErrorStretch(moments: 0...2), with: errors, without: [8, nil, nil, nil])
    #expect(partly.share == 0 && partly.missed == 1)
    let none = RemovedShare(of: ErrorStretch(moments: 0...0), with: errors, without: [nil])
    #expect(none.share == nil && none.metres == nil && none.missed == 1)
  }
}
