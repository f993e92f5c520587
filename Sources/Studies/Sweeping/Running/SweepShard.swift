import World

/// Which part of a sweep a process computes: `3/16`.
package struct SweepShard: Hashable, Sendable {
  /// From 1 on.
  package let number: Int
  /// How many shards the sweep is cut into.
  package let count: Int

  /// Nil for text that is not a shard, such as `17/16`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...SlurmSettings.most ~= count,
      1...count ~= number
    else { return nil }
    self.init(number, of: count)
  }

  /// One of `count` shards, numbered from 1.
  package init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  /// As the option has it.
  package var text: String { "\(number)/\(count)" }
}

/// A point for which a sweep cannot continue.
package struct SweepProblem: InputProblem {
  let point: SweepPoint
  let parameters: [SweptParameter]
  let problem: any InputProblem

  package var description: String {
    "point \(point.index) with \(point.text(parameters)): \(problem.description)"
  }
}
