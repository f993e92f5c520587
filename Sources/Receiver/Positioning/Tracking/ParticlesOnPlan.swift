import NumericalMethods
import Phone
import World

/// Particles anywhere on the plan of one floor; they may be prevented from passing through walls.
struct ParticlesOnPlan: ParticleGround {
  /// Metres: the standard deviation of the first places about the weighted centroid.
  private static let spread = 5.0
  private static let speedChange = 0.1

  private let site: RangedSite
  private let settings: ParticleFilter.Settings
  private let obstacles: [Obstacle]
  private var floor = 0
  private var x: [Double] = []
  private var y: [Double] = []
  private var speeds: [Double] = []
  /// Radians.
  private var directions: [Double] = []
  /// The cosine and the sine of the direction.
  private var ahead: (x: [Double], y: [Double]) = ([], [])
  /// Radians: by how much the sensors' heading is off.
  private var headings: [Double] = []
  /// The length of the walker's steps over the detected one.
  private var strides: [Double] = []
  /// Whether a particle has run into a wall; it then has no weight until the next resampling.
  private var isStuck: [Bool] = []

  init(_ site: RangedSite, _ settings: ParticleFilter.Settings, obstacles: [Obstacle]) {
    (self.site, self.settings, self.obstacles) = (site, settings, obstacles)
  }

  mutating func begin(at start: Point, floor: Int, using random: inout RandomStream) {
    self.floor = floor
    for _ in 0..<settings.particles {
      x.append(start.x + Self.spread * random.normal())
      y.append(start.y + Self.spread * random.normal())
      speeds.append(max(0, settings.speed + settings.speedDeviation * random.normal()))
      directions.append(2 * .pi * random.uniform())
      let (sine, cosine) = Elementary.sinCos(directions[directions.count - 1])
      ahead.x.append(cosine)
      ahead.y.append(sine)
      headings.append(StepErrors.heading * random.normal())
      strides.append(settings.motion == .steps ? 1 + StepErrors.length * random.normal() : 1)
      isStuck.append(false)
    }
  }

  mutating func walk(for seconds: Double, using random: inout RandomStream) {
    let root = seconds.squareRoot()
    Self.turn(
      &directions, &ahead.x, &ahead.y, by: settings.turn * root, &speeds, by: Self.speedChange * root,
      using: &random)
    goOn(for: seconds, using: &random)
  }

  /// Changes directions, their cosines and sines, and speeds, four at once; each particle takes two words.
  private static func turn(
    _ directions: inout [Double], _ cosines: inout [Double], _ sines: inout [Double], by turn: Double,
    _ speeds: inout [Double], by change: Double, using random: inout RandomStream
  ) {
    let count = directions.count
    var directions = directions.mutableSpan
    var cosines = cosines.mutableSpan
    var sines = sines.mutableSpan
    var speeds = speeds.mutableSpan
    for first in stride(from: 0, to: count, by: 4) {
      let start = random
      var draws = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for lane in 0..<4 { (draws.0[lane], draws.1[lane]) = (random.uniform(), random.uniform()) }
      if count - first < 4 {
        random = start
        random.skip(2 * (count - first))
      }
      let normals = RandomStream.normalPairs(draws.0, draws.1)
      let direction = directions.four(from: first) + turn * normals.0
      let speed = speeds.four(from: first) + change * normals.1
      let (sine, cosine) = Elementary.sinCos(direction)
      directions.replace(from: first, with: direction)
      speeds.replace(from: first, with: speed.replacing(with: 0, where: speed .< 0))
      cosines.replace(from: first, with: cosine)
      sines.replace(from: first, with: sine)
    }
  }

  mutating func goOn(for seconds: Double, using random: inout RandomStream) {
    guard obstacles.isEmpty else {
      for particle in x.indices {
        advance(particle, by: speeds[particle] * seconds, towards: (ahead.x[particle], ahead.y[particle]))
      }
      return
    }
    Self.add(speeds, seconds, ahead.x, to: &x)
    Self.add(speeds, seconds, ahead.y, to: &y)
  }

  private static func add(_ speeds: [Double], _ seconds: Double, _ ahead: [Double], to places: inout [Double])
  {
    var places = places.mutableSpan
    let (speeds, ahead) = (speeds.span, ahead.span)
    for first in stride(from: 0, to: places.count, by: 4) {
      let metres = speeds.four(from: first) * seconds
      places.replace(from: first, with: places.four(from: first) + metres * ahead.four(from: first))
    }
  }

  mutating func take(
    _ step: (length: Double, heading: Double), using random: inout RandomStream
  ) -> [Double] {
    for particle in x.indices {
      headings[particle] += StepErrors.headingChange * random.normal()
      strides[particle] += StepErrors.lengthChange * random.normal()
      let length = step.length * max(0, strides[particle] + StepErrors.lengthNoise * random.normal())
      let (sine, cosine) = Elementary.sinCos(step.heading - headings[particle])
      advance(particle, by: length, towards: (cosine, sine))
    }
    return x.map { _ in 0 }
  }

  private mutating func advance(_ particle: Int, by metres: Double, towards ahead: (x: Double, y: Double)) {
    let from = Point(x: x[particle], y: y[particle])
    let to = from + Point(x: metres * ahead.x, y: metres * ahead.y)
    if !obstacles.isEmpty, obstacles.contains(where: { $0.floor == floor && $0.blocks(from, to) }) {
      isStuck[particle] = true
    } else {
      (x[particle], y[particle]) = (to.x, to.y)
    }
  }

  /// Eight particles at once, in single precision. Those that ran into a wall count only if all did.
  func logLikelihoods(of readings: [ParticleReading], floor: Int) -> [Double] {
    let weight = Float(-0.5 / (settings.readingDeviation * settings.readingDeviation))
    let slope = Float(5 * site.model.exponent / Elementary.log(10))
    let anchors = readings.map { reading in
      let place = site.site.anchors[reading.anchor].position
      let rise = site.rises[reading.anchor]
      return (
        x: Float(place.x), y: Float(place.y), rise: Float(max(rise * rise, 1e-4)), loss: Float(reading.loss)
      )
    }
    var logarithms = [Double](repeating: 0, count: x.count)
    Self.add(anchors, slope: slope, weight: weight, at: x, y, to: &logarithms)
    if !obstacles.isEmpty {
      for particle in x.indices where isStuck[particle] { logarithms[particle] = -1e6 }
    }
    return logarithms
  }

  private static func add(
    _ anchors: [(x: Float, y: Float, rise: Float, loss: Float)], slope: Float, weight: Float,
    at x: [Double], _ y: [Double], to logarithms: inout [Double]
  ) {
    let (x, y, anchors) = (x.span, y.span, anchors.span)
    var logarithms = logarithms.mutableSpan
    for first in stride(from: 0, to: x.count, by: 8) {
      let second = min(first + 4, x.count - 1)
      let px = Elementary.float(x.four(from: first), x.four(from: second))
      let py = Elementary.float(y.four(from: first), y.four(from: second))
      var sum = SIMD8<Float>(repeating: 0)
      for index in anchors.indices {
        let anchor = anchors[index]
        let (dx, dy) = (px - anchor.x, py - anchor.y)
        let residual = anchor.loss - slope * Elementary.log(dx * dx + dy * dy + anchor.rise)
        sum += residual * residual
      }
      let (low, high) = Elementary.double(weight * sum)
      logarithms.replace(from: first, with: low)
      if first + 4 < x.count { logarithms.replace(from: first + 4, with: high) }
    }
  }

  mutating func keep(_ indices: [Int]) {
    x = indices.map { x[$0] }
    y = indices.map { y[$0] }
    if settings.motion == .steps {
      headings = indices.map { headings[$0] }
      strides = indices.map { strides[$0] }
    } else {
      speeds = indices.map { speeds[$0] }
      directions = indices.map { directions[$0] }
      ahead = (indices.map { ahead.x[$0] }, indices.map { ahead.y[$0] })
    }
    isStuck = isStuck.map { _ in false }
  }

  func places(floor: Int) -> ParticlePlaces {
    ParticlePlaces(x: x, y: y, floors: [Int](repeating: floor, count: x.count))
  }
}
