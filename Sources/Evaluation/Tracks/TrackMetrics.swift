/// What the tracks of one pipeline come to over all laps whose walk is known.
public struct TrackMetrics: Hashable, Sendable {
  public let tally: TrackTally
  public let stops: StopTally
  /// Or why there is none.
  public let lag: Result<Lag, Lag.Absence>

  /// Nil without a single callback within the truth.
  ///
  /// - Parameter laps: in their order.
  public init?(of laps: [TrackScore]) {
    self.init(of: laps.reduce(into: TrackTotals()) { $0.add($1) })
  }

  /// Nil without a single callback within the truth.
  public init?(of totals: TrackTotals) {
    guard totals.tally.callbacks > 0 else { return nil }
    (tally, stops) = (totals.tally, totals.stops)
    do throws(Lag.Absence) {
      lag = .success(try Lag(of: totals.lagLaps))
    } catch {
      lag = .failure(error)
    }
  }
}
