import NumericalMethods
import World

/// The places that a ``Mixture`` compares, and how a walker moves among them in one window.
///
/// On the plan they are squares of the walkable areas, or of the box about the anchors of a floor and ``margin`` beyond. The lattice of the
/// squares is laid about the middle of the anchors and turned as they lie, so that a site that is shifted, turned or mirrored has the same
/// squares. Along a path they are pieces of it.
struct MixtureGround: Sendable {
  /// Metres by which the squares reach beyond the anchors.
  static let margin = 1.5
  /// Metres: the least side of a square, and the greatest for which there may be more than ``most`` of them.
  static let sides = (least: 0.3, greatest: 1.5)
  /// About how many squares are laid where sides allow it.
  static let most = 1500.0
  /// The greatest number of squares.
  static let limit = 30_000
  /// Seconds: moves in a longer window are limited to those of this time, since farther ones would be most of the work.
  static let longest = 3.0

  /// By cell, on the plan, at the height of its floor.
  let places: [Point]
  /// By cell.
  let floors: [Int]
  /// Metres.
  let side: Double
  /// By mode of motion.
  let moves: [MixtureMove]
  /// By cell of the path's grid, the number of its piece; nil on the plan.
  let pieces: [Int]?

  /// - Parameters:
  ///   - map: nil where the walkable areas are not known.
  ///   - seconds: of a window.
  init(_ site: KnownSite, map: PriorInformation.Map?, onPath: Bool, seconds: Double) throws(PipelineError) {
    let seconds = min(seconds, Self.longest)
    let near: [[MixtureMove.Neighbour]]
    if onPath, let path = site.path {
      let path = PathPieces(path, seconds: seconds)
      (places, floors, side, near) = (path.places, path.floors, PathPieces.length, path.near)
      pieces = path.number
    } else {
      let lattice = try SquareLattice(site, map: map)
      (places, floors, side) = (lattice.places, lattice.floors, lattice.side)
      near = lattice.near(within: MixtureMode.reach * seconds + 2 * lattice.side)
      pieces = nil
    }
    let side = side
    moves = MixtureMode.allCases.map { mode in
      MixtureMove(near) { mode.density(metres: $0 / seconds, side: side / seconds) }
    }
  }
}

/// How a walker moves in a second: any way, as far as the mode allows. The numbers are ours.
enum MixtureMode: Int, CaseIterable {
  case standing
  case walking
  case fast

  /// The greatest speed of the model, in metres a second.
  static let reach = 4.0
  /// The probability of each mode before anything is heard.
  static let prior: [Double] = [0.4, 0.55, 0.05]
  /// The probability per second of a change, by the mode before and after.
  static let changes: [[Double]] = [[0.90, 0.095, 0.005], [0.05, 0.93, 0.02], [0.02, 0.18, 0.80]]

  /// Up to a factor: the density of a place some metres away after a second.
  ///
  /// - Parameter side: of a cell, which blurs all moves.
  func density(metres: Double, side: Double) -> Double {
    func bell(_ middle: Double, _ deviation: Double) -> Double {
      let z = (metres - middle) / deviation
      return Elementary.exp(-z * z / 2)
    }
    switch self {
    case .standing: return bell(0, max(0.15, 0.3 * side))
    case .walking: return bell(0.8, 0.45) / max(metres, 0.4)
    case .fast: return bell(2, 0.8) / max(metres, 0.5)
    }
  }
}

/// One mode's moves among cells: from each cell to those near it, in proportion to a symmetric density. What would leave the cells stays on
/// them, so that edges draw no probability.
struct MixtureMove: Sendable {
  struct Neighbour: Sendable {
    let cell: Int32
    let metres: Float
    /// Below 1 on another floor.
    var share: Float = 1
  }

  /// Where the row of each cell begins, and where the last one ends.
  private var starts: [Int32] = [0]
  private var cells: [Int32] = []
  private var weights: [Float] = []
  /// By cell: 1 over the sum of its row.
  private var scales: [Double] = []

  /// - Parameters:
  ///   - near: by cell, the cells that may be reached, itself included; symmetric.
  ///   - density: by distance in metres; those below a millionth of the greatest are left out.
  init(_ near: [[Neighbour]], density: (Double) -> Double) {
    for row in near {
      var sum = 0.0
      for neighbour in row {
        let weight = Float(density(Double(neighbour.metres))) * neighbour.share
        guard weight > 1e-6 else { continue }
        cells.append(neighbour.cell)
        weights.append(weight)
        sum += Double(weight)
      }
      starts.append(Int32(cells.count))
      scales.append(sum > 0 ? 1 / sum : 0)
    }
  }

  /// The distribution after the move.
  func forward(_ before: [Double]) -> [Double] { gather(zip(before, scales).map { $0 * $1 }) }

  /// The expectation, before the move, of what holds after it.
  func backward(_ after: [Double]) -> [Double] { zip(gather(after), scales).map { $0 * $1 } }

  private func gather(_ values: [Double]) -> [Double] {
    let (values, cells, weights) = (values.span, cells.span, weights.span)
    return [Double](unsafeUninitializedCapacity: scales.count) { sums, count in
      for row in scales.indices {
        var sum = 0.0
        for entry in Int(starts[row])..<Int(starts[row + 1]) {
          sum += Double(weights[unchecked: entry]) * values[unchecked: Int(cells[unchecked: entry])]
        }
        sums[row] = sum
      }
      count = scales.count
    }
  }
}

/// Squares about the anchors of a site, floor by floor.
private struct SquareLattice {
  /// Going to the next floor within reach is this much less probable than staying on one.
  private static let floorChange: Float = 0.02

  let side: Double
  private(set) var places: [Point] = []
  private(set) var floors: [Int] = []
  /// By floor, then by row and column of the lattice: the cell.
  private var cells: [Place: Int] = [:]
  private var squares: [Place] = []
  private let levels: [Int]

  private struct Place: Hashable {
    var floor: Int
    var column: Int
    var row: Int
  }

  init(_ site: KnownSite, map: PriorInformation.Map?) throws(PipelineError) {
    let anchors = site.anchors.filter { !$0.isMobile }
    guard !anchors.isEmpty else { throw .noPlaces }
    let (middle, along) = Self.frame(of: anchors.map(\.position))
    let across = Point(x: -along.y, y: along.x)
    let ground = map?.ground ?? []
    levels = Set(anchors.map(\.floor)).sorted()
    let boxes = levels.map { level in
      let own = anchors.filter { $0.floor == level }.map { $0.position - middle }
      let (x, y) = (own.map { $0.dot(along) }, own.map { $0.dot(across) })
      let margin = MixtureGround.margin
      return (
        low: Point(x: (x.min() ?? 0) - margin, y: (y.min() ?? 0) - margin),
        high: Point(x: (x.max() ?? 0) + margin, y: (y.max() ?? 0) + margin)
      )
    }
    let area = boxes.reduce(0) { $0 + ($1.high.x - $1.low.x) * ($1.high.y - $1.low.y) }
    let side = min(
      max((area / MixtureGround.most).squareRoot(), MixtureGround.sides.least), MixtureGround.sides.greatest)
    guard area / (side * side) <= Double(MixtureGround.limit) else {
      throw .tooManySquares(
        Int(min(area / (side * side), 1e15)), most: MixtureGround.limit, advice: nil)
    }
    self.side = side
    for (level, box) in zip(levels, boxes) {
      let areas = ground.filter { $0.floor == level }
      let rows = Int((box.low.y / side).rounded(.down))...Int((box.high.y / side).rounded(.up))
      let columns = Int((box.low.x / side).rounded(.down))...Int((box.high.x / side).rounded(.up))
      let all = rows.flatMap { row in
        columns.map { column in
          (
            square: Place(floor: level, column: column, row: row),
            middle: middle + along * (Double(column) * side) + across * (Double(row) * side)
          )
        }
      }
      let inside = all.filter { square in areas.contains { $0.contains(square.middle) } }
      for (square, middle) in inside.isEmpty ? all : inside {
        cells[square] = places.count
        squares.append(square)
        places.append(middle.at(height: site.elevation(ofFloor: level)))
        floors.append(level)
      }
    }
  }

  /// The middle of places, and a direction that turns with them: that of the fourth moment, which a lattice has too.
  private static func frame(of places: [Point]) -> (middle: Point, along: Point) {
    let sum = places.reduce(Point.zero) { $0 + $1 }
    let middle = (sum * (1 / Double(max(places.count, 1)))).at(height: 0)
    var (re, im, size) = (0.0, 0.0, 0.0)
    for place in places {
      let (x, y) = (place.x - middle.x, place.y - middle.y)
      let (xx, xy) = (x * x - y * y, 2 * x * y)
      re += xx * xx - xy * xy
      im += 2 * xx * xy
      size += (x * x + y * y) * (x * x + y * y)
    }
    guard size > 0, (re * re + im * im).squareRoot() > 1e-9 * size else { return (middle, Point(x: 1, y: 0)) }
    let turn = Elementary.sinCos(Elementary.angle(x: re, y: im) / 4)
    return (middle, Point(x: turn.cos, y: turn.sin))
  }

  /// By cell: those within some metres, on its floor and on the next ones.
  func near(within metres: Double) -> [[MixtureMove.Neighbour]] {
    let steps = Int(metres / side)
    var offsets: [(column: Int, row: Int, metres: Double)] = []
    for row in -steps...steps {
      for column in -steps...steps {
        let apart = Double(column * column + row * row).squareRoot() * side
        if apart <= metres { offsets.append((column, row, apart)) }
      }
    }
    return squares.map { square in
      var near: [MixtureMove.Neighbour] = []
      let own = levels.firstIndex(of: square.floor) ?? 0
      for level in max(own - 1, 0)...min(own + 1, levels.count - 1) {
        for offset in offsets {
          let other = Place(
            floor: levels[level], column: square.column + offset.column, row: square.row + offset.row)
          guard let cell = cells[other] else { continue }
          near.append(
            MixtureMove.Neighbour(
              cell: Int32(cell), metres: Float(offset.metres), share: level == own ? 1 : Self.floorChange))
        }
      }
      return near
    }
  }
}

/// Pieces of a path, each for both ways along it.
private struct PathPieces {
  static let length = 0.25

  let places: [Point]
  let floors: [Int]
  let near: [[MixtureMove.Neighbour]]
  /// By cell of the grid.
  let number: [Int]

  init(_ path: PathGraph, seconds: Double) {
    let grid = PathGrid(path, cell: Self.length)
    let kept = (0..<grid.count).filter { $0 <= grid.opposite[$0] }
    var number = [Int](repeating: 0, count: grid.count)
    for (index, cell) in kept.enumerated() { (number[cell], number[grid.opposite[cell]]) = (index, index) }
    self.number = number
    places = kept.map { grid.positions[$0] }
    floors = kept.map { grid.floors[$0] }
    let reach = MixtureMode.reach * seconds
    near = kept.map { cell in
      var metres: [Int: Double] = [number[cell]: 0]
      var open: [(cell: Int, metres: Double)] = [(cell, 0), (grid.opposite[cell], 0)]
      while let (from, gone) = open.popLast() {
        for next in grid.next[from] {
          let there = gone + grid.gap(from, next)
          guard there <= reach, there < metres[number[next]] ?? .infinity else { continue }
          metres[number[next]] = there
          open.append((next, there))
        }
      }
      return metres.sorted { $0.key < $1.key }.map {
        MixtureMove.Neighbour(cell: Int32($0.key), metres: Float($0.value))
      }
    }
  }
}
