import Evaluation
import Testing
import World

struct PositionErrorTests {
  /// A fix 3 m east and 4 m north, so 5 m away, of which the method states something.
  private static let claim = ErrorClaim(
    PlanCovariance(xx: 0.5, xy: -0.25, yy: 3), floor: .init(confidence: 0.25, brier: 0.75))
  private static let offset = PositionError.Offset(
    metres: 5, along: 3, cross: -4, floors: -2, vector: Point(x: 3, y: 4), room: 1, age: 0.25, claim: claim)

  private static func error(_ outcome: Result<PositionError.Offset, NoFix>) -> PositionError {
    PositionError(
      lap: 7, direction: .backward, hand: .left, walker: Walker(index: 1, name: "nurse"), floor: -1,
      place: Point(x: 1, y: 2, z: 1.2), room: 3, testPoint: 5, time: 1.5, outcome: outcome)
  }

  @Test func `gives back what was put in`() throws {
    let error = Self.error(.success(Self.offset))
    #expect(error.lap == 7 && error.direction == .backward && error.hand == .left && error.time == 1.5)
    #expect(error.walker == Walker(index: 1, name: "nurse") && error.place == Point(x: 1, y: 2, z: 1.2))
    #expect(error.floor == -1 && error.room == 3 && error.testPoint == 5 && error.metres == 5)
    let offset = try #require(error.offset)
    #expect(offset.along == 3 && offset.cross == -4 && offset.floors == -2 && offset.room == 1)
    #expect(offset.vector == Point(x: 3, y: 4) && offset.age == 0.25)
    let claim = try #require(offset.claim)
    #expect(claim.covariance == PlanCovariance(xx: 0.5, xy: -0.25, yy: 3) && claim.room == nil)
    #expect(claim.floor == .init(confidence: 0.25, brier: 0.75))
  }

  @Test func `the same moment may have another outcome`() {
    let missed = Self.error(.success(Self.offset)).with(.failure(.tooFewBeacons(heard: 1, needed: 3)))
    #expect(missed == Self.error(.failure(.tooFewBeacons(heard: 1, needed: 3))))
    #expect(missed.metres == nil && missed.missed?.reason == .tooFewBeacons)
    #expect(missed.with(.success(Self.offset)) == Self.error(.success(Self.offset)))
  }

  @Test func `an offset tells what is not known from zero`() {
    let unknown = PositionError.Offset(metres: 5)
    #expect(unknown.along == nil && unknown.cross == nil && unknown.vector == nil && unknown.room == nil)
    let zero = PositionError.Offset(metres: 5, along: 0, cross: 0, vector: .zero, room: 0)
    #expect(zero.along == 0 && zero.cross == 0 && zero.vector == .zero && zero.room == 0)
    #expect(zero != unknown)
  }

  /// Millions of errors are kept of a long study.
  @Test func `an error takes at most 88 octets beside its moment`() {
    #expect(MemoryLayout<PositionError>.stride <= 88)
  }
}
