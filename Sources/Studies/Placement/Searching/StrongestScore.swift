/// The cost of fixes at the strongest beacon, over simulated readings of all candidates at once.
///
/// With all candidates switched on, each is heard exactly as it would be alone, so one simulation serves every layout: with
/// a layout, the fix at a moment is the place of its strongest candidate. The cost of a fix is any number that depends on
/// candidate and moment, such as metres of error, or 1 for a wrong room.
public struct StrongestScore: LayoutScore {
  /// Simulated readings and the cost of a fix at each candidate.
  public struct Table: Sendable {
    /// The number of candidates.
    public let candidates: Int
    /// The number of moments.
    public let moments: Int
    /// By candidate, then by moment: dBm, and minus infinity where it was not heard.
    fileprivate let levels: [Float]
    fileprivate let costs: [Float]
    /// By moment: the cost where no beacon of the layout was heard.
    fileprivate let missed: [Float]

    /// - Parameters:
    ///   - levels: by candidate, then by moment; nil where it was not heard.
    ///   - costs: the same; not negative. Weights of moments are part of them.
    ///   - missed: by moment.
    public init(levels: [[Double?]], costs: [[Double]], missed: [Double]) {
      precondition(levels.count == costs.count, "costs for \(costs.count) of \(levels.count) candidates")
      (candidates, moments) = (levels.count, missed.count)
      self.levels = levels.flatMap { $0.map { Float($0 ?? -.infinity) } }
      self.costs = costs.flatMap { $0.map { Float($0) } }
      self.missed = missed.map { Float($0) }
      precondition(
        self.levels.count == candidates * moments && self.costs.count == self.levels.count,
        "a level and a cost for each candidate and moment")
    }
  }

  private let table: Table
  public private(set) var layout: [Int] = []
  /// By moment, of the strongest and the next: candidate, level and cost.
  private var best: [Heard]
  private var next: [Heard]

  private struct Heard {
    var candidate: Int32
    var level: Float
    var cost: Float
  }

  /// Without any beacon.
  public init(_ table: Table) {
    self.table = table
    best = table.missed.map { Heard(candidate: -1, level: -.infinity, cost: $0) }
    next = best
  }

  /// How many candidates the table has.
  public var candidates: Int { table.candidates }

  /// Of equally strong candidates the first counts.
  public mutating func set(_ layout: [Int]) {
    self = StrongestScore(table)
    self.layout = layout.sorted()
    for candidate in self.layout {
      let first = candidate * table.moments
      for moment in 0..<table.moments {
        let heard = Heard(
          candidate: Int32(candidate), level: table.levels[first + moment],
          cost: table.costs[first + moment])
        if heard.level > best[moment].level {
          (best[moment], next[moment]) = (heard, best[moment])
        } else if heard.level > next[moment].level {
          next[moment] = heard
        }
      }
    }
  }

  /// The sum of the costs over all moments.
  public func value() -> Double { best.reduce(0) { $0 + Double($1.cost) } }

  /// The sum with one more beacon.
  public func value(adding candidate: Int) -> Double { value(without: -1, adding: candidate) }

  /// The sum with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double { value(without: Int32(old), adding: new) }

  private func value(without old: Int32, adding new: Int) -> Double {
    let (first, moments) = (new * table.moments, table.moments)
    var total = 0.0
    best.withUnsafeBufferPointer { best in
      next.withUnsafeBufferPointer { next in
        table.levels.withUnsafeBufferPointer { levels in
          table.costs.withUnsafeBufferPointer { costs in
            for moment in 0..<moments {
              let rival = best[moment].candidate == old ? next[moment] : best[moment]
              let level = levels[first + moment]
              let isStronger = level > rival.level || (level == rival.level && new < rival.candidate)
              total += Double(isStronger ? costs[first + moment] : rival.cost)
            }
          }
        }
      }
    }
    return total
  }
}
