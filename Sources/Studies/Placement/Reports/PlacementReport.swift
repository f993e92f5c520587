package import Evaluation
package import Rendering

extension PlacementResult {
  /// The verdict, the searches, the judged layouts, the curve, what the loss of a beacon costs, and what is to be installed.
  package var report: [ReportSection] {
    let head =
      "\(name): \(Counted.text(chosen.count, "beacon")) among \(Counted.text(candidates, "candidate")), by the "
      + "\(objective.title) (m) over \(coverage); seed \(seed)."
    var sections: [ReportSection] = [
      .paragraphs(verdict.sentences(walks: walks, constant)), .paragraph(head), .table(searchTable),
    ]
    sections += judgedSections
    sections.append(.table(curveTable))
    sections += titled(
      "The chosen places with all beacons at one height:", ReportTable(of: heights, HeightRow.figures))
    sections += titled(
      "The \(objective.title) (m) without one of the beacons, the most harmful losses first:",
      ReportTable(of: losses.prefix(5), BeaconLoss.figures))
    return sections + [
      .table(installation.bill, InstallationPlan.Item.figures, notes: tableNotes["bill"] ?? []),
      .table(installation.costs, InstallationPlan.Cost.figures),
    ]
  }

  /// A table with a sentence above it; nothing without rows.
  private func titled(_ sentence: String, _ table: ReportTable) -> [ReportSection] {
    table.rows.isEmpty ? [] : [.paragraph(sentence), .table(table)]
  }

  private var judgedSections: [ReportSection] {
    let rooms = judged.compactMap(\.byRooms)
    let isOfPositions = verdict.figure.isOfPositions
    let byError = verdict.figure == .error || !isOfPositions ? [] : judged.map(\.byError) + [constant]
    let judges = isOfPositions ? "pipelines" : "applications or pipelines"
    var sections: [ReportSection] = [
      .paragraph(
        "Judged by the scenario's \(judges) on \(Counted.text(walks, "walk")) that no search has seen, each in a building of "
          + "its own. Of each layout the \(isOfPositions ? "pipeline" : "one") with the least \(verdict.figure.meaning):"
      ),
      .table(judgedTable),
    ]
    sections += titled(
      "Of each layout the pipeline with the least mean error:",
      ReportTable(of: byError, JudgedPipeline.layout + JudgedPipeline.errors, keys: 3))
    sections += titled(
      "Of each layout the pipeline with the most fixes in the right room:",
      ReportTable(
        of: rooms + (rooms.isEmpty ? [] : [constant]), JudgedPipeline.layout + JudgedPipeline.rooms, keys: 3,
        notes: tableNotes["bestByRooms"] ?? []))
    return sections
      + titled(
        "The greedy layout with other numbers of beacons, on the same walks:",
        ReportTable(
          of: counts.flatMap(\.rows),
          JudgedPipeline.layout.filter { $0.key != "layout" }
            + (isOfPositions ? JudgedPipeline.errors : JudgedPipeline.decision(verdict.figure)), keys: 2,
          notes: ["Differences are from the chosen layout with the same pipeline."]))
  }

  private var coverage: String {
    if case .strongest = objective { return "simulated walks" }
    return Counted.text(points, "point")
  }

  private var searchTable: ReportTable {
    let figures: [Figure<SearchedLayout>] = [
      .init(nil, "search") { $0.method.rawValue }, .init(nil, "beacons") { $0.found.layout.count },
      .init(nil, objective.title, unit: "m", decimals: 4, better: .smaller) { $0.found.rating.value },
      .init(nil, "evaluations") { $0.found.evaluations },
    ]
    return ReportTable(of: searches, figures, notes: tableNotes["searches"] ?? [])
  }

  private var judgedTable: ReportTable {
    let isMissed = judged.contains { $0.best.missed > 0 }
    let shown = Metric.keys(for: .layouts) + (isMissed ? ["missed"] : [])
    let more = JudgedPipeline.errors.filter { verdict.figure == .error && shown.contains($0.key ?? "") }
    return ReportTable(
      of: judged.map(\.best) + (verdict.figure.isOfPositions ? [constant] : []),
      JudgedPipeline.layout + JudgedPipeline.decision(verdict.figure) + more + [JudgedPipeline.standing],
      keys: 3,
      notes: (tableNotes["best"] ?? []) + notes.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." })
  }

  /// The curve at up to a dozen numbers of beacons, the knee among them.
  private var curveTable: ReportTable {
    let step = max((steps.count + 9) / 10, 1)
    let shown = steps.enumerated().filter { index, row in
      index % step == 0 || index == steps.count - 1 || row.beacons == knee
    }.map(\.element)
    let note =
      knee.map {
        "The knee, where the curve lies farthest below the line between its ends, is at \(Counted.text($0, "beacon"))."
      } ?? "The curve has no knee."
    return ReportTable(
      of: shown,
      [
        .init(nil, "greedy, beacons") { $0.beacons },
        .init(nil, objective.title, unit: "m", decimals: 3) { $0.value },
        .init(nil, "mean position error bound", unit: "m", decimals: 3) { $0.meanBound },
      ], notes: [note])
  }

}

extension ObjectiveResult {
  /// How well each score predicts the judged figures.
  package var report: [ReportSection] {
    let head =
      "\(study): \(Counted.text(layouts, "layout")) of \(Counted.text(beacons, "beacon")), judged on "
      + "\(Counted.text(walks, "walk")); seed \(seed)."
    let hasRooms = rows.contains { $0.rooms != nil }
    let figures = Row.figures.filter { hasRooms || $0.key != "roomsCorrelation" && $0.key != "wrongRooms" }
    return [
      .paragraph(head),
      .table(
        rows, figures,
        legend: [
          "Spearman's rank correlation of the score with the judged figure of the best pipeline, over all layouts; 1: the "
            + "same order. [95 %]: Fisher's z; of means Student's t over walks. Its layout: by the greedy search."
        ]),
    ]
  }
}

extension PlacementVerdict {
  /// What came out, in sentences: first the choice.
  ///
  /// - Parameter walks: on which all layouts were judged, and as many fresh ones.
  package func sentences(walks: Int, _ constant: JudgedPipeline) -> [String] {
    let beats = (constant.more?.figure?.value ?? 1) <= 0
    return [
      ([choice(walks: walks)] + rivalry).joined(separator: " "),
      tied.isEmpty
        ? ""
        : "\(isOverturned ? "On the first walks no" : "No") difference from the best judged layout is shown for: "
          + "\(tied.joined(separator: "; ")). Among such layouts a rule comes before a search.",
      overBudget.isEmpty
        ? "" : "Better, but over the budget: \(overBudget.map(text).joined(separator: "; ")).",
      beats
        ? "Always answering the middle of the site is no worse: no layout is worth its beacons here." : "",
    ].filter { !$0.isEmpty }
  }

  private func choice(walks: Int) -> String {
    let winner = isRule ? "A simple rule wins" : "A search wins"
    let first = isOverturned ? "the first walks" : "those on which it was chosen"
    let before = selected.map { "; \(figure.text($0.value)) on \(first)" } ?? ""
    return "\(winner): \(layout), with \(Counted.text(beacons, "beacon")), has a \(figure.meaning) of "
      + "\(figure.text(confirmed)) with \(pipeline) on \(Counted.text(walks, "fresh walk"))\(before)."
  }

  /// The choice beside its rival.
  private var rivalry: [String] {
    guard let rival, let difference = rival.difference else { return [] }
    let kind =
      isOverturned
      ? "the first choice"
      : rival.isRule == isRule
        ? "the next best layout" : rival.isRule ? "the best rule" : "the best searched layout"
    let name = "\(kind), \(rival.layout),"
    let text = figure.text(difference.value.magnitude, difference.interval, isNegative: difference.value < 0)
    switch difference.interval {
    case let interval? where interval.lower > 0:
      return [
        "On the fresh walks\(isOverturned ? ", which have the last word," : "") \(name) is worse by \(text)."
      ]
    default: return ["On the fresh walks no difference from \(name) is shown: \(figure.text(difference))."]
    }
  }

  private func text(_ rival: Rival) -> String {
    let by = rival.difference.map {
      " by \(figure.text($0.value.magnitude, $0.interval, isNegative: $0.value < 0))"
    }
    return "\(rival.layout), with \(Counted.text(rival.beacons, "beacon")),\(by ?? "")"
  }
}

extension JudgedFigure {
  /// In words.
  package var meaning: String {
    switch self {
    case .error: "mean error"
    case .wrongRooms: "share of wrong rooms"
    case .use(let name, .share): "share of \(name)"
    case .use(_, .seconds): "mean time until events are noticed"
    case .cost(let metres):
      "cost (mean error and \(FixedPoint.text(metres, decimals: metres == metres.rounded() ? 0 : 2)) m times the share of wrong rooms)"
    }
  }

  private var factor: Double { unit == "%" ? 100 : 1 }

  private func digits(_ value: Double) -> String {
    FixedPoint.text(value * factor, decimals: unit == "%" ? 1 : 2)
  }

  /// A value of the figure with its unit.
  package func text(_ value: Double) -> String { "\(digits(value)) \(unit)" }

  /// A value with its unit and interval; `–` for none.
  package func text(_ means: WeightedMeans?) -> String { means.map { text($0.value, $0.interval) } ?? "–" }

  /// - Parameter isNegative: whether the value is the magnitude of one below 0, whose interval is turned with it.
  package func text(_ value: Double, _ interval: ConfidenceInterval?, isNegative: Bool = false) -> String {
    guard let interval else { return text(value) }
    let (lower, upper) = isNegative ? (-interval.upper, -interval.lower) : (interval.lower, interval.upper)
    return "\(text(value)) [\(digits(lower)), \(digits(upper))]"
  }
}
