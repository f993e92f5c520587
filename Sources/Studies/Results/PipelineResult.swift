public import Evaluation

/// What one pipeline came to over all laps of a study.
public struct PipelineResult: Sendable {
  public let definition: PipelineDefinition
  /// In the order of laps, then of time.
  public let errors: [PositionError]
  /// The errors scored together, by direction and by hand.
  public let score: GroupedScore
  public let fixes: FixTally
  /// Callbacks before the truth begins or after it ends, which are neither scored nor missed.
  public let outsideTruth: Int
}

/// How the callbacks of a pipeline ended, whether or not they were scored.
public struct FixTally: Hashable, Sendable {
  public var callbacks = 0
  /// Fixes by the method's own equations.
  public var byMethod = 0
  /// Fixes by the method's fallback.
  public var byFallback = 0
  public var tooFewBeacons = 0
  public var didNotConverge = 0
  public var undetermined = 0

  public init() {}

  static func + (a: FixTally, b: FixTally) -> FixTally {
    var sum = a
    sum.callbacks += b.callbacks
    sum.byMethod += b.byMethod
    sum.byFallback += b.byFallback
    sum.tooFewBeacons += b.tooFewBeacons
    sum.didNotConverge += b.didNotConverge
    sum.undetermined += b.undetermined
    return sum
  }
}
