import World

/// The cells of a walker on the path or on the plan: places with a direction, and how they follow each other.
struct WalkGrid: Sendable {
  /// A cell that follows another one.
  struct Way: Sendable {
    let cell: Int
    /// From middle to middle.
    let metres: Double
    /// The probability of going this way; those of a cell add up to 1.
    let share: Double
  }

  /// A cell whose probability is exchanged with this one's.
  struct Exchange: Sendable {
    let cell: Int
    /// The probability per second.
    let rate: Double
  }

  /// By cell, like everything here: the middle, at the height of the floor.
  let positions: [Point]
  let floors: [Int]
  /// The unit vector of its direction on the plan; zero in a lift that goes straight up.
  let headings: [Point]
  /// The cell that stands for all directions at its place.
  let places: [Int]
  /// The probability before anything is heard, without regard to the speed; they add up to 1.
  private(set) var prior: [Double]
  /// Turns: those of a cell are answered by equal ones of the other.
  let turns: [[Exchange]]
  /// The ways on; none where the walker can only stand.
  private let ways: [Way]
  /// By cell the place of its first way, and at the end their number.
  private let firstWays: [Int]
  /// Metres a second, from 0 on, in equal steps.
  let speeds: [Double]
  /// Variances of readings are divided by this, because a model that is never quite right overstates the information in a reading.
  let tempering: Double
  /// The fraction of the information in a silence that counts.
  let silences: Double
  /// Cells whose probability is below this fraction of the largest are dropped.
  var least: Double

  var count: Int { positions.count }

  /// - Parameters:
  ///   - path: of the site.
  ///   - turn: the probability per second of turning round.
  ///   - least: the fraction below which cells are dropped.
  init(_ path: PathGrid, turn: Double, least: Double = 1e-9) {
    (positions, floors, headings) = (path.positions, path.floors, path.headings)
    places = path.opposite.enumerated().map { min($0, $1) }
    let length = path.lengths.reduce(0, +)
    prior = path.lengths.map { $0 / length }
    turns = path.reversals(turn, from: 0)
    (ways, firstWays) = Self.flattened(
      path.next.enumerated().map { cell, next in
        next.map { Way(cell: $0, metres: path.gap(cell, $0), share: 1 / Double(next.count)) }
      })
    speeds = (0...25).map { 0.1 * Double($0) }
    (tempering, silences, self.least) = (0.8, 1, least)
  }

  /// - Parameters:
  ///   - path: of the site.
  ///   - turn: the probability per second of turning round.
  ///   - veer: the probability per second of turning by 45° to one side.
  init(_ plan: PlanGrid, _ path: PathGraph?, turn: Double, veer: Double) {
    let (directions, squares, stairs) = (PlanGrid.directions, plan.squares, plan.stairs)
    let cells = (0..<plan.count).map { (square: $0 / directions, direction: $0 % directions) }
    positions = cells.map { squares.places[$0.square] } + (stairs?.positions ?? [])
    floors = cells.map { squares.floors[$0.square] } + (stairs?.floors ?? [])
    headings = cells.map { PlanGrid.headings[$0.direction] } + (stairs?.headings ?? [])
    places =
      cells.map { $0.square * directions }
      + (stairs?.opposite.enumerated().map { plan.count + min($0, $1) } ?? [])
    prior = [Double](repeating: 1 / Double(positions.count), count: positions.count)
    turns =
      cells.map { cell in
        [(1, veer), (directions - 1, veer), (directions / 2, turn)].map { by, rate in
          Exchange(cell: cell.square * directions + (cell.direction + by) % directions, rate: rate)
        }
      } + (stairs?.reversals(turn, from: plan.count) ?? [])
    (ways, firstWays) = Self.flattened(plan.ways(path))
    speeds = (0...7).map { 0.3 * Double($0) }
    (tempering, silences, least) = (0.6, 0.3, 1e-3)
  }

  private static func flattened(_ ways: [[Way]]) -> ([Way], firsts: [Int]) {
    (ways.flatMap(\.self), ways.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) })
  }

  /// Where a walk of some metres from the middle of a cell ends: the cells on either side, with weights that add up to 1.
  func targets(from cell: Int, metres: Double) -> [(cell: Int, weight: Double)] {
    var targets: [(cell: Int, weight: Double)] = []
    spread(from: cell, metres: metres, weight: 1, into: &targets)
    return targets
  }

  /// Divides a weight between the two cells whose middles are on either side of the place that is reached.
  func spread(
    from cell: Int, metres: Double, weight: Double, into targets: inout [(cell: Int, weight: Double)]
  ) {
    var (cell, metres, weight) = (cell, metres, weight)
    while true {
      let (first, end) = (firstWays[cell], firstWays[cell + 1])
      guard first < end else { return add(weight, of: cell, to: &targets) }
      for index in first..<end {
        let way = ways[index]
        let share = weight * way.share
        if metres < way.metres {
          add(share * (1 - metres / way.metres), of: cell, to: &targets)
          add(share * metres / way.metres, of: way.cell, to: &targets)
        } else if end - first > 1 {
          spread(from: way.cell, metres: metres - way.metres, weight: share, into: &targets)
        }
      }
      // A single way is followed here, which is most of the work.
      guard end - first == 1, metres >= ways[first].metres else { return }
      (cell, metres, weight) = (ways[first].cell, metres - ways[first].metres, weight * ways[first].share)
    }
  }

  private func add(_ weight: Double, of cell: Int, to targets: inout [(cell: Int, weight: Double)]) {
    guard weight > 0 else { return }
    if let index = targets.firstIndex(where: { $0.cell == cell }) {
      targets[index].weight += weight
    } else {
      targets.append((cell, weight))
    }
  }

  /// Begins within a metre of a place instead of anywhere.
  ///
  /// - Throws: when no cell is there.
  mutating func begin(at place: Point, floor: Int) throws(PipelineError) {
    let near = positions.indices.filter {
      floors[$0] == floor && positions[$0].horizontalDistance(to: place) <= 1
    }
    guard !near.isEmpty else { throw .startOutside(place, floor: floor) }
    prior = [Double](repeating: 0, count: count)
    for cell in near { prior[cell] = 1 / Double(near.count) }
  }

  /// The same of all cells, each by several distances.
  func step(metres: [Double]) -> GridStep {
    var step = GridStep()
    for cell in 0..<count {
      for metres in metres { step.append(targets(from: cell, metres: metres)) }
    }
    return step
  }
}

extension PathGrid {
  /// Metres between the middles of two cells that follow each other.
  func gap(_ cell: Int, _ next: Int) -> Double { (lengths[cell] + lengths[next]) / 2 }

  /// By cell: turning round, with a probability per second.
  ///
  /// - Parameter first: the number of the first cell.
  fileprivate func reversals(_ turn: Double, from first: Int) -> [[WalkGrid.Exchange]] {
    opposite.enumerated().map { $0 == $1 ? [] : [WalkGrid.Exchange(cell: first + $1, rate: turn)] }
  }
}

/// The transitions of all cells in one step, each by several distances.
struct GridStep: Sendable {
  private(set) var starts = [0]
  private(set) var targets: [Int32] = []
  private(set) var weights: [Double] = []

  mutating func append(_ ends: [(cell: Int, weight: Double)]) {
    for end in ends {
      targets.append(Int32(end.cell))
      weights.append(end.weight)
    }
    starts.append(targets.count)
  }
}
