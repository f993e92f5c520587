import Comparisons
package import Documents
package import Rendering
import Results

/// What became of each submission.
package struct VerifyOutcome: StudyOutcome, Sendable {
  /// What running it again, or scoring its fixes, shows.
  package enum Verdict: Hashable, Sendable {
    /// Run again, with the same fixes and scores.
    case same
    /// The scores are those of the submitted fixes, which were not computed again for a reason.
    case byFixes(String)
    /// There is no score to check: the method was entered while the task was closed.
    case registered
    /// How it differs.
    case failed(String)

    var words: String {
      switch self {
      case .same: "the same to the last bit"
      case .byFixes: "score of its fixes"
      case .registered: "registered"
      case .failed: "differs"
      }
    }

    var reason: String? {
      switch self {
      case .same, .registered: nil
      case .byFixes(let reason), .failed(let reason): reason
      }
    }
  }

  package struct Row: Sendable {
    package let path: String
    package let submission: Submission
    package let verdict: Verdict

    fileprivate var place: String { "\(path): \(submission.method)" }
  }

  package let rows: [Row]

  private var failed: [Row] { rows.filter { if case .failed = $0.verdict { true } else { false } } }

  /// How many of each task there are, and each that is not the same.
  package var report: [ReportSection] {
    let tasks = Set(rows.map(\.submission.task)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let counts = tasks.map { task in
      let words = rows.filter { $0.submission.task == task }.map(\.verdict.words)
      return (task: task, words: words)
    }
    func count(_ title: String, _ word: String) -> Figure<(task: String, words: [String])> {
      .init(nil, title) { row in row.words.count { $0 == word } }
    }
    let table = ReportSection.table(
      counts,
      [
        .init(nil, "task") { $0.task }, count("the same", "the same to the last bit"),
        count("score of its fixes", "score of its fixes"), count("registered", "registered"),
        count("differ", "differs"),
      ])
    let notes = rows.compactMap { row in
      row.verdict.reason.map { "\(row.place): \(row.verdict.words): \($0)." }
    }
    return [table, .paragraphs(notes)]
  }

  package var document: Document {
    [
      "submissions": Document(
        rows.map { row in
          [
            "path": Document(row.path), "method": Document(row.submission.method),
            "verdict": Document(row.verdict.words),
            "reason": row.verdict.reason.map { Document($0) } ?? nil,
          ]
        })
    ]
  }

  package var failure: String? {
    guard let first = failed.first, case .failed(let difference) = first.verdict else { return nil }
    let count = failed.count > 1 ? "\(failed.count) submissions differ, the first is " : ""
    return "\(count)\(first.place): \(difference)"
  }
}
