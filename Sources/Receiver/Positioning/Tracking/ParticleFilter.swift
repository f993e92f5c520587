import NumericalMethods
import Phone
import World

/// A particle filter: hypotheses of position and speed, moved at random and weighted by the likelihood of the readings.
///
/// A reading is `C - 10 n log10 d` with the n and C that the pipeline assumes, with normal noise. It is an average over a window
/// and refers to the window's middle; the fix is the weighted mean, moved on to the end. When the effective number of particles
/// falls below half, they are resampled systematically. All draws come from the lap's seed.
///
/// Source: Arulampalam, Maskell, Gordon, Clapp 2002, "A tutorial on particle filters for online nonlinear/non-Gaussian Bayesian
/// tracking", doi:10.1109/78.978374, algorithms 2 and 4; the effective number is its equation 51.
public struct ParticleFilter: PositioningMethod {
  let settings: Settings
  let site: RangedSite
  let map: PriorInformation.Map?
  let window: Double
  /// Nil on the plan.
  let roads: ParticleRoads?

  /// - Precondition: the settings have no fault, and the site has the path that they need.
  init(_ settings: Settings, _ prior: PriorInformation, window: Double) {
    self.settings = settings
    self.window = window
    let site = RangedSite(prior)
    self.site = site
    map = settings.space == .walls ? prior.map : nil
    let path = settings.space == .path ? prior.site.path : nil
    roads = path.map { ParticleRoads($0, site: site) }
  }

  /// Particles are drawn from the lap's own seed, so laps do not depend on each other.
  public func begin(_ lap: LapPrior) -> any PositioningSession {
    let random = RandomStream(lap.seed.derived("particles"))
    if let roads {
      return ParticleSession(self, ParticlesOnPath(roads, settings), random)
    }
    let obstacles = map?.obstacles ?? []
    return ParticleSession(self, ParticlesOnPlan(site, settings, obstacles: obstacles), random)
  }
}

/// The space in which particles move: where they are, how they move, and the likelihood of readings.
protocol ParticleGround {
  /// Draws the initial positions of all particles.
  ///
  /// - Parameter start: the weighted centroid of what is heard first.
  mutating func begin(at start: Point, floor: Int, using random: inout RandomStream)
  /// Moves each for some seconds, in which speeds and directions change.
  mutating func walk(for seconds: Double, using random: inout RandomStream)
  /// Moves each for some seconds at its own speed and direction.
  mutating func goOn(for seconds: Double, using random: inout RandomStream)
  /// Moves each by a step.
  ///
  /// - Returns: by particle, the logarithm of the likelihood of its move.
  mutating func take(_ step: (length: Double, heading: Double), using random: inout RandomStream) -> [Double]
  /// By particle, the log-likelihood of the readings.
  func logLikelihoods(of readings: [ParticleReading], floor: Int) -> [Double]
  /// Keeps the particles with these indices, which may be repeated.
  mutating func keep(_ indices: [Int])
  /// Where they are.
  ///
  /// - Parameter floor: that of the nearest anchor.
  func places(floor: Int) -> ParticlePlaces
}

/// The errors of detected steps that particles assume.
enum StepErrors {
  /// The standard deviation of the walker's step length over the detected one, the same on a whole lap but for a
  /// change with each step, which parts particles that are copies of one.
  static let length = 0.12
  static let lengthChange = 0.005
  /// The standard deviation of each step's factor. A step that is missed is one of 0: with 3 % of them missed and 5 % of noise it
  /// is 0.18; the rest is for what is correlated from step to step.
  static let lengthNoise = 0.3
  /// Radians: how far the heading of the sensors is off at first, and how much that changes with a step.
  static let heading = 0.3
  static let headingChange = 0.02
}

/// By how much an anchor is weaker than at 1 m.
struct ParticleReading: Sendable {
  let anchor: Int
  let loss: Double
}

/// A ``ParticleFilter`` at work on one lap.
struct ParticleSession<Ground: ParticleGround>: PositioningSession {
  /// Seconds without any reading for which the position is still predicted.
  private static var longestSilence: Double { 10 }

  private let filter: ParticleFilter
  private var model: RangingModel
  private var ground: Ground
  private var random: RandomStream
  private var nearest = NearestAnchors()
  private var history = StepHistory()
  private var weights = ParticleWeights(of: 0)
  private var floor = 0
  /// The times, in seconds, of the particles and of the last reading; nil before the first.
  private var time: Double?
  private var lastHeard = 0.0

  init(_ filter: ParticleFilter, _ ground: Ground, _ random: RandomStream) {
    (self.filter, self.ground, self.random) = (filter, ground, random)
    model = filter.site.model
  }

  mutating func learn(_ model: RangingModel) { self.model = model }

  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    if filter.settings.motion == .steps { try history.hear(epoch) }
    var site = filter.site
    site.model = model
    nearest.choose(filter.settings.anchors, from: epoch, in: site)
    let middle = epoch.time - filter.window / 2
    if time != nil { move(to: middle) }
    if let first = nearest.indices.first {
      (floor, lastHeard) = (site.site.anchors[first].floor, epoch.time)
      if time == nil {
        let centre = WeightedCentroid.centre(
          of: nearest.indices, in: epoch, site, WeightedCentroid.Settings())
        begin(at: centre, middle)
      }
      weights.multiply(
        byExpOf: ground.logLikelihoods(
          of: nearest.indices.compactMap { anchor in
            epoch.levels[anchor].map { level in
              let level = min(max(level.value, -127), 20)
              return ParticleReading(anchor: anchor, loss: model.levelsAtOneMetre[anchor].value - level)
            }
          }, floor: floor))
      resample()
    }
    return try place(at: epoch.time)
  }

  mutating func position(at time: Double) throws(NoFix) -> Fix? { try place(at: time) }

  private mutating func begin(at centre: Point, _ middle: Double) {
    ground.begin(at: centre, floor: floor, using: &random)
    weights = ParticleWeights(of: filter.settings.particles)
    time = middle
  }

  private mutating func move(to later: Double) {
    guard let time, later > time else { return }
    self.time = later
    guard filter.settings.motion == .steps else { return ground.walk(for: later - time, using: &random) }
    for step in history.steps(after: time, to: later) {
      weights.multiply(byExpOf: ground.take(step, using: &random))
    }
  }

  private mutating func resample() {
    guard weights.areUneven else { return }
    ground.keep(weights.systematic(start: random.uniform()))
    weights = ParticleWeights(of: filter.settings.particles)
  }

  private func place(at moment: Double) throws(NoFix) -> Fix {
    guard time != nil, moment - lastHeard <= Self.longestSilence else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    // A copy is moved on, so that no later answer changes.
    var later = self
    if filter.settings.motion == .speed, let time {
      later.ground.goOn(for: max(moment - time, 0), using: &later.random)
    } else {
      later.move(to: moment)
    }
    return later.mean
  }

  /// The weighted mean on the floor that most of the weight is on.
  private var mean: Fix {
    let places = ground.places(floor: floor)
    let floors = weights.sums(byFloor: places.floors)
    let best = floors.max { $0.weight < $1.weight } ?? (floor, 1)
    let (x, y, covariance) = weights.moments(of: places, onFloor: best.floor, total: best.weight)
    return Fix(
      position: filter.site.place(x: x, y: y, floor: best.floor), floor: best.floor,
      covariance: covariance,
      floorProbabilities: floors.map { FloorProbability(floor: $0.floor, probability: $0.weight) })
  }
}
