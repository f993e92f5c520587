import Testing
import World

@testable import Positioning

@Suite struct PathGridTests {
  private func path(_ nodes: [(Double, Double)], _ edges: [(Int, Int)]) -> PathGraph {
    PathGraph(
      nodes: nodes.enumerated().map {
        PathGraph.Node(name: "\($0)", position: Point(x: $1.0, y: $1.1))
      }, edges: edges.map { PathGraph.Edge(from: $0, to: $1) })
  }

  private func targets(_ grid: PathGrid, _ cell: Int, _ metres: Double) -> [Int: Double] {
    Dictionary(
      WalkGrid(grid, turn: 0).targets(from: cell, metres: metres).map { ($0.cell, $0.weight) },
      uniquingKeysWith: +)
  }

  @Test func `cuts edges into equal pieces, each of which is walked both ways`() {
    let grid = PathGrid(path([(0, 0), (2, 0)], [(0, 1)]), cell: 0.6)
    #expect(grid.positions.map(\.x) == [0.25, 0.75, 1.25, 1.75, 1.75, 1.25, 0.75, 0.25])
    #expect(grid.headings.map(\.x) == [1, 1, 1, 1, -1, -1, -1, -1])
    #expect(grid.opposite == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(grid.lengths.allSatisfy { $0 == 0.5 })
  }

  @Test func `a step between two middles is divided by distance, and dead ends turn round`() {
    let grid = PathGrid(path([(0, 0), (2, 0)], [(0, 1)]), cell: 0.5)
    #expect(targets(grid, 0, 0) == [0: 1])
    #expect(targets(grid, 0, 1) == [2: 1])
    #expect(targets(grid, 0, 0.625) == [1: 0.75, 2: 0.25])
    // From 1.75 m a quarter of a metre to the end, and as much back.
    #expect(targets(grid, 3, 0.5) == [4: 1])
    #expect(targets(grid, 3, 1) == [5: 1])
  }

  @Test func `at a fork each way on is as probable as another, and none leads back`() {
    // From the west to a fork at the origin, and on to the east and the north.
    let grid = PathGrid(path([(-1, 0), (0, 0), (1, 0), (0, 1)], [(0, 1), (1, 2), (1, 3)]), cell: 0.5)
    let last = 1
    let ends = targets(grid, last, 0.5)
    #expect(ends.count == 2 && ends.values.allSatisfy { $0 == 0.5 })
    #expect(Set(ends.keys.map { grid.positions[$0] }) == [Point(x: 0.25, y: 0), Point(x: 0, y: 0.25)])
  }

  @Test func `a loop goes round`() {
    let grid = PathGrid(path([(0, 0), (2, 0), (2, 2), (0, 2)], [(0, 1), (1, 2), (2, 3), (3, 0)]), cell: 0.5)
    for cell in 0..<grid.count { #expect(targets(grid, cell, 8) == [cell: 1]) }
  }

  @Test func `stairs and lifts are as long as they take at 1_3 m a second`() {
    let path = PathGraph(
      nodes: [
        .init(name: "a", position: .zero, floor: 0),
        .init(name: "b", position: Point(x: 3, y: 0, z: 4), floor: 1),
        .init(name: "c", position: Point(x: 3, y: 0, z: 9), floor: 2),
      ],
      edges: [
        .init(from: 0, to: 1, kind: .stairs(speed: 0.65)),
        .init(from: 1, to: 2, kind: .lift(wait: 10, speed: 0.5)),
      ])
    let grid = PathGrid(path, cell: 1)
    // 5 m at half the speed are 10; 10 s and 5 m at 0.5 m/s are 20 s, which are 26 m.
    #expect(grid.lengths.reduce(0, +) == 2 * (10 + 26))
    #expect(grid.floors[..<5] == [0, 0, 0, 0, 0] && grid.floors[5..<10] == [1, 1, 1, 1, 1])
    #expect(grid.headings[20] == .zero)
    // Either way the lift stands for the first 13 m and is halfway up or down after 19.5, between the 19th and the 20th cell.
    for (first, floor) in [(20, 1), (46, 2)] {
      #expect(grid.floors[first..<first + 19].allSatisfy { $0 == floor })
      #expect(grid.floors[first + 20..<first + 26].allSatisfy { $0 == 3 - floor })
      #expect(grid.positions[first..<first + 13].allSatisfy { $0 == grid.positions[first] })
    }
    #expect(grid.opposite[20] == 20 && grid.opposite[0] == 19)
  }
}
