import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct ClockOffsetTests {
  /// A walk of 66 m in 60 s past eight beacons of a hall of 30 x 8 m.
  private static let walk = Walk(
    knots: [(0.0, 0.0, 1.0), (30.0 * 60 / 66, 30, 1), (36.0 * 60 / 66, 30, 7), (60, 0, 7)].map {
      Walk.Knot(time: $0.0, position: Point(x: $0.1, y: $0.2, z: 1.2))
    })

  private static let beacons = [0.0, 10, 20, 30].flatMap { x in
    [0.0, 8].map { Point(x: x, y: $0, z: 2.5) }
  }

  /// Levels once a second from 20 s before the walk to 20 s after it, by a clock that is ahead of the walk's: n 2, shadowing of 4 dB whose
  /// correlation falls to 1/e in 2 m, noise of 3 dB.
  private static func levels(ahead offset: Double, seed: Int, shadowing: Double = 4, noise: Double = 3)
    -> [LevelEvidence.Level]
  {
    var random = RandomStream(Seed(7).derived("offset", seed))
    return beacons.enumerated().flatMap { beacon, position in
      var (field, last) = (random.normal(), Self.walk.position(at: -20.5))
      return (-20...79).compactMap { second -> LevelEvidence.Level? in
        let time = Double(second) - 0.5
        let place = Self.walk.position(at: time)
        let kept = Elementary.exp(-(place - last).length / 2)
        field = kept * field + (1 - kept * kept).squareRoot() * random.normal()
        last = place
        let level =
          -60 - 20 * Elementary.log10((place - position).length) + shadowing * field + noise * random.normal()
        return level < -92
          ? nil : .init(time: time + offset, beacon: beacon, position: position, level: level)
      }
    }
  }

  @Test(arguments: [0, 0.5, -0.5, 2, -2, 10, -10])
  func `finds the offset of levels that follow the law exactly, to the step of its search`(offset: Double)
    throws
  {
    let levels = Self.levels(ahead: offset, seed: 0, shadowing: 0, noise: 0.01)
    let found = try ClockOffset(LevelEvidence(levels, along: Self.walk))
    #expect(abs(found.seconds - offset) < 0.051)
    #expect(found.interval.lower < offset + 0.051 && found.interval.upper > offset - 0.051)
  }

  /// 200 seeds, 50 for each offset. Were the coverage 0.95, the standard error would be 0.015, and fewer than 0.86 would be found
  /// less than once in ten million times.
  @Test func `its interval covers the true offset about as often as it says`() throws {
    var (covered, count, squares) = (0, 0, 0.0)
    for (index, offset) in [0.5, -0.5, 2, -10].enumerated() {
      for seed in 0..<50 {
        let levels = Self.levels(ahead: offset, seed: 50 * index + seed)
        guard let found = try? ClockOffset(LevelEvidence(levels, along: Self.walk)) else { continue }
        count += 1
        squares += (found.seconds - offset) * (found.seconds - offset)
        if found.interval.lower <= offset, offset <= found.interval.upper { covered += 1 }
      }
    }
    let (share, error) = (Double(covered) / Double(count), (squares / Double(count)).squareRoot())
    #expect(count >= 180 && share >= 0.86 && share < 1 && error < 0.6, "\(covered) of \(count), \(error) s")
  }

  @Test func `refuses a walker who stands, whatever the noise`() {
    let standing = Walk(
      knots: [0.0, 60].map { Walk.Knot(time: $0, position: Point(x: 5, y: 1, z: 1.2)) })
    for seed in 0..<20 {
      let levels = Self.levels(ahead: 0, seed: seed)
      #expect(throws: ClockOffset.Absence.self) {
        try ClockOffset(LevelEvidence(levels, along: standing))
      }
    }
  }

  @Test func `refuses levels that have nothing to do with the path`() {
    var answers = 0
    for seed in 0..<40 {
      var random = RandomStream(Seed(8).derived("noise", seed))
      let levels = (0..<800).map { _ in
        LevelEvidence.Level(
          time: 100 * random.uniform() - 20, beacon: 0, position: Self.beacons[0],
          level: -70 + 5 * random.normal())
      }
      if (try? ClockOffset(LevelEvidence(levels, along: Self.walk))) != nil { answers += 1 }
    }
    // Of 40, each of which may be taken for a path with a chance of a few per cent.
    #expect(answers <= 6)
  }

  @Test func `refuses two offsets that are alike: a round of 20 s, walked six times`() {
    let corners = [(0.0, 0.0), (10, 0), (10, 10), (0, 10)]
    let round = Walk(
      knots: (0...24).map {
        Walk.Knot(time: 5 * Double($0), position: Point(x: corners[$0 % 4].0, y: corners[$0 % 4].1, z: 0))
      })
    let levels = (0..<120).map { second in
      let time = Double(second) + 0.5
      let distance = (round.position(at: time) - Point(x: 1, y: -2, z: 1)).length
      return LevelEvidence.Level(
        time: time, beacon: 0, position: Point(x: 1, y: -2, z: 1),
        level: -60 - 20 * Elementary.log10(distance) + (second % 2 == 0 ? 0.5 : -0.5))
    }
    #expect {
      try ClockOffset(LevelEvidence(levels, along: round))
    } throws: {
      if case .alike = $0 as? ClockOffset.Absence { true } else { false }
    }
  }

  @Test func `refuses too few observations, and an offset beyond its range`() {
    let few = (0..<15).map {
      LevelEvidence.Level(time: Double($0) + 30, beacon: 0, position: Self.beacons[0], level: -60)
    }
    #expect(throws: ClockOffset.Absence.tooFew(15)) {
      try ClockOffset(LevelEvidence(few, along: Self.walk))
    }
    let far = Self.levels(ahead: 45, seed: 1, shadowing: 0, noise: 0.01)
    #expect(throws: ClockOffset.Absence.self) { try ClockOffset(LevelEvidence(far, along: Self.walk)) }
  }

  @Test func `with fixes, the time by which they trail is part of the offset`() throws {
    var random = RandomStream(Seed(9))
    let fixes = (0..<90).map { second -> (time: Double, position: Point) in
      // The clock of the fixes is 3 s ahead, and the method trails by 1.5 s.
      let place = Self.walk.position(at: Double(second) - 4.5)
      return (Double(second), place + Point(x: 0.5 * random.normal(), y: 0.5 * random.normal(), z: 0))
    }
    let found = try ClockOffset(FixEvidence([.init(fixes: fixes, walk: Self.walk)]))
    #expect(abs(found.seconds - 4.5) < 0.5)
    #expect(found.interval.lower < 4.5 && 4.5 < found.interval.upper)
    #expect(found.adding(-100).seconds == found.seconds - 100)
  }
}
