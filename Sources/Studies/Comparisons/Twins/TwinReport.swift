import Calibrating
import Evaluation
package import Rendering

extension TwinResult {
  /// A recording and its simulated replicas: whether methods rank equally, and which figures differ.
  package var report: [ReportSection] {
    [
      .paragraphs([head] + [fit.rareSentence].compactMap(\.self) + [ranking]), .table(means),
      .table(quantiles), .paragraph(verdict),
    ]
  }

  var head: String {
    let law = fit.robustByBeacon ?? fit.robust
    let n = law.exponent.map { "n \(FixedPoint.text($0.value, decimals: 2)), " } ?? ""
    return "\(scenario): \(Counted.text(walks, "recorded walk")) and "
      + "\(Counted.text(replicas, "simulated replica")) (\(n)sigma \(FixedPoint.text(law.deviation.value, decimals: 2)) dB, "
      + "C by anchor)."
  }

  /// `Rank correlation 0.91 [0.78, 0.96]; between replicas 0.88 to 0.99 in 95 % of cases: the ranking
  /// agrees.`
  var ranking: String {
    guard let correlation = ranks.correlation else {
      return "All methods have the same mean error: no ranking."
    }
    let among =
      ranks.amongReplicas.map {
        "; among replicas, 95 % lie between \(number($0.lower)) and \(number($0.upper))"
      } ?? ""
    let agrees = ranks.agrees.map { $0 ? ". The rankings agree" : ". The rankings do not agree" } ?? ""
    return
      "Rank correlation of the mean errors between recording and replicas: \(number(correlation))\(ranks.interval.text)\(among)\(agrees)."
  }

  private var means: ReportTable {
    ReportTable(of: rows, Row.ranks + Row.means)
  }

  private var quantiles: ReportTable {
    let figures = Metric.all(for: .replicas).dropFirst()
    return ReportTable(
      of: rows,
      [.init(nil, "recorded − replica", \.pipeline)]
        + figures.map { metric in
          .init(
            nil, metric.heading, unit: metric.signWithInterval, decimals: metric.decimals,
            form: metric.columnForm, { $0.figures[metric]?.difference },
            interval: { $0.figures[metric]?.interval })
        },
      notes: leftOut.isEmpty
        ? [] : ["Without a fix on one side, and not ranked: \(Counted.list(leftOut))."])
  }

  var verdict: String {
    guard figureCount > 0 else { return "No figure varies from replica to replica, so there is no verdict." }
    let chance = FixedPoint.text(0.05 * Double(figureCount), decimals: 1)
    let head =
      "\(differing.count) of \(figureCount) figures that vary lie outside the central 95 % of the replicas; "
      + "about \(chance) are expected by chance."
    guard !differing.isEmpty else { return head }
    let farthest = differing.enumerated().sorted {
      ($1.element.figure.difference.magnitude, $0.offset) < (
        $0.element.figure.difference.magnitude, $1.offset
      )
    }.prefix(5).map { item in
      let (pipeline, figure) = item.element
      let sign = figure.difference > 0 ? "+" : "-"
      let size = DifferenceText(of: figure.figure).amount(figure.difference.magnitude)
      return "\(pipeline) \(figure.figure.heading) \(sign)\(size)"
    }
    return head + " Farthest: " + farthest.joined(separator: "; ") + "."
  }

  private func number(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}

// What a recording says of its simulation, in words that follow from figures by fixed rules.

extension TwinResult {
  /// Pipelines whose errors vary from replica to replica: all but constant baselines.
  private var varying: [Row] { rows.filter { $0.figures.rows[0].canDiffer } }

  /// The one with the least mean error on the recording; the first of equal ones.
  var best: Row? { varying.min { $0.mean.recorded < $1.mean.recorded } }

  /// The one that the replicas rank first.
  private var choice: Row? { varying.min { $0.replicaRank < $1.replicaRank } }

  /// By how many metres the mean error of the pipeline that the simulation ranks first is larger, on the recording, than that of
  /// the best one.
  var regret: Double? { choice.flatMap { choice in best.map { choice.mean.recorded - $0.mean.recorded } } }

  /// How many pipelines have a larger mean error on the recording than on the median replica.
  var optimistic: Int { varying.count { $0.mean.difference > 0 } }

  /// Sentences, each without its first capital and full stop.
  var findings: [String] {
    [choiceFinding, optimism, outside, tails, boundFinding].compactMap(\.self) + received
  }

  private var choiceFinding: String? {
    guard let choice, let best, let regret else { return nil }
    if choice.pipeline == best.pipeline {
      return
        "The simulation's first choice, \(choice.pipeline), has the smallest mean error on the recording too."
    }
    let better = varying.count { $0.mean.recorded < choice.mean.recorded }
    return
      "The simulation's first choice, \(choice.pipeline), is number \(better + 1) of \(varying.count) on the recording: its mean "
      + "error is \(metres(regret)) (\(percent(regret / best.mean.recorded))) larger than that of the best, \(best.pipeline)."
  }

  private var optimism: String? {
    guard let middle = median(ratios(.mean)) else { return nil }
    let (some, all) = (optimistic, varying.count)
    let change = "Over all of them, mean errors are \(change(middle)) than simulated (median)."
    if 2 * some == all {
      return "It was too optimistic for \(some) of \(all) methods and too pessimistic for as many. \(change)"
    }
    let (word, count) = 2 * some > all ? ("optimistic", some) : ("pessimistic", all - some)
    return "It was too \(word) for \(count) of \(all) methods. \(change)"
  }

  private var outside: String? {
    guard figureCount > 0 else { return nil }
    let larger = differing.count { $0.figure.difference > 0 }
    let sides =
      differing.isEmpty ? "" : " \(larger) of them \(larger == 1 ? "is" : "are") larger than simulated."
    return verdict + sides
  }

  /// Whether large errors are worse predicted than usual ones.
  private var tails: String? {
    guard let usual = median(ratios(.quantile(0.5))), let large = median(ratios(.quantile(0.95))) else {
      return nil
    }
    let both = "median errors are \(change(usual)) than simulated, P95 is \(change(large))"
    if large > usual + 0.1 {
      return "Beside the simulation, large errors are worse than usual ones: \(both)."
    }
    if large < usual - 0.1 {
      return "Beside the simulation, large errors are better than usual ones: \(both)."
    }
    return "Large errors are predicted about as well as usual ones: \(both)."
  }

  private var boundFinding: String? {
    guard let best, let rmse = best.ratio.rootMeanSquare else { return nil }
    guard let bound = best.ratio.bound, let ratio = best.ratio.value else {
      return "The fitted channel has no bound for the best method, \(best.pipeline)."
    }
    let window =
      bounds.windowPlane.map { "; from a single window no unbiased estimate is better than \(metres($0))" }
      ?? ""
    let times =
      "\(number(ratio, 1)) times the bound that the fitted channel allows, \(metres(bound))\(window)"
    let verdict = best.ratio.isBelow ? " So the fitted channel is noisier than the real one." : ""
    return
      "The best method, \(best.pipeline), has an RMSE of \(metres(rmse)), \(times).\(verdict)"
  }

  private var received: [String] {
    let found = signals.compactMap(\.finding)
    return found.isEmpty
      ? ["What is received does not differ from the replicas in any figure below."]
      : found.map { "On the recording, \($0)." }
  }

  /// Recorded figures over those of the median replica.
  private func ratios(_ figure: Metric) -> [Double] {
    varying.compactMap { $0.figures[figure] }.filter { $0.replica > 0 }.map { $0.recorded / $0.replica }
  }

  private func median(_ values: [Double]) -> Double? { Quantiles.of(values, at: [0.5])?.first }

  /// `12 % larger`.
  private func change(_ ratio: Double) -> String {
    "\(percent((ratio - 1).magnitude)) \(ratio >= 1 ? "larger" : "smaller")"
  }

  private func percent(_ share: Double) -> String { number(100 * share, 0) + " %" }
  private func metres(_ value: Double) -> String { number(value, 2) + " m" }
  private func number(_ value: Double, _ decimals: Int) -> String {
    FixedPoint.text(value, decimals: decimals)
  }
}

extension TwinResult.Row {
  fileprivate var mean: QuantileAgreement.Row { figures.rows[0] }
}
