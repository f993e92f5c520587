import NumericalMethods

/// The share of advertisements that were sent but not heard, by distance or by expected level.
package struct LossTable: Hashable, Sendable {
  /// Advertisements at like distances or expected levels.
  package struct Row: Hashable, Sendable {
    /// Where the row begins, in metres or dBm, itself included.
    package let from: Double
    /// Where the row ends, itself excluded.
    package let to: Double
    /// Advertisements that were sent.
    package let sent: Int
    /// Of these, those that were not heard.
    package let silent: Int
    /// The share that the fitted law expects.
    package let expected: Double

    /// The share that was not heard, 0 to 1.
    package var share: Double { Double(silent) / Double(sent) }
  }

  /// By the distance in three dimensions, nearest first.
  package let byDistance: [Row]
  /// By the level that the fitted law expects.
  package let byLevel: [Row]
  /// The share that according to the law was too weak, among advertisements that were not lost by chance.
  package let tooWeak: Double

  /// Nil where it is not known what was sent.
  init?(_ law: ChannelLaw, regression: LevelRegression) {
    guard let loss = law.solution.loss else { return nil }
    let distances = [0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 1e6]
    let levels = stride(from: -130.0, through: 20, by: 5).map { $0 }
    var near = [Tally](repeating: Tally(), count: distances.count - 1)
    var strong = [Tally](repeating: Tally(), count: levels.count - 1)
    var (through, weak) = (0.0, 0.0)
    for row in regression.rows {
      guard let mean = law.mean(of: row) else { continue }
      let below = law.errors.chance(below: (regression.limit - mean) / law.solution.scale)
      let expected = loss + (1 - loss) * below
      through += row.weight * (1 - loss)
      weak += row.weight * (1 - loss) * below
      let metres = Elementary.exp10(-row.x / 10)
      if let bin = distances.lastIndex(where: { $0 <= metres }), bin < near.count {
        near[bin].add(row, expected)
      }
      if let bin = levels.lastIndex(where: { $0 <= mean }), bin < strong.count {
        strong[bin].add(row, expected)
      }
    }
    tooWeak = through > 0 ? weak / through : 0
    byDistance = Self.rows(near, edges: distances)
    byLevel = Self.rows(strong, edges: levels)
  }

  private struct Tally {
    var sent = 0.0
    var silent = 0.0
    var expected = 0.0

    mutating func add(_ row: LevelRow, _ share: Double) {
      sent += row.weight
      if row.y == nil { silent += row.weight }
      expected += row.weight * share
    }
  }

  private static func rows(_ tallies: [Tally], edges: [Double]) -> [Row] {
    tallies.enumerated().compactMap { bin, tally in
      guard tally.sent >= 10 else { return nil }
      return Row(
        from: edges[bin], to: edges[bin + 1], sent: Int(tally.sent.rounded()),
        silent: Int(tally.silent.rounded()), expected: tally.expected / tally.sent)
    }
  }
}

/// The laws that are compatible with the readings, and hence which of their numbers have intervals.
///
/// Where some readings were too weak to be heard, sigma and loss depend on the shape of the errors: a normal law fitted to
/// fading readings has them wrong by several times the width of their intervals, and so has a law with fades fitted to
/// readings without. n and C depend on it too, by about a third of a standard error where a third was too weak.
struct PlausibleLaws {
  /// Whether the law with fades is the most likely one.
  let isFading: Bool
  /// Whether the readings distinguish fading from its absence, where that matters.
  let tellsFades: Bool
  private let laws: [ChannelLaw]
  private let best: ChannelLaw
  /// Whether censoring is so heavy that the estimates depend on the shape of the error distribution.
  private let isShapeFelt: Bool

  /// The share too weak from which that is so. By simulation.
  private static let littleTooWeak = 0.02

  /// - Parameter tooWeak: the share that was too weak to be heard; 0 where fades are not looked for.
  init(normal: ChannelLaw, robust: ChannelLaw, faded: ChannelLaw?, tooWeak: Double) {
    let withoutFades = robust.logLikelihood > normal.logLikelihood ? robust : normal
    laws = [normal, robust, faded].compactMap(\.self)
    // A law with fades whose K has no interval has none itself.
    best = laws.filter { $0.likelihoodOfParts != nil }.reduce(withoutFades) {
      $1.logLikelihood > $0.logLikelihood ? $1 : $0
    }
    isFading = faded.map { $0.logLikelihood > withoutFades.logLikelihood } ?? false
    isShapeFelt = tooWeak > Self.littleTooWeak
    tellsFades = !isShapeFelt || (faded.map { Self.areTold(apart: $0, withoutFades) } ?? false)
  }

  /// A law with one C: with intervals of sigma and loss where it is the most likely one and the shape of the errors is known, and
  /// of n and C that take in those of all laws that are left open.
  func withSupportedIntervals(_ law: ChannelLaw) -> ChannelLaw {
    let supported = tellsSpread(of: law) ? law : law.withoutSpreadIntervals
    guard isShapeFelt else { return supported }
    return isOpen(law) ? supported.takingIn(laws.filter(isOpen)) : supported.withoutLineIntervals
  }

  /// A law with a C for each beacon, of which there is none with fades: n then has no interval where the shape is felt.
  ///
  /// - Parameter other: the law with one C and the same errors.
  func withSupportedIntervals(_ law: ChannelLaw, likeThat other: ChannelLaw) -> ChannelLaw {
    let supported = (tellsSpread(of: other) ? law : law.withoutSpreadIntervals).withoutSigmaInterval
    return isShapeFelt ? supported.withoutLineIntervals : supported
  }

  private func tellsSpread(of law: ChannelLaw) -> Bool {
    tellsFades && law.logLikelihood == best.logLikelihood
  }

  private func isOpen(_ law: ChannelLaw) -> Bool { !Self.areTold(apart: best, law) }

  /// Whether the likelihoods of two laws differ by more than chance: compares the sum over the parts, whose readings share their
  /// shadowing, with the spread between the parts.
  ///
  /// Source: Vuong 1989, "Likelihood ratio tests for model selection and non-nested hypotheses", doi:10.2307/1912557, equation
  /// 5.6, with parts in place of single observations and Student's t.
  private static func areTold(apart one: ChannelLaw, _ other: ChannelLaw) -> Bool {
    guard let one = one.likelihoodOfParts, let other = other.likelihoodOfParts else { return false }
    let differences = zip(one, other).map { $0 - $1 }
    let (count, sum) = (Double(differences.count), differences.reduce(0, +))
    let squares = differences.map { ($0 - sum / count) * ($0 - sum / count) }
    let error = (count / (count - 1) * squares.reduce(0, +)).squareRoot()
    return sum.magnitude
      > error * StudentQuantile.twoSided(0.95, degrees: Jackknife.degrees(ofSquares: squares))
  }
}
