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
  /// The words of the legend.
  static let publishedMean = "published mean"

  /// The mean error of each pipeline with its 95 % interval, and the published means where there are some.
  package static func means(_ results: [PlottedResults], width: PlotWidth = .column) throws -> Plot {
    let points = results.flatMap { $0.meanRows(withIntervals: false) }
    guard !points.isEmpty else {
      throw PlotProblem("\(results[0].label): expected measured errors, found none")
    }
    let intervals = results.flatMap { $0.meanRows(withIntervals: true) }
    let published = results.count == 1 ? try results[0].publishedMeans() : []
    let labels = results.map(\.label)
    let names = results.flatMap { $0.pipelines.map(\.name) }.uniqued
    let isOne = labels.count == 1
    let place = Channel.category("pipeline", order: names).withoutOffset(of: labels)
    let style = SeriesStyle(labels, field: "results")
    let colour =
      isOne ? SeriesStyle(names, looks: results.looks).pointColour.withoutLegend : style.pointColour
    let shape = isOne ? Channel.value("circle") : style.shape
    return Plot(
      .means,
      caption: "Mean errors" + (intervals.isEmpty ? ". " : " with 95 % intervals, Student's t over laps. ")
        + (published.isEmpty ? "" : "Open diamonds: published means. ") + results.origin,
      .layers(
        width, height: 50 + 16 * Double(names.count * labels.count) + (isOne && published.isEmpty ? 0 : 20),
        picks: isOne ? nil : "results",
        whiskers(intervals, place, colour)
          + [
            .points(
              14, points,
              [.x: meanError, .y: place.name, .yOffset: place.offset, .color: colour, .shape: shape])
          ] + (published.isEmpty ? [] : [diamonds(published, place.name)])))
  }

  private static let meanError = Channel.quantity("mean", "mean error", unit: "m", fromZero: true)

  /// Intervals as lines with ends.
  private static func whiskers(
    _ rows: [Document], _ place: (name: Channel, offset: Channel), _ colour: Channel
  ) -> [Layer] {
    let ends = ["lower", "upper"].map { end in
      Layer(
        .tick, ["orient": "vertical", "size": 7, "thickness": 1.2, "opacity": 1], rows: rows,
        [
          .x: meanError.with("field", Document(end)), .y: place.name, .yOffset: place.offset, .color: colour,
        ])
    }
    return [.intervals(rows, meanError, place.name, offset: place.offset, colour)] + ends
  }

  private static func diamonds(_ published: [Document], _ name: Channel) -> Layer {
    Layer(
      .point, ["size": 60, "stroke": "#000000", "opacity": 1], rows: published,
      [
        .x: meanError, .y: name,
        .shape: Channel.category("published", order: [publishedMean], range: ["diamond"])
          .with("legend", ["orient": "bottom"]),
      ])
  }
}

extension Channel {
  /// A place for each name, and beside each other within it one for each of several results.
  fileprivate func withoutOffset(of labels: [String]) -> (name: Channel, offset: Channel) {
    (self, labels.count > 1 ? .category("results", order: labels) : .absent)
  }
}

extension PlottedResults {
  /// A row for each pipeline with a mean, or for each with an interval.
  fileprivate func meanRows(withIntervals: Bool) -> [Document] {
    pipelines.compactMap { pipeline in
      guard let mean = pipeline.mean else { return nil }
      let row: [Document.Member] = [
        .init(key: "pipeline", value: pipeline.name.plotted), .init(key: "results", value: label.plotted),
        .init(key: "mean", value: mean.value.plotted),
      ]
      return withIntervals ? mean.interval.map { Document(row + $0.plottedBounds()) } : Document(row)
    }
  }

  /// Of those pipelines that are drawn.
  fileprivate func publishedMeans() throws -> [Document] {
    let names = Set(pipelines.map(\.name))
    return try (summary?.elements("scores") ?? []).compactMap { score in
      let name = try score.text("pipeline")
      guard names.contains(name), let published = score.optional("published") else { return nil }
      return [
        "pipeline": name.plotted, "mean": try published.number("meanMetres").plotted,
        "published": Document(Plot.publishedMean),
      ]
    }
  }
}
