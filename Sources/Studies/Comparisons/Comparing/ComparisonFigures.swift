package import Evaluation
package import Rendering
package import Results
package import World

// A comparison. Missing values are null.

extension FolderComparison: Described {
  /// What `compare --json` prints.
  package static let figures: [Figure<FolderComparison>] = [
    .init(
      "a",
      about: """
        Folder, scenario and seed of the baseline; null if the folder does not state them.
        """, \.a),
    .init("b", about: "The same of the other side.", \.b),
    .init("tolerance", about: "The tolerances, below.", \.rules.tolerance),
    .init("allowsFewerLaps", about: "Whether `--allow-fewer-laps` was given.", \.rules.allowsFewerLaps),
    .init(
      "allowsDifferentScenarios", about: "Whether `--different-scenarios` was given.",
      \.rules.allowsDifferentScenarios),
    .init("timeTolerance", about: "`--time-tolerance`, in seconds.", \.rules.timeTolerance),
    .init(
      "timeDifferences",
      about: """
        By how much the times of errors without a partner differ, below; null if there are no such errors.
        """, \.timeDifferences),
    .init("pairs", about: "An object for each row of the table, below.", \.rows),
    .init(
      "worse",
      about: """
        Whether B is worse in any row, which gives status 1 unless `--fail-on` says otherwise.
        """
    ) { !$0.worse.isEmpty },
    .init("onlyInB", about: "Pipelines that the baseline does not have; they are not compared.", \.onlyInB),
    .init(
      "differences",
      about: "Each key in which the scenarios or sites differ, other pipelines left out, below.",
      \.differences),
    .init("notes", about: "Sentences needed to interpret the figures.", \.notes),
  ]

  /// What it prints of other figures than errors: docs/compare.md lists the keys.
  private static let ofFigures: [Figure<FolderComparison>] = [
    .init("a", \.a.path), .init("b", \.b.path), .init("laps", \.laps),
    .init("missingLaps", \.missingLaps.count),
    .init("rows") { comparison in
      comparison.rows.flatMap(\.metrics).map(ComparedFigure.ofStudies.value)
    },
    .init("fails") { $0.failure != nil }, .init("notes", isOptional: true) { $0.refusal.map { [$0] } },
  ]

  /// The columns of errors, or of other figures.
  package var figureValue: FigureValue {
    isOfFigures ? Self.ofFigures.value(of: self) : Self.figures.value(of: self)
  }
}

extension TimeDifferences: Described {
  /// How far apart in time the errors without a partner are.
  package static let figures: [Figure<TimeDifferences>] = [
    .init(
      "n",
      about: """
        Errors of A without a partner whose nearest error of B, of the same lap and test point, has no \
        partner either.
        """, \.count),
    .init("medianSeconds", about: "The time between these two.", \.median),
    .init("largestSeconds", about: "The largest.", \.largest),
    .init(
      "sufficientSeconds", about: "A tolerance that pairs them; null if none does so unambiguously.",
      \.sufficient),
  ]
}

extension ComparisonTolerance: Described {
  /// The tolerances by which B is judged.
  package static let figures: [Figure<ComparisonTolerance>] = [
    .init("relative", \.relative), .init("absoluteMetres", \.absolute), .init("missed", \.missed),
    .init("rooms", \.rooms),
  ]
}

extension SavedResults: Described {
  /// Which folder it is.
  package static let figures: [Figure<SavedResults>] = [
    .init("folder", \.path), .init("scenario", \.scenario), .init("seed", \.seed),
  ]
}

extension FolderComparison.Row: Described {
  /// How much was paired.
  package static let counts: [Figure<FolderComparison.Row>] = [
    .init("n", "pairs", about: "The number of pairs of errors.", \.comparison?.errors.pairs.count),
    .init("laps", "laps", about: "Laps with at least one.", \.comparison?.laps),
  ]

  /// The mean errors, their difference and the tests of it.
  package static let errors: [Figure<FolderComparison.Row>] = [
    .init(
      "meanMetresA", "A", unit: "m", better: .smaller, about: "The mean of the paired errors of A.",
      \.comparison?.a),
    .init("meanMetresB", "B", unit: "m", better: .smaller, about: "The same of B.", \.comparison?.b),
    .init(
      "differenceMetres", "B - A", unit: "m [95 %]", decimals: 3, better: .smaller,
      about: "The mean of B - A.", \.comparison?.difference,
      interval: \.comparison?.interval),
    .init(nil, "B - A", unit: "%", decimals: 1, rank: 3, better: .smaller) { row in
      row.comparison.flatMap { $0.a > 0 ? 100 * $0.difference / $0.a : nil }
    },
    .init("tolerance", "tolerance", unit: "m", decimals: 3, about: "For this pair.", \.comparison?.tolerance),
    .init(
      "p", "p", form: .probability, rank: 5,
      about: "Wilcoxon's signed-rank test of the laps' mean differences.", \.comparison?.signedRankTest.p),
    .init("pHolm", "p Holm", form: .probability, about: "p corrected for the number of rows.", \.pHolm),
    .init(
      "pSign", "p sign", form: .probability, rank: 6, about: "The exact sign test.", \.comparison?.signTest.p),
  ]

  /// What has no partner or no fix.
  package static let leftOut: [Figure<FolderComparison.Row>] = [
    .init(
      "missedA", "missed A", better: .smaller, about: "Moments due on both sides at which A had no fix.",
      \.comparison?.errors.missedA),
    .init("missedB", "missed B", better: .smaller, about: "The same of B.", \.comparison?.errors.missedB),
    .init("unmatched", "not paired", rank: 4, about: "Errors of both sides that are not paired.") {
      $0.comparison.map { $0.errors.unmatchedA + $0.errors.unmatchedB }
    },
  ]

  /// All of a pair of pipelines.
  package static let figures: [Figure<FolderComparison.Row>] =
    counts + errors + leftOut + [
      .init("a", about: "The name of the pipeline of A.", \.a),
      .init("b", about: "The name of the pipeline of B.", \.b),
      .init(
        "verdict",
        about: """
          The verdict with respect to the tolerance, on which the exit status depends: `worse` or `better` \
          (`beyond` in the table), `within` or `open`.
          """, \.comparison?.verdict.rawValue),
      .init(
        "direction",
        about: """
          `worse` or `better` if the interval excludes 0, else `not shown`; null with fewer than two laps.
          """, \.comparison?.conclusion.direction?.rawValue),
      .init("worse", about: "Whether B fails.", \.isWorse),
      .init(
        "failures",
        about: """
          Why it fails: a list of `errors`, `missed`, `rooms`, `laps` and `metrics`.
          """
      ) { $0.failures.map { "\($0)" } },
      .init(
        "lapsToDecide", isOptional: true,
        about: """
          About [how many laps](compare.md#how-many-laps-would-decide) would decide; only if the verdict is \
          `open` and there is such a number.
          """, \.comparison?.lapsToDecide),
      .init("metrics", isOptional: true, about: "With `--metric` only: an object for each metric, below.") {
        $0.metrics.isEmpty ? nil : $0.metrics
      },
      .init("missesMore", about: "Whether B misses more.", \.missesMore),
      .init("missingLaps", about: "Laps of A of which this pipeline of B has no moment.", \.missingLaps),
      .init("rooms", about: "The right room, below; null if a side lacks rooms.", \.rooms),
      .init("unmatchedA", about: "Errors of A that are not paired.", \.comparison?.errors.unmatchedA),
      .init("unmatchedB", about: "Errors of B that are not paired.", \.comparison?.errors.unmatchedB),
      .init(
        "missedByBoth", about: "Moments due at which neither side had a fix.",
        \.comparison?.errors.missedByBoth),
    ] + [missedByOne]

  private static let missedByOne = Figure<FolderComparison.Row>(
    "missedByOne", about: "Each moment that one side alone missed, below."
  ) { row -> [FigureValue] in
    let figures = PairedErrors.MissedByOne.figures(row.name)
    return (row.comparison?.errors.missedByOne ?? []).map { figures.value(of: $0) }
  }
}

extension StudyDifference: Described {
  /// One key in which the two studies differ.
  package static let figures: [Figure<StudyDifference>] = [
    .init("file", \.file),
    .init("key", about: "Empty for a table.", \.key),
    .init("a", about: "Its value in A; null if absent.", \.a),
    .init("b", about: "Its value in B; likewise.", \.b),
    .init(
      "changesInput", about: "Whether the difference is refused without `--different-scenarios`.",
      \.changesInput),
  ]
}

extension PairedErrors.MissedByOne {
  /// A moment that only one side missed.
  ///
  /// - Parameter name: of a test point.
  package static func figures(
    _ name: @escaping @Sendable (Int) -> TestPoint.ID
  ) -> [Figure<PairedErrors.MissedByOne>] {
    [
      .init("lap", \.lap), .init("point") { $0.point.map(name) }, .init("time", \.time),
      .init("by", about: "The side that missed it, `a` or `b`.", \.side.rawValue),
    ]
  }
}

extension FolderComparison.Row {
  /// The name of a test point.
  @Sendable func name(_ point: Int) -> TestPoint.ID {
    points.indices.contains(point) ? points[point] : .number(point)
  }
}
