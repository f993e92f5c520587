import Documents
import Evaluation
import Laps
import NumericalMethods
package import Rendering
import Results

extension SearchResult: StudyOutcome {
  /// What a search found.
  package var report: [ReportSection] {
    [.paragraphs([head, outcome]), .table(ranges)] + (shares.rows.isEmpty ? [] : [.table(shares)])
      + [.table(importance)] + (best.map { [figures(ofBest: $0)] } ?? [])
  }

  private var head: String {
    "\(sweep.name): \(Counted.text(rows.count, "point")) of \(Counted.text(sweep.parameters.count, "parameter")), "
      + "seed \(sweep.seed), up to \(Counted.text(sweep.stages.last ?? 0, "lap")) each. "
      + "A match shows that a setting is sufficient, not that it was theirs."
  }

  /// The outcomes of the points.
  private var outcome: String {
    let stopped = sweep.looks.map { "\(Counted.number(self.stopped(after: $0))) after \($0)" }
    let early =
      stopped.isEmpty
      ? ""
      : "\(Counted.number(count(.stopped))) stopped early with a figure significantly outside "
        + "(\(Counted.list(stopped)) laps), "
    let all =
      early + "\(Counted.number(count(.outside))) outside after \(sweep.stages.last ?? 0), "
      + "\(Counted.number(count(.undecided))) undecided, \(Counted.number(count(.inside))) inside."
    guard count(.inside) > 0 else { return all }
    return all
      + " Of those inside, \(Counted.number(whollyInside)) have all figures inside; repeated with seed "
      + "\(sweep.stopping.again), \(Counted.number(again(.inside))) are inside, "
      + "\(Counted.number(again(.undecided))) undecided and \(Counted.number(again(.outside))) outside."
  }

  /// Where the points inside lie in each range.
  private var ranges: ReportTable {
    ReportTable(
      of: region.filter { $0.parameter.range != nil }, SearchRange.columns,
      notes: [
        best == nil
          ? "No point is close enough to the published figures to be called best."
          : "Inside: smallest to largest value of the points that are inside. Best: the point closest to all "
            + "published figures\(count(.inside) == 0 ? ", of those undecided" : "")."
      ])
  }

  /// How often each listed value is inside.
  private var shares: ReportTable {
    let rows = region.flatMap { range in
      range.shares.enumerated().map { place, share in
        let isBest = range.best?.plain == share.value.plain
        return (name: place == 0 ? range.parameter.name : "", share: share, isBest: isBest)
      }
    }
    return ReportTable(
      of: rows,
      [.init(nil, "parameter") { $0.name }, .init(nil, "value") { $0.share.value.plain }]
        + SearchRange.Share.figures.of { $0.share } + [.init(nil, "best") { $0.isBest ? "best" : "" }],
      keys: 2, notes: ["Share: of the points with that value, the share inside."])
  }

  /// A parameter with its importance.
  private typealias Importance = (parameter: SweptParameter, row: RegionalSensitivity.Row)

  /// The importance of the parameters; the one that best separates the region comes first.
  private var importance: ReportTable {
    let (region, figure) = (sensitivity.distanceLevel, sensitivity.correlationLevel)
    let pipelines = Dictionary(grouping: targets.indices) { targets[$0].pipeline }
    let columns = targets.map(\.pipeline).uniqued.map { name in
      let own = pipelines[name] ?? []
      return Figure<Importance>(
        nil, ([name] + own.map { targets[$0].statistic.rawValue }).joined(separator: " ")
      ) { parameter, row in
        own.map { Self.mark(row.correlations[$0], beyond: figure, isSigned: parameter.hasSign) }.joined(
          separator: "  ")
      }
    }
    let rows = zip(sweep.parameters, sensitivity.rows).enumerated().sorted { a, b in
      (-(a.element.1.distance ?? 0), a.offset) < (-(b.element.1.distance ?? 0), b.offset)
    }.map { Importance($0.element.0, $0.element.1) }
    return ReportTable(
      of: rows,
      [
        .init(nil, "parameter") { $0.parameter.name },
        .init(nil, "region") { Self.mark($0.row.distance, beyond: region, isSigned: false) },
      ] + columns, notes: notesOnImportance)
  }

  private var notesOnImportance: [String] {
    let levels = [(sensitivity.distanceLevel, "the region"), (sensitivity.correlationLevel, "a figure")]
    let reached = levels.compactMap { level, what in
      level.map { "\(FixedPoint.text($0, decimals: 2)) for \(what)" }
    }
    let note =
      "Region: Kolmogorov-Smirnov distance between the points inside and those not inside, 0 to 1. "
      + "Figures: rank correlation over all points after \(sweep.stages.first ?? 0) laps; for more than two listed values "
      + "the correlation ratio, unsigned."
    guard !reached.isEmpty else { return [note] }
    return [
      note,
      "*: significant at 5 % over all \(Counted.text(sweep.parameters.count, "parameter")), which is "
        + "beyond \(Counted.list(reached)).",
    ]
  }

  private static func mark(_ number: Double?, beyond level: Double?, isSigned: Bool) -> String {
    guard let number else { return "–" }
    let isBeyond = level.map { number.magnitude > $0 } ?? false
    return (isSigned && number > 0 ? "+" : "") + FixedPoint.text(number, decimals: 2) + (isBeyond ? "*" : " ")
  }

  /// The figures of the best point with both seeds.
  private func figures(ofBest best: Row) -> ReportSection {
    let isAgain = best.cell.again != nil
    let seed =
      isAgain ? "; again: with seed \(sweep.stopping.again), which played no part in the choice" : ""
    let missed = best.outcome.missed
    return .table(
      targets(of: best), Self.target + (isAgain ? [Self.again] : []),
      notes: ["Point \(best.point.index), the closest to the published figures\(seed)."]
        + (missed > 0 ? ["\(Counted.text(missed, "fix", "fixes")) missed, which no figure includes."] : []))
  }
}

extension SearchRange {
  /// Those of a range.
  fileprivate static let columns: [Figure<SearchRange>] = [
    .init(nil, "parameter") {
      [$0.parameter.name, $0.parameter.unit].compactMap(\.self).joined(separator: " ")
    },
    .init(nil, "searched") { range in
      range.parameter.range.map { "\(number($0)) to \(number($1))" }.map {
        $0 + (range.parameter.logarithmic == nil ? "" : ", log")
      }
    }, .init(nil, "inside") { $0.quartiles.map { "\(number($0[0])) to \(number($0[4]))" } ?? "–" },
    .init(nil, "quartiles") { $0.quartiles.map { $0[1...3].map(number).joined(separator: ", ") } ?? "–" },
    .init(nil, "best") { ($0.best.flatMap { try? $0.number }).map(number) ?? "–" },
  ]

  /// Three digits that count.
  private static func number(_ number: Double) -> String {
    let decimals = number.magnitude >= 100 ? 0 : number.magnitude >= 10 ? 1 : number.magnitude >= 1 ? 2 : 3
    return FixedPoint.shortest(number, decimals: decimals)
  }
}

extension SweptParameter {
  /// Whether a correlation with it has a sign.
  fileprivate var hasSign: Bool { (listed?.count ?? 2) <= 2 }
}
