package import Evaluation
import NumericalMethods
package import Rendering
import Results
package import Scenarios
package import World

/// The results of every pipeline on every data set.
package struct MethodsResult: StudyOutcome, Sendable {
  /// What is scored in one column.
  package struct Column: Sendable {
    package let name: String
    /// The building.
    package let site: String
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

  /// One row.
  package struct Line: Sendable {
    package let name: String
    let information: MethodsScenario.Information
    /// By data set.
    package let cells: [Cell]
    /// By data set, where it was chosen on the other sites.
    var filters: [String] = []
    /// Seconds, as a mean over the data sets with positions on which it can be estimated.
    var lag: Double?
  }

  package let name: String
  package let seed: UInt64
  /// The data sets, in the order of the file.
  package let columns: [Column]
  /// Those that are done, in the order of the file.
  package private(set) var lines: [Line] = []
  /// By pipeline, where something was published.
  package let published: [PipelineDefinition.Published?]
  /// By data set that was left out: a sentence with the missing file.
  let absent: [String]
  private let rows: [MethodsScenario.Row]
  private let isArranged: Bool
  private let baseline: String?

  /// With these lines, in one table.
  package init(
    name: String, columns: [Column], lines: [Line], published: [PipelineDefinition.Published?] = []
  ) {
    (self.name, seed, self.columns, self.lines, self.published) = (name, 1, columns, lines, published)
    (absent, rows, isArranged, baseline) = ([], [], false, nil)
  }

  /// Without lines.
  package init(_ methods: MethodsScenario, _ columns: [Column], absent: [String] = []) {
    (name, seed, self.columns, self.absent) = (methods.name, methods.seed, columns, absent)
    (published, rows, isArranged) = (methods.published, methods.rows, methods.isArranged)
    baseline = methods.baseline
  }

  /// Why it has not all rows; nil where it has.
  package var failure: String? {
    lines.count >= rows.count ? nil : "ended early: \(lines.count) of \(rows.count) rows are done"
  }

  /// Takes the next row.
  ///
  /// - Parameter found: by data set and pipeline; nil what is not done.
  /// - Returns: the row in one line of text; nil unless all of it is found.
  package mutating func next(_ found: [[MethodsTally.Outcome?]]) -> String? {
    guard lines.count < rows.count else { return nil }
    let row = rows[lines.count]
    let own = found.map { outcomes in row.pipelines.compactMap { outcomes[$0] } }
    guard own.allSatisfy({ $0.count == row.pipelines.count }) else { return nil }
    let places = columns.indices.map { row.pipelines.count > 1 ? filter(for: $0, own) : 0 }
    let cells = zip(own, places).map { outcomes, place in
      place.map { outcomes[$0].cell }
        ?? .unsupported("one site", because: "filters are chosen on other sites, and there are none")
    }
    let lags = columns.indices.filter { columns[$0].measure == .mean }.compactMap { column in
      places[column].flatMap { own[column][$0].lag }
    }
    let line = Line(
      name: row.name, information: own.joined().contains(where: \.looksAhead) ? .later : row.information,
      cells: cells,
      filters: row.pipelines.count > 1 ? places.map { $0.map { row.filters[$0] } ?? "none" } : [],
      lag: lags.isEmpty ? nil : lags.reduce(0, +) / Double(lags.count))
    lines.append(line)
    return "\(line.name): "
      + zip(columns, line.cells).map { column, cell in
        "\(column.name) \(cell.brief(of: column.measure))"
      }.joined(separator: "; ")
  }

  /// The filter with the smallest geometric mean over all sites but that of a data set: its place; nil without another site.
  private func filter(for column: Int, _ own: [[MethodsTally.Outcome]]) -> Int? {
    let others = columns.indices.filter {
      columns[$0].site != columns[column].site && columns[$0].measure == .mean
        && own[$0].allSatisfy { $0.cell.measured != nil }
    }
    let sites = Set(others.map { columns[$0].site })
    guard !sites.isEmpty else { return nil }
    // By site the sums are in the order of the file.
    let scores = own[column].indices.map { place in
      others.reduce(0) { sum, other in
        let siblings = others.filter { columns[$0].site == columns[other].site }.count
        let value = own[other][place].cell.measured?.value ?? 0
        return sum + Elementary.log(value) / Double(siblings)
      }
    }
    return scores.indices.min { (scores[$0], $0) < (scores[$1], $1) }
  }

  /// The geometric mean over data sets of a row's mean error over that of the room centre, which a missed moment and a data set on which the
  /// pipeline cannot run cost; nil without one.
  ///
  /// - Parameter used: the data sets that count.
  func ratio(_ line: Line, on used: [Int]) -> Double? {
    guard let centre = lines.first(where: { $0.name == baseline }) else { return nil }
    let logarithms = used.compactMap { column -> Double? in
      guard columns[column].measure == .mean, let whole = centre.cells[column].measured?.value, whole > 0
      else { return nil }
      guard let own = line.cells[column].measured else { return 0 }
      let missed = Double(own.missed) / Double(own.due)
      return Elementary.log((1 - missed) * own.value / whole + missed)
    }
    return logarithms.isEmpty
      ? nil : Elementary.exp(logarithms.reduce(0, +) / Double(logarithms.count))
  }

  /// The data sets on which a row can run that uses the same information.
  func used(by information: MethodsScenario.Information) -> [Int] {
    columns.indices.filter { column in
      lines.contains { line in
        line.information == information && line.name != baseline && !line.cells[column].isUnsupported
      }
    }
  }
}

// docs/columns.md lists the keys.

extension MethodsResult: Described {
  /// What `methods --json` prints.
  package static let figures: [Figure<MethodsResult>] = [
    .init("comparison", \.name), .init("seed", \.seed),
    .init("absent", about: "Sentences about data sets whose files are not there.", \.absent),
    .init("rows") { result in
      result.lines.map { Summary(line: $0, ratio: result.ratio($0, on: result.used(by: $0.information))) }
    },
    .init("datasets") { result in
      result.columns.indices.map { Part(result: result, index: $0) }
    },
  ]

  /// What a row is over all data sets.
  package struct Summary: Described {
    let line: Line
    let ratio: Double?

    /// One row.
    package static let figures: [Figure<Summary>] = [
      .init("pipeline", \.line.name),
      .init("information", about: "What it uses beyond the advertisements and the places of the beacons.") {
        $0.line.information.rawValue
      },
      .init(
        "lagSeconds",
        about:
          "The delay of its fixes behind the walker, as a mean over data sets; null where there is none.",
        \.line.lag),
      .init(
        "toRoomCentre",
        about:
          "The geometric mean over data sets of its mean error over that of the room centre, which a missed moment and a data set on which it cannot run cost; null where there is none.",
        \.ratio),
      .init(
        "filters",
        about: "By data set the filter that was best on the other sites; empty for a pipeline as it is."
      ) {
        $0.line.filters.figureValue
      },
    ]
  }

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
        part.result.lines.map { Row(pipeline: $0.name, cell: $0.cells[part.index]) }
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
  /// A row for each pipeline, a column for each data set; where it is arranged, in a table for each kind of information.
  package var report: [ReportSection] {
    let head =
      "\(name): \(Counted.text(lines.count, "pipeline")) on \(Counted.text(Set(columns.map(\.dataset)).count, "data set")). \(measures), with 95 % "
      + "intervals."
    let notes = scored + absent.map { "\($0)." } + cut + reasons + (failure.map { ["\($0)."] } ?? [])
    guard isArranged else {
      return [.paragraph(head), .table(lines.indices, titles + columns.indices.map(figure), notes: notes)]
    }
    return [.paragraph(head)] + MethodsScenario.Information.allCases.flatMap(table) + [.paragraphs(notes)]
  }

  /// The name of the pipeline, and what was published for it.
  private var titles: [Figure<Int>] {
    let name = Figure<Int>(nil, "pipeline") { [lines] in lines[$0].name }
    guard published.contains(where: { $0 != nil }) else { return [name] }
    return [
      name,
      .init(nil, "published", unit: "m") { [published] in
        published[$0].map { FigureValue.meanAndDeviation($0.mean, $0.deviation) } ?? .empty
      },
    ]
  }

  private func figure(of column: Int) -> Figure<Int> {
    let (measure, lines) = (columns[column].measure, lines)
    return Figure(
      nil, columns[column].name, unit: measure.signWithInterval, form: measure.columnForm,
      better: measure.better
    ) { lines[$0].cells[column].value }
  }

  /// The rows with one kind of information, those with the smallest errors first; none without rows.
  private func table(of information: MethodsScenario.Information) -> [ReportSection] {
    let own = lines.indices.filter { lines[$0].information == information }
    guard !own.isEmpty else { return [] }
    let used = used(by: information)
    let ratios = lines.map { ratio($0, on: used) }
    let sorted = own.sorted { (ratios[$0] ?? .infinity, $0) < (ratios[$1] ?? .infinity, $1) }
    let unused = columns.indices.filter { !used.contains($0) }.map { columns[$0].name }
    let figures: [Figure<Int>] =
      titles + used.map(figure) + [
        Figure(nil, "lag", unit: "s", decimals: 1) { [lines] in FigureValue.number(lines[$0].lag) },
        Figure(nil, "of room centre", better: .smaller) { FigureValue.number(ratios[$0]) },
      ]
    let filtered = own.filter { !lines[$0].filters.isEmpty }.map {
      "\(lines[$0].name): \(filters(of: lines[$0]))."
    }
    return [
      .paragraph("Pipelines that use \(information.rawValue):"),
      .table(
        sorted, figures,
        notes: (unused.isEmpty ? [] : ["Not shown, since none can run: \(Counted.list(unused))."]) + filtered),
    ]
  }

  /// `mean of 5 s; on uji-ble mean of 2 s`: the filter that was chosen most often, and where it is another.
  private func filters(of line: Line) -> String {
    let counts = Dictionary(line.filters.map { ($0, 1) }, uniquingKeysWith: +)
    let most = line.filters.max { (counts[$0, default: 0]) < (counts[$1, default: 0]) } ?? ""
    let others = zip(columns, line.filters).filter { $1 != most }.map { "on \($0.name) \($1)" }
    return ([most] + others).joined(separator: "; ")
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
      IntervalNote.cut(lines.map { $0.cells[index].measured?.interval }, of: column.measure)
    }.uniqued
  }

  /// What each column was scored on.
  private var scored: [String] {
    columns.enumerated().map { index, column in
      let measured = lines.compactMap { $0.cells[index].measured }
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
    for cell in lines.flatMap(\.cells) {
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
  fileprivate var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

  fileprivate func brief(of measure: Metric) -> String {
    switch self {
    case .measured(let measured):
      FixedPoint.text(measured.value * (measure.columnForm == .percent ? 100 : 1), decimals: 2)
    case .noFix: "no fix"
    case .unsupported(let brief, _): brief
    }
  }

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
