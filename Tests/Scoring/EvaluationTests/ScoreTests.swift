import Evaluation
import Foundation
import NumericalMethods
import Testing
import World

@Suite struct ScoreTests {
  private func error(
    _ lap: Int, _ metres: Double?, _ direction: TravelDirection? = nil, _ hand: Hand? = nil,
    missed: NoFix = .noCallback, floors: Int = 0, point: Int = 0
  ) -> PositionError {
    PositionError(
      lap: lap, direction: direction, hand: hand, testPoint: point, time: Double(point),
      outcome: metres.map { .success(.init(metres: $0, floors: floors)) } ?? .failure(missed))
  }

  private var errors: [PositionError] {
    [
      error(1, 0.5, .forward, .left), error(1, 1, .forward, .left, point: 1),
      error(1, 4, .forward, .left, floors: -1, point: 2), error(2, 2, .backward, .left),
      error(2, 2.5, .backward, .left, point: 1), error(2, 0, .backward, .left, point: 2),
      error(3, nil, .forward, .right, missed: .tooFewBeacons(heard: 1, needed: 3)),
      error(3, nil, .forward, .right, missed: .tooFewBeacons(heard: 0, needed: 3), point: 1),
      error(4, nil, .backward, .right, missed: .didNotConverge(iterations: 9)),
    ]
  }

  @Test func `counts what was missed by reason and averages only what was measured`() throws {
    let score = Score(of: errors)
    #expect(score.count == 6)
    #expect(score.missed == 3)
    #expect(score.missedByReason.map(\.reason) == [.tooFewBeacons, .didNotConverge])
    #expect(score.missedByReason.map(\.count) == [2, 1])
    #expect(score.wrongFloors == 1)
    #expect(score.laps == 4)
    #expect(try #require(score.statistics).mean == 10.0 / 6)
    #expect(score.meanInterval != nil)
  }

  @Test func `nothing measured is a score without figures`() {
    let score = Score(of: [error(1, nil), error(2, nil)])
    #expect(score.statistics == nil)
    #expect(score.meanInterval == nil)
    #expect(score.count == 0)
    #expect(score.missed == 2)
  }

  @Test(arguments: 1...10) func `is the same to the last bit in whatever order laps come in`(seed: UInt64) {
    var random = RandomStream(Seed(seed))
    let many = (0..<40).flatMap { lap in
      (0..<5).map { error(lap, random.uniform() * 7, lap % 2 == 0 ? .forward : .backward, point: $0) }
    }
    let score = GroupedScore(ofLaps: [many], by: [.direction], spread: .population)
    let shuffled = GroupedScore(
      ofLaps: [many.shuffled(using: &random)], by: [.direction], spread: .population)
    #expect(shuffled == score)
  }

  @Test func `groups are scored from their own errors, in a fixed order`() throws {
    let score = GroupedScore(ofLaps: [errors], by: [.direction, .hand], spread: .population)
    let whole = Score(of: errors)
    #expect(score.whole == whole)
    let (byDirection, byHand) = (score.divisions[0], score.divisions[1])
    #expect(byDirection.groups.map(\.name) == ["forward", "backward"])
    #expect(byDirection.groups.map(\.score.count) == [3, 3])
    #expect(byDirection.groups.map(\.score.missed) == [2, 1])
    #expect(byDirection.groups.map { $0.score.statistics?.mean } == [5.5 / 3, 1.5])
    #expect(byHand.groups.map(\.name) == ["left", "right"])
    #expect(byHand.groups[0].score.statistics?.mean == 10.0 / 6)
    #expect(byHand.groups[1].score.statistics == nil)
  }

  @Test func `errors of unknown direction count in the whole only`() {
    let score = GroupedScore(
      ofLaps: [[error(1, 1), error(2, 2, .forward)]], by: [.direction, .hand], spread: .population)
    #expect(score.whole.count == 2)
    #expect(score.divisions[0].groups.map(\.score.count) == [1])
    #expect(score.divisions[1].groups.isEmpty)
  }
}
