import Evaluation
package import Laps
package import Rendering
import Scenarios
import World

extension StudyResult {
  /// One row a pipeline, in a word how far the rows lie apart and whether published figures are reproduced, and what was counted
  /// on the way; in details the figures behind these words, and what each row is.
  ///
  /// - Parameter showsAdvertisements: false where the counts are shown elsewhere.
  package func report(showsAdvertisements: Bool = true) -> [ReportSection] {
    [
      .paragraph(heading), .table(scores),
      .paragraphs(
        [differencesSentence] + publishedVerdict + unscored
          + (showsAdvertisements ? [AdvertisementLine.text(of: tally)] : []) + notes.map(\.asNote)),
      .details(
        differencesReport + [
          .paragraphs(publishedSentences), .table(legend),
          .paragraphs(calibration.map { [$0.sentence] } ?? []),
        ]),
    ]
  }

  private var heading: String {
    "\(name): \(Counted.text(laps, "lap")), scored \(moment); \(measure) errors."
  }

  private var moment: String {
    switch rule.moment {
    case .presses(.last): "at each press by the last fix before it"
    case .presses(.next): "at each press by the first fix after it"
    case .presses(.predicted): "at each press by the position predicted for it"
    case .presses(.latency(let seconds)):
      "at each press by the last fix at least \(FixedPoint.shortest(seconds)) s before it"
    case .callbacks: "at every callback"
    }
  }

  private var isPredicted: Bool { pipelines.contains { $0.byLast != nil } }
  private var measure: String { rule.measure == .straight ? "horizontal" : "along-path" }
  private var hasFloors: Bool { site.floors.count > 1 }
  private var hasPublished: Bool { pipelines.contains { $0.definition.published != nil } }

  /// How many errors each row has and missed, when that is the same for all.
  private var sharedCounts: (measured: Int, missed: Int)? {
    guard let first = pipelines.first?.score.whole else { return nil }
    let areShared = pipelines.allSatisfy {
      $0.score.whole.count == first.count && $0.score.whole.missed == first.missed
    }
    return areShared ? (first.count, first.missed) : nil
  }

  private var scores: ReportTable {
    let score =
      (sharedCounts == nil ? Score.counts : []) + Score.errors + (hasFloors ? [Score.wrongFloor] : [])
    let published = Figure<PipelineResult>(nil, "published", unit: "m") { result in
      result.definition.published.map { FigureValue.meanAndDeviation($0.mean, $0.deviation) } ?? .empty
    }
    var table = ReportTable(
      of: pipelines,
      [PipelineResult.name] + score.of(\.score.whole) + (isPredicted ? [PipelineResult.byLastMean] : [])
        + (hasPublished ? [published] : []),
      notes: scoreNotes, legend: [scoreLegend])
    for reference in references { table.add(reference, Scenario.Reference.figures) }
    return table
  }

  private var scoreNotes: [String] {
    var sentences: [String] = []
    if let shared = sharedCounts {
      let missed = shared.missed == 0 ? "none missed" : "\(Counted.number(shared.missed)) missed"
      sentences.append("Each pipeline: \(Counted.text(shared.measured, "error")), \(missed).")
    }
    if laps == 1 {
      sentences.append("\(IntervalNote.none.dropLast()), and no difference between pipelines can be tested.")
    }
    sentences += [IntervalNote.cut(pipelines.map(\.score.whole.meanInterval), of: .mean)].compactMap(\.self)
    let sources = references.map(\.source).uniqued.map { source in
      let names = references.filter { $0.source == source }.map(\.name)
      let more = names.count > 1 ? " and \(Counted.text(names.count - 1, "row")) below it" : ""
      return "Not from this run: \(names[0])\(more). Source: \(source)."
    }
    return [sentences.joined(separator: " ")] + sources
  }

  private var scoreLegend: String {
    let sentences = [
      (laps > 1, "[95 %]: Student's t over laps."),
      (hasFloors, "Wrong floor: share of the fixes; errors are horizontal, whatever the floor."),
      (isPredicted, "Mean, last fix: by the last fix before each press."),
      (hasPublished, "Published: mean / standard deviation."),
    ]
    return sentences.filter(\.0).map(\.1).joined(separator: " ")
  }

  /// Which rows are better or worse than the first; empty where no two can be compared.
  private var differencesSentence: String {
    guard let first = differences.first else { return "" }
    let parts = [Conclusion.Direction.better, .worse, .notShown].compactMap { verdict -> String? in
      let names = differences.filter { $0.verdict == verdict }.map(\.pipeline)
      return names.isEmpty ? nil : "\(verdict.rawValue): \(names.joined(separator: ", "))"
    }
    return "Paired differences from \(first.reference): \(parts.joined(separator: "; "))."
      + (lapsLacking.map { " \($0)" } ?? "")
  }

  /// How far the rows lie from the first one; nothing where no two can be compared.
  private var differencesReport: [ReportSection] {
    guard let first = differences.first else { return [] }
    let heading =
      "Paired differences from \(first.reference) at the same moments of the same laps; negative: smaller errors."
    let figures = PipelineDifference.figures.map { figure in
      figure.key == "pHolm" && differences.count == 1 ? PipelineDifference.p("p") : figure
    }
    return [.paragraph(heading), .table(differences, figures, notes: [differencesLegend])]
  }

  /// That no difference can be shown, where so few laps never show one.
  private var lapsLacking: String? {
    let laps = differences.map(\.laps).min() ?? 0
    let needed = PipelineDifference.fewestLaps(forDifferences: differences.count)
    return laps >= needed
      ? nil : "\(Counted.text(laps, "lap")) are too few for significance; at least \(needed) are needed."
  }

  private var differencesLegend: String {
    let count = differences.count
    let correction = count > 1 ? ", Holm-corrected for \(count) differences" : ""
    let test = "p: Wilcoxon signed-rank test of the laps' mean differences\(correction)."
    if let lapsLacking { return "\(test) \(lapsLacking)" }
    return test
      + " Better or worse: p below \(PipelineDifference.level), and the interval on one side of 0."
  }
}

extension PipelineResult {
  package static let byLastMean = Figure<PipelineResult>(
    nil, "mean, last fix", unit: "m", better: .smaller, \.byLast?.statistics?.mean)
}

extension StudyResult {
  /// What each pipeline takes of this machine beside its error. It is measured, so that no two runs print the same.
  package func costReport(_ costs: [PipelineCost]) -> [ReportSection] {
    let mean = Figure<PipelineResult>(nil, "mean", unit: "m", \.score.whole.statistics?.mean)
    return [
      .table(
        zip(pipelines, costs).map { (pipeline: $0, cost: $1) },
        [PipelineResult.name, mean].of { $0.pipeline } + PipelineCost.figures.of { $0.cost },
        notes: [
          "Measured on this machine on the first lap, after the scores; timings differ from run to run. They are also in "
            + "provenance.json."
        ])
    ]
  }
}

extension StudyResult {
  /// Whether the published figures of the rows are reproduced, and those that are not; empty where none were published.
  var publishedVerdict: [String] {
    if published.isEmpty { return [] }
    return laps == 1
      ? ["One lap can neither confirm nor contradict the published figures."]
      : [verdict] + lines(of: .outside)
  }

  /// What was published at all, which figures are undecided, and the order of the means.
  var publishedSentences: [String] {
    if published.isEmpty { return [] }
    return laps == 1
      ? [coverage]
      : [coverage] + lines(of: .undecided) + (lacksInterval ? [IntervalNote.ofDeviation] : []) + [order]
  }

  /// How much was published at all.
  private var coverage: String {
    let (known, others) = (
      pipelines.filter { $0.definition.published != nil },
      pipelines.filter { $0.definition.published == nil }
    )
    let sources = known.compactMap(\.definition.published?.source).uniqued.joined(separator: "; ")
    let rest = others.isEmpty ? "" : ", not for \(Counted.list(others.map(\.definition.name)))"
    return
      "Figures were published for \(known.count) of \(Counted.text(pipelines.count, "pipeline"))\(rest). Source: \(sources)."
  }

  private var verdict: String {
    let tolerances = PublishedFigure.Statistic.allCases.filter { statistic in
      published.contains { $0.statistic == statistic }
    }.map { "\(metres($0.tolerance)) m for a \(words($0))" }
    let counts = PublishedFigure.Verdict.allCases.compactMap { verdict in
      let count = published.count { $0.verdict == verdict }
      return count > 0 || verdict == .inside
        ? "\(count)\(verdict == .inside ? " of \(published.count)" : "") \(verdict.rawValue)" : nil
    }
    return "Published figures, within \(Counted.list(tolerances)): \(counts.joined(separator: ", "))."
      + (publishedOrder.isEmpty ? "" : " The order of the means is \(orderVerdict).")
  }

  private var lacksInterval: Bool { published.contains(where: \.lacksInterval) }

  /// The figures of one verdict.
  private func lines(of verdict: PublishedFigure.Verdict) -> [String] {
    published.filter { $0.verdict == verdict }.map { figure in
      let head = "  \(figure.pipeline), \(figure.verdict.rawValue): \(words(figure.statistic))"
      let published = "published \(metres(figure.published)) m: "
      guard let simulated = figure.simulated, let difference = figure.difference else {
        return head + ", " + published + "too few fixes for a figure"
      }
      return head + " \(metres(simulated))\(figure.interval.text) m, " + published
        + (difference > 0 ? "larger" : "smaller") + " by \(metres(difference.magnitude)) m"
    }
  }

  /// Whether the published means come in the same order here.
  private var orderVerdict: String {
    let verdicts = publishedOrder.map(\.verdict)
    return verdicts.contains(.opposite)
      ? "not the same here" : verdicts.contains(.undecided) ? "undecided here" : "the same here"
  }

  /// The same, pair by pair of neighbours.
  private var order: String {
    let ranks = PublishedOrder.ranks(of: published)
    let names = ranks.map { $0.joined(separator: " = ") }.joined(separator: " < ")
    guard ranks.count > 1 else {
      return ranks.first.map { $0.count > 1 ? "The published means, \(names), have no order." : "" } ?? ""
    }
    let parts = publishedOrder.map { pair in
      let figures = pair.difference.map { difference in
        " \(metres(difference.metres))\(difference.interval.text) m"
      }
      return "\(pair.larger) - \(pair.smaller)\(figures ?? ""), \(pair.verdict.rawValue)"
    }
    return "Order of the published means, \(names): \(orderVerdict). By paired differences: "
      + "\(parts.joined(separator: "; "))."
  }

  private func words(_ statistic: PublishedFigure.Statistic) -> String {
    statistic == .mean ? "mean" : "standard deviation"
  }

  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
