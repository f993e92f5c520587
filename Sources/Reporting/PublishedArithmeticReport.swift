import Scenarios
import Studies

/// What cannot be as it was published, in sentences made of the numbers.
struct PublishedArithmeticReport {
  private let all: [PublishedArithmetic]

  init(_ all: [PublishedArithmetic]) { self.all = all }

  /// Each line ended; nothing where nothing was published.
  func text(width: Int) -> String {
    all.flatMap { [hits($0)] + mixed($0) + unlisted($0) }.map { $0.paragraph(width: width) }.joined()
  }

  /// What hit rate and mean say of misses.
  private func hits(_ pair: PublishedArithmetic) -> String {
    let figures =
      "Published, \(percent(pair.hitRate)) hits and a mean of \(metres(pair.mean)): misses are at least "
      + "\(spacing(pair)) off, which makes a mean of \(metres(pair.leastMean, 3)) or more"
    guard pair.isPossible else {
      return figures + ", so the two cannot be of one set of visits."
    }
    guard let miss = pair.meanMiss, !pair.canAllBeNear else { return figures + "." }
    return figures + "; they are \(metres(miss)) off on the average, so not every error can be "
      + "\(spacing(pair)) or less."
  }

  /// How the pair may have come about.
  private func mixed(_ pair: PublishedArithmetic) -> [String] {
    pair.mixed.map { counts in
      let misses = counts.visits - counts.hits
      return "It comes out with two denominators: \(counts.hits) of \(counts.visits) hits are "
        + "\(percent(Double(counts.hits) / Double(counts.visits))), and \(Counted.text(misses, "error")) of "
        + "\(spacing(pair)) over all \(counts.divisor) visits are \(misses) x "
        + "\(FixedPoint.shortest(pair.spacing)) / \(counts.divisor) = "
        + "\(metres(counts.sum / Double(counts.divisor), 3)); over the \(counts.visits) they are "
        + "\(metres(counts.meanOfVisits, 3))."
    }
  }

  /// What is left for unlisted places.
  private func unlisted(_ pair: PublishedArithmetic) -> [String] {
    guard let unlisted = pair.unlisted, let counts = pair.mixed.first else { return [] }
    let asked = metres(min(unlisted.afterLeastErrors, unlisted.afterPublishedErrors))
    let most = metres(max(unlisted.afterLeastErrors, unlisted.afterPublishedErrors))
    let figures =
      "A mean of \(metres(unlisted.mean)) over all \(counts.divisor) then asks \(asked) of each of the "
      + "\(unlisted.count) unlisted places on the average (\(most) if \(metres(pair.mean)) is taken at its word)"
    guard unlisted.afterLeastErrors > unlisted.farthestFromGrid else { return [figures + "."] }
    return [
      figures
        + ", while no place inside the grid is more than \(metres(unlisted.farthestFromGrid)) from a stored "
        + "point: their fixes were not the nearest points."
    ]
  }

  private func spacing(_ pair: PublishedArithmetic) -> String {
    "\(FixedPoint.shortest(pair.spacing)) m"
  }

  private func percent(_ share: Double) -> String {
    "\(FixedPoint.shortest(share * 100, decimals: 1)) %"
  }

  private func metres(_ value: Double, _ decimals: Int = 2) -> String {
    "\(FixedPoint.text(value, decimals: decimals)) m"
  }
}
