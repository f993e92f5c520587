import Positioning
import TestSupport
import Testing
import World

@Suite struct CirclePairTests {
  struct Example: Decodable {
    let b1: [Double]
    let r1: Double
    let b2: [Double]
    let r2: Double
    let rule: String
    let ok: Bool
    let point: [Double]?
  }

  static let rules: [String: CirclePair.Rule] = [
    "circles": .circlesMeet, "always": .radicalLineAlways, "segment": .withinSegment, "exact": .exact,
  ]

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `solves as the exact vectors do`() throws {
    let examples = try SharedData.vectors("two_circle", as: [Example].self)
    #expect(examples.count == 36)
    for example in examples {
      let pair = CirclePair(
        first: Point(x: example.b1[0], y: example.b1[1]), firstRadius: example.r1,
        second: Point(x: example.b2[0], y: example.b2[1]), secondRadius: example.r2)
      let point = pair.solution(by: try #require(Self.rules[example.rule]))
      #expect((point != nil) == example.ok)
      guard let point, let expected = example.point else { continue }
      #expect(abs(point.x - expected[0]) < 1e-12 && abs(point.y - expected[1]) < 1e-12)
    }
  }

  @Test(arguments: 1...50)
  func `gives a point on the line with equal powers to both circles, whichever comes first`(seed: Int) throws
  {
    var draws = Draws(seed: seed)
    let first = Point(x: draws.next(-50...50), y: draws.next(-50...50), z: draws.next(0...5))
    let second = Point(x: draws.next(-50...50), y: draws.next(-50...50), z: draws.next(0...5))
    let (r1, r2) = (draws.next(0...60), draws.next(0...60))
    let pair = CirclePair(first: first, firstRadius: r1, second: second, secondRadius: r2)
    let swapped = CirclePair(first: second, firstRadius: r2, second: first, secondRadius: r1)
    let point = try #require(pair.solution(by: .radicalLineAlways))
    let other = try #require(swapped.solution(by: .radicalLineAlways))
    #expect(point.horizontalDistance(to: other) < 1e-9)
    let toFirst = point.horizontalDistance(to: first)
    let toSecond = point.horizontalDistance(to: second)
    let powers = [toFirst * toFirst - r1 * r1, toSecond * toSecond - r2 * r2]
    #expect(abs(powers[0] - powers[1]) < 1e-6 * max(1, abs(powers[0])))
    let across =
      (point.x - first.x) * (second.y - first.y) - (point.y - first.y) * (second.x - first.x)
    #expect(abs(across) < 1e-6 * max(1, toFirst * first.horizontalDistance(to: second)))
    // Circles meet exactly when the power is not positive: the radical line then cuts them.
    #expect((pair.solution(by: .circlesMeet) != nil) == (powers[0] <= 0))
  }

  @Test func `finds nothing for huge radii that overflow`() {
    let pair = CirclePair(
      first: .zero, firstRadius: 1e200, second: Point(x: 1, y: 0), secondRadius: 1e200)
    #expect(pair.solution(by: .radicalLineAlways) == nil)
  }
}
