import Testing
import World

@Suite struct ObstacleTests {
  private let wall = Obstacle(shape: .wall(from: Point(x: 5, y: 0), to: Point(x: 5, y: 4)), loss: 3.5)
  private let pillar = Obstacle(shape: .pillar(centre: Point(x: 5, y: 5), radius: 1), loss: 10)

  private func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> (Point, Point) {
    (Point(x: x0, y: y0, z: 1), Point(x: x1, y: y1, z: 3))
  }

  @Test func `a wall blocks what crosses it and nothing that passes it`() {
    for (a, b) in [line(0, 2, 10, 2), line(10, 2, 0, 2), line(4, 3, 6, 1)] { #expect(wall.blocks(a, b)) }
    // Past its end, short of it, along its side, and crossing the line on which it stands beyond its end.
    for (a, b) in [line(0, 5, 10, 5), line(0, 2, 4.9, 2), line(4, 0, 4, 4), line(4, 5, 6, 4.5)] {
      #expect(!wall.blocks(a, b))
    }
  }

  @Test func `touching a wall counts as blocked`() {
    #expect(wall.blocks(Point(x: 0, y: 4), Point(x: 10, y: 4)))
    #expect(wall.blocks(Point(x: 0, y: 2), Point(x: 5, y: 2)))
    #expect(wall.blocks(Point(x: 5, y: 1), Point(x: 5, y: 9)))
  }

  @Test func `a line that runs on in a wall's direction does not meet it`() {
    #expect(!wall.blocks(Point(x: 5, y: 4.5), Point(x: 5, y: 9)))
  }

  @Test func `a pillar blocks what comes within its radius`() {
    for (a, b) in [line(0, 5, 10, 5), line(0, 5.9, 10, 5.9), line(5, 5, 20, 20), line(5.5, 5, 5.6, 5)] {
      #expect(pillar.blocks(a, b))
    }
    for (a, b) in [line(0, 6.1, 10, 6.1), line(0, 5, 3.9, 5), line(6.1, 5, 9, 5), line(6, 6, 9, 9)] {
      #expect(!pillar.blocks(a, b))
    }
  }

  @Test func `touching a pillar's side counts as blocked`() {
    #expect(pillar.blocks(Point(x: 0, y: 6), Point(x: 10, y: 6)))
  }

  @Test func `a link that goes straight up is a point on the plan`() {
    #expect(pillar.blocks(Point(x: 5, y: 5, z: 0), Point(x: 5, y: 5, z: 3)))
    #expect(!pillar.blocks(Point(x: 7, y: 5, z: 0), Point(x: 7, y: 5, z: 3)))
    #expect(!wall.blocks(Point(x: 7, y: 2, z: 0), Point(x: 7, y: 2, z: 3)))
  }

  @Test func `either end of a link may be called the first`() {
    for (a, b) in [line(0, 2, 10, 2), line(0, 5, 10, 5), line(4, 5, 6, 4.5), line(1, 9, 5, 6)] {
      #expect(wall.blocks(a, b) == wall.blocks(b, a))
      #expect(pillar.blocks(a, b) == pillar.blocks(b, a))
    }
  }
}
