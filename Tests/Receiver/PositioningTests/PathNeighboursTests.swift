import Documents
import Positioning
import Testing
import World

/// Which beacon the two-circle method pairs with the nearest one along the path.
@Suite struct PathNeighboursTests {
  /// All beacons on their path at the phone's height, so that a fix between two of them tells which they were:
  /// the nearest at 1 m, all others at the distances given, in the order in which they should be tried.
  private func partner(of nearest: Int, in site: Site, distances: [Double]) throws -> Int? {
    let ranged = Sites.ranged(site)
    var method = TwoCircle(ranged, .init { ($0.pair, $0.rule) = (.pathNeighbours, .radicalLineAlways) })
    let fix = try method.fix(from: Sites.epoch(ranged, distances: distances))
    guard fix.origin == .method else { return nil }
    return site.anchors.indices.first { other in
      guard other != nearest else { return false }
      let pair = CirclePair(
        first: site.anchors[nearest].position, firstRadius: distances[nearest],
        second: site.anchors[other].position, secondRadius: distances[other])
      return pair.solution(by: .radicalLineAlways).map { $0.horizontalDistance(to: fix.position) < 1e-9 }
        ?? false
    }
  }

  private static func beacons(_ places: [(Double, Double)]) -> [Point] {
    places.map { Point(x: $0.0, y: $0.1, z: 1.2) }
  }

  /// Distances that grow with the index, but for the nearest.
  private func rising(_ count: Int, nearest: Int) -> [Double] {
    (0..<count).map { $0 == nearest ? 1 : 2 + Double($0) * 0.5 }
  }

  @Test func `on an open path are the one before and the one after`() throws {
    let path = Sites.path([.zero, Point(x: 40, y: 0)], edges: [(0, 1)])
    let site = Sites.site(Self.beacons([(30, 0), (20, 0), (10, 0), (0, 0)]), path: path)
    // Of the neighbours of beacon 2, beacons 1 and 3, beacon 1 is nearer; of the end, only beacon 2 is one.
    #expect(try partner(of: 2, in: site, distances: rising(4, nearest: 2)) == 1)
    #expect(try partner(of: 3, in: site, distances: rising(4, nearest: 3)) == 2)
    #expect(try partner(of: 0, in: site, distances: rising(4, nearest: 0)) == 1)
  }

  @Test func `on a closed path go round past the start`() throws {
    let square = [Point.zero, Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)]
    let path = Sites.path(square, edges: [(0, 1), (1, 2), (2, 3), (3, 0)])
    let site = Sites.site(Self.beacons([(5, 0), (10, 5), (5, 10), (0, 5)]), path: path)
    #expect(try partner(of: 3, in: site, distances: rising(4, nearest: 3)) == 0)
    #expect(try partner(of: 0, in: site, distances: [1, 5, 2, 4]) == 3)
  }

  @Test func `at a fork are the first on every branch`() throws {
    let path = Sites.path(
      [.zero, Point(x: 10, y: 0), Point(x: 20, y: 0), Point(x: 10, y: 10)], edges: [(0, 1), (1, 2), (1, 3)])
    let site = Sites.site(Self.beacons([(5, 0), (15, 0), (18, 0), (10, 5), (10, 8)]), path: path)
    #expect(try partner(of: 0, in: site, distances: [1, 5, 2, 4, 3]) == 3)
    #expect(try partner(of: 0, in: site, distances: [1, 4, 2, 5, 3]) == 1)
    #expect(try partner(of: 3, in: site, distances: [9, 5, 2, 1, 7]) == 1)
  }

  @Test func `past a beacon that hangs at the fork there are none`() throws {
    let path = Sites.path(
      [.zero, Point(x: 10, y: 0), Point(x: 20, y: 0), Point(x: 10, y: 10)], edges: [(0, 1), (1, 2), (1, 3)])
    let site = Sites.site(Self.beacons([(5, 0), (15, 0), (10, 5), (10, 0)]), path: path)
    #expect(try partner(of: 0, in: site, distances: [1, 2, 3, 9]) == 3)
    #expect(try partner(of: 2, in: site, distances: [3, 2, 1, 9]) == 3)
    #expect(try partner(of: 3, in: site, distances: [5, 4, 3, 1]) == 2)
  }

  @Test func `go through stretches without a beacon`() throws {
    let zigzag = [Point.zero, Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 20, y: 10)]
    let path = Sites.path(zigzag, edges: [(1, 0), (1, 2), (3, 2)])
    let site = Sites.site(Self.beacons([(2, 0), (18, 10), (1, 0)]), path: path)
    #expect(try partner(of: 0, in: site, distances: [1, 2, 3]) == 1)
  }

  @Test func `that are not heard leave the fallback`() throws {
    let path = Sites.path([.zero, Point(x: 40, y: 0)], edges: [(0, 1)])
    let ranged = Sites.ranged(Sites.site(Self.beacons([(0, 0), (10, 0), (20, 0)]), path: path))
    var method = TwoCircle(ranged, .init { ($0.pair, $0.rule) = (.pathNeighbours, .radicalLineAlways) })
    let fix = try method.fix(from: Sites.epoch(ranged, distances: [1, nil, 3]))
    #expect(fix == Fix(position: .zero, origin: .fallback))
  }

  @Test func `of other floors are left out`() throws {
    let places = [Point.zero, Point(x: 10, y: 0), Point(x: 20, y: 0, z: 4)]
    let path = Sites.path(places, edges: [(0, 1), (1, 2)], floors: [0, 0, 1])
    let beacons = [Point(x: 2, y: 0, z: 1.2), Point(x: 9, y: 0, z: 1.2), Point(x: 19, y: 0, z: 5.2)]
    let ranged = Sites.ranged(Sites.site(beacons, path: path, floors: [0, 0, 1]))
    var method = TwoCircle(ranged, .init { ($0.pair, $0.rule) = (.pathNeighbours, .radicalLineAlways) })
    // Beacon 2 is nearer than beacon 0, but it is upstairs: 1² - 6² + 7² = 14, over 2 × 7, towards beacon 0.
    let fix = try method.fix(from: Sites.epoch(ranged, distances: [6, 1, 2]))
    #expect(fix.position.distance(to: Point(x: 8, y: 0)) < 1e-9)
  }
}
