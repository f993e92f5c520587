public import NumericalMethods
import World

/// Whether methods rank equally by their mean error on a recording and on its simulated replicas.
///
/// Errors within a few seconds are correlated, so the block bootstrap resamples stretches of time, the same of the recording
/// and of the twins, and the twins as well. Beside the interval stands how a single repetition's ranking agrees with
/// that of all others: a recording that was a repetition would agree as well as that. Ours; drawing blocks of
/// time is Künsch 1989, doi:10.1214/aos/1176347265.
public struct RankAgreement: Hashable, Sendable {
  /// Of the recording's ranking with that of all twins together; nil when either side has only ties.
  public let correlation: Double?
  /// Its 95 % interval; nil with fewer than two stretches.
  public let interval: ConfidenceInterval?
  /// Within which 95 % of the twins agree with the others; nil with fewer than two twins.
  public let amongTwins: ConfidenceInterval?
  /// The recording's ranks by mean error, from 1 for the smallest, and those of all twins together.
  public let recordedRanks: [Double]
  public let twinRanks: [Double]
  public let stretches: Int

  /// - Parameters:
  ///   - recorded: by method the errors on the recording.
  ///   - twins: by repetition, then by method.
  ///   - seconds: how long a stretch is.
  ///   - resamples: how many draws the interval is from.
  ///   - seed: of the resampling.
  /// - Returns: nil when a method has no error at all on one side.
  public init?(
    recorded: [[PositionError]], twins: [[[PositionError]]], seconds: Double, resamples: Int = 1000,
    seed: Seed
  ) {
    precondition(seconds > 0 && resamples >= 40, "stretches need a length, and intervals 40 resamples")
    let blocks = Self.blocks(of: recorded + twins.flatMap { $0 }, seconds)
    let real = recorded.map { Self.totals(of: $0, blocks, seconds) }
    let made = twins.map { twin in twin.map { Self.totals(of: $0, blocks, seconds) } }
    let all = (0..<recorded.count).map { method in made.map { $0[method].reduce(.zero, +) } }
    guard let realMeans = Self.means(real.map { $0.reduce(.zero, +) }),
      let twinMeans = Self.means(all.map { $0.reduce(.zero, +) })
    else { return nil }
    correlation = RankCorrelation.spearman(realMeans, twinMeans)
    (recordedRanks, twinRanks) = (RankCorrelation.ranks(realMeans), RankCorrelation.ranks(twinMeans))
    stretches = blocks.count
    amongTwins = Self.interval(
      made.count < 2
        ? []
        : made.indices.compactMap { index in
          let others = all.map { $0.reduce(.zero, +) - $0[index] }
          guard let own = Self.means(all.map { $0[index] }), let rest = Self.means(others) else { return nil }
          return RankCorrelation.spearman(own, rest)
        })
    guard blocks.count >= 2, !made.isEmpty else {
      interval = nil
      return
    }
    var random = RandomStream(seed)
    let drawnBlocks = LapResamples(of: blocks.count, count: resamples, using: &random)
    let drawnTwins = LapResamples(of: made.count, count: resamples, using: &random)
    var found: [Double] = []
    for resample in 0..<resamples {
      let times = drawnBlocks.times(in: resample).map { Double($0) }
      func total(_ totals: [SIMD2<Double>]) -> SIMD2<Double> {
        zip(totals, times).reduce(.zero) { $0 + $1.0 * $1.1 }
      }
      var twinTotals = [SIMD2<Double>](repeating: .zero, count: recorded.count)
      for (twin, count) in zip(made, drawnTwins.times(in: resample)) where count > 0 {
        for method in twin.indices { twinTotals[method] += total(twin[method]) * Double(count) }
      }
      guard let a = Self.means(real.map(total)), let b = Self.means(twinTotals),
        let correlation = RankCorrelation.spearman(a, b)
      else { continue }
      found.append(correlation)
    }
    interval = Self.interval(found)
  }

  /// Whether the recording agrees with its twins as well as all but the worst 2.5 % of them do with each other.
  public var agrees: Bool? {
    guard let correlation, let amongTwins else { return nil }
    return correlation >= amongTwins.lower
  }

  private static func interval(_ values: [Double]) -> ConfidenceInterval? {
    Quantiles.of(values, at: [0.025, 0.975]).map { ConfidenceInterval(lower: $0[0], upper: $0[1]) }
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

  /// By stretch the sum of the errors and their number.
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
