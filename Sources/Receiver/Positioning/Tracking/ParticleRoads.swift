import CLanes
import NumericalMethods
import Phone
import Radio
import World

/// The path in short pieces, and how far each piece is from each anchor.
struct ParticleRoads: Sendable {
  /// Metres.
  static let cell = 0.25
  /// Decibels for each floor between.
  ///
  /// Source: ITU-R P.1238-12, table 3: 15 dB between the floors of an office at 1.8 to 2 GHz.
  static let floorLoss = 15.0

  let grid: PathGrid
  /// By cell: the metres of walking from one end to the other, in multiples of 2^-40, at least one. Subtracting them from what has been
  /// walked is exact then, so that any number of cells can be passed at once.
  let lengths: [Double]
  /// By cell.
  private let pieces: [Piece]
  private let spots: [Spot]
  let anchors: Int
  /// By cell, then by anchor: 10 n log10 of the distance in space in metres, plus the loss of floors, in decibels.
  let losses: [Double]

  init(_ path: PathGraph, site: RangedSite) {
    grid = PathGrid(path, cell: Self.cell)
    anchors = site.site.anchors.count
    let levels = site.site.floors.map(\.level)
    var losses: [Double] = []
    losses.reserveCapacity(grid.count * anchors)
    for cell in 0..<grid.count {
      let phone = grid.positions[cell] + Point(x: 0, y: 0, z: site.carriedHeight)
      for anchor in site.site.anchors {
        let distance = max(anchor.position.distance(to: phone), LogDistance.nearest)
        let (low, high) = (min(anchor.floor, grid.floors[cell]), max(anchor.floor, grid.floors[cell]))
        let between = Double(levels.count { $0 > low && $0 <= high })
        losses.append(10 * site.model.exponent * Elementary.log10(distance) + Self.floorLoss * between)
      }
    }
    self.losses = losses
    lengths = grid.lengths.map { max(1, ($0 * 0x1p40).rounded()) * 0x1p-40 }
    pieces = Self.pieces(of: grid, lengths)
    spots = (0..<grid.count).map { [grid, lengths] cell in
      let (place, heading) = (grid.positions[cell], grid.isLevel[cell] ? grid.headings[cell] : .zero)
      return Spot(
        x: place.x, y: place.y, headingX: heading.x, headingY: heading.y, middle: lengths[cell] / 2,
        floor: grid.floors[cell])
    }
  }

  /// A cell.
  private struct Piece {
    let length: Double
    /// The only one that follows it; nil at a fork.
    let next: Int?
    /// How many that are as long follow it in their order.
    var row = 0.0
  }

  private static func pieces(of grid: PathGrid, _ lengths: [Double]) -> [Piece] {
    var pieces = zip(lengths, grid.next).map { Piece(length: $0, next: $1.count == 1 ? $1[0] : nil) }
    for cell in pieces.indices.dropLast().reversed()
    where pieces[cell].next == cell + 1 && pieces[cell].length == pieces[cell + 1].length {
      pieces[cell].row = pieces[cell + 1].row + 1
    }
    return pieces
  }

  /// The middle of a cell. On stairs and in lifts, where the length of a cell stands for a time, it has no heading, so that
  /// the middle is used.
  private struct Spot {
    let x, y, headingX, headingY, middle: Double
    let floor: Int
  }

  /// Moves four walkers on who have gone some metres from the starts of their cells.
  ///
  /// - Returns: whether all are there. Those that leave their rows of equal cells are not moved.
  @inline(__always)
  func walk(_ cells: inout SIMD4<Int>, by metres: inout SIMD4<Double>) -> Bool {
    let pieces = pieces.span
    let (a, b, c, d) = (pieces[cells[0]], pieces[cells[1]], pieces[cells[2]], pieces[cells[3]])
    let lengths = SIMD4(a.length, b.length, c.length, d.length)
    let rows = SIMD4(a.row, b.row, c.row, d.row)
    // The sum with 1.5 × 2^52 is rounded to a whole number.
    let passed = ((metres / lengths - 0.5) + 0x1.8p52) - 0x1.8p52
    var offsets = metres - passed * lengths
    offsets.replace(with: -1, where: offsets .>= lengths)
    offsets.replace(with: -1, where: passed .> rows)
    let areThere = offsets .>= 0
    let moved = SIMD4.zero.replacing(with: passed, where: areThere)
    cells &+= SIMD4(Int(moved[0]), Int(moved[1]), Int(moved[2]), Int(moved[3]))
    metres.replace(with: offsets, where: areThere)
    return !beaconbench_any(unsafeBitCast(.!areThere, to: SIMD4<Int64>.self))
  }

  /// Moves a walker on up to the next fork.
  ///
  /// - Returns: whether it has to choose a way there.
  func walk(_ cell: inout Int, _ offset: inout Double) -> Bool {
    let pieces = pieces.span
    while offset >= pieces[cell].length {
      guard let next = pieces[cell].next else { return true }
      offset -= pieces[cell].length
      cell = next
    }
    return false
  }

  /// Moves a walker on, at random at forks.
  func walk(_ cell: inout Int, _ offset: inout Double, using random: inout RandomStream) {
    while walk(&cell, &offset) {
      offset -= lengths[cell]
      cell = grid.next[cell][random.uniform(below: grid.next[cell].count)]
    }
  }

  func places(_ cells: [Int], _ offsets: [Double]) -> ParticlePlaces {
    var places = ParticlePlaces(x: offsets, y: offsets, floors: cells)
    Self.find(&places.x, &places.y, &places.floors, spots)
    return places
  }

  /// - Parameters:
  ///   - x: the metres from the start of the cell at first.
  ///   - floors: the cells at first.
  private static func find(_ x: inout [Double], _ y: inout [Double], _ floors: inout [Int], _ spots: [Spot]) {
    var x = x.mutableSpan
    var y = y.mutableSpan
    var floors = floors.mutableSpan
    let spots = spots.span
    for particle in x.indices {
      let spot = spots[floors[particle]]
      let ahead = x[particle] - spot.middle
      x[particle] = spot.x + ahead * spot.headingX
      y[particle] = spot.y + ahead * spot.headingY
      floors[particle] = spot.floor
    }
  }
}
