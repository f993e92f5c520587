extension LevelRegression {
  /// What each cluster's absence would move: one Newton step from the solution, with its derivatives left out.
  ///
  /// For a linear model of known scale this is leaving out exactly; the variance is that of the cluster jackknife CV3, which
  /// keeps its level with few clusters. Source: MacKinnon, Nielsen and Webb 2023, "Fast and reliable jackknife
  /// and bootstrap methods for cluster-robust inference", doi:10.1002/jae.2969, equation 12.
  public struct LeftOut: Hashable, Sendable {
    /// By cluster: the change of log S.
    public let logScale: [Double]
    /// By cluster: the change of logit p.
    public let logitLoss: [Double]
    /// By cluster: the change of the slope.
    public let slope: [Double]
    /// The change of the common level; empty where each group has its own.
    public let level: [Double]
    /// By cluster: its share of the log-likelihood at the solution.
    public let logLikelihood: [Double]

    public init(
      logScale: [Double], logitLoss: [Double], slope: [Double], level: [Double], logLikelihood: [Double]
    ) {
      (self.logScale, self.logitLoss, self.slope, self.level) = (logScale, logitLoss, slope, level)
      self.logLikelihood = logLikelihood
    }
  }

  /// - Throws: ``FitError/undetermined`` when what is left without some cluster does not hold the parameters.
  public func leavingOut(at solution: Solution) throws(FitError) -> LeftOut {
    let parameters = Parameters(solution, groups: groupCount)
    let (sums, _) = sums(at: parameters)
    let prior = prior(parameters.loss)
    let groupSums = byGroup(sums)
    let whole =
      levels == .common
      ? groupSums : groupSums.map { $0.withoutLevel(curvature: $0.hessian[9]) ?? LevelSums() }
    var total = prior
    for sum in whole { total += sum }
    let free = free(total.gradient, at: parameters)
    var steps: [[Double]] = []
    for cluster in 0..<clusters {
      var rest = total
      for (group, sum) in partsOf(cluster, sums) {
        var left = groupSums[group]
        left -= sum
        rest -= whole[group]
        rest += levels == .common ? left : left.withoutLevel(curvature: left.hessian[9]) ?? LevelSums()
      }
      guard let step = rest.step(free: free) else { throw .undetermined }
      steps.append(step)
    }
    var likelihoods = [Double](repeating: 0, count: clusters)
    for (cell, sum) in zip(cells, sums) { likelihoods[cell.cluster] += sum.value }
    return LeftOut(
      logScale: steps.map { $0[0] }, logitLoss: steps.map { $0[1] }, slope: steps.map { $0[2] },
      level: levels == .common ? steps.map { $0[3] } : [], logLikelihood: likelihoods)
  }

  /// What a cluster has in each group, in the order of groups.
  private func partsOf(_ cluster: Int, _ sums: [LevelSums]) -> [(Int, LevelSums)] {
    var parts: [(Int, LevelSums)] = []
    for (cell, sum) in zip(cells, sums) where cell.cluster == cluster { parts.append((cell.group, sum)) }
    return parts
  }
}

/// The interval of an estimate from what it becomes without each of several parts.
///
/// Source: Tukey 1958, "Bias and confidence in not-quite large samples", doi:10.1214/aoms/1177706647; about the
/// estimate itself rather than the mean of the parts, which is never narrower.
public enum Jackknife {
  /// √((G - 1) / G Σ change²) over G parts.
  public static func standardError(ofChanges changes: [Double]) -> Double {
    let parts = Double(changes.count)
    let squares = changes.reduce(0) { $0 + $1 * $1 }
    return (squares * (parts - 1) / parts).squareRoot()
  }

  /// The degrees of freedom of a standard error whose square is the sum of these squares: from 1, where one of them is nearly all,
  /// to one fewer than there are.
  ///
  /// Twice the square of a variance's expectation over its own variance, which the fourth powers of the changes tell.
  /// Source: Satterthwaite 1946, "An approximate distribution of estimates of variance components", doi:10.2307/3002019.
  public static func degrees(ofSquares squares: [Double]) -> Double {
    let (count, sum) = (Double(squares.count), squares.reduce(0, +))
    let spread = sum > 0 ? squares.reduce(0) { $0 + $1 * $1 } / (sum * sum) - 1 / count : 0
    return min(max(2 / max(spread, 1e-9), 1), max(count - 1, 1))
  }

  /// The same by the kurtosis of the population, which that of few parts underestimates.
  ///
  /// Source: G₂ of Joanes and Gill 1998, "Comparing measures of sample skewness and kurtosis", doi:10.1111/1467-9884.00122.
  ///
  /// - Precondition: four squares or more.
  public static func degrees(ofSampledSquares squares: [Double]) -> Double {
    let (count, sum) = (Double(squares.count), squares.reduce(0, +))
    precondition(count >= 4, "squares must be at least 4, were \(squares.count)")
    guard sum > 0 else { return count - 1 }
    let excess = count * squares.reduce(0) { $0 + $1 * $1 } / (sum * sum) - 3
    let sampled = (count - 1) / ((count - 2) * (count - 3)) * ((count + 1) * excess + 6)
    return min(max(2 / max(sampled / count + 2 / (count - 1), 1e-9), 1), count - 1)
  }
}
