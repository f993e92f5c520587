import Documents
package import Rendering

extension PlotKind {
  package static let uncertainty = PlotKind(
    "uncertainty", "Calibration of stated uncertainties", .column, showsErrors: true,
    about: "The share of true positions inside the regions that methods state, by the stated probability.")
}

extension Plot {
  /// The share of truths inside the stated regions by their probability; on the diagonal methods are as certain as they should be.
  package static func uncertainty(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let curves = try results.statedRegions
    let names = curves.map(\.pipeline)
    let series = SeriesStyle(names, looks: results.looks, room: width.inside())
    let lines = try curves.flatMap { pipeline, regions in
      try regions.map { region in
        let row: [Document.Member] = [
          .init(key: "pipeline", value: pipeline.plotted),
          .init(key: "probability", value: try region.number("probability").plotted),
          .init(key: "share", value: try region.number("share").plotted),
        ]
        return Document(row + (try region.interval("interval95")?.plottedBounds() ?? []))
      }
    }
    let stated = Channel.quantity("probability", "stated probability", domain: 0...1)
    let share = Channel.quantity("share", "share inside", domain: 0...1)
    let diagonal: [Document] = [["probability": 0, "share": 0], ["probability": 1, "share": 1]]
    return Plot(
      .uncertainty,
      caption:
        "Share of true positions inside the region that the method states, by the probability that it states, with 95 % intervals over "
        + "laps. Dashed: as it should be; below it methods are too certain, above it too cautious. "
        + results.origin,
      .view(
        .init(
          // As high as it is wide.
          width: 205, height: 205, isInner: true,
          layers: [
            Layer(
              .line, ["strokeDash": [3, 3], "strokeWidth": 0.7, "stroke": "#000000"], rows: diagonal,
              [.x: stated, .y: share]),
            .key([.init(line: "as it should be", .dashed, "#000000")], on: "top"),
          ]
            + Layer.banded(lines, stated, share, series), picks: "pipeline")))
  }
}

extension PlottedResults {
  /// By pipeline the regions in the summary.
  fileprivate var statedRegions: [(pipeline: String, regions: [Document])] {
    get throws {
      let names = Set(pipelines.map(\.name))
      let all = try (summary?.elements("scores") ?? []).compactMap {
        score -> (pipeline: String, regions: [Document])? in
        let name = try score.text("pipeline")
        let stated = score.optional("metrics")?.optional("uncertainty")?.optional("regions")
        guard names.contains(name), case .array(let regions) = stated?.content, !regions.isEmpty else {
          return nil
        }
        return (name, regions)
      }
      guard !all.isEmpty else {
        throw PlotProblem(
          "--kind uncertainty requires pipelines that state the covariance of their errors; \(label) has none"
        )
      }
      return all
    }
  }
}
