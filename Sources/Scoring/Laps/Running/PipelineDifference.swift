import Documents
public import Evaluation
import Scenarios

/// The difference between one pipeline's errors and those of a study's first pipeline, at the moments when both were
/// measured.
///
/// All pipelines of a lap hear the same stream, so the difference is known far more precisely than either mean. The
/// reference is the first pipeline because a scenario fixes it before anything is known; the best of them would be
/// chosen by the very errors that it is then compared on. ``Evaluation/PairedComparison`` says what the figures are.
public struct PipelineDifference: Hashable, Sendable {
  /// The name of the pipeline compared.
  public let pipeline: String
  /// The name of the study's first pipeline.
  public let reference: String
  /// Moments at which the errors of both pipelines were measured.
  public let pairs: Int
  /// Laps with at least one such moment.
  public let laps: Int
  /// The mean difference in metres, negative when the errors are smaller than the reference's.
  public let metres: Double
  /// The 95 % interval of the mean difference over laps.
  public let interval: ConfidenceInterval?
  /// The p value of Wilcoxon's signed-rank test of the laps' mean differences.
  public let p: Double
  /// The p value corrected by Holm's method for the number of differences in the study.
  public fileprivate(set) var pHolm: Double

  /// The probability of at least one false verdict among the differences of a study.
  public static let level = 0.05

  /// A difference is shown only if both the test and the interval say so; better is a smaller error than the reference's.
  public var verdict: Conclusion.Direction {
    guard pHolm < Self.level, let interval else { return .notShown }
    return interval.upper < 0 ? .better : interval.lower > 0 ? .worse : .notShown
  }

  /// The least number of laps with which the test can reach significance among this many differences: with fewer laps
  /// it cannot, even if all of them point in one direction.
  public static func fewestLaps(forDifferences count: Int) -> Int {
    var laps = 1
    var least = 1.0
    while least * Double(count) >= level {
      laps += 1
      least /= 2
    }
    return laps
  }
}

extension PipelineDifference {
  /// Each pipeline after the first against the first; empty with fewer than two laps, and without those that
  /// were never measured at the same moment as the first.
  static func all(of results: [PipelineResult]) -> [PipelineDifference] {
    all(of: results, against: 0)
  }

  /// Every other pipeline against a given one, as above.
  static func all(
    of results: [PipelineResult], against reference: Int
  ) -> [PipelineDifference] {
    all(
      results.indices.filter { $0 != reference }.map { (reference, $0) }, of: results)
  }

  /// Each pipeline against each one before it, as above.
  package static func everyTwo(of results: [PipelineResult]) -> [PipelineDifference] {
    let pairs = results.indices.flatMap { first in
      results.indices.dropFirst(first + 1).map { (first, $0) }
    }
    return all(pairs, of: results)
  }

  /// The differences of given pairs, as above.
  static func all(
    _ pairs: [(reference: Int, pipeline: Int)], of results: [PipelineResult]
  ) -> [PipelineDifference] {
    var differences = pairs.compactMap { pair in
      PipelineDifference(of: results[pair.pipeline], from: results[pair.reference])
    }
    for (index, p) in HolmCorrection.adjusted(differences.map(\.p)).enumerated() {
      differences[index].pHolm = p
    }
    return differences
  }

  /// Not yet corrected, and without the paired errors, which would need the most memory of all if they were kept. Nil with fewer
  /// than two laps.
  private init?(of result: PipelineResult, from reference: PipelineResult) {
    guard let comparison = PairedComparison(reference.kept.paired(with: result.kept)), comparison.laps > 1
    else {
      return nil
    }
    let p = comparison.signedRankTest.p
    self.init(
      pipeline: result.definition.name, reference: reference.definition.name,
      pairs: comparison.errors.pairs.count, laps: comparison.laps, metres: comparison.difference,
      interval: comparison.interval, p: p, pHolm: p)
  }
}

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
      "the pipeline \($0.pipeline) is worse than always answering the room's centre (\(mean.hundredths) m)"
    }
  }
}
