public import World

/// The metrics of the tracks of one pipeline over all laps whose walk is known.
public struct TrackMetrics: Hashable, Sendable {
  /// Gaps, jumps and room flips.
  public let tally: TrackTally
  /// How fixes settle while the walker stands still.
  public let stops: StopTally
  /// The lag, or why there is none.
  public let lag: Result<Lag, Lag.Absence>

  /// Nil without a single callback within the truth.
  public init?(of totals: TrackTotals) {
    guard totals.tally.callbacks > 0 else { return nil }
    (tally, stops) = (totals.tally, totals.stops)
    do throws(Lag.Absence) {
      lag = .success(try Lag.estimated(from: totals.lagLaps))
    } catch {
      lag = .failure(error)
    }
  }
}

/// What the track of one pipeline on one lap contributes, small enough to be kept until all laps are done.
public struct TrackScore: Hashable, Sendable {
  let tally: TrackTally
  let stops: StopTally
  let lag: LagLap

  /// - Parameters:
  ///   - fixes: one for each callback of the lap.
  ///   - truth: of the same callbacks.
  public init(of fixes: [Result<Fix, NoFix>], truth: TrackTruth) {
    let track = LapTrack(of: fixes, truth: truth)
    tally = TrackTally(track, truth: truth)
    stops = StopTally(track, truth: truth)
    lag = LagLap(track, truth: truth)
  }
}

/// The sums over the tracks of one pipeline on the laps so far.
///
/// Sums cover all laps. The fixes, from which a lag is estimated, are kept of the first laps only, so that long studies
/// need no more memory than short ones.
public struct TrackTotals: Sendable {
  /// Laps are kept for the lag until they have this many fixes together: the interval of the lag is then far below a
  /// hundredth of a second.
  public static let lagFixes = 200_000

  private(set) var tally = TrackTally()
  private(set) var stops = StopTally()
  /// Of the first laps, in their order.
  private(set) var lagLaps: [LagLap] = []
  private var fixes = 0
  private let lagFixes: Int

  /// - Parameter lagFixes: in place of ``lagFixes``.
  public init(lagFixes: Int = lagFixes) { self.lagFixes = lagFixes }

  /// Takes the next lap.
  public mutating func add(_ lap: TrackScore) {
    tally = tally + lap.tally
    stops.add(lap.stops)
    guard fixes < lagFixes else { return }
    fixes += lap.lag.moments.count
    lagLaps.append(lap.lag)
  }
}
