import Testing
import World

@Suite struct ShortestRoutesTests {
  @Test func `finds the shortest routes of a graph drawn by hand`() {
    // Costs: 0-1 1, 1-2 1, 0-2 3, 2-3 1, 0-3 5; 4-5 apart.
    let graph = path(
      [(0, 0), (1, 0), (1, 1), (2, 1), (9, 9), (9, 10)], [(0, 1), (1, 2), (0, 2), (2, 3), (3, 0), (4, 5)])
    let routes = ShortestRoutes(from: 0, on: graph, costs: [1, 1, 3, 1, 5, 1])
    #expect(routes.costs == [0, 1, 2, 3, .infinity, .infinity])
    #expect(routes.route(to: 3).map(\.node) == [1, 2, 3])
    #expect(routes.route(to: 3).map(\.edge) == [0, 1, 3])
    #expect(routes.route(to: 0).isEmpty && routes.route(to: 4).isEmpty)
    // Two routes of 3 from 0 to 2: over the node that comes first.
    let tied = ShortestRoutes(from: 0, on: graph, costs: [1, 2, 3, 1, 5, 1])
    #expect(tied.costs[2] == 3 && tied.route(to: 2).map(\.edge) == [2])
  }

  @Test func `goes through the junction of a branching path`() throws {
    let distances = try #require(PathDistances(on: branching))
    let inWest = branching.snap(Point(x: 1, y: 0))
    let inEast = branching.snap(Point(x: 9, y: 0))
    let inNorth = branching.snap(Point(x: 6, y: 3))
    #expect(distances.distance(inWest, inEast) == 8)
    #expect(distances.distance(inWest, inNorth) == 8)
    #expect(distances.distance(inNorth, inWest) == 8)
    #expect(distances.distance(inEast, inNorth) == 6)
    #expect(distances.distance(inNorth, inNorth) == 0)
    #expect(distances.distance(inWest, branching.snap(Point(x: 3.5, y: 0))) == 2.5)
  }

  @Test func `takes the shorter way round a closed path`() throws {
    // A square of 10 m: between two places 1 m either side of a corner 2 m, between opposite ones 20 m.
    let square = path([(0, 0), (10, 0), (10, 10), (0, 10)], [(0, 1), (1, 2), (2, 3), (3, 0)])
    let distances = try #require(PathDistances(on: square))
    let south = square.snap(Point(x: 1, y: 0))
    #expect(distances.distance(south, square.snap(Point(x: 0, y: 1))) == 2)
    #expect(distances.distance(south, square.snap(Point(x: 9, y: 10))) == 20)
    #expect(distances.distance(south, square.snap(Point(x: 10, y: 8))) == 17)
  }

  @Test func `a path in parts has no distances`() {
    #expect(PathDistances(on: path([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1), (2, 3)])) == nil)
  }
}
