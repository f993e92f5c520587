import Evaluation
import Testing
import World

@Suite struct RoomComparisonTests {
  /// An error in room 0, the hall, or in room 1, the ward, with a fix there or in no room.
  private func error(_ lap: Int, _ moment: Int, room: Int, isFound: Bool) -> PositionError {
    PositionError(
      lap: lap, room: room, time: Double(moment),
      outcome: .success(.init(metres: 1, room: isFound ? room : nil)))
  }

  /// Moments by lap and room, each found or not; in each lap the hall comes first.
  private func rooms(_ laps: [(hall: [Bool], ward: [Bool])]) -> [PositionError] {
    laps.enumerated().flatMap { lap, found in
      (found.hall + found.ward).enumerated().map { moment, isFound in
        error(lap, moment, room: moment < found.hall.count ? 0 : 1, isFound: isFound)
      }
    }
  }

  private func compare(_ a: [PositionError], _ b: [PositionError]) throws -> RoomComparison {
    try #require(RoomComparison(a, b, tolerance: ComparisonTolerance()))
  }

  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-12 } ?? false
  }

  @Test func `shares are pooled over moments, and rooms counted alike`() throws {
    let right = [Bool](repeating: true, count: 9)
    let rooms = try compare(
      rooms([(right, [false]), (right, [true])]), rooms([(right, [false]), (right, [false])]))
    #expect(rooms.pairs == 20 && rooms.laps == 2 && rooms.rooms == 2)
    // Of 20 moments 19 and 18; in the hall all, in the ward one of two and none.
    #expect(isNear(rooms.pooled.a, 0.95) && isNear(rooms.pooled.b, 0.9))
    #expect(isNear(rooms.macro.a, 0.75) && isNear(rooms.macro.b, 0.5))
    // Lap 1 alone differs, so the laps stand for 0 and twice the difference.
    for (share, twice) in [(rooms.pooled, -0.1), (rooms.macro, -0.5)] {
      let expected = LapMean(of: ErrorsByLap(byLap: [[0], [twice]]))?.interval
      #expect(abs((share.interval?.lower ?? 1) - (expected?.lower ?? 2)) < 1e-12)
      #expect(abs((share.interval?.upper ?? 1) - (expected?.upper ?? 2)) < 1e-12)
    }
  }

  @Test func `a better hall does not hide worse rooms`() throws {
    func laps(hall: Int, ward: Bool) -> [PositionError] {
      let lap = ((0..<18).map { $0 < hall }, [ward, ward])
      return self.rooms(Array(repeating: lap, count: 40))
    }
    let rooms = try compare(laps(hall: 9, ward: true), laps(hall: 18, ward: false))
    // 11 and 18 of 20; one half and all of the hall, all and nothing of the ward.
    #expect(isNear(rooms.pooled.difference, 0.35) && rooms.pooled.verdict == .better)
    #expect(isNear(rooms.macro.difference, -0.25) && rooms.macro.verdict == .worse)
  }

  @Test func `only moments in a room that both measured are compared`() throws {
    let a = rooms([([true, true], []), ([true], [])])
    var b = rooms([([false], []), ([true], [])])
    b.append(PositionError(lap: 0, room: 0, time: 1, outcome: .failure(.noCallback)))
    let compared = try compare(a, b)
    #expect(compared.pairs == 2 && compared.rooms == 1)
    #expect(compared.pooled.a == 1 && compared.pooled.b == 0.5)
    #expect(RoomComparison(a, rooms([]), tolerance: ComparisonTolerance()) == nil)
    let one = rooms([([true], [])])
    #expect(try compare(one, one).pooled.verdict == .open)
  }
}
