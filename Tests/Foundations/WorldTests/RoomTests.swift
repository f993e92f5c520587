import Testing
import World

@Suite struct RoomTests {
  private let west = Room(
    name: "west", corners: [(0, 0), (4, 0), (4, 3), (0, 3)].map { Point(x: $0, y: $1) })
  private let east = Room(
    name: "east", corners: [(4, 3), (4, 0), (9, 1), (9, 3)].map { Point(x: $0, y: $1) })
  /// An L round the corner (2, 2).
  private let bent = Room(
    name: "bent", corners: [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)].map { Point(x: $0, y: $1) })

  @Test func `holds what is inside its corners, whichever way they go round`() {
    #expect(west.contains(Point(x: 1, y: 1)) && !west.contains(Point(x: 5, y: 1)))
    #expect(east.contains(Point(x: 5, y: 2)) && !east.contains(Point(x: 8, y: 0.5)))
    #expect(bent.contains(Point(x: 1, y: 5)) && bent.contains(Point(x: 5, y: 1)))
    #expect(!bent.contains(Point(x: 3, y: 3)))
  }

  @Test(arguments: [0.001, 0.1, 1, 2.3, 2.999]) func `a place on a shared side is in one room only`(y: Double)
  {
    let place = Point(x: 4, y: y)
    #expect(west.contains(place) != east.contains(place))
  }

  @Test func `of its own sides those to the west and south belong to it`() {
    #expect(west.contains(Point(x: 0, y: 1)) && west.contains(Point(x: 1, y: 0)))
    #expect(!west.contains(Point(x: 1, y: 3)) && !bent.contains(Point(x: 6, y: 1)))
  }

  @Test func `has the area of its polygon`() {
    #expect(west.area == 12 && bent.area == 20)
  }

  @Test func `a site finds the first room of the right floor`() {
    let upstairs = Room(name: "upstairs", corners: west.corners, floor: 1)
    let site = Site(name: "s", rooms: [upstairs, west, bent], anchors: [])
    #expect(site.room(at: Point(x: 1, y: 1), floor: 0) == 1)
    #expect(site.room(at: Point(x: 1, y: 1), floor: 1) == 0)
    #expect(site.room(at: Point(x: 1, y: 5), floor: 0) == 2)
    #expect(site.room(at: Point(x: 1, y: 5), floor: 1) == nil)
  }
}
