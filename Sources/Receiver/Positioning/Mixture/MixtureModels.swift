import NumericalMethods
import World

/// Four cells.
typealias Lane = SIMD4<Double>

/// What one window was heard at each fixed anchor.
struct MixtureReading {
  let anchor: Int
  /// The mean in dBm.
  let level: Double
  /// The number of advertisements behind it.
  let count: Int
}

/// The models of a ``Mixture`` at work on one lap: each gives a density of the cells by what one window heard.
struct MixtureModels {
  /// For each of its windows, the logarithms of densities by cell, up to constants.
  struct Densities {
    let open: [Lane]
    /// Nil without a survey.
    let surveyed: [Lane]?
  }

  /// The exponents n of the log-distance laws.
  private static let exponents: [Double] = [2.5, 3]
  /// The logarithm of a distance counts this often in the comparison of two anchors: 5 / ln 10.
  private static let steepness: Double = 2.1714724
  /// dBm: what was not heard is at most as strong, and 2 dB below the weakest that was.
  private static let unheard: Double = -95
  /// dB: an offset from the survey that is smaller is taken for chance.
  private static let chance = 3.0
  /// The parts that are left of earlier windows in means of offsets and of variances.
  private static let (forgetting, memory): (Double, Double) = (0.98, 0.97)
  /// Degrees of freedom of Student's distribution; the least deviation in dB, and that of single advertisements.
  private static let (freedom, floor, single): (Double, Double, Double) = (4, 3, 2)
  /// The power at which a model's own density weighs its residuals.
  private static let temper: Double = 0.5

  private let mixture: Mixture
  /// By anchor: for each cell the logarithm of the distance; nil until it is needed.
  private var distances: [[Lane]?]
  private var offset = ForgettingMean()
  private var surveyOffset = ForgettingMean()
  /// dB², by exponent, and of the Gaussian process: of levels about those expected.
  private var variances = [Double](repeating: 36, count: exponents.count)
  private var processVariance: Double = 36
  private let lanes: Int

  init(_ mixture: Mixture) {
    self.mixture = mixture
    distances = Array(repeating: nil, count: mixture.isFixed.count)
    lanes = (mixture.ground.places.count + 3) / 4
  }

  /// - Parameters:
  ///   - heard: not empty, in the order of the site.
  ///   - levelsAtOneMetre: by anchor, in dBm, as the site claims or a calibration found.
  mutating func densities(_ heard: [MixtureReading], levelsAtOneMetre: [DBm]) -> Densities {
    let constants = mixture.settings.constants
    let order = order(heard)
    let centroid = centroid(heard)
    let far = heard.map { distance(to: $0.anchor) }
    // What remains of the levels by the laws, without an offset.
    let residuals = Self.exponents.map { exponent in
      zip(heard, far).map { reading, far in
        let base = reading.level - levelsAtOneMetre[reading.anchor].value
        return far.map { base + exponent * 10 / logarithmOf10 * $0 }
      }
    }
    let here = residuals.map { Self.mean($0.map { Self.expectation($0, by: centroid) }) }
    offset.hear(Self.mean(here), weight: Double(heard.count), forgetting: Self.forgetting)
    let shift = offset.mean + constants.bias
    let counts = heard.map { Double(max($0.count, 1)) }
    var (open, laws) = (Self.times(constants.order, order), [Lane](repeating: .zero, count: lanes))
    for (law, residuals) in residuals.enumerated() {
      let fit = Self.student(
        residuals.map { $0.map { $0 - shift } }, spread: nil, counts, margin: constants.margin,
        variance: &variances[law], cells: mixture.ground.places.count)
      for lane in laws.indices { laws[lane] += fit[lane] }
    }
    for lane in open.indices { open[lane] += constants.pathLoss * laws[lane] }
    guard let survey = mixture.survey else { return Densities(open: open, surveyed: nil) }
    var surveyed = survey.start
    for lane in surveyed.indices {
      surveyed[lane] +=
        constants.surveyedOrder * order[lane] + constants.surveyedPathLoss * laws[lane]
    }
    add(survey, heard, centroid, to: &surveyed)
    return Densities(open: open, surveyed: surveyed)
  }

  /// Adds the models that only a survey has.
  private mutating func add(
    _ survey: MixtureSurvey, _ heard: [MixtureReading], _ centroid: [Lane], to surveyed: inout [Lane]
  ) {
    let constants = mixture.settings.constants
    let known = heard.compactMap { reading in
      survey.levels[reading.anchor].map { (reading: reading, map: $0) }
    }
    guard !known.isEmpty else { return }
    let residuals = known.map { known in known.map.means.map { known.reading.level - $0 } }
    surveyOffset.hear(
      Self.mean(residuals.map { Self.expectation($0, by: centroid) }), weight: Double(known.count),
      forgetting: Self.forgetting)
    let shift = surveyOffset.beyond(Self.chance)
    let fit = Self.student(
      residuals.map { $0.map { $0 - shift } }, spread: known.map(\.map.variances),
      known.map { Double(max($0.reading.count, 1)) }, margin: constants.margin, variance: &processVariance,
      cells: mixture.ground.places.count)
    let kernel = survey.kernelDensity(known.map { ($0.reading.anchor, $0.reading.level - shift) })
    for lane in surveyed.indices {
      surveyed[lane] += constants.process * fit[lane] + constants.kernel * kernel[lane]
    }
  }

  /// By cell: the logarithm of the distance to an anchor.
  private mutating func distance(to anchor: Int) -> [Lane] {
    if let known = distances[anchor] { return known }
    let ground = mixture.ground
    let column = zip(ground.places, ground.floors).map {
      mixture.site.logarithm(of: anchor, at: $0, floor: $1)
    }.lanes(padding: 0)
    distances[anchor] = column
    return column
  }

  /// Of each pair of anchors, the stronger is the nearer one: Bradley & Terry 1952, with a weight that grows with the difference.
  mutating func order(_ heard: [MixtureReading]) -> [Lane] {
    let weakest = heard.map(\.level).min() ?? 0
    var levels = heard.map { (anchor: $0.anchor, level: $0.level) }
    levels += silent(heard).map { ($0, min(Self.unheard, weakest - 2)) }
    var sum = [Lane](repeating: .zero, count: lanes)
    let powers = levels.map { level in
      distance(to: level.anchor).map { Elementary.exp(Self.steepness * $0) }
    }
    let logarithms = levels.map { distance(to: $0.anchor) }
    let share = 2 / Double(levels.count)
    for first in heard.indices {
      for second in levels.indices where second > first {
        let difference = levels[first].level - levels[second].level
        guard difference != 0 else { continue }
        let weight = share * Self.tanh(abs(difference) / 8)
        let (stronger, weaker) = difference > 0 ? (first, second) : (second, first)
        Self.compare(powers[stronger], powers[weaker], logarithms[weaker], weight, &sum)
      }
    }
    return sum
  }

  /// Adds the logarithm of the probability that the one is nearer than the other, by cell.
  private static func compare(
    _ near: [Lane], _ far: [Lane], _ farther: [Lane], _ weight: Double, _ sum: inout [Lane]
  ) {
    for lane in sum.indices {
      sum[lane] += weight * (steepness * farther[lane] - Elementary.log(near[lane] + far[lane]))
    }
  }

  /// The anchors that might have been heard and were not: not much farther from the middle of what was heard than that reaches.
  private func silent(_ heard: [MixtureReading]) -> [Int] {
    let anchors = mixture.site.site.anchors
    let middle = middle(of: heard)
    let own = Set(heard.map(\.anchor))
    let reach = heard.map { anchors[$0.anchor].position.horizontalDistance(to: middle) }.max() ?? 0
    return anchors.indices.filter {
      mixture.isFixed[$0] && !own.contains($0)
        && anchors[$0].position.horizontalDistance(to: middle) <= 2 * reach + 3 * mixture.spacing
    }
  }

  /// The mean of the anchors, weighted by received power.
  private func middle(of heard: [MixtureReading]) -> Point {
    let most = heard.map(\.level).max() ?? 0
    var (sum, total) = (Point.zero, 0.0)
    for reading in heard {
      let power = Elementary.exp10((reading.level - most) / 10)
      sum = sum + mixture.site.site.anchors[reading.anchor].position * power
      total += power
    }
    return sum * (1 / total)
  }

  /// By cell: a density about the middle of the anchors heard, which adds up to 1.
  private func centroid(_ heard: [MixtureReading]) -> [Lane] {
    let middle = middle(of: heard)
    let scale = 1 / (mixture.spacing * mixture.spacing / 2)
    let ground = mixture.ground
    let logarithms = ground.places.map { place in
      let apart = place.horizontalDistance(to: middle)
      return -1.5 * Elementary.log(1 + apart * apart * scale)
    }
    return Self.normalised(logarithms.lanes(padding: -.greatestFiniteMagnitude))
  }

  /// By cell: the logarithm of Student's density of residuals, with an offset common to all of them integrated out, and a variance that is
  /// learned from those weighted by it.
  private static func student(
    _ residuals: [[Lane]], spread: [[Lane]]?, _ counts: [Double], margin: Double, variance: inout Double,
    cells: Int
  ) -> [Lane] {
    let lanes = residuals[0].count
    var (fit, squares) = ([Lane](repeating: .zero, count: lanes), [Lane](repeating: .zero, count: lanes))
    let anchors = residuals.count
    let precision = 1 / (margin * margin)
    let noise = counts.map { variance + single * single / $0 }
    for lane in 0..<lanes {
      var sum = Lane.zero
      var information = Lane(repeating: precision)
      for anchor in 0..<anchors {
        var own = Lane(repeating: noise[anchor])
        if let spread { own += spread[anchor][lane] }
        sum += residuals[anchor][lane] / own
        information += 1 / own
      }
      let common: Lane = sum / information
      var logarithm: Lane = common * common * (-precision / 2)
      var square = Lane.zero
      for anchor in 0..<anchors {
        var own = Lane(repeating: noise[anchor])
        if let spread { own += spread[anchor][lane] }
        let rest: Lane = residuals[anchor][lane] - common
        let far: Lane = rest * rest
        square += far
        logarithm -= Elementary.log(1 + far / (own * freedom)) * ((freedom + 1) / 2)
        logarithm -= Elementary.log(own) * 0.5
      }
      fit[lane] = logarithm
      squares[lane] = square
    }
    let weights = normalised(times(temper, fit).padded(from: cells))
    let mean = expectation(squares, by: weights) / Double(anchors)
    variance = max(memory * variance + (1 - memory) * mean, floor * floor)
    return fit
  }

  static func tanh(_ x: Double) -> Double {
    let e = Elementary.exp(-2 * x)
    return (1 - e) / (1 + e)
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }

  private static func times(_ factor: Double, _ lanes: [Lane]) -> [Lane] { lanes.map { factor * $0 } }

  private static func expectation(_ values: [Lane], by weights: [Lane]) -> Double {
    zip(values, weights).reduce(Lane.zero) { $0 + $1.0 * $1.1 }.sum()
  }

  /// Probabilities that add up to 1, of logarithms.
  private static func normalised(_ logarithms: [Lane]) -> [Lane] {
    let most = logarithms.reduce(Lane(repeating: -.greatestFiniteMagnitude)) {
      $0.replacing(with: $1, where: $1 .> $0)
    }
    let values = logarithms.map { Elementary.exp($0 - most.max()) }
    let sum = values.reduce(Lane.zero, +).sum()
    return values.map { $0 / sum }
  }
}

/// A mean in which later values count more.
private struct ForgettingMean {
  private var (sum, weight): (Double, Double) = (0, 0)

  var mean: Double { weight > 0 ? sum / weight : 0 }

  mutating func hear(_ value: Double, weight more: Double, forgetting: Double) {
    sum = forgetting * sum + value * more
    weight = forgetting * weight + more
  }

  /// The mean less what may be chance: the nonnegative garrote, Breiman 1995, doi:10.2307/1269730.
  func beyond(_ chance: Double) -> Double {
    let size = abs(mean)
    return size > chance ? mean * (1 - chance * chance / (mean * mean)) : 0
  }
}

extension [Double] {
  /// In lanes, of which the last may have more cells than there are.
  func lanes(padding: Double) -> [Lane] {
    stride(from: 0, to: count, by: 4).map { first in
      Lane((first..<first + 4).map { $0 < count ? self[$0] : padding })
    }
  }
}

extension [Lane] {
  /// With what is beyond the cells as improbable as can be.
  func padded(from cells: Int) -> [Lane] {
    guard let last = indices.last else { return self }
    var padded = self
    for lane in 0..<4 where last * 4 + lane >= cells { padded[last][lane] = -.greatestFiniteMagnitude }
    return padded
  }

  /// One after another, as many as there are cells.
  func values(_ cells: Int) -> [Double] { (0..<cells).map { self[$0 / 4][$0 % 4] } }
}
