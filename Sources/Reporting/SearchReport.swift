import Calibrating
import Evaluation
import Laps
package import Studies

/// What a search found, for people.
package struct SearchReport: Sendable {
  private let result: SearchResult

  package init(_ result: SearchResult) { self.result = result }

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    var parts = [head.paragraph(width: width) + counts.paragraph(width: width)]
    let ranges = ranges.text(width: width)
    parts.append(ranges)
    if !result.region.allSatisfy({ $0.parameter.isNumber }) { parts.append(shares.text(width: width)) }
    parts.append(importance.text(width: width))
    if let best = result.best { parts.append(table(of: best).text(width: width)) }
    return parts.joined(separator: "\n")
  }

  private var head: String {
    "\(result.reproduction): \(Counted.text(result.rows.count, "point")) of "
      + "\(Counted.text(result.search.parameters.count, "parameter")), seed \(result.search.seed), up to "
      + "\(Counted.text(result.search.laps, "lap")) each. A match shows that a setting suffices, never that it was theirs."
  }

  /// What became of the points.
  private var counts: String {
    let stopped = result.search.looks.map { "\(Counted.number(result.stopped(after: $0))) after \($0)" }
    let inside = result.count(.inside)
    var parts: [String] = []
    if !stopped.isEmpty {
      parts.append(
        "\(Counted.number(result.count(.stopped))) stopped since a figure was certainly outside "
          + "(\(Counted.list(stopped)) laps)")
    }
    parts.append("\(Counted.number(result.count(.outside))) outside after \(result.search.laps)")
    parts.append("\(Counted.number(result.count(.undecided))) undecided")
    parts.append("\(Counted.number(inside)) inside")
    let again =
      inside == 0
      ? ""
      : " Of those inside \(Counted.number(result.whollyInside)) have all figures inside; tried again with laps of seed "
        + "\(result.secondSeed), \(Counted.number(result.again(.inside))) are inside, "
        + "\(Counted.number(result.again(.undecided))) undecided and \(Counted.number(result.again(.outside))) outside."
    return parts.joined(separator: ", ") + "." + again
  }

  /// Where the points inside lie in each range.
  private var ranges: TextTable {
    var table = TextTable([
      .init("parameter"), .init("searched"), .init("inside"), .init("quartiles"), .init("best"),
    ])
    for (index, range) in result.region.enumerated() {
      guard let (from, to) = range.parameter.range else { continue }
      let quartiles = range.quartiles
      table.add([
        .text(title(of: range.parameter)),
        .text("\(number(from)) to \(number(to))" + (range.parameter.scale == "logarithmic" ? ", log" : "")),
        .text(quartiles.map { "\(number($0.smallest)) to \(number($0.largest))" } ?? "–"),
        .text(quartiles.map { "\(number($0.lower)), \(number($0.median)), \(number($0.upper))" } ?? "–"),
        .text(result.best?.point.numbers[index].map(number) ?? "–"),
      ])
    }
    table.notes = [
      result.best == nil
        ? "No point comes near enough to what was published to be called best."
        : "Inside: from the smallest to the largest of the points that are inside. Best: the point nearest to all "
          + "published figures together\(result.count(.inside) == 0 ? ", of those undecided" : "")."
    ]
    return table
  }

  /// How often each listed value is inside.
  private var shares: TextTable {
    var table = TextTable(
      [
        .init("parameter"), .init("value"), .init("inside"), .init("of"),
        .init("share [95 %]", unit: "%", decimals: 2), .init("best"),
      ], keys: 2)
    for (index, range) in result.region.enumerated() where !range.parameter.isNumber {
      for (place, share) in range.shares.enumerated() {
        table.add([
          .text(place == 0 ? range.parameter.name : ""), .text(share.value.plain), .count(share.inside),
          .count(share.points),
          .interval(
            share.share.map { 100 * $0 }, from: share.bounds.map { 100 * $0.lowerBound },
            to: share.bounds.map { 100 * $0.upperBound }),
          .text(result.best?.point.values[index].plain == share.value.plain ? "best" : ""),
        ])
      }
    }
    table.notes = ["Share: of the points with that value, those that are inside."]
    return table
  }

  /// Which parameters matter, the one that tells the region best first.
  private var importance: TextTable {
    let pipelines = result.targets.map(\.pipeline).inOrder
    var table = TextTable(
      [.init("parameter"), .init("region")]
        + pipelines.map { pipeline in
          .init(
            ([pipeline] + targets(of: pipeline).map { result.targets[$0].statistic.rawValue }).joined(
              separator: " "))
        })
    let level = result.sensitivity.distanceLevel
    let rows = zip(result.search.parameters, result.sensitivity.rows).enumerated().sorted { a, b in
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
                  row.correlations[target], beyond: result.sensitivity.correlationLevel,
                  signed: parameter.hasSign)
              }.joined(separator: "  "))
          })
    }
    let reached = [
      level.map { "\(FixedPoint.text($0, decimals: 2)) for the region" },
      result.sensitivity.correlationLevel.map { "\(FixedPoint.text($0, decimals: 2)) for a figure" },
    ].compactMap { $0 }
    table.notes = [
      "Region: the largest difference of the shares of points inside and not inside up to any value, 0 to 1. "
        + "Figures: rank correlation over all points after \(firstLaps) laps; of more than two listed values the "
        + "correlation ratio, without a sign."
    ]
    if !reached.isEmpty {
      table.notes.append(
        "*: beyond what the most striking of \(Counted.text(result.search.parameters.count, "parameter")) without effect "
          + "reaches in nineteen of twenty searches: \(Counted.list(reached)).")
    }
    return table
  }

  private func targets(of pipeline: String) -> [Int] {
    result.targets.indices.filter { result.targets[$0].pipeline == pipeline }
  }

  private var firstLaps: Int { result.search.stages.first ?? 0 }

  private func mark(_ number: Double?, beyond level: Double?, signed: Bool = false) -> String {
    guard let number else { return "–" }
    let sign = signed && number > 0 ? "+" : ""
    let isBeyond = level.map { number.magnitude > $0 } ?? false
    return sign + FixedPoint.text(number, decimals: 2) + (isBeyond ? "*" : " ")
  }

  /// The figures of the best point with both seeds.
  private func table(of best: SearchResult.Row) -> TextTable {
    let again = best.cell.again
    var table = TextTable(
      [
        .init("best point"), .init("published", unit: "m"), .init("simulated [95 %]", unit: "m"),
        .init("verdict"),
      ] + (again == nil ? [] : [.init("again", unit: "m")]))
    for (index, target) in result.targets.enumerated() {
      let cell = best.outcome.cells[index]
      table.add(
        [
          .text(target.name), .number(target.published),
          .interval(cell.simulated, from: cell.interval?.lower, to: cell.interval?.upper),
          .text(cell.verdict.rawValue),
        ] + (again.map { [.number($0.cells[index].simulated)] } ?? []))
    }
    let seed = "; again: with laps of seed \(result.secondSeed), with which nothing was chosen"
    table.notes = [
      "Point \(best.point.index), chosen since it comes so near\(again == nil ? "" : seed)."
    ]
    if best.outcome.missed > 0 {
      table.notes.append(
        "\(Counted.text(best.outcome.missed, "fix", "fixes")) missed, which are in no figure.")
    }
    return table
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
