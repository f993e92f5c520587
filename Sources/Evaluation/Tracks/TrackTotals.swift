/// What the tracks of one pipeline come to over the laps so far.
///
/// Sums are kept of all laps. The fixes, which a lag is found from, are kept of the first laps only, so that long studies
/// need no more memory than short ones.
public struct TrackTotals: Sendable {
  /// Laps are kept for the lag until they have so many fixes together: its interval is far below a hundredth of a second
  /// by then.
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
