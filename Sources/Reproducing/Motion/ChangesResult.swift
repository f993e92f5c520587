package import Evaluation
import Laps
import NumericalMethods
import Scenarios

/// The effects of single changes on mean errors, beside those of another simulation.
///
/// The comparison is of differences from the run without any change. All runs of each simulation use the same laps, so
/// that peculiarities of its laps cancel in the differences.
package struct ChangesResult: Sendable {
  /// The effect of one change on one pipeline.
  package struct Cell: Hashable, Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// Metres; nil without a fix.
    package let mean: Double?
    /// Metres by which the mean is larger than without the change, with its interval over laps; nil where either has no
    /// fix. The interval is also nil with a single lap.
    package let change: Double?
    package let interval: ConfidenceInterval?
    /// The change in metres found elsewhere; nil where only a bound is known.
    package let elsewhere: Double?
    /// The largest change of the mean elsewhere, in metres; nil where the change itself is known.
    package let bound: Double?
    /// The difference of the two changes, in standard errors of that difference; nil without an interval.
    package let errorsApart: Double?
    /// Whether the two changes agree.
    package let verdict: Verdict

    /// Whether a change has the effect that it has elsewhere.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// The difference is no larger than the largest that chance alone produces in 95 % of tables with this many cells.
      case agrees
      /// A single lap gives no standard error.
      case undecided
      case disagrees
    }

    /// Whether the effects agree.
    package var agrees: Bool { verdict == .agrees }
  }

  /// One change.
  package struct Row: Hashable, Sendable {
    /// Its name in the file.
    package let name: String
    /// By pipeline, those of which the reference knows the effect.
    package let cells: [Cell]
  }

  /// The number of laps here.
  package let laps: Int
  /// The number of laps behind the means found elsewhere.
  package let lapsElsewhere: Int
  /// Where the reference means are from.
  package let source: String
  /// Without any change: the means here and elsewhere.
  package let base: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?, elsewhere: Double)]
  /// By change.
  package let rows: [Row]
  /// Fixes that no figure includes.
  package let missed: [MissedFixes]
  /// The number of standard errors beyond which a cell disagrees.
  package let limit: Double

  /// The number of standard errors within which 95 % of cells lie by chance.
  package let usual: Double

  /// All of them, change by change.
  package var cells: [Cell] { rows.flatMap(\.cells) }

  /// A sentence for each cell that disagrees, or that has no effect to compare because fixes are missing.
  package var failures: [String] {
    sentences(.disagrees) {
      $0.errorsApart == nil ? "has too few fixes to be judged" : "has a different effect from the reference"
    }
  }

  /// A sentence for each cell that cannot be judged with a single lap.
  package var undecided: [String] { sentences(.undecided) { _ in "cannot be judged by a single lap" } }

  private func sentences(_ verdict: Cell.Verdict, _ end: (Cell) -> String) -> [String] {
    rows.flatMap { row in
      row.cells.filter { $0.verdict == verdict }.map {
        "the change \(row.name) (\($0.pipeline)) \(end($0))"
      }
    }
  }

  /// - Parameter studies: the one without any change, and one for each change.
  init(_ changes: Reproduction.Changes, _ studies: [StudyResult]) {
    let names = studies[0].pipelines.map(\.definition.name).filter { changes.means[$0] != nil }
    laps = studies[0].laps
    (lapsElsewhere, source) = (changes.lapsElsewhere, changes.source)
    base = names.compactMap { name in
      guard let score = studies[0][name]?.score.whole, let elsewhere = changes.means[name] else { return nil }
      return (name, score.statistics?.mean, score.meanInterval, elsewhere)
    }
    missed = zip(["none"] + changes.rows.map(\.name), studies).flatMap { name, study in
      study.missedFixes(in: name) { names.contains($0.definition.name) }
    }
    let known = changes.rows.map { row in names.filter { row.means[$0] != nil || row.within[$0] != nil } }
    // The standard error of a cell follows from the laps here alone. Two-sided; the limit after Bonferroni.
    let degrees = Double(max(laps - 1, 1))
    usual = StudentQuantile.twoSided(0.95, degrees: degrees)
    let limit = StudentQuantile.twoSided(
      1 - 0.05 / Double(max(known.joined().count, 1)), degrees: degrees)
    self.limit = limit
    rows = zip(changes.rows, zip(known, studies.dropFirst())).map { row, cells in
      let (names, study) = cells
      return Row(
        name: row.name,
        cells: names.compactMap { name in
          guard let without = studies[0][name], let with = study[name] else { return nil }
          return Cell(name, in: row, of: changes, without, with, laps: studies[0].laps, limit: limit)
        })
    }
  }
}

extension StudyResult {
  /// A pipeline by its name.
  fileprivate subscript(name: String) -> PipelineResult? { pipelines.first { $0.definition.name == name } }
}

extension ChangesResult.Cell {
  /// - Parameters:
  ///   - without: the pipeline without any change.
  ///   - with: the same with the change.
  ///   - limit: the number of standard errors beyond which the two changes disagree.
  fileprivate init(
    _ pipeline: String, in row: Reproduction.Changes.Row, of changes: Reproduction.Changes,
    _ without: PipelineResult, _ with: PipelineResult, laps: Int, limit: Double
  ) {
    self.pipeline = pipeline
    let (before, after) = (without.score.whole.statistics?.mean, with.score.whole.statistics?.mean)
    let change = after.flatMap { after in before.map { after - $0 } }
    (mean, self.change, bound) = (after, change, row.within[pipeline])
    elsewhere = row.means[pipeline].flatMap { there in changes.means[pipeline].map { there - $0 } }
    let difference = LapMean(
      from: ErrorsByLap(ofLaps: without.kept.byLap), to: ErrorsByLap(ofLaps: with.kept.byLap))
    interval = difference?.interval
    // A standard error scales with one over the square root of the number of laps.
    let widening = (Double(laps) / Double(changes.lapsElsewhere)).squareRoot()
    errorsApart = Self.errorsApart(
      change, difference?.standardError, elsewhere: elsewhere, bound: bound, widening)
    verdict =
      errorsApart.map { $0 <= limit ? .agrees : .disagrees }
      ?? (laps == 1 && change != nil ? .undecided : .disagrees)
  }

  /// What rounding to whole centimetres twice adds to the standard error of a change found elsewhere.
  private static let rounding = 0.01 / 12.0.squareRoot() * 2.0.squareRoot()

  /// The difference between a change and the one found elsewhere, in standard errors of that difference; nil without a
  /// standard error of the change here.
  ///
  /// - Parameter widening: the ratio of the standard error elsewhere to the one here, as their numbers of laps differ.
  private static func errorsApart(
    _ change: Double?, _ own: Double?, elsewhere: Double?, bound: Double?, _ widening: Double
  ) -> Double? {
    guard let change, let own else { return nil }
    let apart = elsewhere.map { (change - $0).magnitude } ?? max(change.magnitude - (bound ?? 0) - 0.005, 0)
    let there = own * widening
    return apart / (own * own + there * there + rounding * rounding).squareRoot()
  }
}
