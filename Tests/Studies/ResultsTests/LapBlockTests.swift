import Evaluation
import Foundation
import NumericalMethods
import Results
import Testing
import World

@Suite struct LapBlockTests {
  private func measured(_ metres: Double, time: Double, floors: Int = 0, rooms: (Int?, Int?) = (nil, nil))
    -> PositionError
  {
    PositionError(
      lap: 3, room: rooms.0, time: time,
      outcome: .success(.init(metres: metres, floors: floors, room: rooms.1)))
  }

  /// Lap 3, one pipeline, two errors: 1 m in room 2 for room 5, a floor too low, and none of a phone without a callback in no room.
  /// 1 m is 0x3ff0000000000000.
  @Test func `the octets are those that the documentation states`() {
    var record = LapBlock()
    record.append(
      lap: 3,
      [
        [
          PositionError(lap: 3, time: 2, outcome: .failure(.noCallback)),
          measured(1, time: 1, floors: -1, rooms: (5, 2)),
        ]
      ])
    #expect(
      record.octets == [3, 0, 0, 0, 1, 0, 2, 0, 0, 0]
        + [1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 1, 0xff, 0xff, 1, 2, 0, 0] + [0, 1])
  }

  @Test func `a block reads back what was written, in the order of time`() throws {
    var block = LapBlock()
    let reasons: [NoFix] = [
      .noCallback, .tooFewBeacons(heard: 1, needed: 3), .didNotConverge(iterations: 9), .undetermined,
      .failed("x"),
      .notFinite,
    ]
    #expect(Set(reasons.map(\.reason)).count == NoFix.Reason.allCases.count)
    for lap in 0..<3 {
      block.append(
        lap: lap,
        [
          [measured(4.25, time: 9, floors: 2, rooms: (1, nil)), measured(0.1 + 0.2, time: 3)],
          reasons.enumerated().map {
            PositionError(lap: lap, room: $0, time: Double($0), outcome: .failure($1))
          }, [],
        ])
    }
    let read = try #require(LapBlock(block.text, laps: 3))
    #expect(read == block)
    let errors = read.errors(pipelines: 3)
    #expect(errors.map(\.count) == [3, 3, 3])
    #expect(errors[0].allSatisfy { $0.map(\.metres) == [0.1 + 0.2, 4.25] })
    #expect(errors[0].allSatisfy { $0.map(\.room) == [nil, 1] && $0.map { $0.offset?.floors } == [0, 2] })
    #expect(errors[1].allSatisfy { $0.map { $0.missed?.reason } == reasons.map(\.reason) })
    #expect(errors[1].allSatisfy { $0.map(\.room) == [0, 1, 2, 3, 4, 5] } && errors[2].allSatisfy(\.isEmpty))
    #expect(errors[0].map { $0[0].lap } == [0, 1, 2])
  }

  @Test func `what a method states reads back as it is kept`() throws {
    let claim = ErrorClaim(
      PlanCovariance(xx: 0.1, xy: -0.2, yy: 3), floor: .init(confidence: 0.5, brier: 0.75))
    var block = LapBlock()
    block.append(
      lap: 7,
      [
        [
          PositionError(
            lap: 7, time: 4,
            outcome: .success(.init(metres: 1.25, vector: Point(x: -0.75, y: 1), claim: claim)))
        ]
      ])
    let offset = try #require(LapBlock(block.text, laps: 1)?.errors(pipelines: 1)[0][0][0].offset)
    #expect(offset.claim == claim && offset.vector == Point(x: -0.75, y: 1) && offset.metres == 1.25)
    for count in stride(from: 0, to: block.text.count, by: 4) {
      #expect(LapBlock(String(block.text.prefix(count)), laps: 1) == nil)
    }
  }

  @Test func `a number of laps that differs from the block's is no such block`() {
    var block = LapBlock()
    for lap in 0..<2 { block.append(lap: lap, [[measured(1, time: 0)]]) }
    #expect(LapBlock(block.text, laps: 2) != nil)
    for laps in [0, 1, 3] { #expect(LapBlock(block.text, laps: laps) == nil) }
    #expect(LapBlock("no base64!", laps: 1) == nil)
    #expect(LapBlock("", laps: 0) == LapBlock())
  }

  /// Every octet of a record is replaced by every third value: what is read has the size of what was written, and its text is it again.
  @Test func `changed octets give other errors or none, and no other number of laps`() {
    var written = LapBlock()
    written.append(
      lap: 1,
      [
        [
          measured(2, time: 0, rooms: (1, 1)),
          PositionError(lap: 1, time: 1, outcome: .failure(.undetermined)),
        ]
      ])
    let octets = written.octets
    var read = 0
    for place in octets.indices {
      for value in stride(from: 0, through: 255, by: 3) {
        var changed = octets
        changed[place] = UInt8(value)
        guard let block = LapBlock(Data(changed).base64EncodedString(), laps: 1) else { continue }
        read += 1
        let errors = block.errors(pipelines: 1)[0][0]
        #expect(errors.allSatisfy { $0.metres?.isFinite ?? true })
      }
    }
    #expect(read > 100)
  }

  /// Metres survive to the last bit: their pattern is written.
  @Test func `any metres come back with the same bits`() throws {
    var random = RandomStream(Seed(4))
    let metres =
      (0..<200).map { _ in Elementary.exp(40 * random.uniform() - 20) } + [0, .leastNonzeroMagnitude, 1e300]
    var block = LapBlock()
    block.append(lap: 0, [metres.enumerated().map { measured($1, time: Double($0)) }])
    let read = try #require(LapBlock(block.text, laps: 1)).errors(pipelines: 1)[0][0]
    #expect(read.map { $0.metres?.bitPattern } == metres.map(\.bitPattern))
  }
}
