import Documents
import Evaluation
import Figures
import NumericalMethods
package import Results

extension Plot {
  /// Published figures beside the simulated ones.
  package static func published(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let names = Set(results.pipelines.map(\.name))
    let rows = try (results.summary?.elements("verdicts") ?? []).compactMap { figure -> Document? in
      let cell = try figure.text("cell")
      guard let space = cell.lastIndex(of: " "), names.contains(String(cell[..<space])),
        let simulated = try? figure.number("simulated")
      else { return nil }
      var row: [Document.Member] = [
        .init(key: "cell", value: cell.plotted),
        .init(key: "published", value: try figure.number("published").plotted),
        .init(key: "simulated", value: simulated.plotted),
      ]
      if let interval = try figure.interval("interval95") {
        row.append(.init(key: "lower", value: interval.lower.plotted))
        row.append(.init(key: "upper", value: interval.upper.plotted))
      }
      return Document(row)
    }
    guard !rows.isEmpty else {
      throw PlotProblem(
        "--kind published requires a scenario with published figures; \(results.label) has none")
    }
    let cells = try rows.map { try $0.text("cell") }
    let metres = Channel.quantity("simulated", "error", unit: "m", fromZero: true)
    let cell = Channel.category("cell", order: cells)
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
                .x: metres.with("field", "lower"), .x2: .end("upper"), .y: cell, .color: .value("#0072B2"),
              ]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 30], rows: rows,
              [.x: metres, .y: cell, .color: .value("#0072B2")]),
            Layer(
              .point, ["shape": "diamond", "size": 70, "stroke": "#D55E00", "opacity": 1], rows: rows,
              [.x: metres.with("field", "published"), .y: cell]),
          ])))
  }

  /// The error of estimated distances in bins of the true distance.
  package static func ranging(_ results: PlottedResults, width: PlotWidth = .column) throws -> Plot {
    let levels = try results.rangedLevels(.ranging)
    var rows: [Document] = []
    var bins: [String] = []
    for (name, ranged) in levels {
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
    let series = SeriesStyle(levels.map(\.name), field: "levels")
    let bin = Channel.category("bin", "true distance (m)", order: bins).with("axis", ["labelAngle": 0])
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
    guard let (name, ranged) = try results.rangedLevels(.zones).first else {
      throw PlotProblem("\(results.label): expected ranging figures, found none")
    }
    let matrix = try ranged["zones"].elements("confusion")
    let truths = try matrix.map { try $0.text("zone") }
    let estimates = truths + ["unknown"]
    var rows: [Document] = []
    var count = 0
    for row in matrix {
      let counts = try estimates.map { ($0, try row.integer($0)) }
      let sum = counts.reduce(0) { $0 + $1.1 }
      count += sum
      for (estimate, cases) in counts where sum > 0 {
        let share = Double(cases) / Double(sum)
        rows.append([
          "truth": try row.text("zone").plotted, "estimate": estimate.plotted, "value": share.plotted,
          "label": percent(share).plotted, "light": Document(share < 0.6 ? "low" : "high"),
        ])
      }
    }
    let truth = Channel.category("truth", "true zone", order: truths)
    let estimate = Channel.category("estimate", "estimated zone", order: estimates)
      .with("axis", ["labelAngle": 0])
    return Plot(
      .zones,
      caption:
        "Estimated zones by true zone, \(name); each row sums to 100 % of the callbacks at which the beacon was in that "
        + "zone, \(Counted.number(count)) in all. " + results.origin,
      .view(.matrix(x: estimate, y: truth, rows: rows, title: "share", width: width, height: 150)))
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
          "label": percent(share).plotted, "light": Document(share < 0.6 ? "low" : "high"),
        ])
      }
    }
    let rank = Channel.category("rank", "rank by mean error", order: names.indices.map { "\($0 + 1)" })
      .with("axis", ["labelAngle": 0])
    let pipeline = Channel.category("pipeline", order: names)
    return Plot(
      .ranks,
      caption:
        "Share of \(RankShares.resamples) resamples of the laps in which each pipeline has each rank by mean error. "
        + results.origin,
      .view(
        .matrix(
          x: rank, y: pipeline, rows: rows, title: "share", width: width,
          height: 60 + 16 * Double(names.count))))
  }

  /// Paired differences of the mean errors in two folders.
  package static func differences(_ comparison: FolderComparison, width: PlotWidth = .column) -> Plot {
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
                .x: metres.with("field", "lower"), .x2: .end("upper"), .y: pipeline,
                .color: .value("#0072B2"),
              ]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 30], rows: rows,
              [.x: metres, .y: pipeline, .color: .value("#0072B2")]),
          ])))
  }
}

extension Chart.View {
  /// Shares in a grid, as colours and in numbers.
  static func matrix(
    x: Channel, y: Channel, rows: [Document], title: String, width: PlotWidth, height: Double
  ) -> Chart.View {
    let colour = Channel.quantity("value", title, domain: 0...1)
      .with("scale", ["scheme": "blues", "domain": [0, 1]]).withoutLegend
    let ink = Channel.category("light", order: ["low", "high"], range: ["#000000", "#FFFFFF"]).withoutLegend
    return Chart.View(
      width: width.points, height: height,
      layers: [
        Layer(.rect, ["stroke": "#FFFFFF", "strokeWidth": 0.5], rows: rows, [.x: x, .y: y, .fill: colour]),
        Layer(.text, ["fontSize": 6.5], rows: rows, [.x: x, .y: y, .text: .field("label"), .color: ink]),
      ], zooms: false)
  }
}

/// The ranks of pipelines by their mean errors, among resamples of the laps.
package struct RankShares: Hashable, Sendable {
  static let resamples = 1000

  /// In the order of their mean errors over all laps.
  package let names: [String]
  /// By pipeline, then by rank: the share of resamples. Equal means share their ranks in the order of the pipelines.
  package let shares: [[Double]]

  /// - Throws: with fewer than two pipelines that have errors, or fewer than two laps.
  package init(_ results: PlottedResults) throws {
    let laps = Set(results.pipelines.flatMap { $0.rows.map(\.lap) }).sorted()
    let measured = results.pipelines.filter { !$0.measured.isEmpty }
    guard measured.count > 1, laps.count > 1 else {
      throw PlotProblem(
        "--kind ranks requires two pipelines with errors and two laps; \(results.label) has \(measured.count) and \(laps.count)"
      )
    }
    let places = Dictionary(uniqueKeysWithValues: laps.enumerated().map { ($1, $0) })
    let totals = measured.map { pipeline in
      var totals = [SIMD2<Double>](repeating: .zero, count: laps.count)
      for row in pipeline.rows {
        if let metres = row.metres, let lap = places[row.lap] { totals[lap] += SIMD2(metres, 1) }
      }
      return totals
    }
    func order(_ times: [Double]) -> [Int] {
      let means = totals.map { totals in
        let sum = zip(totals, times).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
        return sum[1] > 0 ? sum[0] / sum[1] : .infinity
      }
      return means.indices.sorted { (means[$0], $0) < (means[$1], $1) }
    }
    let whole = order([Double](repeating: 1, count: laps.count))
    var random = RandomStream(Seed(0).derived("ranks of pipelines"))
    let drawn = LapResamples(of: laps.count, count: Self.resamples, using: &random)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: measured.count), count: measured.count)
    for resample in 0..<Self.resamples {
      for (rank, pipeline) in order(drawn.times(in: resample).map { Double($0) }).enumerated() {
        counts[pipeline][rank] += 1
      }
    }
    names = whole.map { measured[$0].name }
    shares = whole.map { counts[$0].map { Double($0) / Double(Self.resamples) } }
  }
}

extension PlottedResults {
  /// The figures of ranging in the summary, with the pipelines that hear so.
  fileprivate func rangedLevels(_ kind: PlotKind) throws -> [(name: String, ranged: Document)] {
    let names = Set(pipelines.map(\.name))
    let all = try (summary?.elements("ranging") ?? []).compactMap {
      ranged -> (name: String, ranged: Document)? in
      let own = try ranged.elements("pipelines").map { try $0.text }.filter(names.contains)
      return own.isEmpty ? nil : (own.joined(separator: ", "), ranged)
    }
    guard !all.isEmpty else {
      throw PlotProblem(
        "--kind \(kind.rawValue) requires a summary.json with ranging figures, which need known walks; \(label) has none"
      )
    }
    return all
  }
}
