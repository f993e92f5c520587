import Documents
import Evaluation
package import Rendering

extension PlotKind {
  /// `plot --kind means`.
  package static let means = PlotKind(
    "means", "Mean errors", .column, showsErrors: true,
    about: "The mean error of each pipeline with its 95 % interval, beside the published mean.")
}

extension Plot {
  /// The mean error of each pipeline with its 95 % interval, and the published means where there are some.
  package static func means(_ results: [PlottedResults], width: PlotWidth = .column) throws -> Plot {
    let points = results.flatMap(\.meanRows)
    guard !points.isEmpty else {
      throw PlotProblem("\(results[0].label): expected measured errors, found none")
    }
    let published = results.count == 1 ? try results[0].publishedMeans() : []
    let labels = results.map(\.label)
    let names = results.flatMap { $0.pipelines.map(\.name) }.uniqued
    let isOne = labels.count == 1
    let place = Channel.category("pipeline", order: names)
    let offset = isOne ? Channel.absent : .category("results", order: labels)
    let mean = Channel.quantity("mean", "mean error", unit: "m", fromZero: true)
    let style = SeriesStyle(labels, field: "results", room: width.inside(names))
    let colour =
      isOne ? SeriesStyle(names, looks: results.looks).pointColour.withoutLegend : style.pointColour
    let shape = isOne ? Channel.value("circle") : style.shape
    return Plot(
      .means,
      caption: "Mean errors"
        + (points.contains { $0.has("lower") } ? " with 95 % intervals, Student's t over laps. " : ". ")
        + (published.isEmpty ? "" : "Open diamonds: published means. ") + results.origin,
      .layers(
        width, height: 4 + 16 * Double(names.count * labels.count),
        picks: isOne ? nil : "results",
        Layer.intervals(
          points, mean, at: place, offset: offset, colour, shape: shape, size: 20)
          + (published.isEmpty
            ? []
            : [
              .diamonds(70, published, [.x: mean, .y: place]),
              .key([.init("published mean", "#000000", shape: "diamond", fill: "transparent")]),
            ])))
  }
}

extension PlottedResults {
  /// A row for each pipeline with a mean.
  fileprivate var meanRows: [Document] {
    pipelines.compactMap { pipeline in
      guard let mean = pipeline.mean else { return nil }
      let row: [Document.Member] = [
        .init(key: "pipeline", value: pipeline.name.plotted), .init(key: "results", value: label.plotted),
        .init(key: "mean", value: mean.value.plotted),
      ]
      return Document(row + (mean.interval?.plottedBounds() ?? []))
    }
  }

  /// Of those pipelines that are drawn.
  fileprivate func publishedMeans() throws -> [Document] {
    let names = Set(pipelines.map(\.name))
    return try (summary?.elements("scores") ?? []).compactMap { score in
      let name = try score.text("pipeline")
      guard names.contains(name), let published = score.optional("published") else { return nil }
      return ["pipeline": name.plotted, "mean": try published.number("meanMetres").plotted]
    }
  }
}
