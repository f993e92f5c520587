import NumericalMethods
import Phone
import World

/// Where the walker may be, and how moving: by mode, then by cell, probabilities that add up to 1.
struct MixtureBelief {
  private(set) var modes: [[Double]]

  /// Anywhere.
  init(cells: Int) {
    modes = MixtureMode.prior.map { Array(repeating: $0 / Double(cells), count: cells) }
  }

  /// By cell.
  var probabilities: [Double] { Self.sum(modes) }

  /// A window later.
  mutating func move(_ moves: [MixtureMove]) {
    let before = modes
    modes = moves.indices.map { mode in
      moves[mode].forward(Self.mix(before, moves.indices.map { MixtureMode.changes[$0][mode] }))
    }
  }

  /// - Parameter likelihood: by cell, at most 1.
  mutating func weigh(by likelihood: [Double]) {
    modes = modes.map { zip($0, likelihood).map { $0 * $1 } }
    let sum = modes.reduce(0) { $0 + $1.reduce(0, +) }
    guard sum > 0 else { return }
    modes = modes.map { $0.map { $0 / sum } }
  }

  /// By cell, given what was heard later.
  ///
  /// - Parameter later: by mode and cell, in proportion to the probability of all that was heard later.
  func smoothed(by later: [[Double]]) -> [Double] {
    let products = Self.sum(zip(modes, later).map { zip($0, $1).map { $0 * $1 } })
    let sum = products.reduce(0, +)
    return sum > 0 ? products.map { $0 / sum } : probabilities
  }

  /// The backward recursion: from what was heard after a window to that together with the window.
  static func earlier(_ later: [[Double]], _ likelihood: [Double], _ moves: [MixtureMove]) -> [[Double]] {
    let after = zip(moves, later).map { move, later in move.backward(zip(later, likelihood).map { $0 * $1 }) }
    let before = moves.indices.map { mix(after, MixtureMode.changes[$0]) }
    let most = before.joined().max() ?? 1
    return most > 0 ? before.map { $0.map { $0 / most } } : later
  }

  private static func mix(_ fields: [[Double]], _ weights: [Double]) -> [Double] {
    var sum = [Double](repeating: 0, count: fields[0].count)
    for (field, weight) in zip(fields, weights) {
      for cell in sum.indices { sum[cell] += weight * field[cell] }
    }
    return sum
  }

  private static func sum(_ fields: [[Double]]) -> [Double] { mix(fields, fields.map { _ in 1 }) }
}

/// A ``Mixture`` at work on one lap: the forward recursion.
struct MixtureSession: PositioningSession {
  /// The part of earlier scores that is left in the next window.
  private static let forgetting: Double = 0.95
  /// The power of the density by which predictions are scored: levels that follow each other have the same shadows, and the belief without
  /// the survey has seen them.
  private static let share = 0.25
  /// A survey with a smaller agreement than the first of these loses trust, as much for each 1 as the second. Recorded surveys have 0.76 to
  /// 0.94. Mirrored, six of eight have at most 0.3 each way; rriesebos and uji-ble have 0.78 and 0.59 across their short side.
  private static let (agreement, doubt) = (0.6, 20.0)
  /// What any cell has at least of the likelihood of the best.
  private static let least: Double = 1e-12

  let mixture: Mixture
  private var models: MixtureModels
  /// Without the survey and, where there is one, with it.
  private(set) var beliefs: [MixtureBelief]
  /// By belief and cell: the likelihood of the latest window; empty where nothing was heard.
  private(set) var likelihoods: [[Double]] = []
  /// On the path, the trackers.
  private var trackers: [GridSession]
  /// By belief, and then by tracker: how well it predicted where the levels without the survey say that the phone is.
  private var scores: [Double]
  private var levelsAtOneMetre: [DBm]
  private var lastHeard: Double?

  init(_ mixture: Mixture) {
    self.mixture = mixture
    models = MixtureModels(mixture)
    let count = mixture.survey == nil ? 1 : 2
    beliefs = Array(repeating: MixtureBelief(cells: mixture.ground.places.count), count: count)
    trackers = mixture.trackers.map { $0.session }
    scores = Array(repeating: 0, count: count + trackers.count)
    levelsAtOneMetre = mixture.site.model.levelsAtOneMetre
  }

  mutating func learn(_ model: RangingModel) { levelsAtOneMetre = model.levelsAtOneMetre }

  /// By belief, and then by tracker: how much of the fix is its own.
  var weights: [Double] {
    let constants = mixture.settings.constants
    let doubt = Self.doubt * max(0, Self.agreement - (mixture.survey?.agreement ?? 1))
    let odds = scores.indices.map { index in
      // With a survey there are two of each kind, of which the second has it.
      let isTracker = index >= beliefs.count
      let isSurveyed = mixture.survey != nil && !index.isMultiple(of: 2)
      return scores[index] + (isTracker ? constants.pathTrust : 0)
        + (isSurveyed ? constants.trust - doubt : 0)
    }
    let most = odds.max() ?? 0
    let parts = odds.map { Elementary.exp($0 - most) }
    let sum = parts.reduce(0, +)
    return parts.map { $0 / sum }
  }

  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    update(epoch)
    guard isHeard(at: epoch.time) else { throw .tooFewBeacons(heard: 0, needed: 1) }
    return mixture.fix(beliefs.map(\.probabilities) + tracked(at: epoch.time), weights)
  }

  mutating func position(at time: Double) throws(NoFix) -> Fix? {
    guard !trackers.isEmpty, isHeard(at: time) else { return nil }
    return mixture.fix(beliefs.map(\.probabilities) + tracked(at: time), weights)
  }

  func isHeard(at time: Double) -> Bool {
    lastHeard.map { time - $0 <= GridTracker.Settings.longestSilence } ?? false
  }

  /// By tracker, then by cell, at a moment after the latest window.
  private func tracked(at time: Double) -> [[Double]] {
    let cells = mixture.ground.places.count
    return trackers.map { tracker in
      guard let pieces = mixture.ground.pieces, let places = tracker.places(at: time) else {
        return Array(repeating: 1 / Double(cells), count: cells)
      }
      return places.probabilities(numbered: pieces, count: cells)
    }
  }

  mutating func update(_ epoch: Epoch) {
    likelihoods = []
    defer { for index in trackers.indices { try? trackers[index].update(epoch) } }
    let heard = epoch.readings.indices.compactMap { anchor in
      epoch.readings[anchor].flatMap { level in
        mixture.isFixed[anchor]
          ? MixtureReading(
            anchor: anchor, level: min(max(level.value, -127), 20), count: epoch.counts[anchor]) : nil
      }
    }
    if lastHeard != nil { for index in beliefs.indices { beliefs[index].move(mixture.ground.moves) } }
    guard !heard.isEmpty else { return }
    let cells = mixture.ground.places.count
    let densities = models.densities(heard, levelsAtOneMetre: levelsAtOneMetre)
    if lastHeard != nil, scores.count > 1 {
      let open = Self.likelihood(densities.open.map { Self.share * $0 }, cells)
      for (index, predicted) in (beliefs.map(\.probabilities) + tracked(at: epoch.time)).enumerated() {
        let score = zip(predicted, open).reduce(0) { $0 + $1.0 * $1.1 }
        scores[index] = Self.forgetting * scores[index] + Elementary.log(score + Self.least)
      }
    }
    lastHeard = epoch.time
    likelihoods = ([densities.open] + [densities.surveyed].compactMap { $0 }).map {
      Self.likelihood($0, cells)
    }
    for index in beliefs.indices { beliefs[index].weigh(by: likelihoods[index]) }
  }

  /// Relative to the best cell.
  private static func likelihood(_ logarithms: [Lane], _ cells: Int) -> [Double] {
    let logarithms = logarithms.padded(from: cells)
    let most = logarithms.reduce(-Double.greatestFiniteMagnitude) { max($0, $1.max()) }
    return logarithms.map { Elementary.exp($0 - most) + least }.values(cells)
  }
}

extension Mixture {
  /// The mean of the mixture on its most probable floor, and its covariance about that.
  ///
  /// - Parameters:
  ///   - beliefs: by belief, then by cell.
  ///   - weights: by belief; they add up to 1.
  func fix(_ beliefs: [[Double]], _ weights: [Double]) -> Fix {
    let probabilities = ground.places.indices.map { cell in
      zip(beliefs, weights).reduce(0.0) { $0 + $1.0[cell] * $1.1 }
    }
    var byFloor: [Int: Double] = [:]
    for (floor, probability) in zip(ground.floors, probabilities) {
      byFloor[floor, default: 0] += probability
    }
    let floors = byFloor.sorted { $0.key < $1.key }
    let floor = floors.max { $0.value < $1.value }?.key ?? 0
    var (sum, total) = (Point.zero, 0.0)
    for cell in ground.places.indices where ground.floors[cell] == floor {
      sum = sum + ground.places[cell] * probabilities[cell]
      total += probabilities[cell]
    }
    let mean = (sum * (1 / total)).at(height: site.site.elevation(ofFloor: floor))
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (place, probability) in zip(ground.places, probabilities) {
      let step = place - mean
      xx += probability * step.x * step.x
      xy += probability * step.x * step.y
      yy += probability * step.y * step.y
    }
    let (wide, blur) = (settings.constants.widening, settings.constants.blur * settings.constants.blur)
    let all = floors.reduce(0) { $0 + $1.value }
    return Fix(
      position: mean, floor: floor,
      covariance: PlanCovariance(xx: wide * xx + blur, xy: wide * xy, yy: wide * yy + blur),
      floorProbabilities: floors.map { FloorProbability(floor: $0.key, probability: $0.value / all) },
      models: zip(models, weights).map { ModelWeight(name: $0, weight: $1) })
  }

  /// The names of beliefs and trackers, in the order of their weights.
  private var models: [String] {
    let beliefs = survey == nil ? ["levels"] : ["levels", "survey"]
    return beliefs + zip(trackers, ["path", "surveyed-path"]).map { $1 }
  }
}

/// A ``Mixture`` that is given the whole lap.
struct MixtureSmoother: SmoothingSession {
  private let mixture: Mixture
  private var session: MixtureSession

  init(_ mixture: Mixture) { (self.mixture, session) = (mixture, MixtureSession(mixture)) }

  mutating func learn(_ model: RangingModel) { session.learn(model) }

  mutating func fixes(for epochs: [Epoch], at times: [Double]) -> [Result<Fix, NoFix>] {
    var moments: [(beliefs: [MixtureBelief], likelihoods: [[Double]], isHeard: Bool)] = []
    for epoch in epochs {
      session.update(epoch)
      moments.append((session.beliefs, session.likelihoods, session.isHeard(at: epoch.time)))
    }
    let cells = mixture.ground.places.count
    var later = session.beliefs.map { _ in
      MixtureMode.allCases.map { _ in [Double](repeating: 1, count: cells) }
    }
    let nothing = [Double](repeating: 1, count: cells)
    let smoothed = smoothed(epochs)
    let fixes: [Result<Fix, NoFix>] = moments.indices.reversed().map { index in
      let moment = moments[index]
      if index + 1 < moments.count {
        let next = moments[index + 1].likelihoods
        later = later.indices.map {
          MixtureBelief.earlier(later[$0], next.isEmpty ? nothing : next[$0], mixture.ground.moves)
        }
      }
      guard moment.isHeard else { return .failure(.tooFewBeacons(heard: 0, needed: 1)) }
      // At the end every window has been heard, so that what the last one says of the survey holds for all of them.
      return .success(
        mixture.fix(zip(moment.beliefs, later).map { $0.smoothed(by: $1) } + smoothed[index], session.weights)
      )
    }.reversed()
    return times.map { time in
      epochs.lastIndex { $0.time <= time }.map { fixes[$0] } ?? .failure(.tooFewBeacons(heard: 0, needed: 1))
    }
  }

  /// By epoch, then by tracker, and then by cell.
  private func smoothed(_ epochs: [Epoch]) -> [[[Double]]] {
    let cells = mixture.ground.places.count
    let byTracker = mixture.trackers.map { tracker in
      var smoother = GridSmoother(tracker.session)
      return smoother.places(for: epochs).map { places in
        mixture.ground.pieces.flatMap { places?.probabilities(numbered: $0, count: cells) }
          ?? Array(repeating: 1 / Double(cells), count: cells)
      }
    }
    return epochs.indices.map { epoch in byTracker.map { $0[epoch] } }
  }
}
