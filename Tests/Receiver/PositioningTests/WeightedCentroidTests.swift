import Documents
import Positioning
import Testing
import World

@Suite struct WeightedCentroidTests {
  static let site = Sites.ranged(
    Sites.site([(0.0, 0.0), (4, 0), (0, 8), (30, 30)].map { Point(x: $0.0, y: $0.1, z: 3) }))

  // Weights 1, 1/2 and 1/4 over 7/4: x = 4 × 2/7, y = 8 × 1/7.
  @Test func `weighs places by one over their distance`() throws {
    var method = WeightedCentroid(Self.site, .init { ($0.anchors, $0.weightExponent) = (3, 1) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [1, 2, 4, 5]))
    #expect(fix.position.distance(to: Point(x: 8.0 / 7, y: 8.0 / 7)) < 1e-12)
  }

  // Weights 1, 1/√8 and 1/8.
  @Test func `to any power`() throws {
    var method = WeightedCentroid(Self.site, .init { ($0.anchors, $0.weightExponent) = (3, 1.5) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [1, 2, 4, nil]))
    let total = 1 + 1 / 8.0.squareRoot() + 1.0 / 8
    #expect(fix.position.distance(to: Point(x: 4 / 8.0.squareRoot() / total, y: 1 / total)) < 1e-12)
  }

  @Test func `with power nought is the plain mean, and with one anchor its place`() throws {
    var method = WeightedCentroid(Self.site, .init { ($0.anchors, $0.weightExponent) = (3, 0) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [1, 2, 4, 9]))
    #expect(fix.position.distance(to: Point(x: 4.0 / 3, y: 8.0 / 3)) < 1e-12)
    let one = try method.fix(from: Sites.epoch(Self.site, distances: [nil, nil, 3, nil]))
    #expect(one.position == Point(x: 0, y: 8))
  }

  // With n = 2 powers fall as the square of the distance: 1, 1/4 and 1/16 over 21/16.
  @Test func `weighs places by received power`() throws {
    var method = WeightedCentroid(
      Self.site, .init { ($0.anchors, $0.weightExponent, $0.weights) = (3, 1, .power) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [1, 2, 4, 5]))
    #expect(fix.position.distance(to: Point(x: 4.0 * 4 / 21, y: 8.0 / 21)) < 1e-9)
    let weak = try method.fix(from: Sites.epoch([-4000, -4010, nil, nil]))
    #expect(weak.position.distance(to: Point(x: 4.0 / 11, y: 0)) < 1e-9)
  }

  // The second, the third and the first are 1, 2 and 3 in rank: weights 1, 1/4 and 1/9 over 49/36.
  @Test func `weighs places by rank`() throws {
    var method = WeightedCentroid(
      Self.site, .init { ($0.anchors, $0.weightExponent, $0.weights) = (3, 2, .rank) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [7, 2, 3, 9]))
    #expect(fix.position.distance(to: Point(x: 4.0 * 36 / 49, y: 8.0 * 9 / 49)) < 1e-12)
  }

  @Test func `takes the lower index of equals into the nearest`() throws {
    var method = WeightedCentroid(Self.site, .init { ($0.anchors, $0.weightExponent) = (2, 1) })
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: [9, 2, 2, 2]))
    #expect(fix.position.distance(to: Point(x: 2, y: 4)) < 1e-12)
  }

  @Test(arguments: 1...30)
  func `lies within the box round its anchors`(seed: Int) throws {
    var draws = Draws(seed: seed)
    let site = Sites.ranged(Sites.floor)
    var method = WeightedCentroid(site, .init { ($0.anchors, $0.weightExponent) = (6, draws.next(0...10)) })
    let fix = try method.fix(from: Sites.epoch(draws.levels(35)))
    #expect(-1.0...37 ~= fix.position.x && -1.0...17.5 ~= fix.position.y)
  }
}
