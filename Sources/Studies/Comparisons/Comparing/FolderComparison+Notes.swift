import Documents
import Evaluation
import Results

extension FolderComparison {
  /// Rows in which B fails.
  package var worse: [Row] { rows.filter(\.isWorse) }

  /// Rows for which the gate fails.
  package var failing: [Row] { rows.filter(\.fails) }

  /// The laps of A that B lacks in any row, in ascending order.
  package var missingLaps: [Int] { Set(rows.flatMap(\.missingLaps)).sorted() }

  /// Facts that a reader must know to judge the figures, one sentence each.
  package var notes: [String] {
    studyNotes + [onlyInBNote, withoutMetricsNote, lapsNote].compactMap(\.self)
  }

  /// The number of differences that are listed.
  static let shownAtOnce = 8

  /// How the studies behind the two folders differ, as far as they say.
  private var studyNotes: [String] {
    let lacking = [
      ("A", a.study.filesLacking(besides: b.study)), ("B", b.study.filesLacking(besides: a.study)),
    ]
    let files = lacking.filter { !$0.1.isEmpty }.map { side, files in
      "\(side) has no \(WordList.text(files)): whether both had the same input is unknown."
    }
    let listed = differences.prefix(Self.shownAtOnce).map {
      "\($0.changesInput ? "Different input" : "Difference"): \($0)."
    }
    let rest = differences.count - listed.count
    return files + [scenarioNote].compactMap(\.self) + listed
      + (rest > 0 ? ["--json lists \(rest) more \(rest == 1 ? "difference" : "differences")."] : [])
  }

  /// A note for folders of which only the summaries name the scenario.
  private var scenarioNote: String? {
    guard let scenarioA = a.scenario, let scenarioB = b.scenario, scenarioA != scenarioB,
      !differences.contains(where: { $0.key == "name" })
    else { return nil }
    return "A has the scenario \(scenarioA), B has \(scenarioB)."
  }

  private var onlyInBNote: String? {
    onlyInB.isEmpty ? nil : "Only in B, not compared: \(onlyInB.joined(separator: ", "))."
  }

  private var withoutMetricsNote: String? {
    withoutMetrics.isEmpty
      ? nil : "Without these metrics, not compared: \(withoutMetrics.joined(separator: ", "))."
  }

  private var lapsNote: String? {
    rows.contains { $0.comparison.laps < 2 }
      ? "With one lap there is no interval and no verdict." : nil
  }
}
