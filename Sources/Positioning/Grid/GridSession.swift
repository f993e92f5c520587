import Filtering
import NumericalMethods
import Radio
import World

/// A ``GridTracker`` at work on one lap: the forward recursion.
struct GridSession: PositioningSession {
  let tracker: GridTracker
  private(set) var calibration: GridCalibration
  /// Whether readings change the calibration.
  private let learns: Bool
  /// For the middle of the latest window.
  private(set) var belief: GridBelief
  /// The logarithm of each cell's likelihood in the latest window; empty where nothing was heard.
  private(set) var likelihoods: [(cell: Int, logarithm: Double)] = []
  /// Seconds of walking at the mean speed from the window before to the latest.
  private(set) var walked = 0.0
  private var history = StepHistory()
  private var levelsAtOneMetre: [Double]
  private var latest: Latest?
  /// Seconds since the stream began at which anything was last heard; nil before that.
  private var lastHeard: Double?

  /// What the latest window said: residuals by anchor in each cell that was weighed.
  private struct Latest {
    var time: Double
    /// By cell, then by anchor.
    var residuals: [Double]
    /// By anchor: the variance of its reading about the local mean; nil where there is none.
    var variances: [Double?]
  }

  init(_ tracker: GridTracker, _ calibration: GridCalibration, learns: Bool = true) {
    self.tracker = tracker
    self.learns = learns
    self.calibration = calibration
    belief = GridBelief(tracker.motion)
    levelsAtOneMetre = zip(tracker.radio.levelsAtOneMetre, tracker.site.model.levelsAtOneMetre).map {
      $0 ?? $1.value
    }
  }

  mutating func learn(_ model: RangingModel) {
    for anchor in levelsAtOneMetre.indices {
      let level = tracker.radio.levelsAtOneMetre[anchor] ?? model.levelsAtOneMetre[anchor].value
      if level != levelsAtOneMetre[anchor] { latest?.variances[anchor] = nil }
      levelsAtOneMetre[anchor] = level
    }
  }

  /// At the beginning of the lap, with what was learned up to now.
  var again: GridSession {
    var session = GridSession(tracker, calibration, learns: false)
    session.levelsAtOneMetre = levelsAtOneMetre
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
    return tracker.fix(of: belief, after: walk(after: latest.time - tracker.window / 2, to: time))
  }

  /// For how many seconds the walker walks at the mean speed between two moments.
  func walk(after start: Double, to end: Double) -> Double {
    guard tracker.settings.motion == .steps else { return max(end - start, 0) }
    return history.metres(after: start, to: end) / tracker.settings.speed
  }

  /// Moves on to the middle of a window, and weighs what was heard in it.
  ///
  /// - Throws: where the walker moves by steps, and there are none.
  mutating func update(_ epoch: Epoch) throws(NoFix) {
    let anchors = tracker.radio.anchors
    let isBySteps = tracker.settings.motion == .steps
    if isBySteps { try history.hear(epoch) }
    let half = tracker.window / 2
    let before = latest.map { $0.time - half }
    walked = before.map { walk(after: $0, to: epoch.time - half) } ?? 0
    let origins = latest.map { _ in belief.move(over: walked, tracker.motion) }
    let direction = isBySteps ? before.flatMap { history.direction(after: $0, to: epoch.time - half) } : nil
    var variances = [Double?](repeating: nil, count: anchors)
    likelihoods = []
    var residuals = [Double](repeating: 0, count: tracker.motion.grid.count * anchors)
    let heard = (0..<anchors).filter { epoch.readings[$0] != nil }
    if !heard.isEmpty {
      for anchor in heard { variances[anchor] = tracker.noise.variance(of: epoch.counts[anchor]) }
      let readings = heard.map { anchor in
        min(max(epoch.readings[anchor]?.value ?? 0, -127), 20) - levelsAtOneMetre[anchor]
      }
      var logarithms = logLikelihoods(
        of: links(heard, readings, variances), from: origins, &residuals)
      if let direction {
        for (index, cell) in belief.active.enumerated() {
          let along = tracker.motion.grid.headings[cell].dot(direction)
          logarithms[index] +=
            (along - 1) / (GridTracker.Settings.headingNoise * GridTracker.Settings.headingNoise)
        }
      }
      likelihoods = zip(belief.active, logarithms).map { ($0, $1) }
      let probabilities = belief.weigh(by: logarithms, tracker.motion)
      if learns {
        let moved = share(ofWalk: origins, probabilities, since: latest?.time, epoch.time)
        calibrate(readings, heard, probabilities, moved)
      }
      lastHeard = epoch.time
    }
    latest = Latest(time: epoch.time, residuals: residuals, variances: variances)
  }

  /// A reading, and by how much it is expected to scatter, which is the same in all cells.
  private struct Link {
    let anchor: Int
    /// Less the level at one metre and the anchor's bias.
    let reading: Double
    /// The part of the residual before that is expected to last; 0 where there is none.
    let gain: Double
    /// One over the variance of what is new.
    let weight: Double
  }

  /// The correlation of shadowing from one window to the next is that at the mean speed. With that of each step, walking too slowly
  /// would explain almost anything as shadowing that hardly changes.
  private func links(
    _ heard: [Int], _ readings: [Double], _ variances: [Double?]
  ) -> [Link] {
    let noise = tracker.noise
    let correlation = noise.correlation(over: tracker.settings.speed * walked)
    return zip(heard, readings).map { anchor, reading in
      var (gain, variance) = (0.0, noise.shadowing + (variances[anchor] ?? 0))
      if let before = latest?.variances[anchor] {
        gain = correlation * noise.shadowing / (noise.shadowing + before)
        variance -= gain * correlation * noise.shadowing
      }
      return Link(
        anchor: anchor, reading: reading - calibration.biases[anchor], gain: gain, weight: 1 / variance)
    }
  }

  /// The logarithm of each active cell's likelihood, up to what they have in common.
  ///
  /// - Parameter origins: by cell, the one from which the walker came; nil in the first window.
  private func logLikelihoods(
    of links: [Link], from origins: [Int32]?, _ residuals: inout [Double]
  ) -> [Double] {
    let anchors = tracker.radio.anchors
    let features = tracker.radio.features.span
    let (parameters, links) = (calibration.parameters.span, links.span)
    let old = latest?.residuals ?? []
    let before = old.span
    let surveyed = tracker.radio.residuals.span
    let isSurveyed = !surveyed.isEmpty
    var after = residuals.mutableSpan
    return belief.active.map { cell in
      let row = cell * anchors
      let origin = origins.map { Int($0[cell]) * anchors }
      var sum = 0.0
      for index in links.indices {
        let link = links[index]
        let first = (row + link.anchor) * GridRadio.parameters
        var residual = link.reading
        if isSurveyed { residual -= surveyed[row + link.anchor] }
        for parameter in parameters.indices {
          residual -= parameters[parameter] * features[first + parameter]
        }
        after[row + link.anchor] = residual
        if let origin, link.gain > 0 { residual -= link.gain * before[origin + link.anchor] }
        sum += residual * residual * link.weight
      }
      return -0.5 * GridTracker.Settings.tempering * sum
    }
  }

  /// How far the walker has probably gone since the last window, as a part of what the mean speed makes: standing on the spot or
  /// in a lift is hearing the same shadowing again, of which there is nothing new to learn.
  private func share(
    ofWalk origins: [Int32]?, _ probabilities: [Double], since before: Double?, _ time: Double
  ) -> Double {
    guard let origins, let before else { return 1 }
    let positions = tracker.motion.grid.positions
    let metres = zip(belief.active, probabilities).reduce(0) { sum, one in
      sum + one.1 * positions[one.0].horizontalDistance(to: positions[Int(origins[one.0])])
    }
    return min(max(metres / (tracker.settings.speed * (time - before)), 1e-3), 1)
  }

  /// Learns from the readings at the mean of the features over all cells.
  ///
  /// - Parameters:
  ///   - probabilities: of the active cells.
  ///   - moved: by how much the walker has gone on.
  private mutating func calibrate(
    _ levels: [Double], _ heard: [Int], _ probabilities: [Double], _ moved: Double
  ) {
    let count = GridRadio.parameters
    var means = [Double](repeating: 0, count: heard.count * count)
    var residuals = [Double](repeating: 0, count: heard.count)
    let least = (probabilities.max() ?? 0) * 1e-2
    var total = 0.0
    for (cell, probability) in zip(belief.active, probabilities) where probability >= least {
      total += probability
      for (index, anchor) in heard.enumerated() {
        let first = (cell * tracker.radio.anchors + anchor) * count
        residuals[index] += probability * tracker.radio.residual(of: anchor, in: cell)
        for parameter in 0..<count {
          means[index * count + parameter] += probability * tracker.radio.features[first + parameter]
        }
      }
    }
    // Readings a window apart share a part of their shadowing.
    let shared = tracker.noise.correlation(over: tracker.settings.speed * tracker.window)
    let variance = max(tracker.noise.shadowing * (1 + shared) / (1 - shared), GridNoise.rounding)
    for index in means.indices { means[index] /= total }
    for (index, anchor) in heard.enumerated() {
      calibration.add(
        levels[index] - residuals[index] / total, means[index * count..<(index + 1) * count], of: anchor,
        variance: variance / moved)
    }
    calibration.solve()
  }
}
