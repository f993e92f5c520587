import Documents
import Positioning
import Testing
import World

@Suite struct LagCompensatedCentroidTests {
  private static let site = Sites.ranged(
    Sites.site([0.0, 4, 8, 12].map { Point(x: $0, y: 0, z: 1.2) }))

  /// Only one beacon is heard at a time: the centroid is at its place.
  private static func epoch(_ anchor: Int, at time: Double) -> Epoch {
    Sites.epoch((0..<4).map { $0 == anchor ? -60 : nil }, at: time)
  }

  // 0, 4 and 8 m at 0, 4 and 8 s are 1 m/s: 1.5 s ahead is 1.5 m.
  @Test func `moves the centroid ahead along its own velocity`() throws {
    var method = LagCompensatedCentroid(Self.site, .init { $0.seconds = 20 })
    #expect(try method.fix(from: Self.epoch(0, at: 0)).position.x == 0)
    #expect(abs(try method.fix(from: Self.epoch(1, at: 4)).position.x - 5.5) < 1e-12)
    #expect(abs(try method.fix(from: Self.epoch(2, at: 8)).position.x - 9.5) < 1e-12)
    #expect(abs(try #require(try method.position(at: 8.7)).position.x - 10.2) < 1e-12)
    #expect(abs(try #require(try method.position(at: 8.7)).position.x - 10.2) < 1e-12)
  }

  // 0, 4 and 12 m at 0, 1 and 2 s: the slope of the line is (12 - 0) / 2 = 6 m/s.
  @Test func `takes the slope of the line that fits best, within the greatest speed`() throws {
    for (greatest, expected) in [(10.0, 18.0), (1.5, 13.5)] {
      var method = LagCompensatedCentroid(
        Self.site, .init { ($0.delay, $0.greatestSpeed) = (1, greatest) })
      for (anchor, time) in [(0, 0.0), (1, 1)] { _ = try method.fix(from: Self.epoch(anchor, at: time)) }
      #expect(abs(try method.fix(from: Self.epoch(3, at: 2)).position.x - expected) < 1e-12)
    }
  }

  @Test func `forgets what is older than its seconds`() throws {
    var method = LagCompensatedCentroid(Self.site, .init { $0.seconds = 3 })
    _ = try method.fix(from: Self.epoch(0, at: 0))
    #expect(try method.fix(from: Self.epoch(1, at: 4)).position.x == 4)
  }
}
