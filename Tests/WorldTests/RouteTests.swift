import TestSupport
import Testing
import World

@Suite struct RouteTests {
  struct Snaps: Decodable {
    let loop: [[Double]]
    let perimeter: Double
    let xy: [[Double]]
    let s: [Double]
    let snapped: [[Double]]
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `snaps to the places of the exact vectors, ties to the earliest leg`() throws {
    let vectors = try SharedData.vectors("snap_to_path", as: Snaps.self)
    let route = Route(vertices: vectors.loop.map { Point(x: $0[0], y: $0[1]) }, isClosed: true)
    #expect(route.length == vectors.perimeter)
    for (index, xy) in vectors.xy.enumerated() {
      let arc = route.arc(nearestTo: Point(x: xy[0], y: xy[1]))
      #expect(arc == vectors.s[index])
      let place = route.position(at: arc)
      #expect([place.x, place.y] == vectors.snapped[index])
    }
  }
}
