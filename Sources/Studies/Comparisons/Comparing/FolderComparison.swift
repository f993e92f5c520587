import Documents
package import Evaluation
package import Results
package import World

/// The pipelines of two results folders side by side, or several pipelines of one folder against its first.
package struct FolderComparison: Sendable {
  /// Two pipelines, and how the second is judged.
  package struct Row: Sendable {
    /// A reason for which B fails in a row.
    package enum Failure: String, Hashable, Sendable, CaseIterable {
      /// Its errors are larger.
      case errors = "worse"
      /// It misses more moments than A, by more than the tolerance and more than chance explains.
      case missed = "misses more"
      /// It finds the right room less often.
      case rooms = "rooms worse"
      /// It lacks laps that A has, whether or not other pipelines of B have them.
      case laps = "laps missing"
      /// One of the metrics that were asked for is worse.
      case metrics = "metric worse"
    }

    /// The name of the baseline's pipeline.
    package let a: String
    /// The name of the pipeline that is judged.
    package let b: String
    /// Of the errors that both sides measured.
    package let comparison: PairedComparison
    /// Nil unless both sides state the rooms of the walker and of the fixes.
    package let rooms: RoomComparison?
    /// The metrics that the row is judged by; empty for the mean error, misses and rooms.
    package let metrics: [MetricComparison]
    /// Laps of A for which this pipeline of B has no errors, in ascending order.
    package let missingLaps: [Int]
    /// The signed-rank test's p, corrected for the number of rows after Holm.
    package fileprivate(set) var pHolm = 1.0
    /// The names of test points by their numbers; empty where numbers are the names.
    let points: [TestPoint.ID]
    /// In the order of ``Failure``.
    package let failures: [Failure]
    /// Whether the gate fails for this row.
    package let fails: Bool

    /// Whether B fails for any reason.
    var isWorse: Bool { !failures.isEmpty }
    /// Whether B has no fix at more moments than is accepted.
    package var missesMore: Bool { failures.contains(.missed) }

    /// For the mean error, or for each metric that was requested.
    package var conclusions: [Conclusion] {
      metrics.isEmpty ? [comparison.conclusion] : metrics.filter(\.isJudged).map(\.conclusion)
    }
  }

  /// What makes the gate fail.
  package enum Gate: String, Hashable, Sendable, CaseIterable {
    /// B fails in a row.
    case worse
    /// B fails in a row, or a verdict is undecided.
    case undecided
    /// The same, or B is better: every verdict but equivalent.
    case difference
    /// The gate never fails.
    case never

    /// - Parameters:
    ///   - isWorse: whether B fails.
    ///   - verdicts: those of all figures that are judged.
    func fails(_ isWorse: Bool, _ verdicts: [Conclusion.Verdict]) -> Bool {
      switch self {
      case .worse: isWorse
      case .undecided: isWorse || verdicts.contains(.undecided)
      case .difference: isWorse || verdicts.contains { $0 != .alike }
      case .never: false
      }
    }
  }

  /// The tolerances of a comparison, and the differences that it allows.
  package struct Rules: Hashable, Sendable {
    /// How much worse B may be.
    package let tolerance: ComparisonTolerance
    /// Whether B may lack laps of A.
    package let allowsFewerLaps: Bool
    /// Whether the two sides may have received different advertisements.
    package let allowsDifferentScenarios: Bool
    /// Seconds by which the times of a pair may differ.
    package let timeTolerance: Double
    /// The metrics by which rows are judged instead of the mean error, misses and rooms; empty for these three.
    package let metrics: [Metric]
    /// When the exit status is 1.
    package let gate: Gate

    package init(
      tolerance: ComparisonTolerance = ComparisonTolerance(), allowsFewerLaps: Bool = false,
      allowsDifferentScenarios: Bool = false, timeTolerance: Double = PairedErrors.sameMoment,
      metrics: [Metric] = [], gate: Gate = .worse
    ) {
      (self.timeTolerance, self.metrics, self.gate) = (timeTolerance, metrics, gate)
      self.tolerance = tolerance
      self.allowsFewerLaps = allowsFewerLaps
      self.allowsDifferentScenarios = allowsDifferentScenarios
    }
  }

  /// The baseline.
  package let a: SavedResults
  /// What is judged.
  package let b: SavedResults
  /// Whether pipelines of one folder are compared with each other.
  package let isWithinOneFolder: Bool
  /// By which B is judged.
  package let rules: Rules
  /// At least one.
  package let rows: [Row]
  /// How many laps the compared pipelines of A have.
  package let lapsOfA: Int
  /// Pipelines of B that the baseline lacks, and that are therefore not compared.
  package let onlyInB: [String]
  /// Pipelines without any of the requested metrics, which are therefore not compared.
  let withoutMetrics: [String]
  /// How the studies differ; empty where the folders do not record it.
  package let differences: [StudyDifference]

  /// Compares two folders, pipeline by pipeline.
  ///
  /// - Parameter names: The pipelines to compare; nil for all that the baseline has, which B must have too.
  /// - Throws: A problem when the two sides did not receive the same, or a pipeline does not exist or has no moment that
  ///   was measured on both sides.
  package init(
    _ a: SavedResults, _ b: SavedResults, pipelines names: [String]? = nil, rules: Rules = Rules()
  ) throws(FileProblem) {
    let known = a.pipelines.map(\.name)
    try self.init(
      a, b, pairs: (names ?? known).map { ($0, $0) },
      onlyInB: names == nil ? b.pipelines.map(\.name).filter { !known.contains($0) } : [], rules: rules)
  }

  /// Compares a pipeline of one folder with one of any name of another.
  ///
  /// - Throws: As above.
  package init(_ a: SavedResults, _ nameA: String, _ b: SavedResults, _ nameB: String, rules: Rules = Rules())
    throws(FileProblem)
  {
    try self.init(a, b, pairs: [(nameA, nameB)], rules: rules)
  }

  private init(
    _ a: SavedResults, _ b: SavedResults, pairs: [(a: String, b: String)], onlyInB: [String] = [],
    isWithinOneFolder: Bool = false, rules: Rules
  ) throws(FileProblem) {
    for pair in pairs { _ = (try a.pipeline(pair.a), try b.pipeline(pair.b)) }
    (self.rules, self.onlyInB, self.isWithinOneFolder) = (rules, onlyInB, isWithinOneFolder)
    try Self.checkSeeds(a.seed, b.seed, a.path, b.path)
    differences = a.study.differences(from: b.study)
    if !rules.allowsDifferentScenarios { try Self.checkInput(differences, a.path, b.path) }
    let names = a.names.joined(with: b.names)
    let (a, b) = (a.numbered(by: names), b.numbered(by: names))
    (self.a, self.b) = (a, b)
    let couples = try pairs.map { pair throws(FileProblem) in
      PipelineCouple(
        baseline: a, a: try a.pipeline(pair.a), judged: b, b: try b.pipeline(pair.b), rules: rules)
    }
    lapsOfA = Set(couples.lazy.flatMap(\.a.errors).map(\.lap)).count
    let lapsOfB = Set(b.pipelines.lazy.flatMap(\.errors).map(\.lap))
    var rows = try couples.map { couple throws(FileProblem) in try couple.row(lapsOfB: lapsOfB) }
    withoutMetrics = rules.metrics.isEmpty ? [] : rows.filter(\.metrics.isEmpty).map(\.b)
    if !rules.metrics.isEmpty { rows.removeAll(where: \.metrics.isEmpty) }
    guard !rows.isEmpty else {
      throw FileProblem(
        file: "--metric", expected: "metrics that a pipeline of both folders has",
        found: "no \(WordList.text(rules.metrics.map { $0.key(for: .comparisons) })) of "
          + withoutMetrics.joined(separator: ", "))
    }
    for (index, p) in HolmCorrection.adjusted(rows.map(\.comparison.signedRankTest.p)).enumerated() {
      rows[index].pHolm = p
    }
    self.rows = rows
  }

  /// Compares pipelines of one folder: each after the first with the first.
  ///
  /// - Parameter names: At least two.
  /// - Throws: As above.
  package init(within folder: SavedResults, pipelines names: [String], rules: Rules = Rules())
    throws(FileProblem)
  {
    precondition(names.count >= 2, "expected at least two pipelines, found \(names.count)")
    try self.init(
      folder, folder, pairs: names.dropFirst().map { (names[0], $0) }, isWithinOneFolder: true, rules: rules)
  }

  /// Refuses results of two seeds, where both sides state theirs.
  package static func checkSeeds(_ seedA: Int?, _ seedB: Int?, _ a: String, _ b: String) throws(FileProblem) {
    guard let seedA, let seedB, seedA != seedB else { return }
    throw FileProblem(
      file: b, expected: "results of the seed \(seedA), as \(a) has, so that both have the same input",
      found: "the seed \(seedB)")
  }

  /// Refuses results that differ in the advertisements received, in the walks, or in what was scored.
  package static func checkInput(_ differences: [StudyDifference], _ a: String, _ b: String)
    throws(FileProblem)
  {
    let input = differences.filter(\.changesInput)
    guard !input.isEmpty else { return }
    let shown = input.prefix(3).map(\.description).joined(separator: "; ")
    let rest = input.count > 3 ? "; and \(input.count - 3) more" : ""
    throw FileProblem(
      file: b, expected: "results of the same scenario and site as \(a), or --different-scenarios",
      found: shown + rest)
  }

  /// How far apart in time the errors without a partner are; nil where all have one.
  package var timeDifferences: TimeDifferences? { TimeDifferences(rows.map(\.comparison.errors)) }
}
