import Documents
package import Evaluation
import Rendering
import Results
package import World

/// The figures of two studies side by side, paired lap by lap: those of `context`, of `navigate`, or of another program.
///
/// B fails in a figure if the whole 95 % interval of the difference lies beyond the tolerance and the p value of ``ExchangeTest``,
/// adjusted for all figures compared, is below 5 %. Half of that is on the side where B is worse, so that of 100 comparisons of equal
/// settings at most 2.5 fail in any figure, however many there are.
package struct FigureComparison: Sendable {
  /// One figure on both sides.
  package struct Row: Sendable {
    /// The baseline's.
    package let figure: LapFigure
    /// The application or the pipeline of B.
    package let subjectOfB: String
    /// In the unit of the figure; nil where the side has no value, such as the delay of events of which none was found.
    package let a: Double?
    /// As for side A.
    package let b: Double?
    /// B less A; nil where one of them has no value.
    package let difference: FigureDifference?
    /// In the unit of the figure.
    package let tolerance: Double
    /// Adjusted for all figures that differ; nil without a standard error.
    package let pAdjusted: Double?
    /// What the interval of the difference and the adjusted p value show.
    package let conclusion: Conclusion

    /// `b against a` where the names differ.
    package var subject: String { ComparisonVerdict.name(subjectOfB, against: figure.name.subject) }
    /// Whether the difference exceeds the tolerance.
    package var verdict: Conclusion.Verdict { conclusion.verdict }
  }

  /// The baseline.
  package let a: SavedFigures
  /// What is judged.
  package let b: SavedFigures
  /// In the order of A.
  package let rows: [Row]
  /// The number of laps compared.
  package let laps: Int
  /// Laps of A that B lacks.
  package let missingLaps: Int
  /// Figures of one side only, which are therefore not compared.
  package let unpaired: [LapFigure.Name]
  /// The tolerances, and what counts as the same study.
  package let rules: FolderComparison.Rules

  /// The level of the adjusted p value.
  static let level = 0.05

  /// - Parameters:
  ///   - subjects: the applications or pipelines of A and of B to compare; nil for those of the same name.
  ///   - figures: the names of the figures to judge; nil for all.
  /// - Throws: One sentence where the two sides did not receive the same, or have no figure in common.
  package init(
    _ a: SavedFigures, _ b: SavedFigures, subjects: [(a: String, b: String)]? = nil, figures: [String]? = nil,
    rules: FolderComparison.Rules
  ) throws(FileProblem) {
    (self.a, self.b, self.rules) = (a, b, rules)
    try FolderComparison.checkSeeds(a.seed, b.seed, a.path, b.path)
    if !rules.allowsDifferentScenarios {
      try FolderComparison.checkInput(a.study.differences(from: b.study), a.path, b.path)
    }
    try Self.check(subjects, figures, a, b)
    let laps = min(a.laps, b.laps)
    (self.laps, missingLaps) = (laps, max(a.laps - b.laps, 0))
    let couples = subjects ?? a.subjects.map { ($0, $0) }
    let chosen = a.figures(of: couples, named: figures, beside: b)
    rows = Self.rows(of: chosen.pairs, laps: laps, rules.tolerance)
    unpaired =
      chosen.alone
      + (subjects == nil && figures == nil ? b.figures(of: couples, named: nil, beside: a).alone : [])
    guard !rows.isEmpty else {
      throw FileProblem(
        file: b.path, expected: "a figure of \(a.path)",
        found: WordList.text(b.figures.prefix(3).map { FigureText.name($0.name) }))
    }
  }

  private static func check(
    _ subjects: [(a: String, b: String)]?, _ figures: [String]?, _ a: SavedFigures, _ b: SavedFigures
  ) throws(FileProblem) {
    for couple in subjects ?? [] {
      for (side, name) in [(a, couple.a), (b, couple.b)] where !side.subjects.contains(name) {
        throw FileProblem(
          file: side.path, expected: "one of \(side.subjects.joined(separator: ", "))", found: name)
      }
    }
    let known = a.figures.map(\.name.figure).uniqued
    if let other = figures?.first(where: { !known.contains($0) }) {
      throw FileProblem(
        file: "--metric", expected: "one or more of \(known.joined(separator: ", ")), separated by commas",
        found: other)
    }
  }

  private static func rows(
    of pairs: [(a: LapFigure, b: LapFigure)], laps: Int, _ tolerance: ComparisonTolerance
  ) -> [Row] {
    let pairs = pairs.map { (a: $0.a.of(0..<laps), b: $0.b.of(0..<laps)) }.filter {
      $0.a.value != nil || $0.b.value != nil
    }
    let differences = pairs.map { FigureDifference(from: $0.a, to: $0.b) }
    let judged = differences.indices.filter { differences[$0].map { !$0.isNone } ?? false }
    let adjusted = ExchangeTest(judged.map { pairs[$0] }).adjusted
    let tested = Dictionary(uniqueKeysWithValues: zip(judged, adjusted))
    return pairs.indices.map { index in
      let difference = differences[index]
      let p = difference?.isConstant ?? false ? 0 : tested[index] ?? 1
      return Row(
        pairs[index].a, pairs[index].b, difference,
        pAdjusted: difference?.standardError.map { _ in p }, tolerance)
    }
  }

  /// The rows that are not equal in every lap.
  var differing: [Row] { rows.filter { !($0.difference?.isNone ?? false) } }

  /// Whether the exit status is 1.
  package var fails: Bool { lacksLaps || rows.contains(where: isFailing) }

  /// Whether B fails because it has fewer laps.
  var lacksLaps: Bool { rules.gate != .never && missingLaps > 0 && !rules.allowsFewerLaps }

  /// Whether the gate fails for a row.
  func isFailing(_ row: Row) -> Bool {
    rules.gate.fails(row.verdict == .worse, [row.verdict])
  }
}

extension SavedFigures {
  /// The figures that the other side has too, and the names of those that it lacks.
  fileprivate func figures(
    of subjects: [(a: String, b: String)], named names: [String]?, beside other: SavedFigures
  ) -> (pairs: [(a: LapFigure, b: LapFigure)], alone: [LapFigure.Name]) {
    var (pairs, alone) = ([(a: LapFigure, b: LapFigure)](), [LapFigure.Name]())
    for couple in subjects {
      let own = figures.filter { $0.name.subject == couple.a }
      let lacking = other.figures.filter { figure in
        figure.name.subject == couple.b
          && !own.contains { ($0.name.item, $0.name.figure) == (figure.name.item, figure.name.figure) }
      }
      let all = own + lacking.compactMap { self.figure($0, of: couple.a) }
      for figure in all where names?.contains(figure.name.figure) ?? true {
        if let partner = other.figure(figure, of: couple.b) {
          pairs.append((figure, partner))
        } else {
          alone.append(figure.name)
        }
      }
    }
    return (pairs, alone)
  }
}

extension FigureComparison.Row {
  fileprivate init(
    _ a: LapFigure, _ b: LapFigure, _ difference: FigureDifference?, pAdjusted: Double?,
    _ tolerance: ComparisonTolerance
  ) {
    (figure, subjectOfB, self.difference, self.pAdjusted) = (a, b.name.subject, difference, pAdjusted)
    (self.a, self.b) = (a.value, b.value)
    self.tolerance = tolerance.allowed(a.unit, a.better, from: self.a ?? 0)
    conclusion = Conclusion(
      difference?.interval.map { a.better.worsening($0, from: a.value ?? 0) }, tolerance: self.tolerance,
      resolution: Conclusion.roundOff * max(self.a?.magnitude ?? 0, self.b?.magnitude ?? 0, 1),
      isShown: pAdjusted.map { $0 < FigureComparison.level } ?? false)
  }
}
