import Documents
package import Evaluation
package import Results
package import World

/// The pipelines of two results folders side by side, or several pipelines of one folder against its first: by their errors, or by
/// what each lap adds to other figures, such as those of `context` and of `navigate`.
package struct FolderComparison: Sendable {
  /// Two pipelines and how the second is judged, or one figure of two applications or pipelines.
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
      /// One of the metrics that were asked for, or the figure, is worse.
      case metrics = "metric worse"
    }

    /// The name of the baseline's pipeline.
    package let a: String
    /// The name of the pipeline that is judged.
    package let b: String
    /// Of the errors that both sides measured; nil for another figure.
    package var comparison: PairedComparison?
    /// Nil unless both sides state the rooms of the walker and of the fixes.
    package var rooms: RoomComparison?
    /// What the row is judged by; empty for the mean error, misses and rooms.
    package let metrics: [ComparedFigure]
    /// Laps of A for which this pipeline of B has no errors, in ascending order.
    package var missingLaps: [Int] = []
    /// The signed-rank test's p, corrected for the number of rows after Holm.
    package fileprivate(set) var pHolm = 1.0
    /// The names of test points by their numbers; empty where numbers are the names.
    var points: [TestPoint.ID] = []
    /// In the order of ``Failure``.
    package let failures: [Failure]
    /// Whether the gate fails for this row.
    package let fails: Bool

    /// Whether B fails for any reason.
    var isWorse: Bool { !failures.isEmpty }
    /// Whether B has no fix at more moments than is accepted.
    package var missesMore: Bool { failures.contains(.missed) }

    /// For the mean error, or for each figure that was requested.
    package var conclusions: [Conclusion] {
      metrics.isEmpty
        ? [comparison?.conclusion].compactMap(\.self) : metrics.filter(\.isJudged).map(\.conclusion)
    }
  }

  /// What makes the gate fail.
  package enum Gate: String, Hashable, Sendable, CaseIterable {
    /// B fails in a row.
    case worse
    /// B fails in a row, or a verdict is open.
    case open
    /// The same, or B is better: every verdict but within.
    case difference
    /// The gate never fails.
    case never

    /// - Parameters:
    ///   - isWorse: whether B fails.
    ///   - verdicts: those of all figures that are judged.
    func fails(_ isWorse: Bool, _ verdicts: [Conclusion.Verdict]) -> Bool {
      switch self {
      case .worse: isWorse
      case .open: isWorse || verdicts.contains(.open)
      case .difference: isWorse || verdicts.contains { $0 != .within }
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
  /// The laps of A that B lacks in any row, in ascending order.
  package let missingLaps: [Int]
  /// Pipelines of B that the baseline lacks, and that are therefore not compared.
  package let onlyInB: [String]
  /// Pipelines without any of the requested metrics, which are therefore not compared.
  let withoutMetrics: [String]
  /// Figures of one side only, which are therefore not compared.
  package let unpaired: [LapFigure.Name]
  /// How the studies differ; empty where the folders do not record it.
  package let differences: [StudyDifference]
  /// Why nothing could be compared; nil where it was.
  let refusal: String?

  /// Compares two folders, pipeline by pipeline.
  ///
  /// - Parameters:
  ///   - names: The pipelines to compare; nil for all that the baseline has, which B must have too where they have errors.
  ///   - figures: The names of the figures to judge where there are no errors; nil for all.
  /// - Throws: A problem when the two sides did not receive the same, or a pipeline does not exist, or both sides have nothing in common.
  package init(
    _ a: SavedResults, _ b: SavedResults, pipelines names: [String]? = nil, figures: [String]? = nil,
    rules: Rules = Rules()
  ) throws(FileProblem) {
    try self.init(a, b, pairs: names?.map { ($0, $0) }, figures: figures, rules: rules)
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

  /// Compares pipelines or applications of any names.
  ///
  /// - Parameter pairs: nil for those of the same names.
  /// - Throws: As above.
  package init(
    _ a: SavedResults, _ b: SavedResults, pairs: [(a: String, b: String)]?, figures: [String]? = nil,
    isWithinOneFolder: Bool = false, rules: Rules
  ) throws(FileProblem) {
    let (isOfFigures, known) = (!a.lapFigures.isEmpty, a.subjects)
    let couples = pairs ?? known.map { ($0, $0) }
    if pairs != nil || !isOfFigures {
      for pair in couples { _ = (try a.check(pair.a), try b.check(pair.b)) }
    }
    try Self.checkInput(a, b, rules)
    differences = a.study.differences(from: b.study).filter { difference in
      couples.isEmpty || couples.contains { difference.concerns($0.a) || difference.concerns($0.b) }
    }
    let names = a.names.joined(with: b.names)
    (self.a, self.b, refusal) = (a.numbered(by: names), b.numbered(by: names), nil)
    (self.rules, self.isWithinOneFolder) = (rules, isWithinOneFolder && !isOfFigures)
    onlyInB = pairs == nil && !isOfFigures ? b.subjects.filter { !known.contains($0) } : []
    if isOfFigures {
      let chosen = try FigureCouples(a, b, couples, figures: figures, areChosen: pairs != nil)
      (rows, unpaired, withoutMetrics) = (try chosen.rows(rules), chosen.unpaired, [])
      (lapsOfA, missingLaps) = (chosen.lapsOfA, Array(chosen.laps..<chosen.lapsOfA))
    } else {
      (rows, lapsOfA, withoutMetrics) = try Self.compare(self.a, self.b, couples, rules)
      (missingLaps, unpaired) = (Set(rows.flatMap(\.missingLaps)).sorted(), [])
    }
  }

  private static func compare(
    _ a: SavedResults, _ b: SavedResults, _ pairs: [(a: String, b: String)], _ rules: Rules
  ) throws(FileProblem) -> (rows: [Row], lapsOfA: Int, withoutMetrics: [String]) {
    let couples = try pairs.map { pair throws(FileProblem) in
      PipelineCouple(
        baseline: a, a: try a.pipeline(pair.a), judged: b, b: try b.pipeline(pair.b), rules: rules)
    }
    let lapsOfB = Set(b.pipelines.lazy.flatMap(\.errors).map(\.lap))
    var rows = try couples.map { couple throws(FileProblem) in try couple.row(lapsOfB: lapsOfB) }
    let withoutMetrics = rules.metrics.isEmpty ? [] : rows.filter(\.metrics.isEmpty).map(\.b)
    if !rules.metrics.isEmpty { rows.removeAll(where: \.metrics.isEmpty) }
    guard !rows.isEmpty else {
      throw FileProblem(
        file: "--metric", expected: "metrics that a pipeline of both folders has",
        found: "no \(WordList.text(rules.metrics.map { $0.key(for: .comparisons) })) of "
          + withoutMetrics.joined(separator: ", "))
    }
    let adjusted = HolmCorrection.adjusted(rows.map { $0.comparison?.signedRankTest.p ?? 1 })
    for (index, p) in adjusted.enumerated() { rows[index].pHolm = p }
    return (rows, Set(couples.lazy.flatMap(\.a.errors).map(\.lap)).count, withoutMetrics)
  }

  /// Results with which a folder that is to become the baseline cannot be compared.
  ///
  /// - Parameters:
  ///   - path: of the folder that there is, or is not.
  ///   - refusal: why, as a sentence.
  package init(of b: SavedResults, notComparedWith path: String, rules: Rules, _ refusal: String) {
    (a, self.b, self.rules, self.refusal) = (SavedResults(path: path), b, rules, refusal)
    (isWithinOneFolder, rows, lapsOfA, missingLaps, unpaired) = (false, [], 0, [], [])
    (onlyInB, withoutMetrics, differences) = (b.pipelines.map(\.name), [], [])
  }

  /// Refuses results of two seeds, where both sides state theirs, and those that differ in the advertisements received, in the walks, or
  /// in what was scored.
  private static func checkInput(
    _ a: SavedResults, _ b: SavedResults, _ rules: Rules
  ) throws(FileProblem) {
    if let own = a.seed, let other = b.seed, own != other {
      throw FileProblem(
        file: b.path,
        expected: "results of the seed \(own), as \(a.path) has, so that both have the same input",
        found: "the seed \(other)")
    }
    let input = a.study.differences(from: b.study).filter(\.changesInput)
    guard !input.isEmpty, !rules.allowsDifferentScenarios else { return }
    let shown = input.prefix(3).map(\.description).joined(separator: "; ")
    let rest = input.count > 3 ? "; and \(input.count - 3) more" : ""
    throw FileProblem(
      file: b.path, expected: "results of the same scenario and site as \(a.path), or --different-scenarios",
      found: shown + rest)
  }

  /// Whether other figures than errors are compared.
  package var isOfFigures: Bool { !b.lapFigures.isEmpty }

  /// How many laps of figures are compared.
  var laps: Int { lapsOfA - missingLaps.count }

  /// How far apart in time the errors without a partner are; nil where all have one.
  package var timeDifferences: TimeDifferences? { TimeDifferences(rows.compactMap(\.comparison?.errors)) }
}
