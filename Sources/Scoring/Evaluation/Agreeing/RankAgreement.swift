public import NumericalMethods
import World

/// Whether methods rank equally by their mean error on a recording and on its simulated replicas.
///
/// Errors within a few seconds are correlated, so the block bootstrap resamples stretches of time, the same ones for the recording
/// and the replicas, and it resamples the replicas too. The correlation of each replica's ranking with that of all others shows
/// how much agreement to expect of a recording through the fitted channel. Ours; the block bootstrap is that of Künsch 1989,
/// doi:10.1214/aos/1176347265.
public struct RankAgreement: Hashable, Sendable {
  /// The rank correlation of the recording with all replicas together; nil when either side has only ties.
  public let correlation: Double?
  /// Its 95 % interval; nil with fewer than two stretches.
  public let interval: ConfidenceInterval?
  /// The central 95 % of the correlations of one replica with all others; nil with fewer than two replicas.
  public let amongReplicas: ConfidenceInterval?
  /// The recording's ranks by mean error, by method, from 1 for the smallest.
  public let recordedRanks: [Double]
  /// The ranks by the mean error over all replicas, by method.
  public let replicaRanks: [Double]
  /// The number of stretches of time that were resampled.
  public let stretches: Int

  /// - Parameters:
  ///   - recorded: the errors on the recording, by method.
  ///   - replicas: the errors on each replica, by replica, then by method.
  ///   - seconds: the length of a stretch.
  ///   - resamples: the number of resamples for the interval.
  ///   - seed: of the resampling.
  /// - Returns: nil when a method has no measured error on one side.
  public init?(
    recorded: [[PositionError]], replicas: [[[PositionError]]], seconds: Double, resamples: Int = 1000,
    seed: Seed
  ) {
    precondition(seconds > 0 && resamples >= 40, "stretches need a length, and intervals 40 resamples")
    let blocks = Self.blocks(of: recorded + replicas.flatMap { $0 }, seconds)
    let real = recorded.map { Self.totals(of: $0, blocks, seconds) }
    let made = replicas.map { replica in replica.map { Self.totals(of: $0, blocks, seconds) } }
    let all = (0..<recorded.count).map { method in made.map { $0[method].reduce(.zero, +) } }
    guard let realMeans = Self.means(real.map { $0.reduce(.zero, +) }),
      let replicaMeans = Self.means(all.map { $0.reduce(.zero, +) })
    else { return nil }
    correlation = RankCorrelation.spearman(realMeans, replicaMeans)
    (recordedRanks, replicaRanks) = (RankCorrelation.ranks(realMeans), RankCorrelation.ranks(replicaMeans))
    stretches = blocks.count
    amongReplicas = ConfidenceInterval(
      ofMiddle: made.count < 2 ? [] : Self.correlations(amongReplicas: all))
    interval =
      blocks.count < 2 || made.isEmpty
      ? nil
      : ConfidenceInterval(ofMiddle: Self.resampled(real, made, stretches: blocks.count, resamples, seed))
  }

  /// The correlation of each replica with all others.
  ///
  /// - Parameter all: by method, then by replica.
  private static func correlations(amongReplicas all: [[SIMD2<Double>]]) -> [Double] {
    (all.first ?? []).indices.compactMap { index in
      let others = all.map { $0.reduce(.zero, +) - $0[index] }
      guard let own = means(all.map { $0[index] }), let rest = means(others) else { return nil }
      return RankCorrelation.spearman(own, rest)
    }
  }

  /// The correlation in each resample of the stretches and of the replicas; resamples with ties alone are left out.
  ///
  /// - Parameters:
  ///   - real: the totals of the recording, by method and stretch.
  ///   - made: those of the replicas, by replica, method and stretch.
  private static func resampled(
    _ real: [[SIMD2<Double>]], _ made: [[[SIMD2<Double>]]], stretches: Int, _ count: Int, _ seed: Seed
  ) -> [Double] {
    var random = RandomStream(seed)
    let drawnBlocks = LapResamples(of: stretches, count: count, using: &random)
    let drawnReplicas = LapResamples(of: made.count, count: count, using: &random)
    return (0..<count).compactMap { resample in
      let times = drawnBlocks.times(in: resample).map { Double($0) }
      func total(_ totals: [SIMD2<Double>]) -> SIMD2<Double> {
        zip(totals, times).reduce(.zero) { $0 + $1.0 * $1.1 }
      }
      var replicaTotals = [SIMD2<Double>](repeating: .zero, count: real.count)
      for (replica, count) in zip(made, drawnReplicas.times(in: resample)) where count > 0 {
        for method in replica.indices { replicaTotals[method] += total(replica[method]) * Double(count) }
      }
      guard let a = means(real.map(total)), let b = means(replicaTotals) else { return nil }
      return RankCorrelation.spearman(a, b)
    }
  }

  /// Whether the rank correlation of the recording is at least the 2.5 % quantile of the replicas' own, the lower end of
  /// ``amongReplicas``; nil where either is nil.
  public var agrees: Bool? {
    guard let correlation, let amongReplicas else { return nil }
    return correlation >= amongReplicas.lower
  }

  private static func means(_ totals: [SIMD2<Double>]) -> [Double]? {
    totals.allSatisfy { $0[1] > 0 } ? totals.map { $0[0] / $0[1] } : nil
  }

  private static func block(of error: PositionError, _ seconds: Double) -> SIMD2<Int> {
    let (time, length) = (error.time.microseconds, seconds.windowMicroseconds)
    return SIMD2(error.lap, Int((time - (time < 0 ? length - 1 : 0)) / length))
  }

  /// The stretches in which something was measured, numbered in the order of laps and time.
  private static func blocks(of errors: [[PositionError]], _ seconds: Double) -> [SIMD2<Int>: Int] {
    var found: Set<SIMD2<Int>> = []
    for error in errors.joined() where error.metres != nil { found.insert(block(of: error, seconds)) }
    let order = found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    return Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
  }

  /// The sum of the errors and their number, by stretch.
  private static func totals(
    of errors: [PositionError], _ blocks: [SIMD2<Int>: Int], _ seconds: Double
  ) -> [SIMD2<Double>] {
    var totals = [SIMD2<Double>](repeating: .zero, count: blocks.count)
    for error in errors {
      guard let metres = error.metres, let index = blocks[block(of: error, seconds)] else { continue }
      totals[index] += SIMD2(metres, 1)
    }
    return totals
  }
}

/// How well two lists of values agree in their order.
public enum RankCorrelation {
  /// Spearman's coefficient: Pearson's of the ranks, 1 for the same order and -1 for the reverse.
  ///
  /// Equal values share the mean of their ranks. Source: Spearman 1904, "The proof and measurement of association
  /// between two things", doi:10.2307/1412159; ties after Kendall 1945, doi:10.2307/2332303.
  ///
  /// - Returns: nil for fewer than two values, or when all on one side are equal.
  /// - Precondition: both lists have the same length.
  public static func spearman(_ a: [Double], _ b: [Double]) -> Double? {
    precondition(a.count == b.count, "\(a.count) values against \(b.count)")
    let (first, second) = (ranks(a), ranks(b))
    let mean = Double(a.count + 1) / 2
    var (products, squaresA, squaresB) = (0.0, 0.0, 0.0)
    for (rankA, rankB) in zip(first, second) {
      products += (rankA - mean) * (rankB - mean)
      squaresA += (rankA - mean) * (rankA - mean)
      squaresB += (rankB - mean) * (rankB - mean)
    }
    guard squaresA > 0, squaresB > 0 else { return nil }
    return products / (squaresA * squaresB).squareRoot()
  }

  /// The rank of each value, from 1 for the smallest; equal values share the mean of their ranks.
  public static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
