import Documents
import Evaluation
import Scenarios

/// Cautions about single rows: most fixes came from the fallback, fixes contradict their readings, or errors are larger than those of an
/// answer that ignores the advertisements.
enum RowCautions {
  /// The share of fixes by the fallback from which on a row gets a caution.
  static let mostFallback = 0.9
  /// The share of contradicted fixes above which a row gets a caution: ten times what a true model leads to at most.
  static let leastContradicted = 0.002

  static func sentences(about rows: [PipelineResult]) -> [String] {
    [fallbacks(of: rows)].compactMap(\.self) + rows.compactMap(contradiction) + worseThanNothing(rows)
  }

  /// How many fixes contradict their readings; nil below ten times the rate of false alarms that ``Fix/Origin/contradicted`` states.
  private static func contradiction(of row: PipelineResult) -> String? {
    guard Double(row.fixes.contradicted) > leastContradicted * Double(row.fixes.byMethod) else { return nil }
    return
      "\(row.fixes.contradicted) of \(row.fixes.byMethod) fixes of \(row.definition.name) contradict their readings: its map, its "
      + "beacons or its channel are not as it assumes"
  }

  private static func fallbacks(of rows: [PipelineResult]) -> String? {
    let names = rows.compactMap { row -> String? in
      let fixes = row.fixes.byMethod + row.fixes.byFallback
      let share = Double(row.fixes.byFallback) / Double(max(fixes, 1))
      return share >= mostFallback
        ? "\(row.definition.name) at \((share * 1000).rounded() / 10) % of its fixes" : nil
    }
    guard !names.isEmpty else { return nil }
    return "pipelines that nearly always use the fallback, so that the method itself is hardly scored: "
      + WordList.text(names)
  }

  /// Cautions about rows whose errors are larger than those of the room's centre, by the whole interval of the difference.
  private static func worseThanNothing(_ rows: [PipelineResult]) -> [String] {
    guard let centre = rows.firstIndex(where: { !$0.hasSignal }),
      let mean = rows[centre].score.whole.statistics?.mean
    else { return [] }
    let differences = PipelineDifference.all(of: rows, against: centre)
    return differences.filter { ($0.interval?.lower ?? 0) > 0 }.map {
      "the pipeline \($0.pipeline) is worse than always answering the room's centre (\(hundredths(mean)) m)"
    }
  }

  /// `14.46`, `1.80`.
  private static func hundredths(_ metres: Double) -> String {
    let all = String(Int((metres * 100).rounded()) + 100)
    return "\((Int(all.dropLast(2)) ?? 1) - 1).\(all.suffix(2))"
  }
}
