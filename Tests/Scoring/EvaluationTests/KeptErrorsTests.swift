import Evaluation
import Testing
import World

struct KeptErrorsTests {
  private static func error(
    at time: Double, _ outcome: Result<PositionError.Offset, NoFix>,
    place: Point? = Point(x: 1, y: 2, z: 1.2),
    room: Int? = 3, testPoint: Int? = 5, walker: Walker? = Walker(index: 1, name: "nurse"), lap: Int = 7
  ) -> PositionError {
    PositionError(
      lap: lap, direction: .backward, hand: .left, walker: walker, floor: -1, place: place, room: room,
      testPoint: testPoint, time: time, outcome: outcome)
  }

  /// A fix 3 m east and 4 m north, so 5 m away.
  private static func offset(
    metres: Double = 5, along: Double? = 3, cross: Double? = -4, floors: Int = 2, room: Int? = 1,
    vector: Point? = Point(x: 3, y: 4), age: Double = 0.25, claim: ErrorClaim? = nil
  ) -> PositionError.Offset {
    PositionError.Offset(
      metres: metres, along: along, cross: cross, floors: floors, vector: vector, room: room, age: age,
      claim: claim)
  }

  static let laps: [[[PositionError]]] = [
    // Two pipelines, a fix and a missed one each, for different reasons.
    [
      [error(at: 1, .success(offset())), error(at: 2, .failure(.noCallback))],
      [
        error(at: 1, .success(offset(along: nil, cross: nil, floors: -3, room: nil))),
        error(at: 2, .failure(.tooFewBeacons(heard: 1, needed: 3))),
      ],
    ],
    // The second pipeline states how large one of its errors may be.
    [
      [error(at: 1, .success(offset())), error(at: 2, .failure(.noCallback))],
      [
        error(
          at: 1,
          .success(
            offset(
              claim: ErrorClaim(
                PlanCovariance(xx: 0.1, xy: -0.01, yy: 3), floor: .init(confidence: 0.3, brier: 0.9))))),
        error(at: 2, .success(offset())),
      ],
    ],
    // Along a path the error is longer than the arrow.
    [[error(at: 1, .success(offset(metres: 7.5)))], [error(at: 1, .success(offset(metres: 6)))]],
    // No walk, no room, no walker.
    [[error(at: 1, .success(offset()), room: nil, testPoint: nil, walker: nil)]],
    // Forms that no lap has: they are kept as they are.
    [[error(at: 1, .success(offset(vector: nil)))]], [[error(at: 1, .success(offset()), place: nil)]],
    [[error(at: 1, .success(offset())), error(at: 2, .success(offset(age: 1)), lap: 8)]],
    [[error(at: 1, .success(offset()))], [error(at: 1.5, .success(offset(age: 1)))]],
    [[error(at: 1, .success(offset()))], []], [[], []],
  ]

  @Test(arguments: laps.indices) func `gives back what was put in`(lap: Int) {
    let errors = Self.laps[lap]
    let kept = KeptErrors(errors)
    for pipeline in errors.indices {
      #expect(kept.errors(of: pipeline) == errors[pipeline])
      #expect(kept.count(of: pipeline) == errors[pipeline].count)
    }
  }

  @Test func `an offset tells what is not known from zero`() {
    let unknown = PositionError.Offset(metres: 5)
    #expect(unknown.along == nil && unknown.cross == nil && unknown.vector == nil && unknown.room == nil)
    let zero = PositionError.Offset(metres: 5, along: 0, cross: 0, vector: .zero, room: 0)
    #expect(zero.along == 0 && zero.cross == 0 && zero.vector == .zero && zero.room == 0)
    #expect(zero != unknown)
  }

  /// Millions of errors are laid out for the statistics of a long study.
  @Test func `an error takes at most 160 octets`() {
    #expect(MemoryLayout<PositionError>.stride <= 160)
  }
}
