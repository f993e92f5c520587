import World

/// What one lap tells about the lag of one pipeline.
struct LagLap: Hashable, Sendable {
  let walk: Walk
  /// The fixes at callbacks for which the truth is known over the whole range of shifts.
  let moments: [LapTrack.Moment]
  /// By shift of ``LagShifts``: the sum of the squared distances from these fixes to the shifted truth.
  let squares: [Double]

  init(_ track: LapTrack, truth: TrackTruth) {
    walk = truth.walk
    let judged = track.moments.filter { truth.shifts.callbacks.contains(Int($0.callback)) }
    // They are kept until all laps are over, without the room that was left for more.
    var moments: [LapTrack.Moment] = []
    moments.reserveCapacity(judged.count)
    moments.append(contentsOf: judged)
    self.moments = moments
    squares = truth.shifts.squares(of: moments)
  }
}
