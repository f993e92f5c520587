import NumericalMethods
import Phone
import World

/// A ``GridTracker`` that is given the whole lap, or a few seconds more than has passed.
///
/// With the whole lap it goes through it twice: once to learn the parameters of the channel, and once with what was learned.
///
/// Source: the forward-backward algorithm and that of Viterbi, Rabiner 1989, doi:10.1109/5.18626.
struct GridSmoother: SmoothingSession {
  private var session: GridSession

  init(_ session: GridSession) { self.session = session }

  mutating func learn(_ model: RangingModel) { session.learn(model) }

  mutating func fixes(for epochs: [Epoch], at times: [Double]) -> [Result<Fix, NoFix>] {
    let tracker = session.tracker
    let moments: [GridMoment]
    do throws(NoFix) {
      moments = try forward(epochs)
    } catch {
      return times.map { _ in .failure(error) }
    }
    var lag = Double.infinity
    if case .fixedLag(let seconds) = tracker.settings.answer { lag = seconds }
    let beliefs = lag.isFinite ? [] : smoothed(moments[...])
    let walk = tracker.settings.answer == .viterbi ? GridWalk(moments, tracker.motion).beliefs : nil
    return times.map { time in
      let middle = time - tracker.window / 2
      let last = moments.lastIndex { $0.time <= time + lag }
      guard let last, moments[...last].contains(where: { $0.isHeard && $0.isNear(time) }) else {
        return .failure(.tooFewBeacons(heard: 0, needed: 1))
      }
      let index = min(moments.lastIndex { $0.time <= middle + tracker.window } ?? 0, last)
      let belief = beliefs.isEmpty ? smoothed(moments[index...last])[0] : beliefs[index]
      let after = session.walk(after: moments[index].time - tracker.window / 2, to: time)
      return .success(tracker.fix(of: belief, on: walk?[index], after: after))
    }
  }

  private mutating func forward(_ epochs: [Epoch]) throws(NoFix) -> [GridMoment] {
    if session.tracker.lookAhead == .wholeLap {
      for epoch in epochs { try session.update(epoch) }
      session = session.again
    }
    var moments: [GridMoment] = []
    for epoch in epochs {
      try session.update(epoch)
      moments.append(
        GridMoment(
          time: epoch.time, walked: session.walked, belief: session.belief, likelihoods: session.likelihoods,
          isHeard: epoch.readings.contains { $0 != nil }))
    }
    return moments
  }

  private func smoothed(_ moments: ArraySlice<GridMoment>) -> [GridBelief] {
    var beliefs: [GridBelief] = []
    var next: GridMoment?
    for moment in moments.reversed() {
      if let next, let later = beliefs.last {
        beliefs.append(
          moment.belief.smoothed(by: later, over: next.walked, session.tracker.motion))
      } else {
        beliefs.append(moment.belief)
      }
      next = moment
    }
    return beliefs.reversed()
  }
}

/// The result of one window.
struct GridMoment: Sendable {
  /// Seconds since the stream began: the end of the window.
  let time: Double
  /// Seconds of walking since the window before.
  let walked: Double
  /// The filtered distribution at the middle of the window.
  let belief: GridBelief
  /// The logarithm of each cell's likelihood; empty where nothing was heard.
  let likelihoods: [(cell: Int, logarithm: Double)]
  let isHeard: Bool

  func isNear(_ time: Double) -> Bool {
    abs(time - self.time) <= GridTracker.Settings.longestSilence
  }
}

/// The single most probable walk through all windows.
struct GridWalk {
  /// By window: its state, as a belief that is certain of it.
  let beliefs: [GridBelief]

  init(_ moments: [GridMoment], _ motion: GridMotion) {
    var best: [Double] = []
    var origins: [[Int32]] = []
    for (index, moment) in moments.enumerated() {
      var origin: [Int32]
      if index == 0 {
        best = GridBelief(motion).mass
        origin = best.indices.map { Int32($0) }
      } else {
        (best, origin) = Self.moved(best, over: moment.walked, motion)
      }
      if !Self.weigh(&best, moment, motion) {
        // No walk leads here, so a new one begins.
        best = moment.belief.mass
        origin = origin.map { _ in -1 }
      }
      origins.append(origin)
    }
    var states: [Int] = []
    for index in moments.indices.reversed() {
      let before = states.last.map { Int(origins[index + 1][$0]) } ?? -1
      if before >= 0 {
        states.append(before)
      } else if index == moments.count - 1 {
        states.append(best.indices.max { best[$0] < best[$1] } ?? 0)
      } else {
        let mass = moments[index].belief.mass
        states.append(mass.indices.max { mass[$0] < mass[$1] } ?? 0)
      }
    }
    beliefs = states.reversed().map { GridBelief(certainOf: $0, motion) }
  }

  /// The most probable walk to each state, and the state before; -1 for none.
  private static func moved(
    _ best: [Double], over seconds: Double, _ motion: GridMotion
  ) -> ([Double], [Int32]) {
    let (cells, speeds) = (motion.grid.count, motion.speeds.count)
    var moved = [Double](repeating: 0, count: best.count)
    var origin = [Int32](repeating: -1, count: best.count)
    let active = (0..<cells).filter { cell in (0..<speeds).contains { best[cell * speeds + $0] > 0 } }
    let steps = motion.steps(over: seconds)
    for speed in 0..<speeds {
      motion.spread(active, at: speed, over: seconds, steps, of: best.span) { cell, target, part in
        let place = target * speeds + speed
        if part > moved[place] { (moved[place], origin[place]) = (part, Int32(cell * speeds + speed)) }
      }
    }
    var (before, from) = (moved, origin)
    for place in before.indices where before[place] > 0 {
      moved[place] *= 1 - motion.grid.turns[place / speeds].reduce(0) { $0 + min($1.rate * seconds, 0.25) }
    }
    for place in before.indices where before[place] > 0 {
      for exchange in motion.grid.turns[place / speeds] where exchange.rate > 0 {
        let other = exchange.cell * speeds + place % speeds
        take(before[place] * min(exchange.rate * seconds, 0.25), from[place], &moved[other], &origin[other])
      }
    }
    let later = motion.laterSpeeds(over: seconds)
    (before, from) = (moved, origin)
    for place in moved.indices { moved[place] = 0 }
    for place in before.indices where before[place] > 0 {
      let (first, weights) = (place - place % speeds, later[place % speeds])
      for speed in 0..<speeds where weights[speed] > 0 {
        take(before[place] * weights[speed], from[place], &moved[first + speed], &origin[first + speed])
      }
    }
    return (moved, origin)
  }

  /// Replaces a walk by a more probable one.
  private static func take(_ value: Double, _ state: Int32, _ best: inout Double, _ origin: inout Int32) {
    if value > best { (best, origin) = (value, state) }
  }

  /// Multiplies by the likelihoods; false when nothing is left.
  private static func weigh(_ best: inout [Double], _ moment: GridMoment, _ motion: GridMotion) -> Bool {
    let speeds = motion.speeds.count
    if let top = moment.likelihoods.map(\.logarithm).max() {
      var weighed = [Double](repeating: 0, count: best.count)
      for (cell, logarithm) in moment.likelihoods {
        let factor = Elementary.exp(logarithm - top)
        for place in cell * speeds..<(cell + 1) * speeds { weighed[place] = best[place] * factor }
      }
      best = weighed
    }
    guard let most = best.max(), most > 1e-280 else { return false }
    for place in best.indices { best[place] /= most }
    return true
  }
}
