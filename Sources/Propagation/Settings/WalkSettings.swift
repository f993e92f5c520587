public import World

/// How somebody walks a lap.
public struct WalkSettings: Hashable, Sendable {
  /// The mean speed over laps, in metres a second.
  public var speed: Double
  /// The standard deviation of one lap's speed.
  public var speedDeviation: Double
  /// The range in which a speed is held, in metres a second: a lap's, and each within it.
  public var speedRange: ClosedRange<Double>
  /// Metres of the phone above the path.
  public var height: Double
  /// Seconds that the stream begins before the walker reaches the route's start.
  public var walkIn: Double
  /// Seconds that the stream lasts; nil for until two seconds after the route's end.
  public var duration: Double?
  /// The standard deviation in seconds of the press at a test point.
  public var pressJitter: Double
  /// Nil for one speed all through a lap.
  public var variation: SpeedVariation?
  /// Nil for none.
  public var randomPauses: RandomPauses?
  /// Degrees a second by which he turns at a corner; nil for at once.
  public var turnRate: Double?

  public init(
    speed: Double = 1.3, speedDeviation: Double = 0.05, speedRange: ClosedRange<Double> = 0.8...1.8,
    height: Double = 1.2, walkIn: Double = 20, duration: Double? = nil, pressJitter: Double = 0.15,
    variation: SpeedVariation? = nil, randomPauses: RandomPauses? = nil, turnRate: Double? = nil
  ) {
    self.speed = speed
    self.speedDeviation = speedDeviation
    self.speedRange = speedRange
    self.height = height
    self.walkIn = walkIn
    self.duration = duration
    self.pressJitter = pressJitter
    self.variation = variation
    self.randomPauses = randomPauses
    self.turnRate = turnRate
  }

  /// - Throws: the first setting that no walk can have.
  public func validate() throws(SettingFault) {
    try check("speedRange", speedRange.lowerBound, in: 0.01...100, "between 0.01 and 100 m/s")
    try check("speedRange", speedRange.upperBound, in: 0.01...100, "between 0.01 and 100 m/s")
    try check(
      "speed", speed, in: speedRange, "between \(speedRange.lowerBound) and \(speedRange.upperBound) m/s")
    try check("speedDeviation", speedDeviation, in: 0...100, "between 0 and 100 m/s")
    try check("height", height, in: -1000...1000, "between -1000 and 1000 m")
    try check("walkIn", walkIn, in: 0...86_400, "between 0 and 86400 s")
    if let duration { try check("duration", duration, in: 1...864_000, "between 1 and 864000 s") }
    try check("pressJitter", pressJitter, in: 0...60, "between 0 and 60 s")
    if let turnRate { try check("turnRate", turnRate, in: 1...3600, "between 1 and 3600 degrees a second") }
    if let variation {
      try check("variation.deviation", variation.deviation, in: 0...100, "between 0 and 100 m/s")
      try check(
        "variation.correlationTime", variation.correlationTime, in: 0.1...3600, "between 0.1 and 3600 s")
    }
    guard let randomPauses else { return }
    try check("randomPauses.perMinute", randomPauses.perMinute, in: 0...60, "between 0 and 60")
    switch randomPauses.length {
    case .exponential(let mean):
      try check("randomPauses.length.exponential.mean", mean, in: 0.1...3600, "between 0.1 and 3600 s")
    case .uniform(let range):
      try check("randomPauses.length.uniform.least", range.lowerBound, in: 0...3600, "between 0 and 3600 s")
      try check("randomPauses.length.uniform.most", range.upperBound, in: 0...3600, "between 0 and 3600 s")
    }
  }
}
