import Testing
import World

@Suite struct WalkableTests {
  private func room(_ west: Double, _ south: Double, _ east: Double, _ north: Double, floor: Int = 0)
    -> WalkableArea
  {
    WalkableArea(
      shape: .outline([
        Point(x: west, y: south), Point(x: east, y: south), Point(x: east, y: north),
        Point(x: west, y: north),
      ]), floor: floor)
  }

  private func wall(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Obstacle {
    Obstacle(shape: .wall(from: Point(x: x0, y: y0), to: Point(x: x1, y: y1)), loss: 0)
  }

  private let ground = [Floor(level: 0, elevation: 0)]

  @Test func `cells hold the places of their rows, from south to north`() {
    let cells = WalkableArea.Cells(
      corner: Point(x: 10, y: 20), side: 0.5, rows: [[true, false, true], [false, true, true]])
    let area = WalkableArea(shape: .cells(cells))
    for (x, y, isInside) in [
      (10.0, 20.0, true), (10.6, 20.2, false), (11.4, 20.4, true), (10.2, 20.6, false), (11.4, 20.9, true),
      (11.5, 20.2, false), (9.9, 20.2, false), (10.2, 21, false), (1e300, 20, false), (10.2, -1e300, false),
    ] { #expect(area.contains(Point(x: x, y: y)) == isInside, "\(x), \(y)") }
    #expect(area.box.low == Point(x: 10, y: 20) && area.box.high == Point(x: 11.5, y: 21))
    #expect(
      cells.runs.map { [$0.low.x, $0.low.y, $0.high.x, $0.high.y] } == [
        [10, 20, 10.5, 20.5], [11, 20, 11.5, 20.5], [10.5, 20.5, 11.5, 21],
      ])
  }

  @Test func `the ground is what is stated, and on other floors the rooms`() {
    let rooms = [0, 1].map { level in
      Room(name: "r\(level)", corners: [.zero, Point(x: 3, y: 0), Point(x: 0, y: 3)], floor: level)
    }
    let stated = room(0, 0, 1, 1, floor: 1)
    let site = Site(name: "s", rooms: rooms, walkable: [stated], anchors: [])
    #expect(site.ground == [stated, WalkableArea(shape: .outline(rooms[0].corners), floor: 0)])
  }

  @Test func `a step leads through the gap of a wall and not through the wall`() {
    let cells = WalkableCells(
      [room(0, 0, 8, 4)], obstacles: [wall(4, 0, 4, 3)], floors: ground, side: 1)
    #expect(cells.places.count == 32 && cells.places[9] == Point(x: 1.5, y: 1.5))
    // Cell 3 is the last before the wall in the southern row, and 27 in the northern one, where the gap is.
    #expect(cells.neighbours[3] == [2, 10, 11])
    #expect(cells.neighbours[27] == [18, 19, 26, 28])
    #expect(cells.neighbours[28] == [20, 21, 27, 29])
    #expect(cells.parts.allSatisfy { $0 == 0 } && cells.separatePart(path: nil) == nil)
  }

  @Test func `a closed wall leaves two parts, and the path makes a door`() throws {
    let closed = [wall(4, 0, 4, 4)]
    let apart = WalkableCells([room(0, 0, 8, 4)], obstacles: closed, floors: ground, side: 1)
    let part = try #require(apart.separatePart(path: nil))
    #expect(part.cell == 4 && part.count == 16)
    let way = path([(1, 2), (7, 2)], [(0, 1)])
    let joined = WalkableCells([room(0, 0, 8, 4)], obstacles: closed, floors: ground, path: way, side: 1)
    // The door is as wide as two cells: from y 1 to 3.
    #expect(joined.separatePart(path: nil) == nil)
    #expect(joined.neighbours[3].contains(4) == false && joined.neighbours[11].contains(12))
    #expect(joined.neighbours[19].contains(20) && joined.neighbours[27].contains(28) == false)
  }

  @Test func `nobody walks into a pillar or round its corner`() {
    let pillar = Obstacle(shape: .pillar(centre: Point(x: 1.5, y: 1.5), radius: 0.4), loss: 0)
    let cells = WalkableCells([room(0, 0, 3, 3)], obstacles: [pillar], floors: ground, side: 1)
    #expect(cells.places.count == 8)
    #expect(cells.neighbours[0] == [1, 3] && cells.neighbours[1] == [0, 2])
    #expect(cells.nearest(to: Point(x: 1.4, y: 1.5), floor: 0) == 3)
    #expect(cells.nearest(to: .zero, floor: 1) == nil)
  }

  @Test func `a gap of less than a square metre is no ground`() {
    let cells = WalkableCells(
      [room(0, 0, 2, 2), room(3, 0, 3.5, 1.5)], floors: ground, side: 0.5)
    #expect(cells.places.count == 16 && cells.places.allSatisfy { $0.x < 2 })
  }

  @Test func `stairs join two wings of a floor`() throws {
    let floors = [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)]
    let cells = WalkableCells(
      [room(0, 0, 8, 2), room(0, 0, 2, 2, floor: 1), room(6, 0, 8, 2, floor: 1)], floors: floors, side: 1)
    #expect(cells.places.count == 24 && cells.places[16] == Point(x: 0.5, y: 0.5, z: 3))
    #expect(try #require(cells.separatePart(path: nil)) == (18, 4))
    let ends = [(1.0, 0), (1, 1), (7, 0), (7, 1)]
    let path = PathGraph(
      nodes: ends.map { x, level in
        PathGraph.Node(
          name: "\(x)-\(level)", position: Point(x: x, y: 1, z: Double(3 * level)), floor: level)
      },
      edges: [(0, 1), (2, 3)].map { PathGraph.Edge(from: $0, to: $1, kind: .stairs(speed: 0.5)) })
    #expect(cells.separatePart(path: path) == nil)
  }
}
