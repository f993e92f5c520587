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
    package let pHolm: Double
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
    var couples: [Couple] = []
    for pair in pairs {
      couples.append(Couple(a: try a.pipeline(pair.a), b: try b.pipeline(pair.b)))
    }
    (self.a, self.b, self.rules, self.onlyInB) = (a, b, rules, onlyInB)
    self.isWithinOneFolder = isWithinOneFolder
    try Self.checkSeeds(a.seed, b.seed, a.path, b.path)
    differences = a.study.differences(from: b.study)
    if !rules.allowsDifferentScenarios { try Self.checkInput(differences, a.path, b.path) }
    lapsOfA = Self.laps(of: couples.map(\.a)).count
    (rows, withoutMetrics) = try Self.rows(of: couples, a, b, rules)
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

  fileprivate struct Couple {
    let a: SavedResults.Pipeline
    let b: SavedResults.Pipeline
  }

  private static func laps(of pipelines: [SavedResults.Pipeline]) -> Set<Int> {
    Set(pipelines.lazy.flatMap(\.errors).map(\.lap))
  }

  private static func rows(
    of couples: [Couple], _ baseline: SavedResults, _ judged: SavedResults, _ rules: Rules
  ) throws(FileProblem) -> (rows: [Row], without: [String]) {
    let laps = laps(of: judged.pipelines)
    var (kept, without) = ([Compared](), [String]())
    for couple in couples {
      let compared = try compared(couple, baseline, judged, laps, rules)
      if rules.metrics.isEmpty || !compared.metrics.isEmpty {
        kept.append(compared)
      } else {
        without.append(couple.b.name)
      }
    }
    guard !kept.isEmpty else {
      let asked = WordList.text(rules.metrics.map { $0.key(for: .comparisons) })
      throw FileProblem(
        file: "--metric", expected: "metrics that a pipeline of both folders has",
        found: "no \(asked) of \(without.joined(separator: ", "))")
    }
    let corrected = HolmCorrection.adjusted(kept.map(\.errors.signedRankTest.p))
    return (zip(kept, corrected).map { Row($0, pHolm: $1, rules) }, without)
  }

  /// Two pipelines with all that is compared of them.
  fileprivate struct Compared {
    let couple: Couple
    let errors: PairedComparison
    let rooms: RoomComparison?
    let metrics: [MetricComparison]
  }

  /// - Parameter laps: those that any pipeline of B has.
  private static func compared(
    _ couple: Couple, _ baseline: SavedResults, _ judged: SavedResults, _ laps: Set<Int>, _ rules: Rules
  ) throws(FileProblem) -> Compared {
    let errors = PairedErrors(
      couple.a.errors, couple.b.errors, lapsOfB: laps, timeTolerance: rules.timeTolerance)
    try checkPairsAreUnique(errors)
    guard let comparison = PairedComparison(errors, tolerance: rules.tolerance) else {
      throw FileProblem(
        file: judged.path, expected: "errors of \(couple.b.name) at moments of the baseline",
        found: "\(errors.unmatchedB) not paired and \(errors.missedB) missed"
          + (TimeDifferences([errors]).map { " (\($0.advice))" } ?? ""))
    }
    let rooms = RoomComparison(
      couple.a.rooms, couple.b.rooms, tolerance: rules.tolerance.rooms, timeTolerance: rules.timeTolerance)
    let metrics = try SavedMetrics(
      baseline: baseline, a: couple.a, judged: judged, b: couple.b, pair: comparison, rooms: rooms,
      tolerance: rules.tolerance
    ).compared(by: rules.metrics)
    return Compared(couple: couple, errors: comparison, rooms: rooms, metrics: metrics)
  }
}

extension FolderComparison {
  /// Refuses a tolerance with which an error could have two partners; the default tolerance is not checked.
  private static func checkPairsAreUnique(_ errors: PairedErrors) throws(FileProblem) {
    let half = errors.shortestSpacing / 2
    guard errors.timeTolerance > PairedErrors.sameMoment, errors.timeTolerance >= half else { return }
    throw FileProblem(
      file: "--time-tolerance", expected: "less than half the time between two errors of a lap, \(half) s",
      found: "\(errors.timeTolerance)")
  }

  /// How far apart in time the errors without a partner are; nil where all have one.
  package var timeDifferences: TimeDifferences? { TimeDifferences(rows.map(\.comparison.errors)) }
}

extension FolderComparison.Row {
  fileprivate init(
    _ compared: FolderComparison.Compared, pHolm: Double, _ rules: FolderComparison.Rules
  ) {
    let (couple, comparison) = (compared.couple, compared.errors)
    let (rooms, metrics) = (compared.rooms, compared.metrics)
    (a, b) = (couple.a.name, couple.b.name)
    (self.comparison, self.pHolm, self.rooms, self.metrics) = (comparison, pHolm, rooms, metrics)
    let missing = Set(couple.a.errors.lazy.map(\.lap)).subtracting(couple.b.errors.lazy.map(\.lap)).sorted()
    missingLaps = missing
    let isByMetrics = !metrics.isEmpty
    let failures = Failure.allCases.filter { failure in
      switch failure {
      case .errors: !isByMetrics && comparison.verdict == .worse
      case .missed: !isByMetrics && comparison.errors.missesMore(than: rules.tolerance.missed)
      case .rooms: !isByMetrics && (rooms?.pooled.verdict == .worse || rooms?.macro.verdict == .worse)
      case .laps: !missing.isEmpty && !rules.allowsFewerLaps
      case .metrics: metrics.contains { $0.isJudged && $0.verdict == .worse }
      }
    }
    self.failures = failures
    let verdicts =
      isByMetrics ? metrics.filter(\.isJudged).map(\.verdict) : [comparison.verdict]
    fails =
      switch rules.gate {
      case .worse: !failures.isEmpty
      case .undecided: !failures.isEmpty || verdicts.contains(.undecided)
      case .difference: !failures.isEmpty || verdicts.contains { $0 != .alike }
      case .never: false
      }
  }
}
