import Documents
import Evaluation
import Laps
package import Rendering
import Results

extension SweepResult: StudyOutcome {
  /// How many points a table shows.
  private static let shown = 24

  /// The scores at each point, or at the best ones, or what targets say of them; the importance of the parameters; and the stability of the ranking.
  package var report: [ReportSection] {
    [.paragraph(head)] + (targets.map { report(of: $0) } ?? [.table(values)])
      + (indices.isEmpty
        ? []
        : [
          .table(
            indices, SweepIndex.figures, keys: 2,
            legend: [
              "First order: the share of the variance of the \(sweep.metric.title) over all points that the parameter accounts for "
                + "alone; total: together with the others. Intervals: bootstrap over the rows of the matrices."
            ])
        ])
      + (effects.isEmpty
        ? []
        : [
          .table(
            effects, SweepEffect.figures, keys: 3,
            legend: ["Change of the mean error from the scenario as it is, over the same laps."])
        ])
      + (ranking.map { [.table($0.rows, RankingStability.Row.figures, notes: [note(on: $0)])] } ?? [])
  }

  private var head: String {
    let seeds = Counted.text(sweep.seeds.count, "seed")
    return
      "\(sweep.name): \(Counted.text(points.count, "point")) of \(Counted.text(sweep.parameters.count, "parameter")) "
      + "(\(sweep.design.rawValue)), \(seeds), \(Counted.text(laps, "lap")) each; \(sweep.metric.title)"
      + (sweep.metric.isShare ? "." : sweep.metric.sign.map { " in \($0)." } ?? ".")
  }

  private func note(on ranking: RankingStability) -> String {
    let left =
      ranking.leftOut == 0
      ? "" : " \(Counted.text(ranking.leftOut, "point")) without a value of every pipeline left out."
    let kendall = ranking.concordance.map { FixedPoint.text($0, decimals: 2) } ?? "–"
    return
      "Ranks by \(sweep.metric.title) over \(Counted.text(ranking.points, "point")); Kendall's W \(kendall) (1: the same order at all "
      + "points; 0: no common order).\(left)"
  }

  /// The points that are shown: all in their order, or the best.
  private var chosen: [SweepPoint] {
    guard points.count > Self.shown else { return points }
    let sign = sweep.metric.better == .larger ? -1.0 : 1.0
    let best = points.map { point in
      (ofMetric(at: point).compactMap { $0?.value }.map { $0 * sign }.min() ?? .infinity, point.index)
    }
    return best.sorted { $0 < $1 }.prefix(Self.shown).map { points[$0.1] }
  }

  /// By compared pipeline.
  private func ofMetric(at point: SweepPoint) -> [SweepAverage?] {
    compared.map { name in
      pipelines.firstIndex(of: name).flatMap { pipeline in
        metrics.firstIndex(of: sweep.metric).map { averages[point.index][pipeline][$0] }
      }
    }
  }

  private var values: ReportTable {
    let columns = sweep.parameters.map { swept in
      ReportTable.Column(swept.name, unit: swept.unit, decimals: 3)
    }
    var table = ReportTable(
      columns
        + compared.map {
          .init(
            $0, unit: sweep.metric.signWithInterval, form: sweep.metric.columnForm,
            better: sweep.metric.better)
        }, keys: columns.count)
    for point in chosen {
      table.add(
        point.values.map { value in .text(value?.plain ?? "–") }
          + ofMetric(at: point).map { .interval($0?.value, $0?.interval) })
    }
    var notes =
      points.count > Self.shown
      ? ["The best \(Self.shown) of \(points.count) points; averages.csv has all."] : []
    if sweep.design == .oneAtATime { notes.append("–: as the scenario has it.") }
    if sweep.seeds.count > 1 { notes.append("Mean over seeds; intervals over seeds.") }
    let estimates = chosen.flatMap { ofMetric(at: $0).compactMap(\.self) }
    notes += [IntervalNote.cut(estimates.map(\.interval), of: sweep.metric)].compactMap(\.self)
    if sweep.seeds.count == 1, laps == 1 { notes.append(IntervalNote.none) }
    if case .deviation = sweep.metric.form, sweep.seeds.count == 1,
      estimates.contains(where: { $0.value != nil && $0.interval == nil })
    {
      notes.append(IntervalNote.ofDeviation)
    }
    table.notes = notes
    return table
  }
}

extension SweepStatus {
  package var report: [ReportSection] {
    let head = "\(sweep): \(Counted.number(finished)) of \(Counted.text(blocks, "block")) finished."
    return [.paragraph(head)] + (rows.isEmpty ? [] : [.table(rows, Row.figures)])
  }
}

extension SweepEstimate {
  package var report: [ReportSection] {
    [
      .table(
        [self], Self.figures,
        notes: [
          "Estimated from \(Counted.text(sampledLaps, "lap")) on one thread of this machine. Disk: journals and results."
        ])
    ]
  }
}

// What the published figures say of the cells of a sweep, in tables and in JSON.

extension SweepResult {
  /// The cells with the values of one parameter at which they are inside: of a range the smallest and the largest, of a list how many
  /// have each; nil with none inside.
  func inside(_ parameter: Int, of targets: SweepTargets) -> String? {
    let swept = sweep.parameters[parameter]
    let found = targets.verdicts.indices.filter { targets.verdicts[$0] == .inside }.compactMap {
      points[$0 / sweep.seeds.count].values[parameter]
    }
    guard !found.isEmpty else { return nil }
    if let listed = swept.listed {
      return listed.map { value in "\(value.plain) \(found.count { $0 == value })" }.joined(separator: ", ")
    }
    let numbers = found.compactMap { try? $0.number }
    return [numbers.min(), numbers.max()].map { FixedPoint.shortest($0 ?? 0, decimals: 3) }.joined(
      separator: " to ")
  }

  /// How many cells are inside, and on which parameters it depends.
  func report(of targets: SweepTargets) -> [ReportSection] {
    let counts = [PublishedFigure.Verdict.inside, .undecided, .outside].map {
      "\(Counted.number(targets.count($0))) \($0.rawValue)"
    }
    let names = targets.figures[0].map(\.name)
    let order = sweep.parameters.indices.sorted { a, b in
      func largest(_ index: Int) -> Double {
        targets.sensitivities.compactMap { $0.distances[index] }.max() ?? 0
      }
      return (-largest(a), a) < (-largest(b), b)
    }
    let columns = zip(names, targets.sensitivities).map { name, sensitivity in
      Figure<Int>(nil, name) { index in
        sensitivity.distances[index].map {
          FixedPoint.text($0, decimals: 2) + ($0 > sensitivity.level ?? 1 ? "*" : " ")
        } ?? "–"
      }
    }
    return [
      .paragraph(
        "Beside the published figures \(Counted.text(targets.verdicts.count, "cell")): "
          + "\(counts.joined(separator: ", ")). A match shows that a setting is sufficient, not that it was theirs."
      ),
      .table(
        ReportTable(
          of: order,
          [
            .init(nil, "parameter") { sweep.parameters[$0].name },
            .init(nil, "inside") { inside($0, of: targets) ?? "–" },
          ] + columns,
          notes: [
            "Inside: values of the cells that are inside. The others: distance between the distributions of the values of cells whose figure is "
              + "within its tolerance and of the others, 0 to 1; *: significant at 5 % over all parameters."
          ])),
    ] + (targets.nearest.map { [figures(of: $0, targets)] } ?? [])
  }

  private func figures(of cell: Int, _ targets: SweepTargets) -> ReportSection {
    let point = points[cell / sweep.seeds.count]
    return .table(
      targets.figures[cell], [.init(nil, "figure", \.name)] + PublishedFigure.figures,
      notes: [
        "Point \(point.index), the nearest to the published figures, with \(point.text(sweep.parameters))."
      ])
  }

  /// In JSON: by figure, and by parameter.
  func value(of targets: SweepTargets) -> FigureValue {
    let names = targets.figures[0].map(\.name)
    let verdicts = PublishedFigure.Verdict.allCases.map { ($0.rawValue, targets.count($0)) }
    let rows = sweep.parameters.indices.map { index in
      FigureValue.object([
        ("parameter", .text(sweep.parameters[index].name)),
        ("inside", inside(index, of: targets).figureValue),
        (
          "distances",
          .object(zip(names, targets.sensitivities).map { ($0, .number($1.distances[index])) })
        ),
      ])
    }
    return .object([
      ("cells", .counts(verdicts)),
      ("nearest", targets.nearest.map { nearest($0, targets) } ?? .empty),
      ("levels", .object(zip(names, targets.sensitivities).map { ($0, .number($1.level)) })),
      ("parameters", rows.figureValue),
    ])
  }

  private func nearest(_ cell: Int, _ targets: SweepTargets) -> FigureValue {
    .object([
      ("point", .count(cell / sweep.seeds.count)), ("verdict", .text(targets.verdicts[cell].rawValue)),
      ("figures", targets.figures[cell].figureValue),
    ])
  }
}
