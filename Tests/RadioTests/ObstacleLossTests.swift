import Radio
import Testing
import World

@Suite struct ObstacleLossTests {
  let plan = [
    Obstacle(shape: .wall(from: Point(x: 2, y: -1), to: Point(x: 2, y: 1)), loss: 3.4),
    Obstacle(shape: .pillar(centre: Point(x: 4, y: 0), radius: 0.3), loss: 10),
    Obstacle(shape: .wall(from: Point(x: 6, y: -1), to: Point(x: 6, y: 1)), floor: 1, loss: 6.9),
  ]

  @Test func `adds the losses of what the straight line passes through`() {
    let start = Point(x: 0, y: 0, z: 1.2)
    #expect(plan.loss(from: start, floor: 0, to: Point(x: 1, y: 0, z: 3), floor: 0) == 0)
    #expect(plan.loss(from: start, floor: 0, to: Point(x: 3, y: 0, z: 3), floor: 0) == 3.4)
    #expect(plan.loss(from: start, floor: 0, to: Point(x: 8, y: 0, z: 3), floor: 0) == 13.4)
    #expect(plan.loss(from: start, floor: 0, to: Point(x: 8, y: 2, z: 3), floor: 0) == 3.4)
    #expect([Obstacle]().loss(from: start, floor: 0, to: Point(x: 8, y: 0), floor: 0) == 0)
  }

  @Test func `counts an obstacle on its own floor and on the way between floors`() {
    let (start, end) = (Point(x: 5, y: 0), Point(x: 8, y: 0))
    #expect(plan.loss(from: start, floor: 0, to: end, floor: 0) == 0)
    #expect(plan.loss(from: start, floor: 1, to: end, floor: 1) == 6.9)
    #expect(plan.loss(from: start, floor: 2, to: end, floor: 0) == 6.9)
  }
}
