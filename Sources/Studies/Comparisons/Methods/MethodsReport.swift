import Evaluation
package import Rendering
import World

extension MethodsResult {
  /// A row for each pipeline, a column for each data set.
  package var report: [ReportSection] {
    let head =
      "\(name): \(Counted.text(pipelines.count, "pipeline")) on \(Counted.text(columns.count, "data set")). \(measures), with 95 % "
      + "intervals."
    var figures: [Figure<Int>] = [.init(nil, "pipeline") { [pipelines] in pipelines[$0] }]
    for (index, column) in columns.enumerated() {
      figures.append(
        .init(
          nil, column.name, unit: column.measure.signWithInterval, form: column.measure.columnForm,
          better: column.measure.better
        ) { [cells] in cells[index][$0].value })
    }
    return [.paragraph(head), .table(pipelines.indices, figures, notes: scored + cut + reasons)]
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
