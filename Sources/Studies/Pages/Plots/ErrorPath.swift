import Documents
package import Evaluation
package import Rendering
package import World

extension PlotKind {
  /// `plot --kind path`.
  package static let path = PlotKind(
    "path", "Errors along the path", .page, showsErrors: true,
    about: "The mean error along the path, with 95 % intervals.")
}

/// The mean error along a route, in bins by arc length.
package struct ErrorsAlongPath: Hashable, Sendable {
  /// One part of the route.
  package struct Bin: Hashable, Sendable {
    /// The mean arc length of the bin's errors, in metres.
    package let arc: Double
    /// Metres.
    package let mean: Double
    /// Over laps; nil with fewer than two.
    package let interval: ConfidenceInterval?
  }

  /// Those with errors, in the order of the route.
  package let bins: [Bin]

  /// - Parameters:
  ///   - errors: with the lap of each, the arc length of the walker in metres and the error.
  ///   - count: how many equal bins the route has.
  package init(_ errors: [(lap: Int, arc: Double, metres: Double)], length: Double, count: Int) {
    let byBin = Dictionary(grouping: errors) { error in
      min(max(Int(error.arc / length * Double(count)), 0), count - 1)
    }
    bins = byBin.sorted { $0.key < $1.key }.map { _, errors in
      // With types, since the type checker takes seconds to find them.
      let laps = Dictionary(grouping: errors, by: \.lap).sorted { $0.key < $1.key }
      let totals = laps.map { _, lap -> SIMD2<Double> in
        let metres: Double = lap.reduce(0) { $0 + $1.metres }
        return SIMD2(metres, Double(lap.count))
      }
      let mean = LapMean(ofTotals: totals)
      let arcs: Double = errors.reduce(0) { $0 + $1.arc }
      return Bin(
        arc: arcs / Double(errors.count), mean: mean?.value ?? 0,
        interval: mean?.interval?.limited(to: Metric.mean.range))
    }
  }
}

extension Plot {
  /// The mean error along the site's path.
  package static func errorsAlongPath(
    _ results: PlottedResults, on site: Site, width: PlotWidth = .page
  ) throws -> Plot {
    guard let route = site.path.flatMap({ Route(along: $0) }) else {
      throw PlotProblem("--kind path requires a site whose path is one line; that of \(site.name) is none")
    }
    let count = 40
    let bins = results.pipelines.map { ($0.name.plotted, $0.bins(along: route, count: count)) }
    let lines = bins.flatMap { name, bins in
      bins.map { bin -> Document in
        let row: [Document.Member] = [
          .init(key: "pipeline", value: name), .init(key: "arc", value: bin.arc.plotted),
          .init(key: "error", value: bin.mean.plotted),
        ]
        return Document(row + (bin.interval?.plottedBounds() ?? []))
      }
    }
    guard !lines.isEmpty else { throw results.lacksPlaces(.path) }
    let filled = bins.map(\.1.count).max() ?? 0
    let series = SeriesStyle(
      results.pipelines.map(\.name), looks: results.looks, room: width.inside())
    let arc = Channel.quantity("arc", "distance along the path", unit: "m", domain: 0...route.length)
    let error = Channel.quantity("error", "mean error", unit: "m", fromZero: true)
    return Plot(
      .path,
      caption: "Mean error along the path of \(decimal(route.length)) m in \(count) equal parts"
        + (filled < count ? ", of which \(filled) hold errors" : "")
        + (lines.contains { $0.has("lower") } ? ", with 95 % intervals over laps. " : ". ") + results.origin,
      .layers(
        width, height: 160, picks: "pipeline",
        Layer.banded(lines, arc, error, series) + [
          .points(10, lines, [.x: arc, .y: error, .color: series.colour])
        ]))
  }
}

extension PlottedResults.Pipeline {
  fileprivate func bins(along route: Route, count: Int) -> [ErrorsAlongPath.Bin] {
    let placed = rows.compactMap { row -> (lap: Int, arc: Double, metres: Double)? in
      guard let metres = row.metres, let place = row.place else { return nil }
      return (row.lap, route.arc(nearestTo: place, floor: row.floor), metres)
    }
    return ErrorsAlongPath(placed, length: route.length, count: count).bins
  }
}

extension PlottedResults {
  func lacksPlaces(_ kind: PlotKind) -> PlotProblem {
    PlotProblem(
      "--kind \(kind.name) requires errors with the true position, and \(label) has none: run the scenario again to add the columns true_x_m and true_y_m"
    )
  }
}
