/// A score, and the scores of the groups that its errors fall into.
///
/// Each group is scored from its own errors; nothing is averaged over groups. Errors of which the truth does not
/// tell the group count in the whole only.
public struct GroupedScore: Hashable, Sendable {
  public struct Group: Hashable, Sendable {
    /// `forward`, `left`, `3`: the value that its errors have in common.
    public let name: String
    public let score: Score
  }

  public struct Division: Hashable, Sendable {
    public let grouping: Grouping
    /// Forward before backward, left before right, numbers in ascending order; empty when the truth tells none.
    public let groups: [Group]
  }

  public let whole: Score
  /// In the order in which they were asked for.
  public let divisions: [Division]

  public init(
    of errors: [PositionError], by groupings: [Grouping] = [.direction, .hand],
    spread: ErrorStatistics.Spread = .population
  ) {
    whole = Score(of: errors, spread: spread)
    divisions = groupings.map { grouping in
      Division(
        grouping: grouping,
        groups: Self.divide(errors, by: grouping).map { name, members in
          Group(
            name: name,
            score: Score(of: members.map { errors[Int($0)] }, spread: spread))
        })
    }
  }

  /// The groups in their order, and the indices of each one's errors: of the errors themselves one group at a time is
  /// copied.
  private static func divide(_ errors: [PositionError], by grouping: Grouping) -> [(name: String, [Int32])] {
    var members: [Int: (name: String, [Int32])] = [:]
    for (index, error) in errors.enumerated() {
      guard let (order, name) = grouping.group(of: error) else { continue }
      members[order, default: (name, [])].1.append(Int32(index))
    }
    return members.keys.sorted().compactMap { members[$0] }
  }
}
