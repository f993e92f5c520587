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
  }
}

/// Particles that walk along the path, each at its own speed, and choose a way at random at forks.
struct ParticlesOnPath: ParticleGround {
  /// The probability a second of turning round.
  private static let turn = 0.005
  /// By how much a speed changes in a second, in metres a second.
  private static let speedChange = 0.1
  /// Radians: what is left of a heading's error beside the particle's own.
  private static let headingNoise = 0.5

  private let roads: ParticleRoads
  private let settings: ParticleFilter.Settings
  private var cells: [Int] = []
  /// Metres from the start of the cell.
  private var offsets: [Double] = []
  private var speeds: [Double] = []
  /// By particle, the error of the sensors' heading, in radians.
  private var headings: [Double] = []
  /// By particle, the length of the walker's steps over the detected one.
  private var strides: [Double] = []

  init(_ roads: ParticleRoads, _ settings: ParticleFilter.Settings) {
    (self.roads, self.settings) = (roads, settings)
  }

  /// Uniform over the path, whatever was heard first.
  mutating func begin(at start: Point, floor: Int, using random: inout RandomStream) {
    let grid = roads.grid
    let ends = grid.lengths.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
    let total = ends.last ?? 0
    var cell = 0
    for particle in 0..<settings.particles {
      let place = (Double(particle) + random.uniform()) / Double(settings.particles) * total
      while cell + 1 < grid.count, ends[cell + 1] <= place { cell += 1 }
      cells.append(cell)
      offsets.append(min(max(place - ends[cell], 0), grid.lengths[cell]))
      speeds.append(max(0, settings.speed + settings.speedDeviation * random.normal()))
      headings.append(StepErrors.heading * random.normal())
      strides.append(settings.motion == .steps ? 1 + StepErrors.length * random.normal() : 1)
    }
  }

  mutating func walk(for seconds: Double, using random: inout RandomStream) {
    let change = Self.speedChange * seconds.squareRoot()
    for particle in cells.indices {
      if random.uniform() < Self.turn * seconds { turnRound(particle) }
      speeds[particle] = max(0, speeds[particle] + change * random.normal())
      advance(particle, by: speeds[particle] * seconds, using: &random)
    }
  }

  mutating func goOn(for seconds: Double, using random: inout RandomStream) {
    for particle in cells.indices { advance(particle, by: speeds[particle] * seconds, using: &random) }
  }

  mutating func take(
    _ step: (length: Double, heading: Double), using random: inout RandomStream
  ) -> [Double] {
    let (sine, cosine) = Elementary.sinCos(step.heading)
    return cells.indices.map { particle in
      headings[particle] += StepErrors.headingChange * random.normal()
      strides[particle] += StepErrors.lengthChange * random.normal()
      let (s, c) = Elementary.sinCos(headings[particle])
      // The heading corrected by the particle's own error.
      let (x, y) = (cosine * c + sine * s, sine * c - cosine * s)
      if along(particle, x, y) < -0.7, random.uniform() < 0.5 { turnRound(particle) }
      let length = step.length * max(0, strides[particle] + StepErrors.lengthNoise * random.normal())
      advance(particle, by: length, using: &random)
      // 1 - cos a is a²/2 for small angles: von Mises in place of the normal distribution.
      return (along(particle, x, y) - 1) / (Self.headingNoise * Self.headingNoise)
    }
  }

  /// The cosine of the angle between a direction and that of a particle's cell.
  private func along(_ particle: Int, _ x: Double, _ y: Double) -> Double {
    let heading = roads.grid.headings[cells[particle]]
    return heading.x * x + heading.y * y
  }

  private mutating func turnRound(_ particle: Int) {
    let cell = cells[particle]
    let opposite = roads.grid.opposite[cell]
    guard opposite != cell else { return }
    cells[particle] = opposite
    offsets[particle] = roads.grid.lengths[cell] - offsets[particle]
  }

  private mutating func advance(_ particle: Int, by metres: Double, using random: inout RandomStream) {
    var (cell, offset) = (cells[particle], offsets[particle] + metres)
    while offset >= roads.grid.lengths[cell] {
      offset -= roads.grid.lengths[cell]
      let next = roads.grid.next[cell]
      cell = next.count == 1 ? next[0] : next[random.uniform(below: next.count)]
    }
    (cells[particle], offsets[particle]) = (cell, offset)
  }

  func logLikelihoods(of readings: [ParticleReading], floor: Int) -> [Double] {
    var known = [Double](repeating: .nan, count: roads.grid.count)
    let weight = -0.5 / (settings.readingDeviation * settings.readingDeviation)
    return cells.map { cell in
      if known[cell].isNaN {
        known[cell] =
          weight
          * readings.reduce(0) { sum, reading in
            let residual = reading.loss - roads.losses[cell * roads.anchors + reading.anchor]
            return sum + residual * residual
          }
      }
      return known[cell]
    }
  }

  mutating func keep(_ indices: [Int]) {
    cells = indices.map { cells[$0] }
    offsets = indices.map { offsets[$0] }
    speeds = indices.map { speeds[$0] }
    headings = indices.map { headings[$0] }
    strides = indices.map { strides[$0] }
  }

  func place(of particle: Int, floor: Int) -> (x: Double, y: Double, floor: Int) {
    let (grid, cell) = (roads.grid, cells[particle])
    // On stairs and in lifts, where the length of a cell stands for a time, the middle is used.
    let ahead = grid.isLevel[cell] ? offsets[particle] - grid.lengths[cell] / 2 : 0
    let (place, heading) = (grid.positions[cell], grid.headings[cell])
    return (place.x + ahead * heading.x, place.y + ahead * heading.y, grid.floors[cell])
  }
}
