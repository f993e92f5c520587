import Documents
import NumericalMethods
import Phone
import Testing
import World

@testable import Positioning

@Suite struct DeadReckoningTests {
  private static func epoch(_ levels: [DBm?], at time: Double, _ steps: [(Double, Double, Double)]) -> Epoch {
    var epoch = Sites.epoch(levels, at: time)
    epoch.steps = steps.map { Step(microseconds: Int64($0.0 * 1e6), length: $0.1, heading: $0.2) }
    return epoch
  }

  @Test func `adds steps to the place of the beacon that is heard first`() throws {
    let site = Sites.ranged(Sites.site([Point(x: 2, y: 1, z: 3)]))
    var session = DeadReckoning(DeadReckoning.Settings(), site).begin(Self.lap())
    #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 1)) {
      try session.fix(from: Self.epoch([nil], at: 1, []))
    }
    _ = try session.fix(from: Self.epoch([-60], at: 2, [(1.8, 0.7, 0)]))
    let east = try session.fix(from: Self.epoch([nil], at: 3, [(2.4, 0.5, 0), (2.9, 0.75, 0)]))
    #expect(east.position.horizontalDistance(to: Point(x: 3.25, y: 1)) < 1e-12)
    let north = try session.fix(from: Self.epoch([nil], at: 4, [(3.5, 0.5, .pi / 2)]))
    #expect(north.position.horizontalDistance(to: Point(x: 3.25, y: 1.5)) < 1e-12)
    // On as in the last second: half a metre a second to the north.
    let later = try #require(try session.position(at: 4.5))
    #expect(later.position.horizontalDistance(to: Point(x: 3.25, y: 1.75)) < 1e-12)
  }

  @Test func `begins at the first press, when that is over`() throws {
    let site = Sites.ranged(Sites.floor)
    let settings = DeadReckoning.Settings { $0.start = .press }
    #expect(settings.uses == [.presses])
    let press = LapPrior.Press(time: 1.5, position: Point(x: 10, y: 0))
    var session = DeadReckoning(settings, site).begin(Self.lap([press]))
    let silent = [DBm?](repeating: nil, count: 35)
    #expect(throws: NoFix.failed("there has been no press yet")) {
      try session.fix(from: Self.epoch(silent, at: 1, [(0.9, 0.7, 0)]))
    }
    let fix = try session.fix(from: Self.epoch(silent, at: 2, [(1.2, 0.7, 0), (1.8, 0.7, 0)]))
    #expect(fix.position == Point(x: 10.7, y: 0))
  }

  @Test func `without motion sensors it fails and says why`() {
    var session = DeadReckoning(DeadReckoning.Settings(), Sites.ranged(Sites.floor)).begin(Self.lap())
    #expect(throws: NoFix.failed("the stream has no steps")) {
      try session.fix(from: Epoch(silentAnchors: 35))
    }
  }

  private static func lap(_ presses: [LapPrior.Press] = []) -> LapPrior {
    let prior = PriorInformation(
      of: Sites.floor, assumptions: RangingSettings(), seed: .init(1), given: [.presses])
    return LapPrior(of: prior, number: 0, presses: presses)
  }
}
