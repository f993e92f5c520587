import NumericalMethods
import Phone
import Radio
import World

/// A ``GridTracker`` at work on one lap: the forward recursion.
struct GridSession: PositioningSession {
  let tracker: GridTracker
  private(set) var calibration: GridCalibration
  /// Whether readings change the calibration.
  private let learns: Bool
  /// The distribution at the middle of the latest window.
  private(set) var belief: GridBelief
  /// The logarithm of each cell's likelihood in the latest window; empty where nothing was heard.
  private(set) var likelihoods: [(cell: Int, logarithm: Double)] = []
  /// Seconds of walking at the mean speed from the window before to the latest.
  private(set) var walked = 0.0
  private var history = StepHistory()
  private var levelsAtOneMetre: [Double]
  private var latest: Latest?
  /// Room for the next window's residuals.
  private var room: [GridRadio.Lanes]
  /// Seconds since the stream began at which anything was last heard; nil before that.
  private var lastHeard: Double?

  /// The residuals of the latest window, by anchor in each cell that was weighted.
  private struct Latest {
    var time: Double
    /// By cell, then by anchor as in ``GridRadio``; undefined where an anchor has no variance.
    var residuals: [GridRadio.Lanes]
    /// By anchor: the variance of its reading about the local mean; nil where there is none.
    var variances: [Double?]
  }

  init(_ tracker: GridTracker, _ calibration: GridCalibration, learns: Bool = true) {
    self.tracker = tracker
    self.learns = learns
    self.calibration = calibration
    belief = GridBelief(tracker.motion)
    room = [GridRadio.Lanes](repeating: .zero, count: tracker.motion.grid.count * tracker.radio.blocks)
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

  /// The session at the beginning of the lap, with the calibration learned so far.
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
    let before = latest.map { $0.time - half }
    walked = before.map { walk(after: $0, to: epoch.time - half) } ?? 0
    let origins = latest.map { _ in belief.move(over: walked, tracker.motion) }
    let direction = isBySteps ? before.flatMap { history.direction(after: $0, to: epoch.time - half) } : nil
    var variances = [Double?](repeating: nil, count: tracker.radio.anchors)
    likelihoods = []
    var residuals: [GridRadio.Lanes] = []
    swap(&residuals, &room)
    let heard = epoch.readings.indices.filter { epoch.readings[$0] != nil }
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
      let weighed = belief.active
      let probabilities = belief.weigh(by: logarithms, tracker.motion)
      if belief.active.count > weighed.count { forget(&residuals, but: weighed) }
      if learns {
        let moved = share(ofWalk: origins, probabilities, since: latest?.time, epoch.time)
        calibrate(readings, heard, probabilities, moved)
      }
      lastHeard = epoch.time
    }
    room = latest?.residuals ?? residuals
    latest = Latest(time: epoch.time, residuals: residuals, variances: variances)
  }

  /// Where the belief starts again, cells that were not weighted have no residuals.
  private func forget(_ residuals: inout [GridRadio.Lanes], but weighed: [Int]) {
    let blocks = tracker.radio.blocks
    var kept = [GridRadio.Lanes](repeating: .zero, count: residuals.count)
    for place in weighed.lazy.flatMap({ $0 * blocks..<($0 + 1) * blocks }) { kept[place] = residuals[place] }
    residuals = kept
  }

  /// The readings by anchor and their expected variances, which are the same in all cells; all 0 for an anchor that was not heard.
  private struct Links {
    /// Less the level at one metre and the anchor's bias.
    var readings: [GridRadio.Lanes]
    /// The fraction of the previous residual that is expected to persist; 0 where there is none.
    var gains: [GridRadio.Lanes]
    /// One over the innovation variance.
    var weights: [GridRadio.Lanes]
  }

  /// The correlation of shadowing from one window to the next is that at the mean speed. If it depended on each step, almost any
  /// readings could be explained by walking too slowly through shadowing that hardly changes.
  private func links(
    _ heard: [Int], _ readings: [Double], _ variances: [Double?]
  ) -> Links {
    let noise = tracker.noise
    let correlation = noise.correlation(over: tracker.settings.speed * walked)
    let none = [Double](repeating: 0, count: tracker.radio.anchors)
    var (levels, gains, weights) = (none, none, none)
    for (anchor, reading) in zip(heard, readings) {
      var (gain, variance) = (0.0, noise.shadowing + (variances[anchor] ?? 0))
      if let before = latest?.variances[anchor] {
        gain = correlation * noise.shadowing / (noise.shadowing + before)
        variance -= gain * correlation * noise.shadowing
      }
      (levels[anchor], gains[anchor], weights[anchor]) = (
        reading - calibration.biases[anchor], gain, 1 / variance
      )
    }
    return Links(
      readings: GridRadio.lanes(of: levels), gains: GridRadio.lanes(of: gains),
      weights: GridRadio.lanes(of: weights))
  }

  /// The log-likelihood of each active cell, up to a common constant.
  ///
  /// - Parameter origins: by cell, the one from which the walker came; nil in the first window.
  private func logLikelihoods(
    of links: Links, from origins: [Int32]?, _ residuals: inout [GridRadio.Lanes]
  ) -> [Double] {
    let (blocks, count) = (tracker.radio.blocks, GridRadio.parameters)
    let (features, most) = (tracker.radio.features.span, tracker.radio.used)
    let parameters = calibration.parameters.span
    let (readings, gains, weights) = (links.readings.span, links.gains.span, links.weights.span)
    let old = latest?.residuals ?? []
    let before = old.span
    let surveyed = tracker.radio.residuals.span
    let isSurveyed = !surveyed.isEmpty
    var after = residuals.mutableSpan
    return belief.active.map { cell in
      let row = cell * blocks
      let origin = origins.map { Int($0[cell]) * blocks }
      var sum = 0.0
      for block in 0..<blocks {
        var residual = readings[unchecked: block]
        if isSurveyed { residual -= surveyed[row + block] }
        var feature = row &* count &+ block
        for parameter in 0..<most {
          residual -= parameters[unchecked: parameter] * features[unchecked: feature]
          feature &+= blocks
        }
        after[unchecked: row &+ block] = residual
        if let origin { residual -= gains[unchecked: block] * before[origin &+ block] }
        let terms = residual * residual * weights[unchecked: block]
        for lane in terms.indices { sum += terms[lane] }
      }
      return -0.5 * GridTracker.Settings.tempering * sum
    }
  }

  /// The distance that the walker has probably gone since the last window, as a fraction of that at the mean speed. A walker who
  /// stands still or is in a lift hears the same shadowing again, which adds no information.
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
  ///   - moved: the fraction that `share` computes.
  private mutating func calibrate(
    _ levels: [Double], _ heard: [Int], _ probabilities: [Double], _ moved: Double
  ) {
    let (blocks, count) = (tracker.radio.blocks, GridRadio.parameters)
    // By parameter, and then by anchor.
    var means = [GridRadio.Lanes](repeating: .zero, count: count * blocks)
    var residuals = [GridRadio.Lanes](repeating: .zero, count: blocks)
    let least = (probabilities.max() ?? 0) * 1e-2
    let isSurveyed = !tracker.radio.residuals.isEmpty
    var total = 0.0
    for (cell, probability) in zip(belief.active, probabilities) where probability >= least {
      total += probability
      for index in means.indices {
        means[index] += probability * tracker.radio.features[cell * means.count + index]
      }
      guard isSurveyed else { continue }
      for block in 0..<blocks {
        residuals[block] += probability * tracker.radio.residuals[cell * blocks + block]
      }
    }
    // Readings one window apart share part of their shadowing.
    let shared = tracker.noise.correlation(over: tracker.settings.speed * tracker.window)
    let variance = max(tracker.noise.shadowing * (1 + shared) / (1 - shared), GridNoise.rounding)
    for (index, anchor) in heard.enumerated() {
      let (block, lane) = (anchor / GridRadio.Lanes.scalarCount, anchor % GridRadio.Lanes.scalarCount)
      calibration.add(
        levels[index] - residuals[block][lane] / total,
        (0..<count).map { means[$0 * blocks + block][lane] / total }, of: anchor,
        variance: variance / moved)
    }
    calibration.solve()
  }
}
