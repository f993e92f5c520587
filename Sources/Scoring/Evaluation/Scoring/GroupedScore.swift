/// A score, and the scores of the groups that its errors fall into.
///
/// Each group is scored from its own errors; nothing is averaged over groups. Errors whose group is unknown count in
/// the overall score only.
public struct GroupedScore: Hashable, Sendable {
  /// The errors that have one value in common.
  public struct Group: Hashable, Sendable {
    /// `forward`, `left`, `3`: the value that its errors have in common.
    public let name: String
    /// The score of the group's errors alone.
    public let score: Score
  }

  /// All groups by one property.
  public struct Division: Hashable, Sendable {
    /// The property: direction, hand, walker or test point.
    public let grouping: Grouping
    /// Forward before backward, left before right, numbers in ascending order; empty when no group is known.
    public let groups: [Group]
  }

  /// The score of all errors together.
  public let whole: Score
  /// In the order in which they were asked for.
  public let divisions: [Division]

  /// For errors that are given in batches, for instance lap by lap; only what the scores need is kept.
  public init(
    ofLaps laps: some Collection<[PositionError]>, by groupings: [Grouping], spread: ErrorStatistics.Spread
  ) {
    var scored: [ScoredError] = []
    var members = [Members](repeating: Members(), count: groupings.count)
    for lap in laps {
      for error in lap {
        for (index, grouping) in groupings.enumerated() {
          members[index].add(scored.count, to: grouping.group(of: error))
        }
        scored.append(ScoredError(error))
      }
    }
    whole = Score(of: scored, spread: spread, others: Score.others(of: laps))
    divisions = zip(groupings, members).map { grouping, members in
      Division(
        grouping: grouping,
        groups: members.groups.sorted { $0.key < $1.key }.map { order, group in
          Group(
            name: group.name,
            score: Score(
              of: group.indices.map { scored[Int($0)] }, spread: spread,
              others: Score.others(of: laps) { grouping.group(of: $0)?.order == order }))
        })
    }
  }

  /// By the order of each group: its name and the indices of its errors, which are copied one group at a time.
  private struct Members {
    private(set) var groups: [Int: (name: String, indices: [Int32])] = [:]

    mutating func add(_ index: Int, to group: (order: Int, name: String)?) {
      guard let group else { return }
      groups[group.order, default: (group.name, [])].indices.append(Int32(index))
    }
  }
}
