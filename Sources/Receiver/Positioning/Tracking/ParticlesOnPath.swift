import NumericalMethods
import World

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
  private(set) var cells: [Int] = []
  /// Metres from the start of the cell.
  private(set) var offsets: [Double] = []
  private(set) var speeds: [Double] = []
  /// By particle, the error of the sensors' heading, in radians.
  private var headings: [Double] = []
  /// By particle, the length of the walker's steps over the detected one.
  private var strides: [Double] = []

  init(_ roads: ParticleRoads, _ settings: ParticleFilter.Settings) {
    (self.roads, self.settings) = (roads, settings)
  }

  /// Uniform over the path, whatever was heard first.
  mutating func begin(at start: Point, floor: Int, using random: inout RandomStream) {
    let (grid, lengths) = (roads.grid, roads.lengths)
    let ends = lengths.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
    let total = ends.last ?? 0
    var cell = 0
    for particle in 0..<settings.particles {
      let place = (Double(particle) + random.uniform()) / Double(settings.particles) * total
      while cell + 1 < grid.count, ends[cell + 1] <= place { cell += 1 }
      cells.append(cell)
      offsets.append(min(max(place - ends[cell], 0), lengths[cell]))
      speeds.append(max(0, settings.speed + settings.speedDeviation * random.normal()))
      headings.append(StepErrors.heading * random.normal())
      strides.append(settings.motion == .steps ? 1 + StepErrors.length * random.normal() : 1)
    }
  }

  mutating func walk(for seconds: Double, using random: inout RandomStream) {
    let (turn, change) = (Self.turn * seconds, Self.speedChange * seconds.squareRoot())
    var first = 0
    while first < cells.count {
      let start = random
      var draws = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
      for lane in 0..<4 {
        (draws.0[lane], draws.1[lane]) = (random.uniform(), random.uniform())
        draws.2[lane] = random.uniform()
      }
      let speed = speeds.span.four(from: first) + change * RandomStream.normalPairs(draws.1, draws.2).0
      let faster = speed.replacing(with: 0, where: speed .< 0)
      var (cell, offset) = (cells.span.four(from: first), offsets.span.four(from: first))
      for lane in 0..<4 where draws.0[lane] < turn { turnRound(&cell[lane], &offset[lane]) }
      let moved = move(first, from: cell, by: offset + faster * seconds)
      Self.replace(&speeds, from: first, with: faster, most: moved.count)
      // The choice of a way takes a word, so that what comes after it is drawn again.
      if moved.count < 4 {
        random = start
        random.skip(3 * moved.count)
      }
      first += moved.count
      if moved.isAtFork { choose(first - 1, using: &random) }
    }
  }

  mutating func goOn(for seconds: Double, using random: inout RandomStream) {
    var first = 0
    while first < cells.count {
      let offset = offsets.span.four(from: first) + speeds.span.four(from: first) * seconds
      let moved = move(first, from: cells.span.four(from: first), by: offset)
      first += moved.count
      if moved.isAtFork { choose(first - 1, using: &random) }
    }
  }

  /// Moves up to four particles in a row.
  ///
  /// - Returns: how many: no more after one that comes to a fork.
  @inline(__always)
  private mutating func move(
    _ first: Int, from cells: SIMD4<Int>, by metres: SIMD4<Double>
  ) -> (count: Int, isAtFork: Bool) {
    var (cell, offset) = (cells, metres)
    if first + 4 <= offsets.count, roads.walk(&cell, by: &offset) {
      Self.replace(&self.cells, from: first, with: cell)
      Self.replace(&offsets, from: first, with: offset)
      return (4, false)
    }
    let count = min(4, offsets.count - first)
    for lane in 0..<count {
      let isAtFork = roads.walk(&cell[lane], &offset[lane])
      (self.cells[first + lane], offsets[first + lane]) = (cell[lane], offset[lane])
      if isAtFork { return (lane + 1, true) }
    }
    return (count, false)
  }

  @inline(__always)
  private static func replace<Number: SIMDScalar>(
    _ column: inout [Number], from first: Int, with four: SIMD4<Number>, most: Int = 4
  ) {
    var column = column.mutableSpan
    column.replace(from: first, with: four, most: most)
  }

  /// Moves a particle on to the cell that it is in, at random at forks.
  private mutating func choose(_ particle: Int, using random: inout RandomStream) {
    roads.walk(&cells[particle], &offsets[particle], using: &random)
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
      if along(particle, x, y) < -0.7, random.uniform() < 0.5 {
        turnRound(&cells[particle], &offsets[particle])
      }
      let length = step.length * max(0, strides[particle] + StepErrors.lengthNoise * random.normal())
      offsets[particle] += length
      choose(particle, using: &random)
      // 1 - cos a is a²/2 for small angles: von Mises in place of the normal distribution.
      return (along(particle, x, y) - 1) / (Self.headingNoise * Self.headingNoise)
    }
  }

  /// The cosine of the angle between a direction and that of a particle's cell.
  private func along(_ particle: Int, _ x: Double, _ y: Double) -> Double {
    let heading = roads.grid.headings[cells[particle]]
    return heading.x * x + heading.y * y
  }

  private func turnRound(_ cell: inout Int, _ offset: inout Double) {
    let opposite = roads.grid.opposite[cell]
    guard opposite != cell else { return }
    offset = roads.lengths[cell] - offset
    cell = opposite
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
    if settings.motion == .steps {
      headings = indices.map { headings[$0] }
      strides = indices.map { strides[$0] }
    } else {
      speeds = indices.map { speeds[$0] }
    }
  }

  func places(floor: Int) -> ParticlePlaces { roads.places(cells, offsets) }
}
