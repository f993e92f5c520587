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
    tally = laps.reduce(TrackTally()) { $0 + $1.tally }
    guard tally.callbacks > 0 else { return nil }
    stops = laps.reduce(into: StopTally()) { $0.add($1.stops) }
    do throws(Lag.Absence) {
      lag = .success(try Lag(of: laps.map(\.lag)))
    } catch {
      lag = .failure(error)
    }
  }
}
