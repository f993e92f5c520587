import Documents
import Evaluation
package import Rendering

extension PlotKind {
  /// `plot --kind violins`.
  package static let violins = PlotKind(
    "violins", "Densities of errors", .column, showsErrors: true,
    about: "The distribution of the errors of each pipeline, with median and quartiles.")
}

extension Plot {
  /// The densities of the errors of all pipelines, with median and quartiles.
  package static func violins(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let all = results.pipelines.compactMap { pipeline in
      Quantiles.of(pipeline.measured, at: [0.25, 0.5, 0.75, 0.99]).map { (pipeline, $0) }
    }
    guard let end = all.map({ $0.1[3] }).max(), end > 0 else {
      throw PlotProblem("\(results.label): expected measured errors above 0, found none")
    }
    // One table for all facets: rows of a layer that they do not belong to lack its fields.
    let rows = all.flatMap { $0.densityRows(to: end, quantiles: $1) }
    let drawn = all.map(\.0.name)
    let error = Channel.quantity("error", "error", unit: "m", domain: 0...end.rounded(.up))
    let density = Channel.quantity("top", nil, domain: -1.1...1.1).withoutAxis
    return Plot(
      .violins,
      caption:
        "Distributions of errors up to the largest 99 % quantile, each scaled to its own maximum; line and point: "
        + "quartiles and median. " + results.origin,
      .facets(
        .init(
          width: width.points - 105, height: 30, isInner: true,
          layers: [
            Layer(
              .area, ["fillOpacity": 0.5, "clip": true], rows: rows,
              [
                .x: error, .y: density, .y2: .end("bottom"),
                .fill: SeriesStyle(drawn, looks: results.looks).pointColour.withoutLegend,
              ]),
            Layer(
              .rule, ["strokeWidth": 2], rows: rows,
              [.x: error.with("field", "quartile"), .x2: .end("third"), .y: .datum(0)]),
            Layer(
              .point, ["filled": true, "fill": "#FFFFFF", "stroke": "#000000", "opacity": 1, "size": 18],
              rows: rows, [.x: error.with("field", "median"), .y: .datum(0)]),
          ], picks: nil), field: "pipeline", order: drawn))
  }
}

extension PlottedResults.Pipeline {
  /// The outline of the density, scaled to its maximum, and a row with the quartiles.
  fileprivate func densityRows(to end: Double, quantiles: [Double]) -> [Document] {
    let density = ErrorDensity(of: measured, to: end)
    let most = density?.densities.max() ?? 1
    return zip(density?.places ?? [], density?.densities ?? []).map { place, value in
      [
        "pipeline": name.plotted, "error": place.plotted, "top": (value / most).plotted,
        "bottom": (-value / most).plotted,
      ]
    } + [
      [
        "pipeline": name.plotted, "quartile": quantiles[0].plotted, "third": quantiles[2].plotted,
        "median": quantiles[1].plotted,
      ]
    ]
  }
}
