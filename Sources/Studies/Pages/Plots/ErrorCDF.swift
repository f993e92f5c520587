import Documents
package import Evaluation
package import Rendering
import World

extension PlotKind {
  /// `plot --kind cdf`.
  package static let cdf = PlotKind(
    "cdf", "Cumulative distribution of errors", .column, showsErrors: true,
    about: "The share of errors up to each distance, with 95 % bands over laps.")
}

/// The share of errors up to each distance, with pointwise 95 % intervals over laps.
package struct ErrorCDF: Hashable, Sendable {
  /// Where the share rises.
  package struct Step: Hashable, Sendable {
    /// Metres from which on the share holds.
    package let metres: Double
    /// Of the errors up to here.
    package let share: Double
    /// Nil with fewer than two laps; between 0 and 1.
    package let interval: ConfidenceInterval?
  }

  /// At most so many steps are drawn; of more errors the quantiles at as many equal shares.
  static let mostSteps = 400

  /// From a share of 0 at 0 m to a share of 1, in ascending order.
  package let steps: [Step]

  /// - Parameter laps: the measured errors of each lap.
  package init(ofLaps laps: [[Double]]) {
    let sorted = laps.map { $0.sorted() }
    let all = sorted.flatMap(\.self).sorted()
    var kept: [Double] = []
    let count = min(all.count, Self.mostSteps)
    for step in 0..<count {
      // The last error of each of equally many.
      let value = all[(step + 1) * all.count / count - 1]
      if kept.last != value { kept.append(value) }
    }
    let observed = sorted.filter { !$0.isEmpty }
    steps =
      [Step(metres: 0, share: 0, interval: observed.count > 1 ? .init(lower: 0, upper: 0) : nil)]
      + kept.map { metres in
        let totals = observed.map { SIMD2(Double($0.partitioningIndex { $0 > metres }), Double($0.count)) }
        let mean = LapMean(ofTotals: totals)
        return Step(
          metres: metres, share: mean?.value ?? 0,
          interval: mean?.interval?.limited(to: 0...1))
      }
  }
}

extension ErrorCDF {
  /// The steps, the last of which holds at least to the end of an axis.
  fileprivate func continued(to end: Double) -> [Step] {
    guard let last = steps.last, last.metres < end else { return steps }
    return steps + [Step(metres: end, share: last.share, interval: last.interval)]
  }
}

extension Plot {
  /// The distributions of the errors of all pipelines; several results are distinguished by dashes, and have no bands.
  package static func cdf(_ results: [PlottedResults], width: PlotWidth = .column) throws -> Plot {
    let hasBands = results.count == 1
    let room = width.inside()
    let names = results.flatMap { $0.pipelines.map(\.name) }.uniqued
    let pipelines = SeriesStyle(names, looks: results.looks, room: room)
    let runs = SeriesStyle(results.map(\.label), field: "results", legendOn: "top", room: room)
    let dash = hasBands ? pipelines.dash : runs.dash
    let farthest = results.flatMap(\.pipelines).compactMap { Quantiles.of($0.measured, at: [0.99])?.first }
    let end = max((farthest.max() ?? 0).rounded(.up), 1)
    let lines = results.flatMap { $0.steps(to: end, haveBands: hasBands) }
    guard !lines.isEmpty else {
      throw PlotProblem("\(results[0].label): expected measured errors, found none")
    }
    let error = Channel.quantity("error", "error", unit: "m", domain: 0...end)
    let share = Channel.quantity("share", "share of errors", domain: 0...1)
    return Plot(
      .cdf,
      caption: "Share of errors up to each distance"
        + (lines.contains { $0.has("lower") } ? ", with pointwise 95 % intervals over laps. " : ". ")
        + "The axis ends where every pipeline has 99 % of its errors. " + results.origin,
      .layers(
        width, height: width == .column ? 160 : 230, picks: "pipeline",
        Layer.banded(
          lines, error, share, pipelines,
          look: [.init(key: "interpolate", value: "step-after"), .init(key: "clip", value: true)], dash: dash)
      ))
  }
}

extension PlottedResults {
  /// The distribution of each pipeline with errors.
  fileprivate func steps(to end: Double, haveBands: Bool) -> [Document] {
    pipelines.filter { !$0.measured.isEmpty }.flatMap { pipeline in
      ErrorCDF(ofLaps: pipeline.byLap).continued(to: end).map { step in
        let row: [Document.Member] = [
          .init(key: "pipeline", value: pipeline.name.plotted),
          .init(key: "results", value: label.plotted), .init(key: "error", value: step.metres.plotted),
          .init(key: "share", value: step.share.plotted),
        ]
        return Document(row + (haveBands ? step.interval?.plottedBounds() ?? [] : []))
      }
    }
  }
}

extension [PlottedResults] {
  var looks: PipelineLooks { PipelineLooks(of: map(\.looks)) }

  var origin: String {
    count == 1 ? self[0].origin : map { "\($0.label): \($0.origin)" }.joined(separator: " ")
  }
}
