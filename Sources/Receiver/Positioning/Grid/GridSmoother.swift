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
      return .success(tracker.fix(of: belief, moments[index].test, on: walk?[index], after: after))
    }
  }

  /// For each epoch the distribution over places at its end, given all of them; nil where they have no steps to go by.
  mutating func places(for epochs: [Epoch]) -> [GridPlaces?] {
    guard let moments = try? forward(epochs) else { return epochs.map { _ in nil } }
    return zip(moments, smoothed(moments[...])).map { moment, belief in
      let (tracker, start) = (session.tracker, moment.time - session.tracker.window / 2)
      return belief.places(after: session.walk(after: start, to: moment.time), tracker.motion)
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
          test: session.test, isHeard: epoch.readings.contains { $0 != nil }))
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
  /// Of the readings up to this window.
  let test: ContradictionTest
  let isHeard: Bool

  func isNear(_ time: Double) -> Bool {
    abs(time - self.time) <= GridTracker.Settings.longestSilence
  }
}
