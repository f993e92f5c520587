import Pages
import Testing
import World

@Suite struct LagCurveTests {
  /// A walk at 1 m/s along x, and fixes where the walker was 3 s before: shifted by s the error is |s - 3| everywhere.
  @Test func `a track that trails by 3 s is best shifted by 3 s`() throws {
    let walk = Walk(knots: [.init(time: 0, position: .zero), .init(time: 60, position: Point(x: 60, y: 0))])
    let fixes = (25...50).map { (time: Double($0), position: Point(x: Double($0) - 3, y: 0)) }
    let curve = try #require(LagCurve([(walk: walk, fixes: fixes)]))
    for (shift, error) in zip(curve.shifts, curve.errors) { #expect(abs(error - abs(shift - 3)) < 1e-9) }
    #expect(try curve.shifts[#require(curve.best)] == 3)
  }

  @Test func `a walk that is too short has no curve, and fixes that stay have no lag`() {
    let walk = Walk(knots: [.init(time: 0, position: .zero), .init(time: 20, position: Point(x: 20, y: 0))])
    #expect(LagCurve([(walk: walk, fixes: [(time: 10, position: .zero)])]) == nil)
    let long = Walk(knots: [.init(time: 0, position: .zero), .init(time: 60, position: Point(x: 60, y: 0))])
    #expect(LagCurve([(walk: long, fixes: [(time: 30, position: .zero)])])?.best == nil)
  }
}
