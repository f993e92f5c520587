import Evaluation
import Figures
import Laps
import Radio
import Results
import World

extension StudyResult {
  /// How well the levels behind the rows tell distances and zones; nothing where no walk is known.
  var rangingReport: [ReportSection] {
    ranging.isEmpty ? [] : [.table(ranges), .table(rangesByDistance)]
  }

  private var rangingName: Figure<RangingResult> {
    .init(nil, "ranging of") { [ranging] in $0.name(among: ranging) }
  }

  private var ranges: ReportTable {
    ReportTable(
      of: ranging,
      [rangingName] + DistanceErrors.figures.of(\.tally.whole)
        + [HitRate.share("zone")].of(\.tally.zones.hitRate) + RangingTally.changes.of(\.tally),
      notes: [
        "Ranging: rows that hear alike together; at every callback the distance to every beacon by the levels that the method sees, less the true one. Mean: "
          + "without sign. Level: above what the assumed law says. Zone: right, of those heard; changes an hour: of one beacon's "
          + "zone."
      ])
  }

  /// By true distance, one block of rows for each filter.
  private var rangesByDistance: ReportTable {
    let rows = ranging.flatMap { result in
      result.tally.byDistance.filter { $0.errors.count + $0.errors.unheard > 0 }.map {
        (result: result, bin: $0)
      }
    }
    return ReportTable(
      of: rows,
      [rangingName].of { $0.result } + [
        .init(nil, "true distance", unit: "m") { row in
          let from = FixedPoint.shortest(row.bin.from)
          return row.bin.to.map { "\(from) to \(FixedPoint.shortest($0))" } ?? "over \(from)"
        }
      ] + DistanceErrors.byDistance.of { $0.bin.errors },
      keys: 2,
      notes: [
        confusion, "By beacon: \(Counted.text(site.anchors.count, "row")) each, in --json and summary.json.",
      ])
  }

  /// The zones of the first filter in words; all of them are in the JSON.
  private var confusion: String {
    let zones = ranging[0].tally.zones
    let parts = Zone.allCases.filter { $0 != .unknown }.compactMap { truth -> String? in
      let told = Zone.allCases.map { ($0, zones.count(told: $0, truth: truth)) }
      let count = told.reduce(0) { $0 + $1.1 }
      guard count > 0 else { return nil }
      let words = told.filter { $0.1 > 0 }.map {
        "\(FixedPoint.text(100 * Double($0.1) / Double(count), decimals: 1)) % \($0.0)"
      }
      return "truly \(truth): told " + Counted.list(words)
    }
    return "Zones of \(ranging[0].name(among: ranging)): " + parts.joined(separator: "; ") + "."
  }
}

extension RangingResult {
  /// The pipeline, or what several have in common.
  fileprivate func name(among all: [RangingResult]) -> String {
    if pipelines.count == 1 { return pipelines[0] }
    let isAlone = all.count { $0.filter == filter } == 1
    return isAlone ? filter : "\(filter), \(assumed)"
  }
}
