import Scenarios

/// Consequences of a published hit rate and a published mean error that follow by arithmetic alone, in any building.
///
/// On a grid a fix that is not at its point is at least the spacing away, so a hit rate h makes a mean of
/// `(1 - h) × spacing` or more. Ours.
package struct PublishedArithmetic: Hashable, Sendable {
  /// A hit rate as counts, and the number that the sum of the errors must have been divided by.
  package struct Counts: Hashable, Sendable {
    /// Fixes at the very point.
    package let hits: Int
    /// Visits to surveyed points.
    package let visits: Int
    /// The number of all visits, those to unlisted places included.
    package let divisor: Int
    /// The sum of the errors in metres, if every miss is off by one spacing.
    package let sum: Double

    /// Metres: the smallest mean over the visits that is possible.
    package var meanOfVisits: Double { sum / Double(visits) }
  }

  /// The errors at unlisted places that follow from the mean over all visits.
  package struct Unlisted: Hashable, Sendable {
    /// Metres: the published mean over all visits.
    package let mean: Double
    /// The number of unlisted places.
    package let count: Int
    /// Metres: the mean error at the unlisted places if the other errors are as small as the hit rate allows.
    package let afterLeastErrors: Double
    /// Metres: the same if the other errors are as small as published.
    package let afterPublishedErrors: Double
    /// Metres: the distance from the middle of a square of the grid to the nearest point.
    package let farthestFromGrid: Double
  }

  /// The name of the row.
  package let row: String
  /// 0 to 1.
  package let hitRate: Double
  /// Metres.
  package let mean: Double
  /// Metres between neighbouring points of the grid.
  package let spacing: Double
  /// The numbers of visits that explain the pair if the mean was taken with another divisor; only where it is
  /// impossible otherwise.
  package let mixed: [Counts]
  /// Nil where nothing was published of unlisted places, or no counts explain the pair.
  package let unlisted: Unlisted?

  /// Metres: the smallest mean that is possible over one set of visits.
  package var leastMean: Double { (1 - hitRate) * spacing }

  /// The mean error of a miss in metres; nil where every visit is a hit.
  package var meanMiss: Double? { hitRate < 1 ? mean / (1 - hitRate) : nil }

  /// Whether hit rate and mean can come from one set of visits.
  package var isPossible: Bool { mean + Self.rounding >= leastMean }

  /// Whether no error needs to exceed one spacing.
  package var canAllBeNear: Bool { mean - Self.rounding <= leastMean }

  /// Half of the last published digit of a mean, in metres.
  private static let rounding = StayStatistic.mean.form.rounding

  /// - Parameters:
  ///   - unlisted: the number of visits to unlisted places, and the mean error over all visits; nil for none.
  ///   - points: the number of points, each of which is visited at most once.
  package init(
    row: String, hitRate: Double, mean: Double, spacing: Double, points: Int,
    unlisted: (count: Int, mean: Double)? = nil
  ) {
    (self.row, self.hitRate, self.mean, self.spacing) = (row, hitRate, mean, spacing)
    let isPossible = mean + Self.rounding >= (1 - hitRate) * spacing
    let mixed =
      isPossible
      ? [] : Self.mixed(hitRate, mean, spacing: spacing, points: points, others: unlisted?.count ?? 0)
    self.mixed = mixed
    self.unlisted = unlisted.flatMap { unlisted in
      mixed.first.map { counts in
        let total = unlisted.mean * Double(counts.divisor)
        return Unlisted(
          mean: unlisted.mean, count: unlisted.count,
          afterLeastErrors: (total - counts.sum) / Double(unlisted.count),
          afterPublishedErrors: (total - mean * Double(counts.visits)) / Double(unlisted.count),
          farthestFromGrid: spacing / 2.0.squareRoot())
      }
    }
  }

  /// All counts that give the hit rate to a tenth of a percent and, with the divisor, the mean to a centimetre.
  private static func mixed(
    _ hitRate: Double, _ mean: Double, spacing: Double, points: Int, others: Int
  ) -> [Counts] {
    guard points > 0, others > 0 else { return [] }
    return (1...points).flatMap { visits in
      (0...visits).compactMap { hits in
        guard abs(Double(hits) / Double(visits) - hitRate) <= 0.0005 else { return nil }
        let counts = Counts(
          hits: hits, visits: visits, divisor: visits + others, sum: Double(visits - hits) * spacing)
        let isMean = abs(counts.sum / Double(counts.divisor) - mean) <= rounding
        return isMean ? counts : nil
      }
    }
  }
}
