import Documents
import Evaluation
package import Rendering

extension PlotKind {
  package static let means = PlotKind(
    "means", "Mean errors", .column, showsErrors: true,
    about: "The mean error of each pipeline with its 95 % interval, beside the published mean.")
}

extension Plot {
  /// The words of the legend.
  static let publishedMean = "published mean"

  /// The mean error of each pipeline with its 95 % interval, and the published means where there are some.
  package static func means(_ results: [PlottedResults], width: PlotWidth = .column) throws -> Plot {
    var (points, intervals): ([Document], [Document]) = ([], [])
    let labels = results.map(\.label)
    for results in results {
      for pipeline in results.pipelines {
        guard let mean = pipeline.mean else { continue }
        let row: [Document.Member] = [
          .init(key: "pipeline", value: pipeline.name.plotted),
          .init(key: "results", value: results.label.plotted),
          .init(key: "mean", value: mean.value.plotted),
        ]
        points.append(Document(row))
        guard let interval = mean.interval else { continue }
        intervals.append(
          Document(
            row + [
              .init(key: "lower", value: interval.lower.plotted),
              .init(key: "upper", value: interval.upper.plotted),
            ]))
      }
    }
    guard !points.isEmpty else {
      throw PlotProblem("\(results[0].label): expected measured errors, found none")
    }
    let published = results.count == 1 ? try results[0].publishedMeans() : []
    let names = results.flatMap { $0.pipelines.map(\.name) }.uniqued
    let style = SeriesStyle(labels, field: "results")
    let isOne = labels.count == 1
    let colour =
      isOne ? SeriesStyle(names, looks: results.looks).pointColour.withoutLegend : style.pointColour
    let shape = isOne ? Channel.value("circle") : style.shape
    let metres = Channel.quantity("mean", "mean error", unit: "m", fromZero: true)
    let place = Channel.category("pipeline", order: names).withoutOffset(of: labels)
    return Plot(
      .means,
      caption: "Mean errors" + (intervals.isEmpty ? ". " : " with 95 % intervals, Student's t over laps. ")
        + (published.isEmpty ? "" : "Open diamonds: published means. ") + results.origin,
      .view(
        .init(
          width: width.points,
          height: 50 + 16 * Double(names.count * labels.count) + (isOne && published.isEmpty ? 0 : 20),
          layers: [
            Layer(
              .rule, ["strokeWidth": 1.2], rows: intervals,
              [
                .x: metres.with("field", "lower"), .x2: .end("upper"), .y: place.name,
                .yOffset: place.offset, .color: colour,
              ])
          ]
            + ["lower", "upper"].map { end in
              Layer(
                .tick, ["orient": "vertical", "size": 7, "thickness": 1.2, "opacity": 1], rows: intervals,
                [
                  .x: metres.with("field", Document(end)), .y: place.name, .yOffset: place.offset,
                  .color: colour,
                ])
            } + [
              Layer(
                .point, ["filled": true, "opacity": 1, "size": 14], rows: points,
                [.x: metres, .y: place.name, .yOffset: place.offset, .color: colour, .shape: shape])
            ]
            + (published.isEmpty
              ? []
              : [
                Layer(
                  .point, ["size": 60, "stroke": "#000000", "opacity": 1], rows: published,
                  [
                    .x: metres, .y: place.name,
                    .shape: Channel.category("published", order: [Self.publishedMean], range: ["diamond"])
                      .with("legend", ["orient": "bottom"]),
                  ])
              ]),
          picks: isOne ? nil : "results")))
  }
}

extension Channel {
  /// A place for each name, and beside each other within it one for each of several results.
  fileprivate func withoutOffset(of labels: [String]) -> (name: Channel, offset: Channel) {
    (self, labels.count > 1 ? .category("results", order: labels) : .absent)
  }
}

extension PlottedResults {
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
