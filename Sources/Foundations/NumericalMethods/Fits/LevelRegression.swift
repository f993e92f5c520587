/// The straight line with one level, or one for each group, that makes levels and silences most likely.
///
/// A row's mean is `level + slope × x + offset`, its error follows a law of some scale, and below a limit nothing is heard.
/// The likelihood is climbed by Newton's method with Levenberg's damping (Marquardt 1963, doi:10.1137/0111030, on
/// the exact second derivatives); where every group has a level of its own, the levels are eliminated first, so
/// that a step costs as much as there are rows, however many groups.
///
/// The scale stays above 0.01 dB, so that readings that lie on the line exactly have a likelihood too.
///
/// A share lost by chance has half a packet lost and half a packet heard added to it (Jeffreys' prior), so that it
/// stays above 0 where nothing was lost.
public struct LevelRegression: Sendable {
  /// Whether the slope is estimated or given.
  public enum Slope: Hashable, Sendable {
    case free
    case fixed(Double)
  }

  /// Whether all groups share one level.
  public enum Levels: Hashable, Sendable {
    case common
    case perGroup
  }

  /// The most likely parameters.
  public struct Solution: Hashable, Sendable {
    /// The law of the errors, with its scale S.
    public let law: ErrorLaw
    /// y per unit of x: the estimate, or the given slope.
    public let slope: Double
    /// One, or one for each group; nil for a group that nothing was heard of.
    public let levels: [Double?]
    /// S, of which the standard deviation is a multiple given by the law.
    public let scale: Double
    /// p; nil unless silence was counted.
    public let loss: Double?
    /// The natural logarithm of the likelihood at the solution.
    public let logLikelihood: Double
    /// The number of Newton steps.
    public let iterations: Int

    /// The standard deviation of the errors.
    public var deviation: Double { scale * law.deviationOverScale }

    /// Whether the rows lie on the line, so that they do not tell how far others would lie from it.
    public var isSteady: Bool { Elementary.log(scale) < Parameters.leastLogScale + 0.01 }

    /// The level of a group; nil for a group that nothing was heard of.
    public func level(of group: Int) -> Double? {
      // Groups behind the last one that was heard have no place in the list.
      levels.count == 1 ? levels[0] : group < levels.count ? levels[group] : nil
    }
  }

  /// Heard and silent ones, in any order.
  public let rows: [LevelRow]
  /// The number of groups, counted from 0 in the rows.
  public let groups: Int
  /// The number of clusters, counted from 0 in the rows.
  public let clusters: Int
  let law: ErrorLaw
  /// The weakest y that is heard; silent rows are below it or were lost.
  public let limit: Double
  let silence: SilenceKnowledge
  /// Whether the slope is estimated or given.
  public let slope: Slope
  let levels: Levels
  /// Which pair of group and cluster each row belongs to, and the pairs.
  let cellOfRow: [Int]
  let cells: [(group: Int, cluster: Int)]

  /// - Parameters:
  ///   - rows: silent ones only where silence is counted.
  ///   - law: the distribution of the errors, up to their scale.
  ///   - limit: s; plays no part where silence is none.
  ///   - silence: what is known about packets that were not heard.
  ///   - slope: whether it is fitted or known.
  ///   - levels: whether all groups have one level or each its own.
  public init(
    _ rows: [LevelRow], law: ErrorLaw, limit: Double = -.infinity, silence: SilenceKnowledge = .ignored,
    slope: Slope = .free, levels: Levels = .common
  ) {
    precondition(
      silence == .counted || rows.allSatisfy { $0.y != nil }, "silent rows count only where silence does")
    precondition(silence == .ignored || limit.isFinite, "the limit must be finite, was \(limit)")
    self.rows = rows
    self.law = law
    self.limit = limit
    self.silence = silence
    self.slope = slope
    self.levels = levels
    groups = (rows.map(\.group).max() ?? -1) + 1
    clusters = (rows.map(\.cluster).max() ?? -1) + 1
    var known: [SIMD2<Int>: Int] = [:]
    var cells: [(group: Int, cluster: Int)] = []
    cellOfRow = rows.map { row in
      let key = SIMD2(row.group, row.cluster)
      if let cell = known[key] { return cell }
      known[key] = cells.count
      cells.append((row.group, row.cluster))
      return cells.count - 1
    }
    self.cells = cells
  }

  /// Climbs to the top.
  ///
  /// - Parameter start: of another law or other levels; nil for a least-squares fit.
  /// - Throws: ``FitError`` when the rows do not hold the parameters.
  public func solve(from start: Solution? = nil) throws(FitError) -> Solution {
    var parameters =
      if let start { Parameters(start, groups: groupCount) } else { try leastSquares() }
    var (sums, value) = sums(at: parameters)
    guard value.isFinite else { throw .notFinite }
    var damping = 1e-3
    for iteration in 1...100 {
      guard let (step, gain) = step(sums, parameters, damping: damping) else {
        damping *= 10
        guard damping < 1e12 else { throw .undetermined }
        continue
      }
      let next = parameters.moved(by: step)
      let (nextSums, nextValue) = self.sums(at: next)
      // Newton doubles the digits with each step: after this one there are none left to gain.
      if gain < 1e-9 { return solution(next, value: nextValue, iterations: iteration, nextSums) }
      if nextValue.isFinite, nextValue >= value {
        (parameters, sums, value) = (next, nextSums, nextValue)
        damping = max(damping / 10, 1e-12)
      } else {
        damping = max(damping, 1e-6) * 10
        // However short the step, rounding hides what it gains.
        if damping > 1e12 { return solution(parameters, value: value, iterations: iteration, sums) }
      }
    }
    throw .didNotConverge(iterations: 100)
  }

  var groupCount: Int { levels == .common ? 1 : groups }

  /// Which of log S, logit p, slope and common level may move; a scale at its floor may not fall further.
  func free(_ gradient: [Double], at parameters: Parameters) -> [Bool] {
    let isAtFloor = parameters.logScale <= Parameters.leastLogScale && gradient[0] < 0
    return [!isAtFloor, silence == .counted, slope == .free, levels == .common]
  }

  private func solution(
    _ parameters: Parameters, value: Double, iterations: Int, _ sums: [LevelSums]
  ) -> Solution {
    var heard = [Int](repeating: 0, count: groupCount)
    for (cell, sum) in zip(cells, sums) { heard[levels == .common ? 0 : cell.group] += sum.heard }
    return Solution(
      law: law, slope: parameters.slope,
      levels: zip(parameters.levels, heard).map { $1 > 0 ? $0 : nil },
      scale: Elementary.exp(parameters.logScale),
      loss: silence == .counted ? parameters.loss : nil, logLikelihood: value, iterations: iterations)
  }
}
