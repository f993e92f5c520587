import NumericalMethods
import Phone
import Radio
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
  /// Radians: the direction of each, and by how much the sensors' heading is off.
  private var directions: [Double] = []
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
      headings.append(StepErrors.heading * random.normal())
      strides.append(settings.motion == .steps ? 1 + StepErrors.length * random.normal() : 1)
      isStuck.append(false)
    }
  }

  mutating func walk(for seconds: Double, using random: inout RandomStream) {
    let (change, turn) = (Self.speedChange * seconds.squareRoot(), settings.turn * seconds.squareRoot())
    for particle in x.indices {
      let (first, second) = random.normals()
      directions[particle] += turn * first
      speeds[particle] = max(0, speeds[particle] + change * second)
      advance(particle, by: speeds[particle] * seconds, towards: directions[particle])
    }
  }

  mutating func goOn(for seconds: Double, using random: inout RandomStream) {
    for particle in x.indices {
      advance(particle, by: speeds[particle] * seconds, towards: directions[particle])
    }
  }

  mutating func take(
    _ step: (length: Double, heading: Double), using random: inout RandomStream
  ) -> [Double] {
    for particle in x.indices {
      headings[particle] += StepErrors.headingChange * random.normal()
      strides[particle] += StepErrors.lengthChange * random.normal()
      let length = step.length * max(0, strides[particle] + StepErrors.lengthNoise * random.normal())
      advance(particle, by: length, towards: step.heading - headings[particle])
    }
    return x.map { _ in 0 }
  }

  private mutating func advance(_ particle: Int, by metres: Double, towards direction: Double) {
    let (sine, cosine) = Elementary.sinCos(direction)
    let from = Point(x: x[particle], y: y[particle])
    let to = from + Point(x: metres * cosine, y: metres * sine)
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
    var logarithms: [Double] = []
    logarithms.reserveCapacity(x.count + 7)
    for first in stride(from: 0, to: x.count, by: 8) {
      var (px, py) = (SIMD8<Float>(repeating: 0), SIMD8<Float>(repeating: 0))
      for lane in 0..<min(8, x.count - first) {
        (px[lane], py[lane]) = (Float(x[first + lane]), Float(y[first + lane]))
      }
      var sum = SIMD8<Float>(repeating: 0)
      for anchor in anchors {
        let (dx, dy) = (px - anchor.x, py - anchor.y)
        let residual = anchor.loss - slope * Elementary.log(dx * dx + dy * dy + anchor.rise)
        sum += residual * residual
      }
      for lane in 0..<min(8, x.count - first) {
        logarithms.append(isStuck[first + lane] ? -1e6 : Double(weight * sum[lane]))
      }
    }
    return logarithms
  }

  mutating func keep(_ indices: [Int]) {
    x = indices.map { x[$0] }
    y = indices.map { y[$0] }
    speeds = indices.map { speeds[$0] }
    directions = indices.map { directions[$0] }
    headings = indices.map { headings[$0] }
    strides = indices.map { strides[$0] }
    isStuck = isStuck.map { _ in false }
  }

  func place(of particle: Int, floor: Int) -> (x: Double, y: Double, floor: Int) {
    (x[particle], y[particle], floor)
  }
}

extension RandomStream {
  /// Two independent draws from the normal distribution, by two words: Box and Muller's pair, of which ``normal()`` is the first.
  fileprivate mutating func normals() -> (Double, Double) {
    let radius = (-2 * Elementary.log(1 - uniform())).squareRoot()
    let (sine, cosine) = Elementary.sinCos(2 * .pi * uniform())
    return (radius * cosine, radius * sine)
  }
}
