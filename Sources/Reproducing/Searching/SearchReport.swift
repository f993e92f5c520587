import Documents
import Evaluation
import Laps
package import Rendering

extension SearchResult {
  /// What a search found.
  package var report: [ReportSection] {
    [.paragraphs([head, outcome]), .table(ranges)]
      + (region.allSatisfy { $0.parameter.isNumber } ? [] : [.table(shares)]) + [.table(importance)]
      + (best.map { [.table(figures(ofBest: $0))] } ?? [])
  }

  private var head: String {
    "\(reproduction): \(Counted.text(rows.count, "point")) of "
      + "\(Counted.text(search.parameters.count, "parameter")), seed \(search.seed), up to "
      + "\(Counted.text(search.laps, "lap")) each. A match shows that a setting is sufficient, not that it was theirs."
  }

  /// The outcomes of the points.
  private var outcome: String {
    let stopped = search.looks.map { "\(Counted.number(self.stopped(after: $0))) after \($0)" }
    let inside = count(.inside)
    var parts: [String] = []
    if !stopped.isEmpty {
      parts.append(
        "\(Counted.number(count(.stopped))) stopped early with a figure significantly outside "
          + "(\(Counted.list(stopped)) laps)")
    }
    parts.append("\(Counted.number(count(.outside))) outside after \(search.laps)")
    parts.append("\(Counted.number(count(.undecided))) undecided")
    parts.append("\(Counted.number(inside)) inside")
    let again =
      inside == 0
      ? ""
      : " Of those inside, \(Counted.number(whollyInside)) have all figures inside; repeated with seed "
        + "\(secondSeed), \(Counted.number(self.again(.inside))) are inside, "
        + "\(Counted.number(self.again(.undecided))) undecided and \(Counted.number(self.again(.outside))) outside."
    return parts.joined(separator: ", ") + "." + again
  }

  /// Where the points inside lie in each range.
  private var ranges: ReportTable {
    var table = ReportTable([
      .init("parameter"), .init("searched"), .init("inside"), .init("quartiles"), .init("best"),
    ])
    for (index, range) in region.enumerated() {
      guard let (from, to) = range.parameter.range else { continue }
      let quartiles = range.quartiles
      table.add([
        .text(title(of: range.parameter)),
        .text("\(number(from)) to \(number(to))" + (range.parameter.scale == "logarithmic" ? ", log" : "")),
        .text(quartiles.map { "\(number($0.smallest)) to \(number($0.largest))" } ?? "–"),
        .text(quartiles.map { "\(number($0.lower)), \(number($0.median)), \(number($0.upper))" } ?? "–"),
        .text(best?.point.numbers[index].map(number) ?? "–"),
      ])
    }
    table.notes = [
      best == nil
        ? "No point is close enough to the published figures to be called best."
        : "Inside: smallest to largest value of the points that are inside. Best: the point closest to all "
          + "published figures\(count(.inside) == 0 ? ", of those undecided" : "")."
    ]
    return table
  }

  /// How often each listed value is inside.
  private var shares: ReportTable {
    let rows = region.enumerated().filter { !$1.parameter.isNumber }.flatMap { index, range in
      range.shares.enumerated().map { place, share in
        let isBest = best?.point.values[index].plain == share.value.plain
        return (name: place == 0 ? range.parameter.name : "", share: share, isBest: isBest)
      }
    }
    return ReportTable(
      of: rows,
      [.init(nil, "parameter") { $0.name }, .init(nil, "value") { $0.share.value.plain }]
        + SearchRange.Share.figures.of { $0.share } + [.init(nil, "best") { $0.isBest ? "best" : "" }],
      keys: 2, notes: ["Share: of the points with that value, the share inside."])
  }

  /// The importance of the parameters; the one that best separates the region comes first.
  private var importance: ReportTable {
    let pipelines = targets.map(\.pipeline).uniqued
    var table = ReportTable(
      [.init("parameter"), .init("region")]
        + pipelines.map { pipeline in
          .init(
            ([pipeline] + targets(of: pipeline).map { targets[$0].statistic.rawValue }).joined(
              separator: " "))
        })
    let level = sensitivity.distanceLevel
    let rows = zip(search.parameters, sensitivity.rows).enumerated().sorted { a, b in
      let (first, second) = (a.element.1.distance ?? 0, b.element.1.distance ?? 0)
      return first == second ? a.offset < b.offset : first > second
    }.map(\.element)
    for (parameter, row) in rows {
      table.add(
        [.text(parameter.name), .text(mark(row.distance, beyond: level))]
          + pipelines.map { pipeline in
            .text(
              targets(of: pipeline).map { target in
                mark(
                  row.correlations[target], beyond: sensitivity.correlationLevel,
                  signed: parameter.hasSign)
              }.joined(separator: "  "))
          })
    }
    let reached = [
      level.map { "\(FixedPoint.text($0, decimals: 2)) for the region" },
      sensitivity.correlationLevel.map { "\(FixedPoint.text($0, decimals: 2)) for a figure" },
    ].compactMap { $0 }
    table.notes = [
      "Region: Kolmogorov-Smirnov distance between the points inside and those not inside, 0 to 1. "
        + "Figures: rank correlation over all points after \(firstLaps) laps; for more than two listed values the "
        + "correlation ratio, unsigned."
    ]
    if !reached.isEmpty {
      table.notes.append(
        "*: significant at 5 % over all \(Counted.text(search.parameters.count, "parameter")), which is "
          + "beyond \(Counted.list(reached)).")
    }
    return table
  }

  private func targets(of pipeline: String) -> [Int] {
    targets.indices.filter { targets[$0].pipeline == pipeline }
  }

  private var firstLaps: Int { search.stages.first ?? 0 }

  private func mark(_ number: Double?, beyond level: Double?, signed: Bool = false) -> String {
    guard let number else { return "–" }
    let sign = signed && number > 0 ? "+" : ""
    let isBeyond = level.map { number.magnitude > $0 } ?? false
    return sign + FixedPoint.text(number, decimals: 2) + (isBeyond ? "*" : " ")
  }

  /// The figures of the best point with both seeds.
  private func figures(ofBest best: Row) -> ReportTable {
    let isAgain = best.cell.again != nil
    let seed = isAgain ? "; again: with seed \(secondSeed), which played no part in the choice" : ""
    let missed = best.outcome.missed
    return ReportTable(
      of: targets(of: best), Self.target + (isAgain ? [Self.again] : []),
      notes: ["Point \(best.point.index), the closest to the published figures\(seed)."]
        + (missed > 0 ? ["\(Counted.text(missed, "fix", "fixes")) missed, which no figure includes."] : []))
  }

  private func title(of parameter: SearchParameter) -> String {
    parameter.name + (parameter.unit.map { " \($0)" } ?? "")
  }

  /// Three digits that count.
  private func number(_ number: Double) -> String {
    let decimals = number.magnitude >= 100 ? 0 : number.magnitude >= 10 ? 1 : number.magnitude >= 1 ? 2 : 3
    return FixedPoint.shortest(number, decimals: decimals)
  }
}

extension SearchParameter {
  /// Whether a correlation with it has a sign.
  fileprivate var hasSign: Bool { (listed?.count ?? 2) <= 2 }
}
