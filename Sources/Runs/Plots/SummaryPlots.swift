package import Comparisons
import Documents
import Evaluation
package import Rendering
import Results

extension PlotKind {
  package static let published = PlotKind(
    "published", "Published and simulated figures", .column, showsErrors: true,
    about: "Published figures beside the simulated ones with their 95 % intervals.")

  package static let ranging = PlotKind(
    "ranging", "Ranging errors", .column, showsErrors: true,
    about: "The error of estimated distances by true distance.")

  package static let zones = PlotKind(
    "zones", "Zones", .column, showsErrors: true,
    about: "The estimated zones of beacons by their true zones.")

  package static let differences = PlotKind(
    "differences", "Paired differences", .column,
    about: "Paired differences of mean errors between two results folders, with 95 % intervals.")
}

extension Plot {
  /// Published figures beside the simulated ones.
  package static func published(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let names = Set(results.pipelines.map(\.name))
    var cells: [(name: String, place: Int?)] = []
    let rows = try (results.summary?.elements("verdicts") ?? []).compactMap { figure -> Document? in
      let cell = try figure.text("cell")
      guard let space = cell.lastIndex(of: " "), names.contains(String(cell[..<space])),
        let simulated = try? figure.number("simulated")
      else { return nil }
      cells.append((cell, results.looks.place(of: String(cell[..<space]))))
      var row: [Document.Member] = [
        .init(key: "cell", value: cell.plotted),
        .init(key: "published", value: try figure.number("published").plotted),
        .init(key: "simulated", value: simulated.plotted),
      ]
      if let interval = try figure.interval("interval95") { row += interval.plottedBounds() }
      return Document(row)
    }
    guard !rows.isEmpty else {
      let areThere = try results.summary?.elements("verdicts").isEmpty == false
      throw PlotProblem(
        areThere
          ? "the published figures of \(results.label) are of other pipelines, or it has too few fixes to compare them with"
          : "--kind published requires a scenario with published figures; \(results.label) has none")
    }
    let metres = Channel.quantity("simulated", "error", unit: "m", fromZero: true)
    let cell = Channel.category("cell", order: cells.map(\.name))
    let colour = SeriesStyle(cells.map(\.name), field: "cell", places: cells.map(\.place)).pointColour
      .withoutLegend
    return Plot(
      .published,
      caption: "Published figures (open diamonds) and simulated ones with 95 % intervals (points). "
        + results.origin,
      .view(
        .init(
          width: width.points, height: 50 + 16 * Double(rows.count),
          layers: [
            Layer(
              .rule, ["strokeWidth": 1.2], rows: rows.filter { $0.has("lower") },
              [
                .x: metres.with("field", "lower"), .x2: .end("upper"), .y: cell, .color: colour,
              ]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 30], rows: rows,
              [.x: metres, .y: cell, .color: colour]),
            Layer(
              .point, ["shape": "diamond", "size": 70, "stroke": "#000000", "opacity": 1], rows: rows,
              [.x: metres.with("field", "published"), .y: cell]),
          ])))
  }

  /// The error of estimated distances in bins of the true distance.
  package static func ranging(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let levels = try results.rangedLevels(.ranging)
    var rows: [Document] = []
    var bins: [String] = []
    for (name, _, ranged) in levels {
      for bin in try ranged.elements("byDistance") {
        let (from, to) = (try bin.number("from"), try? bin.number("to"))
        let title = to.map { "\(short(from)) to \(short($0))" } ?? "over \(short(from))"
        if !bins.contains(title) { bins.append(title) }
        guard let bias = try? bin.number("meanMetres"), let magnitude = try? bin.number("meanMagnitudeMetres")
        else { continue }
        rows.append([
          "levels": name.plotted, "bin": title.plotted, "bias": bias.plotted, "magnitude": magnitude.plotted,
        ])
      }
    }
    guard !rows.isEmpty else { throw PlotProblem("\(results.label): expected ranging errors, found none") }
    let series = SeriesStyle(
      levels.map(\.name), field: "levels", places: levels.map { results.looks.place(of: $0.first) })
    let found = try Set(rows.map { try $0.text("bin") })
    let bin = Channel.category("bin", "true distance (m)", order: bins.filter(found.contains)).with(
      "axis", ["labelAngle": 0])
    let error = Channel.quantity("bias", "ranging error", unit: "m")
    return Plot(
      .ranging,
      caption:
        "Mean error of estimated distances (filled symbols, solid lines: too far is positive) and mean magnitude "
        + "(open symbols) by true distance. " + results.origin,
      .view(
        .init(
          width: width.points, height: 190,
          layers: [
            Layer(.rule, ["strokeDash": [2, 2], "strokeWidth": 0.7], rows: [[:]], [.y: .datum(0)]),
            Layer(
              .line, [:], rows: rows,
              [.x: bin, .y: error, .color: series.pointColour, .detail: .field("levels")]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 28], rows: rows,
              [.x: bin, .y: error, .color: series.pointColour, .shape: series.shape]),
            Layer(
              .point, ["filled": false, "opacity": 1, "size": 28], rows: rows,
              [
                .x: bin, .y: error.with("field", "magnitude"), .color: series.pointColour,
                .shape: series.shape,
              ]),
          ], picks: "levels")))
  }

  /// The estimated zones of beacons by their true zones, of the first filter.
  package static func zones(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    guard let (name, _, ranged) = try results.rangedLevels(.zones).first else {
      throw PlotProblem("\(results.label): expected ranging figures, found none")
    }
    let matrix = try ranged["zones"].elements("confusion")
    let zones = try matrix.map { try $0.text("zone") }
    let estimates = zones + ["unknown"]
    var truths: [String] = []
    var rows: [Document] = []
    var count = 0
    for row in matrix {
      let counts = try estimates.map { ($0, try row.integer($0)) }
      let sum = counts.reduce(0) { $0 + $1.1 }
      count += sum
      guard sum > 0 else { continue }
      truths.append(try row.text("zone"))
      for (estimate, cases) in counts {
        let share = Double(cases) / Double(sum)
        rows.append([
          "truth": try row.text("zone").plotted, "estimate": estimate.plotted, "value": share.plotted,
          "label": percent(share).plotted, "light": Document(share < 0.6 ? "low" : "high"),
        ])
      }
    }
    let empty = zones.filter { !truths.contains($0) }
    let never = empty.isEmpty ? "" : "No beacon was ever \(empty.joined(separator: " or ")). "
    let truth = Channel.category("truth", "true zone", order: truths)
    let estimate = Channel.category("estimate", "estimated zone", order: estimates)
      .with("axis", ["labelAngle": 0])
    return Plot(
      .zones,
      caption:
        "Estimated zones by true zone, \(name); each row sums to 100 % of the callbacks at which the beacon was in that "
        + "zone, \(Counted.number(count)) in all. " + never + results.origin,
      .view(
        .matrix(
          x: estimate, y: truth, rows: rows, title: "share", width: width,
          height: 45 + 35 * Double(truths.count))))
  }

  /// How often each pipeline has each rank among resamples of the laps.
  package static func ranks(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let shares = try RankShares(results)
    let names = shares.names
    var rows: [Document] = []
    for (name, ofRanks) in zip(names, shares.shares) {
      for (rank, share) in ofRanks.enumerated() where share > 0 {
        rows.append([
          "pipeline": name.plotted, "rank": Document("\(rank + 1)"), "value": share.plotted,
          "label": percent(share).replacing(" %", with: "").plotted,
          "light": Document(share < 0.6 ? "low" : "high"),
        ])
      }
    }
    let rank = Channel.category("rank", "rank by mean error", order: names.indices.map { "\($0 + 1)" })
      .with("axis", ["labelAngle": 0])
    let pipeline = Channel.category("pipeline", order: names)
    return Plot(
      .ranks,
      caption:
        "Share in % of \(RankShares.resamples) resamples of the laps in which each pipeline has each rank by mean error; equal "
        + "means have equal shares of their ranks. "
        + results.origin,
      .view(
        .matrix(
          x: rank, y: pipeline, rows: rows, title: "share", width: width,
          height: 60 + 16 * Double(names.count), fontSize: min(6.5, 60 / Double(names.count)))))
  }

  /// Paired differences of the mean errors in two folders.
  package static func differences(
    _ comparison: FolderComparison, looks: PipelineLooks, width: PlotWidth = .column
  ) -> Plot {
    let names = comparison.rows.map { $0.a == $0.b ? $0.a : "\($0.b) - \($0.a)" }
    let rows = zip(names, comparison.rows).map { name, row -> Document in
      let pair = row.comparison
      return [
        "pipeline": name.plotted, "difference": pair.difference.plotted,
        "lower": (pair.interval?.lower ?? pair.difference).plotted,
        "upper": (pair.interval?.upper ?? pair.difference).plotted, "tolerance": pair.tolerance.plotted,
        "negative": (-pair.tolerance).plotted,
      ]
    }
    let colour = SeriesStyle(
      names, field: "pipeline", places: comparison.rows.map { looks.place(of: $0.b) }
    ).pointColour.withoutLegend
    let metres = Channel.quantity("difference", "mean difference B - A", unit: "m")
    let pipeline = Channel.category("pipeline", order: names)
    return Plot(
      .differences,
      caption:
        "Paired mean differences of the errors in \(comparison.b.path) (B) and \(comparison.a.path) (A), with 95 % intervals over "
        + "\(comparison.lapsOfA) laps; grey bars: the tolerance of compare.",
      .view(
        .init(
          width: width.points, height: 50 + 18 * Double(names.count),
          layers: [
            Layer(
              .bar, ["fill": "#DDDDDD", "size": 14], rows: rows,
              [.x: metres.with("field", "negative"), .x2: .end("tolerance"), .y: pipeline]),
            Layer(.rule, ["strokeDash": [2, 2], "strokeWidth": 0.7], rows: [[:]], [.x: .datum(0)]),
            Layer(
              .rule, ["strokeWidth": 1.2], rows: rows,
              [
                .x: metres.with("field", "lower"), .x2: .end("upper"), .y: pipeline, .color: colour,
              ]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 30], rows: rows,
              [.x: metres, .y: pipeline, .color: colour]),
          ])))
  }
}

extension PlottedResults {
  /// The figures of ranging in the summary, with the pipelines that hear so.
  fileprivate func rangedLevels(
    _ kind: PlotKind
  ) throws -> [(name: String, first: String, ranged: Document)] {
    let names = Set(pipelines.map(\.name))
    let all = try (summary?.elements("ranging") ?? []).compactMap {
      ranged -> (name: String, first: String, ranged: Document)? in
      let own = try ranged.elements("pipelines").map { try $0.text }.filter(names.contains)
      return own.first.map { (own.joined(separator: ", "), $0, ranged) }
    }
    guard !all.isEmpty else {
      throw PlotProblem(
        "--kind \(kind.name) requires a summary.json with ranging figures, which need known walks; \(label) has none"
      )
    }
    return all
  }
}
