import World

/// One pipeline's fixes at the callbacks of one lap at which the ground truth is known, in order of time.
struct LapTrack: Hashable, Sendable {
  /// A callback with a fix.
  struct Moment: Hashable, Sendable {
    /// Which of the track's callbacks it is, from 0.
    let callback: Int32
    /// An index into ``Site/rooms``; -1 in none.
    let room: Int32
    /// Seconds since the stream began.
    let time: Double
    /// Metres on the plan.
    let x: Double
    let y: Double

    func distance(to other: Moment) -> Double {
      let (dx, dy) = (x - other.x, y - other.y)
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  let moments: [Moment]
  /// Callbacks within the truth, with or without a fix.
  let callbacks: Int

  /// - Parameters:
  ///   - fixes: one for each callback of the lap.
  ///   - truth: of the same callbacks.
  init(of fixes: [Result<Fix, NoFix>], truth: TrackTruth) {
    precondition(fixes.count == truth.heard, "\(fixes.count) fixes for \(truth.heard) callbacks")
    var moments: [Moment] = []
    moments.reserveCapacity(truth.times.count)
    for (callback, time) in truth.times.enumerated() {
      guard case .success(let fix) = fixes[truth.first + callback], fix.position.isFinite else { continue }
      let room = truth.rooms.isEmpty ? nil : truth.site.room(at: fix.position, floor: fix.floor)
      moments.append(
        Moment(
          callback: Int32(callback), room: Int32(room ?? -1), time: time, x: fix.position.x,
          y: fix.position.y))
    }
    self.moments = moments
    callbacks = truth.times.count
  }
}
