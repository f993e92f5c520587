import NumericalMethods

/// The walking speed from moment to moment: the lap's own speed, and a deviation that changes from step to step.
struct Pace {
  /// The walker's own speed, in metres per second.
  var own: Double
  private let settings: WalkSettings
  private var random: RandomStream
  /// The deviation from the own speed in this step, in metres per second.
  private var excess: Double
  /// Seconds at which the step ends.
  private(set) var stepEnd: Double

  /// - Parameter start: seconds at which the first step begins.
  init(own: Double, _ settings: WalkSettings, start: Double, seed: Seed) {
    self.own = own
    self.settings = settings
    random = RandomStream(seed.derived("pace"))
    guard let variation = settings.variation else {
      (excess, stepEnd) = (0, .infinity)
      return
    }
    excess = variation.deviation * random.normal()
    stepEnd = start + SpeedVariation.step
  }

  /// The same walker in reversed time, from before the first step: the process is the same in both directions of time.
  ///
  /// - Parameter start: of the reversed time.
  func reversed(start: Double, seed: Seed) -> Pace {
    var pace = self
    pace.random = RandomStream(seed.derived("pace before"))
    pace.stepEnd = settings.variation == nil ? .infinity : start
    pace.pass(start)
    return pace
  }

  /// The speed in this step, in metres per second.
  var speed: Double {
    guard settings.variation != nil else { return own }
    return min(max(own + excess, settings.speedRange.lowerBound), settings.speedRange.upperBound)
  }

  /// Advances to the step that contains a moment; however many steps lie between, the process needs a single draw.
  mutating func pass(_ time: Double) {
    guard let variation = settings.variation else { return }
    while stepEnd <= time {
      let seconds = (((time - stepEnd) / SpeedVariation.step).rounded(.down) + 1) * SpeedVariation.step
      let kept = Elementary.exp(-seconds / variation.correlationTime)
      excess = kept * excess + (1 - kept * kept).squareRoot() * variation.deviation * random.normal()
      stepEnd += seconds
    }
  }
}

/// When the next random stop is due.
struct PauseClock {
  private let pauses: RandomPauses
  private var random: RandomStream
  /// Seconds of walking until the next stop.
  private(set) var due = 0.0

  /// Nil without random stops.
  init?(_ settings: WalkSettings, seed: Seed) {
    guard let pauses = settings.randomPauses, pauses.perMinute > 0 else { return nil }
    self.pauses = pauses
    random = RandomStream(seed.derived("pauses"))
    drawDue()
  }

  private mutating func drawDue() {
    due = -60 / pauses.perMinute * Elementary.log(1 - random.uniform())
  }

  mutating func walked(_ seconds: Double) { due -= seconds }

  /// The duration in seconds of the stop that is due; draws the next one too.
  mutating func next() -> Double {
    defer { drawDue() }
    switch pauses.length {
    case .exponential(let mean):
      return min(-mean * Elementary.log(1 - random.uniform()), pauses.length.longest)
    case .uniform(let range):
      return range.lowerBound + random.uniform() * (range.upperBound - range.lowerBound)
    }
  }
}
