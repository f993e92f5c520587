import Testing
import World

@Suite struct PointTests {
  private let a = Point(x: 1, y: 2, z: 3)
  private let b = Point(x: 4, y: 6, z: 15)

  @Test func `distance counts height, and the distance on the plan does not`() {
    // Steps of 3, 4 and 12: 13 in space, 5 on the plan.
    #expect(a.distance(to: b) == 13)
    #expect(b.distance(to: a) == 13)
    #expect(a.horizontalDistance(to: b) == 5)
  }

  @Test func `adds, subtracts, scales and multiplies as a vector`() {
    #expect(a + b == Point(x: 5, y: 8, z: 18))
    #expect(b - a == Point(x: 3, y: 4, z: 12))
    #expect(a * 2 == Point(x: 2, y: 4, z: 6))
    #expect(a.dot(b) == 61)
  }

  @Test func `moves by a fraction of the way`() {
    #expect(a.moved(towards: b, by: 0) == a)
    #expect(a.moved(towards: b, by: 0.25) == Point(x: 1.75, y: 3, z: 6))
    #expect(a.moved(towards: b, by: 1) == b)
  }

  @Test func `the direction on the plan has length 1, and none for a plumb line`() {
    #expect((b - a).horizontalDirection == Point(x: 0.6, y: 0.8))
    #expect(Point(x: 0, y: 0, z: 7).horizontalDirection == .zero)
  }

  @Test func `keeps its place on the plan at another height`() {
    #expect(a.at(height: 1.2) == Point(x: 1, y: 2, z: 1.2))
  }

  @Test func `is finite when every coordinate is`() {
    #expect(a.isFinite)
    #expect(!Point(x: .nan, y: 0).isFinite)
    #expect(!Point(x: 0, y: -.infinity).isFinite)
    #expect(!Point(x: 0, y: 0, z: .infinity).isFinite)
  }
}
