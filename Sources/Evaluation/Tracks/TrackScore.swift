public import World

/// What the track of one pipeline on one lap comes to, small enough to be kept until all laps are over.
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
