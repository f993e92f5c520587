import Evaluation
import Laps
import Radio
import Studies
import World

/// How well the levels behind the rows of a study tell distances and zones; nothing where no walk is known.
struct RangingReport {
  private let ranging: [RangingResult]
  private let anchors: [Anchor]

  init(_ result: StudyResult) { (ranging, anchors) = (result.ranging, result.site.anchors) }

  func text(width: Int) -> String {
    guard !ranging.isEmpty else { return "" }
    return [whole.text(width: width), distances.text(width: width)].joined(separator: "\n")
  }

  private func percent(_ share: Double?) -> TextTable.Cell { .number(share.map { 100 * $0 }) }

  /// The pipeline, or what several have in common.
  private func name(_ result: RangingResult) -> String {
    if result.pipelines.count == 1 { return result.pipelines[0] }
    let isAlone = ranging.count { $0.filter == result.filter } == 1
    return isAlone ? result.filter : "\(result.filter), \(result.assumed)"
  }

  private var whole: TextTable {
    var table = TextTable([
      TextTable.Column("ranging of"), TextTable.Column("n"), TextTable.Column("unheard"),
      TextTable.Column("bias", unit: "m"), TextTable.Column("mean", unit: "m"),
      TextTable.Column("RMSE", unit: "m", rank: 1), TextTable.Column("level", unit: "dB"),
      TextTable.Column("std", unit: "dB"),
      TextTable.Column("zone", unit: "%", decimals: 1),
      TextTable.Column("changes", unit: "/h", decimals: 1),
      TextTable.Column("true", unit: "/h", decimals: 1),
    ])
    for result in ranging {
      let (tally, errors) = (result.tally, result.tally.whole)
      table.add([
        .text(name(result)), .count(errors.count), .count(errors.unheard), .number(errors.meanError),
        .number(errors.meanMagnitude), .number(errors.rootMeanSquare), .number(errors.meanDecibels),
        .number(errors.deviationDecibels), percent(tally.zones.hitRate.share),
        .number(tally.perHour(tally.flips)), .number(tally.perHour(tally.trueChanges)),
      ])
    }
    table.notes = [
      "Ranging: rows that hear alike together; at every callback the distance to every beacon by the levels that the method sees, less the true one. Mean: "
        + "without sign. Level: above what the assumed law says. Zone: right, of those heard; changes an hour: of one beacon's "
        + "zone."
    ]
    return table
  }

  /// By true distance, one block of rows for each filter.
  private var distances: TextTable {
    var table = TextTable(
      [
        TextTable.Column("ranging of"), TextTable.Column("true distance", unit: "m"), TextTable.Column("n"),
        TextTable.Column("unheard"), TextTable.Column("bias", unit: "m"),
        TextTable.Column("mean", unit: "m"), TextTable.Column("level", unit: "dB"),
        TextTable.Column("std", unit: "dB", rank: 1),
      ], keys: 2)
    for result in ranging {
      for bin in result.tally.bins.indices {
        let errors = result.tally.bins[bin]
        guard errors.count + errors.unheard > 0 else { continue }
        let (from, to) = DistanceBins.bounds(of: bin)
        let range =
          to.map { "\(FixedPoint.shortest(from)) to \(FixedPoint.shortest($0))" }
          ?? "over \(FixedPoint.shortest(from))"
        table.add([
          .text(name(result)), .text(range), .count(errors.count), .count(errors.unheard),
          .number(errors.meanError), .number(errors.meanMagnitude), .number(errors.meanDecibels),
          .number(errors.deviationDecibels),
        ])
      }
    }
    table.notes = [
      confusion, "By beacon: \(Counted.text(anchors.count, "row")) each, in --json and summary.json.",
    ]
    .filter { !$0.isEmpty }
    return table
  }

  /// The zones of the first filter in words; all of them are in the JSON.
  private var confusion: String {
    guard let first = ranging.first else { return "" }
    let parts = Zone.allCases.filter { $0 != .unknown }.compactMap { truth -> String? in
      let told = Zone.allCases.map { ($0, first.tally.zones.count(told: $0, truth: truth)) }
      let count = told.reduce(0) { $0 + $1.1 }
      guard count > 0 else { return nil }
      let words = told.filter { $0.1 > 0 }.map {
        "\(FixedPoint.text(100 * Double($0.1) / Double(count), decimals: 1)) % \($0.0)"
      }
      return "truly \(truth): told " + Counted.list(words)
    }
    return "Zones of \(name(first)): " + parts.joined(separator: "; ") + "."
  }
}
