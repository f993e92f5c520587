/// What the tracks of one pipeline come to over all laps whose walk is known.
public struct TrackMetrics: Hashable, Sendable {
  public let tally: TrackTally
  public let stops: StopTally
  /// Or why there is none.
  public let lag: Result<Lag, Lag.Absence>

  /// Nil without a single callback within the truth.
  ///
  /// - Parameter laps: in their order.
  public init?(of laps: [TrackScore], bootstrap: inout Bootstrap) {
    self.init(of: laps.reduce(into: TrackTotals()) { $0.add($1) }, bootstrap: &bootstrap)
  }

  /// Nil without a single callback within the truth.
  public init?(of totals: TrackTotals, bootstrap: inout Bootstrap) {
    guard totals.tally.callbacks > 0 else { return nil }
    (tally, stops) = (totals.tally, totals.stops)
    do throws(Lag.Absence) {
      lag = .success(try Lag(of: totals.lagLaps, bootstrap: &bootstrap))
    } catch {
      lag = .failure(error)
    }
  }
}
