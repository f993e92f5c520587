import Evaluation
package import Laps
package import Rendering
import Scenarios
package import World

/// The ranking of a study's pipelines beside that of its white-noise twin.
///
/// Two pipelines are ranked only when their difference is sure in the study at hand: ``PipelineDifference`` says
/// when, corrected for all pairs of pipelines.
package struct RankingComparison: Sendable {
  /// One pipeline in both studies, at the moments both measured it.
  package struct Row: Hashable, Sendable {
    package let pipeline: String
    /// From 1 for the smallest mean error; equal ones share a rank.
    package let rank: Int
    package let whiteRank: Int
    /// Mean errors in metres.
    package let mean: Double?
    package let whiteMean: Double?
    /// By how many metres the white noise makes the error larger; nil where no moment was measured in both studies.
    package let change: Double?
    /// The 95 % interval of the change over laps.
    let changeInterval: ConfidenceInterval?
  }

  /// Two pipelines in both studies.
  package struct Pair: Hashable, Sendable {
    /// How the two orders of a pair agree.
    package enum Order: String, Hashable, Sendable, CaseIterable {
      /// Certain in both, and the same.
      case same
      /// Certain in both, and reversed.
      case turned
      /// Certain with the structured noise only.
      case lost
      /// Certain with white noise only.
      case gained
      /// Certain in neither.
      case notShown = "not shown"
    }

    /// With the noise of the scenario.
    package let structured: PipelineDifference
    /// With white noise.
    package let white: PipelineDifference

    /// By both verdicts.
    package var order: Order {
      switch (structured.verdict, white.verdict) {
      case (.notShown, .notShown): .notShown
      case (_, .notShown): .lost
      case (.notShown, _): .gained
      case (let a, let b): a == b ? .same : .turned
      }
    }
  }

  /// In the order of the scenario.
  package let rows: [Row]
  /// Each pipeline with each one before it; empty with fewer than two laps.
  package let pairs: [Pair]
  /// The study with its own noise.
  @Shared package private(set) var structured: StudyResult
  /// Its white-noise twin.
  @Shared package private(set) var white: StudyResult

  /// - Parameters:
  ///   - structured: the study with the noise it has.
  ///   - white: its twin.
  package init(structured: StudyResult, white: StudyResult) {
    self.structured = structured
    self.white = white
    let (ranks, whiteRanks) = (Self.ranks(of: structured), Self.ranks(of: white))
    var rows: [Row] = []
    for (index, (before, after)) in zip(structured.pipelines, white.pipelines).enumerated() {
      let comparison = PairedComparison(before.kept.paired(with: after.kept))
      rows.append(
        Row(
          pipeline: before.definition.name, rank: ranks[index], whiteRank: whiteRanks[index],
          mean: before.score.whole.statistics?.mean, whiteMean: after.score.whole.statistics?.mean,
          change: comparison?.difference, changeInterval: comparison?.interval))
    }
    self.rows = rows
    let differences = PipelineDifference.everyTwo(of: structured.pipelines)
    let twins = PipelineDifference.everyTwo(of: white.pipelines)
    // A pair that one study could not compare is missing there, and has no order.
    pairs = differences.compactMap { difference in
      twins.first { $0.pipeline == difference.pipeline && $0.reference == difference.reference }.map {
        Pair(structured: difference, white: $0)
      }
    }
  }

  /// Whether any two pipelines have certain, opposite orders with the structured noise and with white noise.
  package var isTurned: Bool { pairs.contains { $0.order == .turned } }

  /// By mean error; equal ones share the smallest of their ranks, and those without an error come last.
  private static func ranks(of study: StudyResult) -> [Int] {
    let means = study.pipelines.map { $0.score.whole.statistics?.mean ?? .infinity }
    return means.map { mean in 1 + means.count { $0 < mean } }
  }
}

extension RankingComparison: Described {
  /// What `run --white-noise-twin --json` prints: both studies and the ranking.
  package static let figures: [Figure<RankingComparison>] = [
    .init("structured", \.structured), .init("white", \.white), .init("ranking", \.ranking),
  ]

  /// What the twin's results folder holds as `ranking.json`.
  package var ranking: FigureValue {
    let figures: [Figure<RankingComparison>] = [
      .init("turned", \.isTurned), .init("rows", \.rows), .init("pairs", \.pairs),
    ]
    return figures.value(of: self)
  }
}

extension RankingComparison.Row: Described {
  package static let figures: [Figure<RankingComparison.Row>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("rank", "rank", better: .smaller, \.rank),
    .init("whiteRank", "white rank", better: .smaller, \.whiteRank),
    .init("meanMetres", "mean", unit: "m", better: .smaller, \.mean),
    .init("whiteMeanMetres", "white mean", unit: "m", better: .smaller, \.whiteMean),
    .init("changeMetres", "change", unit: "m [95 %]", decimals: 3, \.change, interval: \.changeInterval),
  ]
}

extension RankingComparison.Pair: Described {
  package static let shown: [Figure<RankingComparison.Pair>] =
    [.init(nil, "pair") { "\($0.structured.pipeline) - \($0.structured.reference)" }]
    + [PipelineDifference.metres("structured")].of(\.structured)
    + [PipelineDifference.metres("white")].of(\.white) + [.init("order", "order", \.order.rawValue)]

  package static let figures: [Figure<RankingComparison.Pair>] = [
    .init("reference", \.structured.reference), .init("pipeline", \.structured.pipeline),
    .init(
      "order",
      about: """
        `same` or `turned`: significant in both studies, with the same sign or with opposite ones; `lost`: \
        with the structured noise only; `gained`: with white noise only; `unclear`: in neither.
        """, \.order.rawValue),
    .init("structured", about: "The difference with the noise of the scenario.", \.structured),
    .init("white", about: "That with white noise.", \.white),
  ]
}

extension RankingComparison {
  /// The ranking of a study's pipelines beside that of its white-noise twin.
  package var report: [ReportSection] {
    let rows: ReportSection = .table(
      rows, Row.figures,
      legend: [
        "Ranks by mean error, equal means with equal ranks; change: of the error at the same press of the same lap, negative where white "
          + "noise makes it smaller."
      ])
    // Pairs in which both studies do not agree for sure.
    let shown = pairs.filter { $0.order != .same && $0.order != .notShown }
    return [.paragraph("White-noise twin: \(noise)"), rows]
      + (shown.isEmpty ? [] : [.table(shown, Pair.shown, legend: [pairsNote])]) + [.paragraph(verdict)]
  }

  private var noise: String {
    guard let noise = white.whiteNoise else { return "no readings." }
    func decimals(_ value: Double?) -> String { value.map { FixedPoint.text($0, decimals: 2) } ?? "unknown" }
    let kept =
      noise.unplaced == 0
      ? "" : " \(Counted.text(noise.unplaced, "reading")) at unknown positions are unchanged."
    return
      "in \(Counted.text(noise.readings, "reading")) of \(Counted.text(noise.beacons, "beacon")) the residuals about the "
      + "mean RSSI at each distance, \(decimals(noise.deviation)) dB, are replaced by white noise. From one second to the next "
      + "their correlation is \(decimals(noise.measuredCorrelation)) as received and "
      + "\(decimals(noise.whiteCorrelation)) in the twin. No beacon's mean RSSI changes by more than "
      + "\(bound(noise.largestMeanChange)) dB, no variance by more than "
      + "\(bound(100 * noise.largestVarianceChange)) %.\(kept)"
  }

  /// Rounded up, so that the stated number always suffices.
  private func bound(_ value: Double) -> String {
    value <= 0.0001 ? "0.0001" : FixedPoint.text((value * 10000).rounded(.up) / 10000, decimals: 4)
  }

  private var pairsNote: String {
    "Difference of the paired errors. Turned: significant in both, with opposite signs. Lost: significant with the structured noise only. "
      + "Gained: significant with white noise only. Significant: signed-rank test of the laps below \(PipelineDifference.level) "
      + "after Holm's correction for \(Counted.text(pairs.count, "pair")), and 0 outside the interval."
  }

  private var verdict: String {
    func count(_ order: Pair.Order) -> Int { self.pairs.count { $0.order == order } }
    guard !pairs.isEmpty else {
      return "Whether the ranking changes cannot be tested with fewer than two pipelines or two laps."
    }
    let others =
      "\(count(.same)) the same, \(count(.lost)) lost, \(count(.gained)) gained, \(count(.notShown)) not shown."
    let pairs = Counted.text(self.pairs.count, "pair")
    let laps = structured.laps
    let needed = PipelineDifference.fewestLaps(forDifferences: self.pairs.count)
    guard laps >= needed else {
      return
        "\(Counted.text(laps, "lap")) cannot show whether the ranking changes: of \(pairs) none can be significant "
        + "with fewer than \(needed) laps."
    }
    guard isTurned else {
      return "The ranking does not change significantly: of \(pairs) none turned; \(others)"
    }
    return "The ranking changes: \(count(.turned)) of \(pairs) turned; \(others)"
  }
}
