import Calibrating
import Evaluation
import Laps
package import Studies

/// What became of a published experiment, for people.
package struct ReproductionReport: Sendable {
  private let result: ReproductionResult

  package init(_ result: ReproductionResult) { self.result = result }

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    let head =
      "\(result.name): seed \(result.seed), \(Counted.text(result.laps, "lap")). A match shows that a channel suffices, never "
      + "that it was theirs."
    var parts = [head.paragraph(width: width), presets(width)]
    if let buildings = result.buildings { parts.append(text(of: buildings, width)) }
    if let figure = result.figure { parts.append(FigureReport(figure).text(width: width)) }
    if let lags = result.lags { parts.append(LagReport(lags).text(width: width)) }
    if let changes = result.changes { parts.append(ChangesReport(changes).text(width: width)) }
    return parts.joined(separator: "\n") + verdict(width)
  }

  private func verdict(_ width: Int) -> String {
    let undecided = result.undecided.map { "Undecided: \($0).".paragraph(width: width) }.joined()
    guard result.failures.isEmpty else {
      return "\n" + undecided + FailureLines.text(of: result.failures, width: width)
    }
    let judged = self.judged.joined(separator: ", ")
    let sentence =
      judged.isEmpty
      ? "Nothing was judged: no preset is tuned to match (matches: true), and neither lags nor changes are checked."
      : "\(undecided.isEmpty ? "All" : "All else") as it should be: \(judged)."
    return "\n" + undecided + (judged.isEmpty && !undecided.isEmpty ? "" : sentence.paragraph(width: width))
  }

  /// What was judged and does not fail.
  private var judged: [String] {
    var parts: [String] = []
    let presets = result.presets.count { $0.matches && $0.isReproduced }
    if presets > 0 {
      parts.append(
        "\(Counted.text(presets, "preset")) tuned to match \(presets == 1 ? "reproduces" : "reproduce") what was published"
      )
    }
    if result.lags?.rows.isEmpty == false { parts.append("lags are as predicted") }
    if result.changes?.cells.contains(where: \.agrees) == true {
      parts.append("single changes do what they did elsewhere")
    }
    return parts
  }

  /// Published and simulated figures side by side, with a verdict for each.
  private func presets(_ width: Int) -> String {
    var table = TextTable(
      [
        .init("preset"), .init("filter"), .init("figure"), .init("published", unit: "m"),
        .init("simulated [95 %]", unit: "m"), .init("verdict"),
      ], keys: 3)
    for preset in result.presets {
      for (index, figure) in preset.study.published.enumerated() {
        table.add([
          .text(index == 0 ? preset.name : ""), .text(figure.statistic == .mean ? figure.pipeline : ""),
          .text(figure.statistic.rawValue), .number(figure.published),
          .interval(figure.simulated, from: figure.interval?.lower, to: figure.interval?.upper),
          .text(figure.verdict.rawValue),
        ])
      }
    }
    table.notes = [
      "Inside: figure and interval within \(tolerances) of what was published; undecided: the interval reaches over "
        + "the edge; outside: all of it lies beyond."
    ]
    for preset in result.presets {
      let verdicts = preset.study.published.map(\.verdict)
      guard !verdicts.isEmpty else {
        table.notes.append("\(preset.name): nothing was published for its rows, so nothing was judged.")
        continue
      }
      let counts = PublishedFigure.Verdict.allCases.map { verdict in
        "\(verdicts.count { $0 == verdict }) \(verdict.rawValue)"
      }
      table.notes.append(
        "\(preset.name), \(preset.matches ? "tuned to match" : "not tuned"): "
          + "\(counts.joined(separator: ", ")); \(words(preset.verdict)).")
    }
    table.notes += MissedNote.sentences(of: result.presets.flatMap(\.missed))
    return table.text(width: width)
  }

  private func words(_ verdict: ReproductionResult.Preset.Verdict) -> String {
    verdict == .notReproduced ? "not reproduced" : verdict.rawValue
  }

  private var tolerances: String {
    Counted.list(
      PublishedFigure.Statistic.allCases.map {
        "\(FixedPoint.text($0.tolerance, decimals: 1)) m (\($0.rawValue))"
      })
  }

  private func text(of buildings: BuildingsResult, _ width: Int) -> String {
    func metres(_ value: Double?) -> String { value.map { FixedPoint.text($0, decimals: 2) } ?? "–" }
    let spreads = buildings.rows.map { "\($0.pipeline) \(metres($0.deviation)) m" }
    let means = buildings.rows.map { "\($0.pipeline) \(metres($0.mean)) m" }
    let ranked = buildings.ranks.map { $0.joined(separator: " = ") }.joined(separator: " < ")
    let order =
      buildings.inOrder.map { " The published order, \(ranked), held in \($0) of \(buildings.count)." } ?? ""
    let sentence = """
      \(buildings.count) buildings of \(buildings.preset) with shadows that stay (seeds from \(buildings.firstSeed) on): \
      mean errors spread by \(Counted.list(spreads)) (standard deviation) about \(Counted.list(means)); one building \
      cannot tell less.\(order)
      """
    return ([sentence] + MissedNote.sentences(of: buildings.missed)).joined(separator: " ").paragraph(
      width: width)
  }
}
