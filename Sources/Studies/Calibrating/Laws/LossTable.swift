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
      guard let mean = law.mean(atX: row.x, beacon: row.group) else { continue }
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
