import NumericalMethods
import World

/// The walking speed from moment to moment: the lap's own speed, and what it changes by from step to step.
struct Pace {
  /// His own speed, in metres a second.
  var own: Double
  private let settings: WalkSettings
  private var random: RandomStream
  /// What the speed differs by in this step.
  private var excess: Double
  /// When the step ends.
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

  /// The same walker in reversed time, from before the first step on: the process is the same both ways.
  ///
  /// - Parameter start: of the reversed time.
  func reversed(start: Double, seed: Seed) -> Pace {
    var pace = self
    pace.random = RandomStream(seed.derived("pace before"))
    pace.stepEnd = settings.variation == nil ? .infinity : start
    pace.pass(start)
    return pace
  }

  /// Metres a second in this step.
  var speed: Double {
    guard settings.variation != nil else { return own }
    return min(max(own + excess, settings.speedRange.lowerBound), settings.speedRange.upperBound)
  }

  /// Goes on to the step that holds at a moment, however many steps are between: the process needs one draw for any time.
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

/// When the next stop at random is due.
struct PauseClock {
  private let pauses: RandomPauses
  private var random: RandomStream
  /// Seconds of walking until then.
  private(set) var due = 0.0

  /// Nil where there are none.
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

  /// Seconds that the stop lasts that is due now; the next one is drawn too.
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
