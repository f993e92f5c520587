import Documents
import Evaluation
import Rendering
import Results

extension FolderComparison {
  /// Rows in which B fails.
  package var worse: [Row] { rows.filter(\.isWorse) }

  /// Rows for which the gate fails.
  package var failing: [Row] { rows.filter(\.fails) }

  /// Whether figures fail because B has fewer laps; errors do so row by row.
  var lacksLaps: Bool {
    isOfFigures && rules.gate != .never && !missingLaps.isEmpty && !rules.allowsFewerLaps
  }

  /// Why the exit status is 1, for those who have the verdict too; nil where it is 0.
  package var failure: String? {
    guard !isOfFigures else { return lacksLaps || !failing.isEmpty ? "B fails" : nil }
    let names = failing.map(\.name)
    guard !names.isEmpty else { return nil }
    return
      "\(names.count) of \(Counted.text(rows.count, "comparison")) \(names.count == 1 ? "fails" : "fail"): "
      + names.joined(separator: "; ")
  }

  /// Facts that a reader must know to judge the figures, one sentence each.
  package var notes: [String] {
    refusal.map { [$0] } ?? studyNotes + [onlyInBNote, withoutMetricsNote, lapsNote].compactMap(\.self)
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
    rows.contains { $0.comparison.map { $0.laps < 2 } ?? false }
      ? "With one lap there is no interval and no verdict." : nil
  }
}
