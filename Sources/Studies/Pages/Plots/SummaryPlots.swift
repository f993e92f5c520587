package import Comparisons
import Documents
import Evaluation
package import Rendering
import Results

extension PlotKind {
  /// `plot --kind published`.
  package static let published = PlotKind(
    "published", "Published and simulated figures", .column, showsErrors: true,
    about: "Published figures beside the simulated ones with their 95 % intervals.")

  /// `plot --kind ranging`.
  package static let ranging = PlotKind(
    "ranging", "Ranging errors", .column, showsErrors: true,
    about: "The error of estimated distances by true distance.")

  /// `plot --kind zones`.
  package static let zones = PlotKind(
    "zones", "Zones", .column, showsErrors: true,
    about: "The estimated zones of beacons by their true zones.")

  /// `plot --kind differences`.
  package static let differences = PlotKind(
    "differences", "Paired differences", .column,
    about: "Paired differences of mean errors between two results folders, with 95 % intervals.")
}

extension Plot {
  /// Published figures beside the simulated ones.
  package static func published(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let cells = try results.publishedCells()
    let rows = cells.map(\.row)
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
      .layers(
        width, height: 4 + 16 * Double(rows.count),
        Layer.intervals(rows, metres, at: cell, colour, size: 20) + [
          .diamonds(70, rows, [.x: metres.with("field", "published"), .y: cell]),
          .key(
            [
              .init("simulated, 95 % interval", "#555555"),
              .init("published", "#000000", shape: "diamond", fill: "transparent"),
            ], room: width.inside(cells.map(\.name))),
        ]))
  }

  /// The error of estimated distances in bins of the true distance.
  package static func ranging(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let levels = try results.rangedLevels(.ranging)
    let bins = try levels.flatMap { level in
      try level.ranged.elements("byDistance").map { (level: level.name, title: try title(of: $0), bin: $0) }
    }
    let rows = bins.compactMap { level, title, bin -> Document? in
      guard let bias = try? bin.number("meanMetres"), let magnitude = try? bin.number("meanMagnitudeMetres")
      else { return nil }
      return [
        "levels": level.plotted, "bin": title.plotted, "bias": bias.plotted, "magnitude": magnitude.plotted,
      ]
    }
    guard !rows.isEmpty else { throw PlotProblem("\(results.label): expected ranging errors, found none") }
    let series = SeriesStyle(
      levels.map(\.name), field: "levels", places: levels.map { results.looks.place(of: $0.first) },
      room: width.inside())
    let found = try Set(rows.map { try $0.text("bin") })
    let bin = Channel.category(
      "bin", "true distance (m)", order: bins.map(\.title).uniqued.filter(found.contains)
    ).with("axis", ["labelAngle": 0])
    let error = Channel.quantity("bias", "ranging error", unit: "m")
    return Plot(
      .ranging,
      caption:
        "Mean error of estimated distances (filled symbols, solid lines: too far is positive) and mean magnitude "
        + "(open symbols) by true distance. " + results.origin,
      .layers(
        width, height: 150, picks: "levels",
        [
          .zero(.y),
          Layer(
            .line, rows: rows, [.x: bin, .y: error, .color: series.pointColour, .detail: .field("levels")]),
          .points(28, rows, [.x: bin, .y: error, .color: series.pointColour, .shape: series.shape]),
          Layer(
            .point, ["filled": false, "opacity": 1, "size": 28], rows: rows,
            [
              .x: bin, .y: error.with("field", "magnitude"), .color: series.pointColour, .shape: series.shape,
            ]),
          .key(
            [.init("mean error", "#555555"), .init("mean magnitude", "#555555", fill: "transparent")],
            hasShapes: false, on: "top", room: width.inside()),
        ]))
  }

  /// `2 to 4` or `over 8`, in metres.
  private static func title(of bin: Document) throws -> String {
    let (from, to) = (try bin.number("from"), try? bin.number("to"))
    return to.map { "\(short(from)) to \(short($0))" } ?? "over \(short(from))"
  }

  /// The estimated zones of beacons by their true zones, of the first filter.
  package static func zones(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    guard let (name, _, ranged) = try results.rangedLevels(.zones).first else {
      throw PlotProblem("\(results.label): expected ranging figures, found none")
    }
    let matrix = try ranged["zones"].elements("confusion")
    let zones = try matrix.map { try $0.text("zone") }
    let estimates = zones + ["unknown"]
    let counts = try matrix.map { row in try estimates.map { try row.integer($0) } }
    let sums = counts.map { $0.reduce(0, +) }
    let truths = zip(zones, sums).filter { $1 > 0 }.map(\.0)
    let rows = zones.indices.filter { sums[$0] > 0 }.flatMap { zone in
      zip(estimates, counts[zone]).map { estimate, cases -> Document in
        let share = Double(cases) / Double(sums[zone])
        return [
          "truth": zones[zone].plotted, "estimate": estimate.plotted, "value": share.plotted,
          "label": percent(share).plotted,
        ]
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
        + "zone, \(Counted.number(sums.reduce(0, +))) in all. " + never + results.origin,
      .view(
        .matrix(
          x: estimate, y: truth, rows: rows, width: width, height: 35 * Double(truths.count))))
  }

  /// How often each pipeline has each rank among resamples of the laps.
  package static func ranks(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let shares = try results.rankShares()
    let names = shares.names
    let rows = zip(names, shares.shares).flatMap { name, ofRanks in
      ofRanks.enumerated().filter { $0.element > 0 }.map { rank, share -> Document in
        [
          "pipeline": name.plotted, "rank": Document("\(rank + 1)"), "value": share.plotted,
          "label": percent(share).replacing(" %", with: "").plotted,
        ]
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
          x: rank, y: pipeline, rows: rows, title: "share of resamples (%)", width: width,
          height: 16 * Double(names.count), fontSize: min(6.5, 60 / Double(names.count)))))
  }

  /// Paired differences of the mean errors in two folders.
  package static func differences(
    _ comparison: FolderComparison, looks: PipelineLooks, width: PlotWidth = .column
  ) -> Plot {
    let names = comparison.rows.map { $0.a == $0.b ? $0.a : "\($0.b) - \($0.a)" }
    let rows = zip(names, comparison.rows.compactMap(\.comparison)).map { name, pair -> Document in
      [
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
      .layers(
        width, height: 18 * Double(names.count),
        [
          Layer(
            .bar, ["fill": "#DDDDDD", "size": 14], rows: rows,
            [.x: metres.with("field", "negative"), .x2: .end("tolerance"), .y: pipeline]),
          .zero(.x),
        ] + Layer.intervals(rows, metres, at: pipeline, colour, size: 30)))
  }
}

extension PlottedResults {
  /// Each published figure of the pipelines that has a simulated one, with the place of its pipeline's look.
  fileprivate func publishedCells() throws -> [(name: String, place: Int?, row: Document)] {
    let names = Set(pipelines.map(\.name))
    return try (summary?.elements("verdicts") ?? []).compactMap { figure in
      let cell = try figure.text("cell")
      guard let space = cell.lastIndex(of: " "), names.contains(String(cell[..<space])),
        let simulated = try? figure.number("simulated")
      else { return nil }
      let row: [Document.Member] = [
        .init(key: "cell", value: cell.plotted),
        .init(key: "published", value: try figure.number("published").plotted),
        .init(key: "simulated", value: simulated.plotted),
      ]
      let bounds = try figure.interval("interval95")?.plottedBounds() ?? []
      return (cell, looks.place(of: String(cell[..<space])), Document(row + bounds))
    }
  }

  /// The figures of ranging in the summary, with the pipelines that hear so.
  fileprivate func rangedLevels(
    _ kind: PlotKind
  ) throws -> [(name: String, first: String, ranged: Document)] {
    let names = Set(pipelines.map(\.name))
    let all = try (summary?.elements("ranging") ?? []).compactMap {
      ranged -> (name: String, first: String, ranged: Document)? in
      let own = try ranged.elements("pipelines").map { try $0.text }.filter(names.contains)
      let name = own.count < 3 ? own.joined(separator: ", ") : "\(own[0]) and \(own.count - 1) more"
      return own.first.map { (name, $0, ranged) }
    }
    guard !all.isEmpty else {
      throw PlotProblem(
        "--kind \(kind.name) requires a summary.json with ranging figures, which need known walks; \(label) has none"
      )
    }
    return all
  }
}
