public import World

/// The metrics of one pipeline's errors beyond its ``Score``. Metrics that need more than the site or the ground truth
/// provides are nil.
public struct ErrorMetrics: Hashable, Sendable {
  /// Nil when nothing was measured, like the four after it.
  public let distribution: ErrorDistribution?
  /// The mean error as a vector, and its covariance.
  public let vector: ErrorVector?
  /// Metres: see ``FloorPenalty``.
  public let floorPenalised: Double?
  /// Ahead of the walker; nil where the direction of travel is unknown.
  public let along: SignedErrors?
  /// To the walker's left.
  public let cross: SignedErrors?
  /// Nil on a site with one floor.
  public let floors: HitRate?
  /// Nil on a site without rooms.
  public let rooms: RoomScore?
  /// The share of places at which fixes are to be had.
  public let coverage: Coverage
  /// Seconds from the callback to the moment at which its fix was due; nil when nothing was measured.
  public let meanAge: Double?
  /// The mean error in metres at callbacks while the walker stands still; nil where that is so of all callbacks or of none.
  public let whileStanding: Double?
  /// The same while the walker moves.
  public let whileMoving: Double?
  /// Nil where the method states nothing about its errors.
  public let uncertainty: UncertaintyScore?

  /// - Parameters:
  ///   - laps: the errors of each, in the order of laps, then of time. They are traversed more than once.
  ///   - site: whose floors and rooms the fixes are compared with.
  ///   - settings: of which the distances of the error distribution are used.
  public init(ofLaps laps: some Collection<[PositionError]>, site: Site, settings: MetricSettings) {
    let columns = Columns(laps)
    distribution = ErrorDistribution(of: columns.metres, within: settings.within)
    vector = ErrorVector(of: columns.arrows)
    floorPenalised = FloorPenalty.thirdQuartile(of: columns.penalised)
    along = SignedErrors(of: columns.along)
    cross = SignedErrors(of: columns.cross)
    let count = columns.metres.count
    floors = site.floors.count > 1 ? HitRate(hits: columns.rightFloors, of: count) : nil
    rooms = site.rooms.isEmpty ? nil : RoomScore(ofLaps: laps, rooms: site.rooms.count)
    coverage = Coverage(ofLaps: laps)
    meanAge = count == 0 ? nil : columns.age / Double(count)
    func mean(_ metres: [Double]) -> Double? {
      metres.isEmpty ? nil : metres.reduce(0, +) / Double(metres.count)
    }
    (whileStanding, whileMoving) = (mean(columns.standing), mean(columns.moving))
    uncertainty = columns.hasClaims ? UncertaintyScore(ofLaps: laps) : nil
  }

  /// The columns of measured errors from which the metrics are computed.
  private struct Columns {
    var metres: [Double] = []
    var arrows: [Point] = []
    var penalised: [Double] = []
    var along: [Double] = []
    var cross: [Double] = []
    var standing: [Double] = []
    var moving: [Double] = []
    var rightFloors = 0
    /// The sum, in seconds.
    var age = 0.0
    var hasClaims = false

    init(_ laps: some Collection<[PositionError]>) {
      for lap in laps {
        for error in lap {
          if let offset = error.offset { add(offset) }
        }
      }
    }

    private mutating func add(_ offset: PositionError.Offset) {
      metres.append(offset.metres)
      penalised.append(FloorPenalty.penalised(offset))
      if let arrow = offset.vector { arrows.append(arrow) }
      if let metres = offset.along { along.append(metres) }
      if let metres = offset.cross { cross.append(metres) }
      switch offset.isStanding {
      case true?: standing.append(offset.metres)
      case false?: moving.append(offset.metres)
      case nil: break
      }
      if offset.floors == 0 { rightFloors += 1 }
      age += offset.age
      hasClaims = hasClaims || offset.claim != nil
    }
  }
}

/// What a study may choose about its metrics.
public struct MetricSettings: Hashable, Sendable {
  /// Metres at which the cumulative distribution of errors is given; in ascending order.
  public var within: [Double]
  /// The shortest time of standing still that counts as a stop, in seconds; above 0.
  public var stillSeconds: Double
  /// Metres from its resting place within which a fix has settled; above 0.
  public var settledWithin: Double

  public init(
    within: [Double] = [1, 2, 3, 5, 10], stillSeconds: Double = 5, settledWithin: Double = 2
  ) {
    precondition(
      stillSeconds > 0 && settledWithin > 0,
      "still and settled must be above 0, were \(stillSeconds) and \(settledWithin)")
    self.within = within.sorted()
    self.stillSeconds = stillSeconds
    self.settledWithin = settledWithin
  }
}

/// The score of the EvAAL and IPIN competitions: the third quartile of the errors, each with 15 m for every floor
/// by which the fix is wrong.
///
/// Source: Potortì et al. 2017, "Comparing the performance of indoor localization systems through the EvAAL framework",
/// Sensors 17 (10) 2327, doi:10.3390/s17102327. There every second has an answer; here missed errors are left out.
public enum FloorPenalty {
  /// Metres.
  public static let perFloor = 15.0

  /// The error of one fix with its floors, in metres.
  public static func penalised(_ offset: PositionError.Offset) -> Double {
    (offset.vector?.horizontalLength ?? offset.metres) + perFloor * Double((offset.floors ?? 0).magnitude)
  }

  /// Nil when nothing was measured.
  ///
  /// - Parameter penalised: the penalised errors of all fixes, in metres.
  public static func thirdQuartile(of penalised: [Double]) -> Double? {
    Quantiles.of(penalised, at: [0.75])?[0]
  }
}
