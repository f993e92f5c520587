import World

/// The cells of a walker on the path or on the plan: places with a direction, and how they follow each other.
struct WalkGrid: Sendable {
  /// A cell whose probability is exchanged with this one's.
  struct Exchange: Sendable {
    let cell: Int
    /// The probability per second.
    let rate: Double
  }

  private enum Ground {
    case path(PathGrid)
    case plan(PlanGrid)
  }

  private let ground: Ground
  /// By cell, like everything here: the middle, at the height of the floor.
  let positions: [Point]
  let floors: [Int]
  /// The unit vector of its direction on the plan; zero in a lift that goes straight up.
  let headings: [Point]
  /// The cell that stands for all directions at its place.
  let places: [Int]
  /// The probability before anything is heard, without regard to the speed; they add up to 1.
  let prior: [Double]
  /// Turns: those of a cell are answered by equal ones of the other.
  let turns: [[Exchange]]
  /// Metres a second, from 0 on, in equal steps.
  let speeds: [Double]

  var count: Int { positions.count }

  /// - Parameter turn: the probability per second of turning round.
  init(_ path: PathGrid, turn: Double) {
    ground = .path(path)
    (positions, floors, headings) = (path.positions, path.floors, path.headings)
    places = path.opposite.enumerated().map { min($0, $1) }
    let length = path.lengths.reduce(0, +)
    prior = path.lengths.map { $0 / length }
    turns = path.opposite.enumerated().map { $0 == $1 ? [] : [Exchange(cell: $1, rate: turn)] }
    speeds = (0...25).map { 0.1 * Double($0) }
  }

  /// - Parameters:
  ///   - turn: the probability per second of turning round.
  ///   - veer: the probability per second of turning by 45° to one side.
  init(_ plan: PlanGrid, turn: Double, veer: Double) {
    ground = .plan(plan)
    let directions = PlanGrid.directions
    let cells = (0..<plan.positions.count * directions).map {
      (square: $0 / directions, direction: $0 % directions)
    }
    positions = cells.map { plan.positions[$0.square] }
    floors = cells.map { plan.floors[$0.square] }
    headings = cells.map { plan.headings[$0.direction] }
    places = cells.map { $0.square * directions }
    prior = cells.map { _ in 1 / Double(cells.count) }
    turns = cells.map { cell in
      [(1, veer), (directions - 1, veer), (directions / 2, turn)].map { by, rate in
        Exchange(cell: cell.square * directions + (cell.direction + by) % directions, rate: rate)
      }
    }
    speeds = (0...Int((Tune.pmax / Tune.pstep).rounded())).map { Tune.pstep * Double($0) }
  }

  /// Where a walk of some metres from the middle of a cell ends: cells with weights that add up to 1.
  func targets(from cell: Int, metres: Double) -> [(cell: Int, weight: Double)] {
    switch ground {
    case .path(let path): path.targets(from: cell, metres: metres)
    case .plan(let plan): plan.targets(from: cell, metres: metres)
    }
  }

  /// The same of all cells.
  func step(metres: Double) -> GridStep {
    var step = GridStep()
    for cell in 0..<count { step.append(targets(from: cell, metres: metres)) }
    return step
  }
}
