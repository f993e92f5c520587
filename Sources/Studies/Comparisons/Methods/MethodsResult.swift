package import Evaluation
package import Rendering
import Results
package import Scenarios
package import World

/// The results of every pipeline on every data set.
package struct MethodsResult: StudyOutcome, Sendable {
  /// What is scored in one column.
  package struct Column: Sendable {
    package let name: String
    /// The data set's own name.
    package let dataset: String
    /// How many are scored.
    package let walks: Int
    /// What its cells hold.
    package let measure: Metric
    /// Whether each walk is fitted to the others.
    package let leavesOneOut: Bool
    /// When errors are due.
    package let at: ScoringRule
  }

  /// A figure with its interval.
  package struct Measured: Hashable, Sendable {
    /// Moments at which an error was due, and those without a fix.
    package let due: Int
    package let missed: Int
    /// In the unit of the column's metric.
    package let value: Double
    /// The interval over walks, or over stretches of time where there are few walks; nil with fewer than two.
    package let interval: ConfidenceInterval?
    /// The number of walks or stretches.
    package let observations: Int
  }

  /// What a pipeline has on a data set.
  package enum Cell: Hashable, Sendable {
    case measured(Measured)
    /// Nothing was scored.
    case noFix(of: Int, most: NoFix.Reason?)
    /// The pipeline cannot run on the data set.
    case unsupported(String, because: String)

    var measured: Measured? { if case .measured(let measured) = self { measured } else { nil } }
  }

  package let name: String
  package let seed: UInt64
  /// In the order of the file.
  package let pipelines: [String]
  /// By pipeline, where something was published.
  package var published: [PipelineDefinition.Published?] = []
  /// By data set that was left out: a sentence with the missing file.
  package var absent: [String] = []
  /// The data sets, in the order of the file.
  package let columns: [Column]
  /// By data set, then by pipeline.
  package let cells: [[Cell]]
}

// docs/columns.md lists the keys.

extension MethodsResult: Described {
  /// What `methods --json` prints.
  package static let figures: [Figure<MethodsResult>] = [
    .init("comparison", \.name), .init("seed", \.seed),
    .init("absent", about: "Sentences about data sets whose files are not there.", \.absent),
    .init("datasets") { result in
      result.columns.indices.map { Part(result: result, index: $0) }
    },
  ]

  /// One column with its cells.
  package struct Part: Described {
    let result: MethodsResult
    let index: Int

    var column: Column { result.columns[index] }

    /// One data set with all pipelines.
    package static let figures: [Figure<Part>] = [
      .init("name", about: "The title of the column.", \.column.name),
      .init("dataset", about: "The name of the data set.", \.column.dataset),
      .init("walks", about: "The number of walks used.", \.column.walks),
      .init("measure", about: "As in the comparison file.") { $0.column.measure.key(for: .methods) },
      .init("leaveOneOut", about: "As in the comparison file.", \.column.leavesOneOut),
      .init("pipelines") { part in
        zip(part.result.pipelines, part.result.cells[part.index]).map { Row(pipeline: $0, cell: $1) }
      },
    ]
  }

  /// One cell with the name of its pipeline.
  package struct Row: Described {
    let pipeline: String
    let cell: Cell

    private var measured: Measured? { cell.measured }

    /// One pipeline on one data set.
    package static let figures: [Figure<Row>] = [
      .init("pipeline", \.pipeline),
      .init("n", about: "The number of fixes scored.") { $0.measured.map { $0.due - $0.missed } ?? 0 },
      .init("missed", about: "Moments without a fix.") { row in
        switch row.cell {
        case .measured(let measured): measured.missed
        case .noFix(let due, _): due
        case .unsupported: 0
        }
      },
      .init(
        "value", about: "The mean error in metres, or the share of right rooms.", { $0.measured?.value },
        interval: { $0.measured?.interval }),
      .init("observations", about: "The number of walks or stretches on which the interval is based.") {
        $0.measured?.observations ?? 0
      },
      .init("unsupported", about: "Why the pipeline cannot run; otherwise null.") { row -> String? in
        if case .unsupported(_, let reason) = row.cell { reason } else { nil }
      },
    ]
  }
}

extension MethodsResult {
  /// A row for each pipeline, a column for each data set.
  package var report: [ReportSection] {
    let head =
      "\(name): \(Counted.text(pipelines.count, "pipeline")) on \(Counted.text(Set(columns.map(\.dataset)).count, "data set")). \(measures), with 95 % "
      + "intervals."
    var figures: [Figure<Int>] = [.init(nil, "pipeline") { [pipelines] in pipelines[$0] }]
    if published.contains(where: { $0 != nil }) {
      figures.append(
        .init(nil, "published", unit: "m") { [published] in
          published[$0].map { FigureValue.meanAndDeviation($0.mean, $0.deviation) } ?? .empty
        })
    }
    for (index, column) in columns.enumerated() {
      figures.append(
        .init(
          nil, column.name, unit: column.measure.signWithInterval, form: column.measure.columnForm,
          better: column.measure.better
        ) { [cells] in cells[index][$0].value })
    }
    return [
      .paragraph(head),
      .table(pipelines.indices, figures, notes: scored + absent.map { "\($0)." } + cut + reasons),
    ]
  }

  /// What the columns show; mean errors and rooms, unless other metrics are asked for.
  private var measures: String {
    columns.allSatisfy { !$0.measure.isOnRequest }
      ? "Mean error in m, or the share of fixes in the right room"
      : "Columns: "
        + Counted.list(
          columns.map(\.measure.title).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } })
  }

  /// Where walks or stretches are too few for Student's t.
  private var cut: [String] {
    columns.enumerated().compactMap { index, column in
      IntervalNote.cut(cells[index].map { $0.measured?.interval }, of: column.measure)
    }.uniqued
  }

  /// What each column was scored on.
  private var scored: [String] {
    columns.enumerated().map { index, column in
      let measured = cells[index].compactMap(\.measured)
      let due = measured.map(\.due).max() ?? 0
      let observations = measured.map(\.observations).max() ?? 0
      let moments =
        column.at.moment == .callbacks ? Counted.text(due, "callback") : Counted.text(due, "press", "presses")
      let stretches =
        observations > column.walks
        ? "; the interval is over \(observations) stretches of \(FixedPoint.text(MethodsStudy.stretch, decimals: 0)) s"
        : ""
      let single = column.walks < MethodsStudy.leastWalks ? "stretch" : "walk"
      let none = measured.contains { $0.observations == 1 } ? "; one \(single) has no interval" : ""
      let most = measured.map(\.missed).max() ?? 0
      let missed = most > 0 ? "; up to \(Counted.number(most)) of them without a fix" : ""
      let training = column.leavesOneOut ? "; fitted to the other walks" : ""
      return
        "\(column.name): \(Counted.text(column.walks, "walk")), \(moments)\(missed)\(stretches)\(none)\(training)."
    }
  }

  /// What stands behind the words in cells, each once.
  private var reasons: [String] {
    var reasons: [String] = []
    for cell in cells.joined() {
      let reason: String
      switch cell {
      case .measured: continue
      case .unsupported(let brief, let because): reason = "\(brief): \(because)."
      case .noFix(_, let most?): reason = "no fix: \(most.words)."
      case .noFix(_, nil): reason = "nothing scored: no error was due."
      }
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    return reasons
  }
}

extension MethodsResult.Cell {
  fileprivate var value: FigureValue {
    switch self {
    case .measured(let measured): .interval(measured.value, measured.interval)
    case .noFix(_, let most): .text(most == nil ? "nothing scored" : "no fix")
    case .unsupported(let brief, _): .text(brief)
    }
  }
}

extension NoFix.Reason {
  /// Why most moments have no fix.
  fileprivate var words: String {
    switch self {
    case .noCallback: "the phone was not listening"
    case .tooFewBeacons: "too few beacons are received"
    case .didNotConverge: "the method does not converge"
    case .undetermined: "the beacons that are received leave the position open"
    case .failed: "the method fails"
    case .notFinite: "the positions are no numbers"
    }
  }
}
