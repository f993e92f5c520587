import Testing
import World

@Suite struct MicrosecondsTests {
  @Test func `three times a tenth of a second is three tenths of a second`() {
    #expect(3 * 0.1 != 0.3)
    #expect((3 * 0.1).microseconds == 300_000)
    #expect((1...10_000).allSatisfy { (Double($0) * 0.1).microseconds == Int64($0) * 100_000 })
    #expect((0.7).microseconds.seconds == 0.7)
  }

  @Test func `rounds to the nearest microsecond, and of two equally near to the even one`() {
    #expect((1.2345678).microseconds == 1_234_568)
    #expect((-1.2345674).microseconds == -1_234_567)
    // 2^-7 s are 7812.5 microseconds, and three times that 23437.5.
    #expect((0.0078125).microseconds == 7812 && (0.0234375).microseconds == 23438)
    #expect((1e-9).microseconds == 0 && (1e-9).windowMicroseconds == 1)
  }

  @Test func `what is no time has microseconds all the same`() {
    let (early, late) = ((-Double.infinity).microseconds, Double.infinity.microseconds)
    #expect(late - early == 8_000_000_000_000_000_000)
    #expect(1e300.microseconds == late && Double.nan.microseconds == 0)
  }

  @Test func `a walk is known from its first microsecond to its last`() {
    let walk = Walk(knots: [
      Walk.Knot(time: 0.1 + 0.2, position: .zero), Walk.Knot(time: 0.7, position: Point(x: 1, y: 0)),
    ])
    // 0.3 lies a binary digit before 0.1 + 0.2, and 7 * 0.1 one after 0.7.
    #expect(walk.isKnown(at: 0.3) && walk.isKnown(at: 7 * 0.1))
    #expect(!walk.isKnown(at: 0.299999) && !walk.isKnown(at: 0.700001))
    #expect(walk.known(among: (0...10).map { Double($0) * 0.1 }) == 3..<8)
    #expect(walk.known(among: [0.1, 0.2]).isEmpty && walk.known(among: [1, 2]).isEmpty)
  }
}
