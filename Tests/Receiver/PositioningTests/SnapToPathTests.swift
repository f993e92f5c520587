import Testing
import World

@Suite struct SnapToPathTests {
  private func snap(_ point: Point, floor: Int = 0, onto path: PathGraph) -> Fix {
    Fix(position: point, floor: floor, uncertainty: 2, origin: .fallback).snapped(to: path)
  }

  @Test func `moves a fix to an open, a closed or a branching path and keeps the rest of it`() {
    let corners = [Point.zero, Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)]
    let open = Sites.path(corners, edges: [(0, 1), (1, 2), (2, 3)])
    let closed = Sites.path(corners, edges: [(0, 1), (1, 2), (2, 3), (3, 0)])
    let branching = Sites.path(corners, edges: [(0, 1), (1, 2), (1, 3)])
    let point = Point(x: 1, y: 6)
    #expect(
      snap(point, onto: open) == Fix(position: Point(x: 1, y: 10), uncertainty: 2, origin: .fallback))
    #expect(snap(point, onto: closed).position == Point(x: 0, y: 6))
    // On the edge from (10, 0) to (0, 10) the foot of (1, 6) is (2.5, 7.5).
    #expect(snap(point, onto: branching).position.distance(to: Point(x: 2.5, y: 7.5)) < 1e-12)
    #expect(snap(Point(x: -5, y: -3), onto: branching).position == .zero)
  }

  // A walker goes 3 m in three seconds: 4.5 m² each way where the direction is open, 9 m² along the line of a path, here at a slope of
  // 4 to 3.
  @Test func `readings that trail widen what is stated, along the path where the method states no more`() {
    func trailing(_ covariance: PlanCovariance?) -> Fix {
      Fix(position: .zero, uncertainty: 9, covariance: covariance).trailing(by: 3)
    }
    let open = trailing(PlanCovariance(xx: 4, xy: 1, yy: 2))
    #expect(open.covariance == PlanCovariance(xx: 8.5, xy: 1, yy: 6.5))
    #expect(open.uncertainty == 15.0.squareRoot())
    let onPath = trailing(PlanCovariance(xx: 9, xy: 12, yy: 16)).covariance ?? .init(xx: 0, xy: 0, yy: 0)
    #expect(abs(onPath.xx - 12.24) < 1e-9 && abs(onPath.xy - 16.32) < 1e-9 && abs(onPath.yy - 21.76) < 1e-9)
    #expect(trailing(PlanCovariance(xx: 0, xy: 0, yy: 0)).covariance == .init(xx: 4.5, xy: 0, yy: 4.5))
    #expect(trailing(nil).uncertainty == 9)
  }

  @Test func `stays on the floor of the fix`() {
    let path = Sites.path(
      [.zero, Point(x: 10, y: 0), Point(x: 0, y: 2, z: 4), Point(x: 10, y: 2, z: 4)],
      edges: [(0, 1), (2, 3)], floors: [0, 0, 1, 1])
    #expect(snap(Point(x: 5, y: 2), floor: 0, onto: path).position == Point(x: 5, y: 0))
    let upstairs = snap(Point(x: 5, y: 0), floor: 1, onto: path)
    #expect(upstairs.position == Point(x: 5, y: 2, z: 4) && upstairs.floor == 1)
  }
}
