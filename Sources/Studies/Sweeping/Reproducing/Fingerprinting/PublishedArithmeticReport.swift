import Rendering

extension PublishedArithmetic {
  /// What cannot be as it was published, in sentences made of the numbers.
  var sentences: [String] { [hits] + mixedSentences + unlistedSentences }

  /// The consequences of hit rate and mean for the misses.
  private var hits: String {
    let figures =
      "Published, \(percent(hitRate)) hits and a mean of \(metres(mean)): misses are at least "
      + "\(spacingText) off, so the mean is \(metres(leastMean, 3)) or more"
    guard isPossible else {
      return figures + ", and the two cannot come from one set of visits."
    }
    guard let miss = meanMiss, !canAllBeNear else { return figures + "." }
    return figures + "; they are \(metres(miss)) off on average, so not every error can be "
      + "\(spacingText) or less."
  }

  /// How the pair may have come about.
  private var mixedSentences: [String] {
    mixed.map { counts in
      let misses = counts.visits - counts.hits
      return "It comes out with two denominators: \(counts.hits) of \(counts.visits) hits are "
        + "\(percent(Double(counts.hits) / Double(counts.visits))), and \(Counted.text(misses, "error")) of "
        + "\(spacingText) over all \(counts.divisor) visits are \(misses) x "
        + "\(FixedPoint.shortest(spacing)) / \(counts.divisor) = "
        + "\(metres(counts.sum / Double(counts.divisor), 3)); over the \(counts.visits) they are "
        + "\(metres(counts.meanOfVisits, 3))."
    }
  }

  /// The errors that remain for unlisted places.
  private var unlistedSentences: [String] {
    guard let unlisted = unlisted, let counts = mixed.first else { return [] }
    let asked = metres(min(unlisted.afterLeastErrors, unlisted.afterPublishedErrors))
    let most = metres(max(unlisted.afterLeastErrors, unlisted.afterPublishedErrors))
    let figures =
      "A mean of \(metres(unlisted.mean)) over all \(counts.divisor) then asks \(asked) of each of the "
      + "\(unlisted.count) unlisted places on average (\(most) if \(metres(mean)) is taken literally)"
    guard unlisted.afterLeastErrors > unlisted.farthestFromGrid else { return [figures + "."] }
    return [
      figures
        + ", while no place inside the grid is more than \(metres(unlisted.farthestFromGrid)) from a stored "
        + "point: their fixes were not the nearest points."
    ]
  }

  private var spacingText: String {
    "\(FixedPoint.shortest(spacing)) m"
  }

  private func percent(_ share: Double) -> String {
    "\(FixedPoint.shortest(share * 100, decimals: 1)) %"
  }

  private func metres(_ value: Double, _ decimals: Int = 2) -> String {
    "\(FixedPoint.text(value, decimals: decimals)) m"
  }
}
