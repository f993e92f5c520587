import Comparisons
package import Documents
import Evaluation
import Positioning
package import Rendering
import World

/// One task with its ranked submissions.
package struct BenchmarkTable: Sendable {
  package let task: BenchmarkTask
  package let ranking: BenchmarkRanking
  /// Entered while the task was closed, and without a score yet.
  package let registered: [Submission]
  /// The methods that were entered before the seed was known.
  private let early: Set<String>
  /// Where the walks come from.
  package let provenance: [String]

  /// The tasks of a benchmark in alphabetical order, recorded ones first.
  ///
  /// - Parameter root: the folder in which data sets lie.
  package static func all(in folder: BenchmarkFolder, root: String) throws -> [BenchmarkTable] {
    let submissions = try SubmittedFile.all(at: folder.path).flatMap(\.submissions).inOrder
    let tables = try folder.taskNames.map { name in
      let task = try folder.task(name)
      let own = submissions.filter { $0.task == name }
      let early = try own.filter { try task.registers($0) }
      return BenchmarkTable(
        task: task, ranking: BenchmarkRanking(task.isOpen ? own : [], missed: task.missed),
        registered: early.filter { $0.result == nil || !task.isOpen }, early: Set(early.map(\.method)),
        provenance: try TaskStudy(task, root: root).provenance)
    }
    if let stray = submissions.first(where: { !folder.taskNames.contains($0.task) }) {
      throw FileProblem(
        file: folder.path, expected: "submissions to its tasks, \(listing(folder.taskNames))",
        found: "one of \(stray.method) to \(stray.task)")
    }
    return tables.filter { !$0.isSimulated } + tables.filter(\.isSimulated)
  }

  package var isSimulated: Bool { task.round != nil }

  /// What the task is, in sentences.
  package var facts: [(label: String, value: String)] {
    let given = task.given.isEmpty ? "nothing" : task.given.map(\.rawValue).joined(separator: ", ")
    var facts = [("Walks", provenance.joined(separator: " "))]
    facts.append(("A method may be given", "site, advertisements, and where it declares them: \(given)"))
    if !task.rules.isEmpty { facts.append(("Rules", task.rules.joined(separator: " "))) }
    if let round = task.round {
      let state = round.seed.map { "published, \($0)" } ?? "not published yet, so there are no scores"
      facts.append(("Seed", "\(state). Fixed by \(round.commitment)."))
    }
    return facts
  }

  /// The ranking, and what is registered.
  package var report: [ReportSection] {
    var sections: [ReportSection] = []
    if task.isOpen {
      sections.append(.table(ranking.rows, columns, notes: notes))
    }
    if !registered.isEmpty {
      sections.append(
        .table(
          registered,
          [
            .init(nil, "registered method", \.method), .init(nil, "entered as", \.entered.rawValue),
            .init(nil, "given") { $0.givenWords },
          ], notes: ["Registered before the seed is known; there are no scores yet."]))
    }
    return sections
  }

  private var notes: [String] {
    let count = ranking.rows.map(\.score.due.count).max() ?? 0
    let laps = ranking.rows.isEmpty ? "" : " over \(Counted.text(count, unit.one, unit.several))"
    let few = count < 10 ? " So few leave wide intervals and many ties." : ""
    return [
      "Intervals: 95 %\(laps), each for itself.\(few)",
      "Equal ranks: not shown to differ from the best of the rank, by Student's t over the differences of the same \(unit.several), with p "
        + "corrected after Holm for all methods that are compared with it, at 0.05.",
      "Behind: the difference from the best of the rank; in the first row of a rank, from the best of the rank before.",
      "No rank: more than \(FixedPoint.text(task.missed * 100, decimals: 0)) % of the moments have no fix.",
    ]
      + (ranking.rows.contains { $0.submission.entered == .fixes }
        ? ["Stated: by the author of a table of fixes; no run can show what these were made from."] : [])
  }

  /// What one observation is.
  private var unit: (one: String, several: String) {
    if ranking.rows.contains(where: { $0.score.by == .stretch }) {
      return ("stretch of 20 s", "stretches of 20 s")
    }
    return isSimulated ? ("lap", "laps") : ("walk", "walks")
  }

  private var columns: [Figure<BenchmarkRanking.Row>] {
    let columns: [Figure<BenchmarkRanking.Row>] = [
      .init(nil, "method", \.submission.method), .init(nil, "rank", \.rank),
      .init(nil, "mean error", unit: "m", decimals: 2, estimate: { $0.score.mean }),
      .init(nil, "behind", unit: "m", decimals: 2, estimate: { $0.behind }),
      .init(nil, "p", decimals: 4) { $0.p }, .init(nil, "median", unit: "m", decimals: 2) { $0.score.median },
      .init(nil, "95 %", unit: "m", decimals: 2) { $0.score.p95 },
      .init(nil, "no fix", unit: "%", decimals: 1) { $0.score.missedShare * 100 },
      .init(nil, "given") { $0.submission.givenWords },
      .init(nil, "entered as", \.submission.entered.rawValue),
    ]
    let registered: [Figure<BenchmarkRanking.Row>] = [
      .init(nil, "registered") { [early] in
        early.contains($0.submission.method) ? "before the seed" : "after the seed"
      }
    ]
    return columns + (isSimulated ? registered : [])
  }

  package var document: Document {
    get throws {
      [
        "task": Document(task.name), "open": Document(task.isOpen), "simulated": Document(isSimulated),
        "ranking": Document(
          ranking.rows.map { row in
            Document(present: [
              "method": Document(row.submission.method), "rank": row.rank.map { Document($0) },
              "mean": row.score.mean.map { Document($0.value) },
              "interval95": row.score.mean?.interval.map { [Document($0.lower), Document($0.upper)] },
              "behind": row.behind.map { Document($0.value) }, "p": row.p.map { Document($0) },
            ])
          }),
        "registered": Document(
          try registered.map { .init(key: $0.method, value: Document(try $0.registration)) }),
      ]
    }
  }
}

extension Submission {
  /// What the method knows beyond site and past advertisements.
  fileprivate var givenWords: String {
    let words = given + (lookAhead.map { [$0] } ?? [])
    return (words.isEmpty ? "nothing" : words.joined(separator: ", "))
      + (entered == .fixes ? " (stated)" : "")
  }
}
