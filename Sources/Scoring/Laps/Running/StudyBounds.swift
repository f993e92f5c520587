public import Evaluation
package import Positioning
package import Scenarios
public import World

/// Lower bounds of the position error on the walks of a study, beside the errors of its pipelines.
public struct StudyBounds: Sendable {
  /// The bounds at one moment of one lap.
  public struct Row: Hashable, Sendable {
    /// The lap's number, counted from 0.
    public let lap: Int
    /// Nil where the journey has no direction.
    public let direction: TravelDirection?
    /// The hand that carries the phone.
    public let hand: Hand
    /// Nil where there is only one walker.
    public let walker: Walker?
    /// The level of the floor on which the walker is.
    public let floor: Int
    /// An index into the site's test points; nil at callbacks.
    public let testPoint: Int?
    /// Seconds since the lap's stream began.
    public let time: Double
    /// The bounds at that moment.
    public let bounds: PlaceBounds

    package init(
      lap: Int, direction: TravelDirection?, hand: Hand, walker: Walker?, floor: Int, testPoint: Int?,
      time: Double, bounds: PlaceBounds
    ) {
      self.lap = lap
      self.direction = direction
      self.hand = hand
      self.walker = walker
      self.floor = floor
      self.testPoint = testPoint
      self.time = time
      self.bounds = bounds
    }
  }

  /// The errors of one pipeline against its bound.
  public struct PipelineRatio: Hashable, Sendable {
    /// Which bound holds for a pipeline.
    public enum Bound: String, Hashable, Sendable {
      /// The bound for pipelines that use only what was received up to the moment.
      case filter
      /// The bound for pipelines that use later readings too.
      case smoother
    }

    /// The pipeline's name.
    public let pipeline: String
    /// Nil for a pipeline with prior information that the bounds do not include.
    public let bound: Bound?
    /// Its root mean square error against the bound, with an interval over laps.
    public let ratio: BoundRatio
    /// Errors that were due and not measured.
    public let missed: Int
  }

  /// In the order of laps, walkers and moments.
  public let rows: [Row]
  /// Laps on whose walks the bounds were worked out.
  public let laps: Int
  /// In the order of the pipelines.
  public let pipelines: [PipelineRatio]
  /// Sentences on what is taken as known and for which pipelines the bounds do not hold.
  public let notes: [String]
  /// Whether something is fixed in the building although the bounds are averages over buildings.
  public let isOfOneBuilding: Bool

  /// The root of the mean square along the path from single windows, in metres; nil where a moment has no bound.
  public var epochAlong: Double? { Self.rootMeanSquare(rows.map(\.bounds.epochAlong)) }
  /// The same with the path unknown, on the plan.
  public var epochPlane: Double? { Self.rootMeanSquare(rows.map(\.bounds.epochPlane)) }
  /// Of estimates from everything received up to the moment.
  public var filter: Double? { Self.rootMeanSquare(rows.map(\.bounds.filter)) }
  /// Of estimates from the whole lap.
  public var smoother: Double? { Self.rootMeanSquare(rows.map(\.bounds.smoother)) }

  /// Pipelines whose errors lie below the bound that holds for them by more than the variation between laps explains. Empty for
  /// a fixed building, which may be the cause.
  public var failures: [PipelineRatio] { isOfOneBuilding ? [] : pipelines.filter(\.ratio.isBelow) }

  /// Of bounds at several moments, in metres; nil where one of them has none.
  package static func rootMeanSquare(_ bounds: [Double?]) -> Double? {
    let squares = bounds.compactMap { $0.map { $0 * $0 } }
    guard !squares.isEmpty, squares.count == bounds.count else { return nil }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// - Parameters:
  ///   - rows: in the order of laps, walkers and moments.
  ///   - laps: the number of laps behind them.
  ///   - result: the pipelines' errors on the same laps.
  ///   - notes: on what is taken as known.
  ///   - isOfOneBuilding: whether something is fixed in the building.
  package init(
    rows: [Row], laps: Int, result: StudyResult, notes: [String], isOfOneBuilding: Bool
  ) {
    self.rows = rows
    self.laps = laps
    self.notes = notes
    self.isOfOneBuilding = isOfOneBuilding
    let values: [PipelineRatio.Bound: Double?] = [
      .filter: Self.rootMeanSquare(rows.map(\.bounds.filter)),
      .smoother: Self.rootMeanSquare(rows.map(\.bounds.smoother)),
    ]
    pipelines = result.pipelines.map { pipeline in
      let bound = pipeline.bound
      return PipelineRatio(
        pipeline: pipeline.definition.name, bound: bound,
        ratio: BoundRatio(
          of: ErrorsByLap(ofLaps: pipeline.kept.byLap), to: bound.flatMap { values[$0] ?? nil }),
        missed: pipeline.score.whole.missed)
    }
  }
}

extension PipelineResult {
  fileprivate var bound: StudyBounds.PipelineRatio.Bound? { definition.bound(lookAhead: lookAhead) }
}

extension PipelineDefinition {
  /// Which bound holds for its errors; presses, a survey and steps provide information that no bound here includes.
  package func bound(lookAhead: LookAhead) -> StudyBounds.PipelineRatio.Bound? {
    guard Set(settings.given).isDisjoint(with: [.presses, .survey]), !settings.method.settings.needsSteps
    else { return nil }
    return lookAhead == .none ? .filter : .smoother
  }
}
