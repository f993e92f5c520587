import Evaluation
import Laps
package import Rendering
import Results

extension ReproductionResult {
  /// The outcome of the reproduction of a published experiment.
  package var report: [ReportSection] { main + [.details(details)] }

  /// Published and simulated figures, and the verdict.
  var main: [ReportSection] {
    let head =
      "\(name): seed \(seed), \(Counted.text(laps, "lap")). A match shows that a channel is sufficient, not "
      + "that it was theirs."
    return [.paragraph(head), .table(table), .paragraphs(verdict)]
  }

  /// The parts behind the verdict.
  var details: [ReportSection] {
    [buildings.map { .paragraph($0.sentence) }, figure?.report, lags?.report, changes?.report].compactMap(
      \.self)
  }

  private var verdict: [String] {
    let undecided = undecided.map { "Undecided: \($0)." }
    guard failures.isEmpty else { return undecided + failures.map { "Failed: \($0)." } }
    let judged = judged.joined(separator: ", ")
    guard judged.isEmpty else {
      return undecided + ["\(undecided.isEmpty ? "All" : "All else") as expected: \(judged)."]
    }
    return undecided.isEmpty
      ? [
        "There is no verdict: no preset is tuned to match (matches: true), and neither lags nor changes are checked."
      ] : undecided
  }

  /// What was judged and does not fail.
  private var judged: [String] {
    let reproduced = presets.count { $0.matches && $0.isReproduced }
    return [
      reproduced > 0
        ? "\(Counted.text(reproduced, "preset")) tuned to match \(reproduced == 1 ? "reproduces" : "reproduce") the published figures"
        : nil, lags?.rows.isEmpty == false ? "lags are as predicted" : nil,
      changes?.agreeing,
    ].compactMap(\.self)
  }

  /// Published and simulated figures side by side, with a verdict for each.
  private var table: ReportTable {
    let rows = presets.flatMap { preset in
      preset.study.published.enumerated().map { (preset: $0 == 0 ? preset.name : "", figure: $1) }
    }
    return ReportTable(
      of: rows,
      [
        .init(nil, "preset") { $0.preset },
        .init(nil, "filter") { $0.figure.statistic == .mean ? $0.figure.pipeline : "" },
        .init(nil, "figure") { $0.figure.statistic.rawValue },
      ] + PublishedFigure.figures.of { $0.figure }, keys: 3, notes: notes, legend: [legend])
  }

  private var legend: String {
    let tolerances = Counted.list(
      PublishedFigure.Statistic.allCases.map {
        "\(FixedPoint.text($0.tolerance, decimals: 1)) m (\($0.rawValue))"
      })
    return
      "Inside: figure and interval within \(tolerances) of the published figures; undecided: the interval crosses "
      + "the limit; outside: all of it lies beyond."
      + (presets.flatMap(\.study.published).contains(where: \.lacksInterval)
        ? " \(IntervalNote.ofDeviation)" : "")
  }

  private var notes: [String] {
    presets.map { preset -> String in
      let verdicts = preset.study.published.map(\.verdict)
      guard !verdicts.isEmpty else {
        return "\(preset.name): without published figures there is no verdict."
      }
      let counts = PublishedFigure.Verdict.allCases.map { verdict in
        "\(verdicts.count { $0 == verdict }) \(verdict.rawValue)"
      }
      let verdict = preset.verdict == .notReproduced ? "not reproduced" : preset.verdict.rawValue
      return "\(preset.name), \(preset.matches ? "tuned to match" : "not tuned"): "
        + "\(counts.joined(separator: ", ")); \(verdict)."
    } + presets.flatMap(\.missed).sentences
  }
}

extension [MissedFixes] {
  /// The number of fixes that the rows of a table missed, in a sentence; nothing where none was missed.
  var sentences: [String] {
    let rows = map { "\($0.row) \(Counted.number($0.missed)) of \(Counted.number($0.due))" }
    return isEmpty ? [] : ["Missed fixes, which no figure includes: \(Counted.list(rows))."]
  }
}

extension BuildingsResult {
  fileprivate var sentence: String {
    func metres(_ value: Double?) -> String { value.map { FixedPoint.text($0, decimals: 2) } ?? "–" }
    let spreads = rows.map { "\($0.pipeline) \(metres($0.deviation)) m" }
    let means = rows.map { "\($0.pipeline) \(metres($0.mean)) m" }
    let ranked = ranks.map { $0.joined(separator: " = ") }.joined(separator: " < ")
    let order = inOrder.map { " The published order, \(ranked), held in \($0) of \(count)." } ?? ""
    let sentence = """
      \(count) buildings of \(preset) with fixed shadowing (seeds from \(firstSeed) on): \
      on average, the mean errors are \(Counted.list(means)), with standard deviations of \(Counted.list(spreads)). Smaller \
      differences cannot be resolved in one building.\(order)
      """
    return ([sentence] + missed.sentences).joined(separator: " ")
  }
}

extension FigureResult {
  /// Published statements about an experiment, and in how many simulated ones each holds.
  fileprivate var report: ReportSection {
    let names = settings.first?.means.map(\.pipeline) ?? []
    let sentences = settings.flatMap { setting in
      setting.holdings.map { holding in
        "  \(setting.name): \(holding.statement.text): in \(holding.times) of \(holding.experiments), "
          + "\(holding.verdict.words)."
      }
    }
    return .table(
      settings,
      [.init(nil, "\(name), mean", unit: "m", \.name)]
        + names.enumerated().map { index, name in .init(nil, name) { $0.means[index].mean } },
      notes: ["\(experiments) experiments of \(Counted.text(laps, "lap")) each; means over all of them."]
        + missed.sentences + ["Published statements, and how often they hold:"] + sentences)
  }
}

extension FigureResult.Holding.Verdict {
  fileprivate var words: String {
    switch self {
    case .reproduced: "reproduced"
    case .sometimes: "neither reproduced nor refuted"
    case .notReproduced: "not reproduced"
    }
  }
}

extension LagBudget {
  /// Seconds by stage, and metres from end to end.
  fileprivate var report: ReportSection {
    func seconds(_ stage: Stage) -> String {
      "\(stage.name) \(FixedPoint.text(stage.predicted, decimals: 2)) s predicted, "
        + "\(FixedPoint.text(stage.measured, decimals: 2)) s measured"
    }
    let verdict =
      rows.isEmpty
      ? "There is no verdict, since no pipeline has a filter with a delay."
      : wrong.isEmpty
        ? "All stages exact, and all pipelines within \(FixedPoint.text(Self.tolerance, decimals: 1)) m: the verdict is on the measured figure, not on its interval."
        : "Not as predicted: \(Counted.list(wrong))."
    return .table(
      rows, Row.figures,
      notes: [
        "Filters: delay on an endless ramp of RSSI. All pipelines add to it: \(seconds(average)); "
          + "\(seconds(waiting)). Behind: along the path at presses in \(scenario), at "
          + "\(FixedPoint.shortest(speed, decimals: 2)) m/s; predicted: speed times total delay, with the wait as measured.",
        verdict,
      ] + missed.sentences)
  }
}

extension ChangesResult {
  /// How many cells agree; nil for none.
  fileprivate var agreeing: String? {
    let count = cells.count(where: \.agrees)
    let all = "single changes have the effects of the reference"
    return count == 0 ? nil : count == cells.count ? all : "\(all) in \(count) of \(cells.count) cells"
  }

  /// The effects of single changes, here and elsewhere.
  fileprivate var report: ReportSection {
    let pipelines = base.map(\.pipeline)
    var table = ReportTable([.init("one change")] + pipelines.map { .init($0, unit: "m") })
    table.add(
      [.text("none: mean (reference)")]
        + base.map { .text("\($0.mean.map(metres) ?? "–") (\(metres($0.elsewhere)))") })
    for row in rows {
      table.add(
        [.text(row.name)]
          + pipelines.map { pipeline in
            .text(row.cells.first { $0.pipeline == pipeline }.map(text) ?? "")
          })
    }
    let usual = cells.count(where: isUsual)
    table.notes = [
      "Change of the mean: here ± half the 95 % interval over \(Counted.text(laps, "lap")) (reference: "
        + "\(source), over \(Counted.number(lapsElsewhere))). *: the two differ significantly at 5 % for a single cell; "
        + "!: at 5 % for the whole table.",
      cells.isEmpty
        ? "There is no verdict: the reference has no mean of a pipeline of the scenario."
        : "By the first criterion \(cells.count - usual) of \(cells.count) cells differ (about "
          + "\(Int((0.05 * Double(cells.count)).rounded())) are expected by chance), by the second "
          + "\(cells.count { $0.verdict == .disagrees }).",
    ]
    table.notes += missed.sentences
    return .table(table)
  }

  private func text(_ cell: Cell) -> String {
    let half = cell.interval.map { " ± " + metres(($0.upper - $0.lower) / 2) } ?? ""
    let there = cell.elsewhere.map(signed) ?? cell.bound.map { "≤ \(metres($0))" } ?? ""
    let mark = cell.verdict == .disagrees ? " !" : cell.errorsApart == nil || isUsual(cell) ? "" : " *"
    return "\(cell.change.map(signed) ?? "–")\(half) (\(there))\(mark)"
  }

  private func isUsual(_ cell: Cell) -> Bool { cell.errorsApart.map { $0 <= usual } ?? false }
  private func signed(_ value: Double) -> String { (value < 0 ? "-" : "+") + metres(value.magnitude) }
  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
