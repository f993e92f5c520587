import Phone
import World

/// A ``GridTracker`` at work on one lap: the forward recursion.
struct GridSession: PositioningSession {
  let tracker: GridTracker
  /// The distribution at the middle of the latest window.
  private(set) var belief: GridBelief
  /// The channel in each active cell of the belief.
  private(set) var channels: GridChannels
  /// The logarithm of each cell's likelihood in the latest window; empty where nothing was heard.
  private(set) var likelihoods: [(cell: Int, logarithm: Double)] = []
  /// Seconds of walking at the mean speed from the window before to the latest.
  private(set) var walked = 0.0
  /// Of the readings up to the latest window.
  private(set) var test = ContradictionTest()
  /// The channel before the first reading.
  private var prior: ChannelPrior
  private var receiver: GridReceiver
  /// Nil where the assumed variance is taken for the true one: where the channel is known, and on the path. There it is learned too small, and
  /// fixes are worse.
  private var scatter: GridScatter?
  private var history = StepHistory()
  private var levelsAtOneMetre: [Double]
  private var latest: Latest?
  /// Seconds since the stream began at which anything was last heard; nil before that.
  private var lastHeard: Double?

  /// The readings of the latest window.
  fileprivate struct Latest {
    var time: Double
    /// By anchor, in dBm; nil where it was not heard.
    var readings: [Double?]
    /// By anchor: the variance of its reading about the local mean.
    var variances: [Double]
    /// Whether anything was heard.
    var isHeard: Bool
  }

  init(_ tracker: GridTracker, _ prior: ChannelPrior) {
    self.tracker = tracker
    self.prior = prior
    belief = tracker.start
    channels = GridChannels(prior, cells: 0)
    receiver = GridReceiver(anchors: tracker.radio.isFixed.count)
    scatter =
      tracker.settings.space == .path || tracker.settings.calibration == .channel ? nil : GridScatter()
    levelsAtOneMetre = tracker.levelsAtOneMetre(by: tracker.site.model)
  }

  mutating func learn(_ model: RangingModel) { levelsAtOneMetre = tracker.levelsAtOneMetre(by: model) }

  /// The session at the beginning of the lap, with the parameters of the channel and the receiver learned so far taken for known.
  ///
  /// What each anchor's bias has learned is largely the shadowing of the places that were passed: taken for known, it
  /// would explain the same readings twice. So each bias is unknown again.
  var again: GridSession {
    var prior = prior
    prior.know(channels.mean(belief.probabilities))
    var session = GridSession(tracker, prior)
    session.levelsAtOneMetre = levelsAtOneMetre
    (session.receiver, session.scatter) = (receiver, scatter)
    return session
  }

  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    try update(epoch)
    return try place(at: epoch.time)
  }

  mutating func position(at time: Double) throws(NoFix) -> Fix? { try place(at: time) }

  private func place(at time: Double) throws(NoFix) -> Fix {
    guard let latest, let lastHeard, time - lastHeard <= GridTracker.Settings.longestSilence else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    return tracker.fix(of: belief, test, after: walk(after: latest.time - tracker.window / 2, to: time))
  }

  /// The distribution over places at a moment after the latest window; nil before anything was heard.
  func places(at time: Double) -> GridPlaces? {
    guard let latest else { return nil }
    return belief.places(after: walk(after: latest.time - tracker.window / 2, to: time), tracker.motion)
  }

  /// The seconds of walking at the mean speed between two moments.
  func walk(after start: Double, to end: Double) -> Double {
    guard tracker.settings.motion == .steps else { return max(end - start, 0) }
    return history.metres(after: start, to: end) / tracker.settings.speed
  }

  /// Moves on to the middle of a window, and weighs what was heard in it.
  ///
  /// - Throws: where the walker moves by steps, and there are none.
  mutating func update(_ epoch: Epoch) throws(NoFix) {
    let isBySteps = tracker.settings.motion == .steps
    if isBySteps { try history.hear(epoch) }
    let half = tracker.window / 2
    // Until anything is heard, the walker may be anywhere.
    guard lastHeard != nil || epoch.readings.contains(where: { $0 != nil }) else {
      (walked, likelihoods, latest) = (0, [], nil)
      return
    }
    let before = latest.map { $0.time - half }
    walked = before.map { walk(after: $0, to: epoch.time - half) } ?? 0
    let metres = max(belief.meanSpeed(tracker.motion), GridTracker.Settings.slowest) * walked
    let origins = latest.map { _ in move() }
    let direction = isBySteps ? before.flatMap { history.direction(after: $0, to: epoch.time - half) } : nil
    let now = Latest(epoch, tracker.noise)
    likelihoods = []
    if now.isHeard {
      let links = links(now, metres: metres)
      if latest == nil { begin(by: links) }
      let predicted = scatter == nil ? nil : channels
      let cells = belief.active
      var logarithms = channels.update(
        by: links, in: cells, from: origins, tracker.radio, scatter: scatter?.factor ?? 1)
      if let direction {
        for (index, cell) in belief.active.enumerated() {
          let along = tracker.motion.grid.headings[cell].dot(direction)
          logarithms[index] +=
            (along - 1) / (GridTracker.Settings.headingNoise * GridTracker.Settings.headingNoise)
        }
      }
      likelihoods = zip(belief.active, logarithms).map { ($0, $1) }
      if let kept = belief.weigh(by: logarithms, tracker.motion) {
        channels = channels.selecting(kept)
        if let predicted {
          let best = kept[mostProbable]
          scatter?.hear { factor in
            predicted.evidence(
              of: factor, by: links, at: best, in: cells[best], from: origins.map { $0[best] }, tracker.radio)
          }
        }
        let expected = expectedLevels
        test.hear(
          observations(now, expected), correlation: tracker.noise.correlation(over: metres), at: epoch.time)
        receiver.hear(now.readings, expected: expected)
      } else {
        channels = GridChannels(prior, cells: belief.active.count)
      }
      lastHeard = epoch.time
    }
    latest = now
  }

  /// Gives a channel to each cell that the first window leaves probable.
  private mutating func begin(by links: [GridLink]) {
    belief.restrict(
      to: GridScreen(links, prior, tracker.radio).probable(belief.active, of: tracker.motion.grid),
      tracker.motion)
    channels = GridChannels(prior, cells: belief.active.count)
  }

  /// Moves the belief on, and each cell's channel with it.
  ///
  /// - Returns: by active cell, the one from which the walker most probably came.
  private mutating func move() -> [Int] {
    let cells = belief.active
    let origins = belief.move(over: walked, tracker.motion)
    let main = origins.main
    let isMixed = tracker.mixesChannels && channels.areLearned
    channels = isMixed ? channels.mixing(origins) : channels.selecting(main)
    return main.map { cells[$0] }
  }

  /// The index of the most probable cell.
  private var mostProbable: Int {
    let probabilities = belief.probabilities
    return probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
  }

  /// By anchor: the mean and the variance of the level in the most probable cell, in dBm and dB².
  private var expectedLevels: [(mean: Double, variance: Double)] {
    let best = mostProbable
    return levelsAtOneMetre.indices.map { anchor in
      let level = channels.level(ofAnchor: anchor, at: best, in: belief.active[best], tracker.radio)
      return (levelsAtOneMetre[anchor] + level.mean, level.variance)
    }
  }

  private func observations(
    _ now: Latest, _ expected: [(mean: Double, variance: Double)]
  ) -> [ContradictionTest.Observation] {
    expected.indices.filter { tracker.radio.isFixed[$0] }.map { anchor in
      let (mean, variance) = expected[anchor]
      return ContradictionTest.Observation(
        residual: now.readings[anchor].map { ($0 - mean, variance + now.variances[anchor]) },
        heard: receiver.hearing(of: expected[anchor]))
    }
  }

  /// What a window says of each anchor.
  ///
  /// Shadowing is a first-order autoregression, so that of each level the part is subtracted which the level before explains. The
  /// correlation from one window to the next is that at the mean speed. If it depended on each step, almost any
  /// readings could be explained by walking too slowly through shadowing that hardly changes.
  private func links(_ now: Latest, metres: Double) -> [GridLink] {
    let correlation = tracker.noise.correlation(over: metres)
    return levelsAtOneMetre.indices.filter { tracker.radio.isFixed[$0] }.map { anchor in
      guard let reading = now.readings[anchor] else { return silence(anchor) }
      let before = latest.flatMap { latest in
        latest.readings[anchor].map {
          GridLink.Before(
            level: $0 - levelsAtOneMetre[anchor], variance: latest.variances[anchor], correlation: correlation
          )
        }
      }
      return GridLink(
        anchor: anchor, level: reading - levelsAtOneMetre[anchor], variance: now.variances[anchor],
        before: before, silence: nil)
    }
  }

  private func silence(_ anchor: Int) -> GridLink {
    let sensitivity = receiver.sensitivity
    let isSecond = latest.map { $0.isHeard && $0.readings[anchor] == nil } ?? false
    return GridLink(
      anchor: anchor, level: sensitivity.mean - levelsAtOneMetre[anchor],
      variance: sensitivity.variance + GridReceiver.softness, before: nil,
      silence: GridLink.Silence(
        lapse: receiver.lapse(ofAnchor: anchor),
        weight: tracker.motion.grid.silences * (isSecond ? GridTracker.Settings.laterSilence : 1)))
  }
}

extension GridSession.Latest {
  fileprivate init(_ epoch: Epoch, _ noise: GridNoise) {
    time = epoch.time
    readings = epoch.readings.map { $0.map { min(max($0.value, -127), 20) } }
    variances = epoch.counts.map { noise.variance(of: $0) }
    isHeard = epoch.readings.contains { $0 != nil }
  }
}
