import Evaluation
package import Laps
import Positioning
package import Rendering
import Scenarios
import World

extension StudyResult {
  /// What each row of a study is, and how its callbacks ended.
  var legend: ReportTable {
    let isAnythingGiven = pipelines.contains { !$0.definition.given.isEmpty }
    let given = Figure<PipelineResult>(nil, "prior information") { result in
      let given = result.definition.given.map(\.rawValue).joined(separator: ", ")
      return given.isEmpty ? "none" : given
    }
    let delay = Figure<PipelineResult>(nil, "delay", unit: "s") {
      $0.hasSignal ? FigureValue.number($0.delay) : .empty
    }
    let isElsewhere = pipelines.contains { $0.definition.isElsewhere }
    return ReportTable(
      of: pipelines,
      [PipelineResult.name] + (isElsewhere ? [] : [PipelineResult.filters]) + [
        .init(nil, "method", \.methodSummary)
      ]
        + (isAnythingGiven ? [given] : []) + (sharesAssumptions ? [] : [PipelineResult.assumes])
        + (isElsewhere ? [] : [delay])
        + (usesFallback
          ? [.init(nil, "fallback", unit: "%", decimals: 1) { $0.fixes.percent($0.fixes.byFallback) }] : [])
        + [PipelineResult.noFix],
      notes: [shared(isAnythingGiven, isElsewhere)] + directions)
  }

  /// What has no error, and why.
  var unscored: [String] { missed + outsideTruth + unheardTruth }

  private var sharesAssumptions: Bool {
    Set(pipelines.map(\.definition.assumptions.summary)).count < 2
  }
  private var usesFallback: Bool { pipelines.contains { $0.fixes.byFallback > 0 } }

  /// What holds for all rows, and what the columns mean.
  private func shared(_ isAnythingGiven: Bool, _ isElsewhere: Bool) -> String {
    var sentences: [String] = []
    if !isElsewhere, sharesAssumptions, let first = pipelines.first {
      let others = pipelines.filter { $0.hasSignal && !$0.definition.method.settings.ranges }
        .map(\.definition.name)
      let all = others.isEmpty ? "All pipelines" : "All pipelines except " + others.joined(separator: "; ")
      sentences.append("\(all) assume \(first.definition.assumptions.words).")
    }
    if !isElsewhere, !isAnythingGiven {
      let isFitted = pipelines.contains { $0.definition.assumptions.needsCalibration }
      sentences.append(
        isFitted
          ? "All pipelines use only the received advertisements, the site file and the calibration recordings of the data set."
          : "All pipelines use only the received advertisements and the site file.")
    }
    if !isElsewhere { sentences.append("Delay: the time by which the filters' output lags a slow ramp.") }
    let all = pipelines.first?.fixes.callbacks ?? 0
    let shares = usesFallback ? "Fallback and no fix: shares" : "No fix: share"
    sentences.append("\(shares) of all \(Counted.text(all, "callback")), scored or not.")
    return sentences.joined(separator: " ")
  }

  /// Why errors are missing, rows with the same reasons together.
  private var missed: [String] {
    grouped { pipeline in
      let score = pipeline.score.whole
      guard score.missed > 0 else { return nil }
      return "Missed: "
        + Counted.list(score.missedByReason.map { "\(Counted.number($0.count)), \($0.reason)" })
    }
  }

  private var directions: [String] {
    grouped { pipeline in
      guard let tally = pipeline.directions else { return nil }
      let determined = tally.right + tally.wrong
      guard determined > 0 else { return "Direction of travel: never determined" }
      return
        "Direction of travel: determined at \(share(determined, of: determined + tally.unknown)) % of callbacks, "
        + "and correct at \(share(tally.right, of: determined)) % of these"
    }
  }

  private var outsideTruth: [String] {
    grouped { pipeline in
      guard pipeline.outsideTruth > 0 else { return nil }
      return
        "Not scored: \(Counted.text(pipeline.outsideTruth, "callback")) before the ground truth begins or after it ends"
    }
  }

  private var unheardTruth: [String] {
    grouped { pipeline in
      // Less is what a callback's own second leaves.
      guard pipeline.unheardTruth >= 0.05 else { return nil }
      let seconds = FixedPoint.text(pipeline.unheardTruth, decimals: 1)
      return
        "Not scored: \(seconds) s of ground truth before the phone's first window or after its last callback"
    }
  }

  /// A line for each different sentence, with the rows that it is about.
  private func grouped(_ sentence: (PipelineResult) -> String?) -> [String] {
    let lines = [String].grouped(pipelines, \.definition.name) { sentence($0).map { [$0] } ?? [] }
    return lines.map { "\($0.sentence) (\(rows($0.names)))." }
  }

  /// Which rows are meant, by those that are not where these are fewer.
  private func rows(_ names: [String]) -> String {
    let others = pipelines.map(\.definition.name).filter { !names.contains($0) }
    if others.isEmpty { return "all pipelines" }
    return others.count < names.count
      ? "all pipelines except " + others.joined(separator: "; ") : names.joined(separator: "; ")
  }

  private func share(_ count: Int, of all: Int) -> String {
    FixedPoint.text(100 * Double(count) / Double(all), decimals: 1)
  }
}

extension PipelineResult {
  package static let noFix = Figure<PipelineResult>(
    nil, "no fix", unit: "%", decimals: 1, better: .smaller
  ) { $0.fixes.percent($0.fixes.none) }
}

extension FixTally {
  fileprivate var none: Int { callbacks - byMethod - byFallback }

  fileprivate func percent(_ count: Int) -> Double? {
    callbacks > 0 ? 100 * Double(count) / Double(callbacks) : nil
  }
}
