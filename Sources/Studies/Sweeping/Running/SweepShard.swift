import Documents
package import Evaluation
import Scenarios
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

/// The metrics of one pipeline in one cell.
package struct SweepScore: Hashable, Sendable {
  /// Errors that were measured, and that were due and missed.
  package let measured: Int
  /// Errors that were due and missed.
  package let missed: Int
  /// In the order in which they were asked for.
  package let values: [MetricEstimate]

  /// - Parameter laps: the errors of each.
  package init(ofLaps laps: [[PositionError]], _ metrics: [Metric], spread: ErrorStatistics.Spread) {
    let errors = ErrorsByLap(ofLaps: laps)
    let statistics = ErrorStatistics(of: errors.values, spread: spread)
    measured = errors.values.count
    missed = laps.reduce(0) { $0 + $1.count } - measured
    values = metrics.map { MetricEstimate($0, ofLaps: laps, errors, statistics, spread: spread) }
  }

  /// A metric by its key; nil where it was not asked for.
  package subscript(key: String) -> MetricEstimate? { values.first { $0.metric.rawValue == key } }
}

// The files from which a sweep can be run again, and the definition that its blocks share.

extension Sweep {
  /// The sweep beside the saved scenario, with every default.
  var saved: Document {
    get throws(FileProblem) {
      let own: [Document.Member] = try document.members.filter { $0.key != "set" && $0.key != "slurm" }
        .map {
          $0.key == "scenario" ? .init(key: $0.key, value: Document(SavedScenario.scenarioName)) : $0
        }
      return try Self.schema.resolve(Document(own))
    }
  }

  /// All that the blocks of a sweep have in common, whatever its points, seeds and metrics are.
  func definition(_ saved: SavedScenario) -> Document {
    [
      "block": Document(block), "pipelines": Document((pipelines ?? []).map { Document($0) }),
      "files": Document(saved.files.map(\.document)),
      "tables": Document(saved.tables.map { Document($0.text) }),
    ]
  }
}
