package import Evaluation
import Laps
import NumericalMethods
import Scenarios

/// The effects of single changes on mean errors, beside those of another simulation.
///
/// The comparison is of differences from the run without any change. All runs of each simulation use the same laps, so
/// that peculiarities of its laps cancel in the differences.
package struct ChangesResult: Sendable {
  package struct Cell: Hashable, Sendable {
    package let pipeline: String
    /// Metres; nil without a fix.
    package let mean: Double?
    /// By which the mean is larger than without the change, with its interval over laps; nil where either has no fix,
    /// the interval also with a single lap.
    package let change: Double?
    package let interval: ConfidenceInterval?
    /// The same as found elsewhere; nil where only a bound is known.
    package let elsewhere: Double?
    /// By which the mean changed elsewhere at most; nil where the change itself is known.
    package let bound: Double?
    /// By how many standard errors of their difference the two are apart; nil without an interval.
    package let errorsApart: Double?
    package let verdict: Verdict

    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// The two are no further apart than the largest difference that chance shows in 95 % of tables with this many
      /// cells.
      case agrees
      /// A single lap gives no standard error.
      case undecided
      case disagrees
    }

    package var agrees: Bool { verdict == .agrees }
  }

  package struct Row: Hashable, Sendable {
    package let name: String
    package let cells: [Cell]
  }

  package let laps: Int
  /// Of the means that were found elsewhere.
  package let lapsElsewhere: Int
  package let source: String
  /// Without any change: the means here and elsewhere.
  package let base: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?, elsewhere: Double)]
  package let rows: [Row]
  package let missed: [MissedFixes]
  /// The number of standard errors beyond which a cell disagrees.
  package let limit: Double

  /// The number within which nineteen of twenty cells lie by chance.
  package let usual: Double

  package var cells: [Cell] { rows.flatMap(\.cells) }

  /// A sentence for each cell that disagrees or has no effect at all, for want of fixes.
  package var failures: [String] {
    sentences(.disagrees) {
      $0.errorsApart == nil ? "has too few fixes to be judged" : "has a different effect from the reference"
    }
  }

  /// A sentence for each cell that so few laps cannot decide.
  package var undecided: [String] { sentences(.undecided) { _ in "cannot be judged by a single lap" } }

  private func sentences(_ verdict: Cell.Verdict, _ end: (Cell) -> String) -> [String] {
    rows.flatMap { row in
      row.cells.filter { $0.verdict == verdict }.map {
        "the change \(row.name) (\($0.pipeline)) \(end($0))"
      }
    }
  }

  /// What rounding to whole centimetres twice adds to the standard error of a change found elsewhere.
  private static let rounding = 0.01 / 12.0.squareRoot() * 2.0.squareRoot()

  init(_ changes: Reproduction.Changes, base: StudyResult, rows: [StudyResult]) {
    laps = base.laps
    lapsElsewhere = changes.lapsElsewhere
    // A standard error goes with the root of the laps.
    let widening = (Double(base.laps) / Double(changes.lapsElsewhere)).squareRoot()
    source = changes.source
    let pipelines = base.pipelines.map(\.definition.name).filter { changes.means[$0] != nil }
    self.base = pipelines.compactMap { name in
      guard let result = base.pipelines.first(where: { $0.definition.name == name }),
        let elsewhere = changes.means[name]
      else { return nil }
      return (name, result.score.whole.statistics?.mean, result.score.whole.meanInterval, elsewhere)
    }
    missed = zip(["none"] + changes.rows.map(\.name), [base] + rows).flatMap { name, study in
      study.missedFixes(in: name) { pipelines.contains($0.definition.name) }
    }
    let count = changes.rows.reduce(0) { sum, row in
      sum + pipelines.count { row.means[$0] != nil || row.within[$0] != nil }
    }
    // The standard error of a cell follows from the laps here alone. Two-sided; the limit after Bonferroni.
    let degrees = Double(max(laps - 1, 1))
    usual = StudentQuantile.twoSided(0.95, degrees: degrees)
    let limit = StudentQuantile.twoSided(1 - 0.05 / Double(max(count, 1)), degrees: degrees)
    self.limit = limit
    let isOneLap = laps == 1
    self.rows = zip(changes.rows, rows).map { row, study in
      Row(
        name: row.name,
        cells: pipelines.compactMap { pipeline in
          guard let without = base.pipelines.first(where: { $0.definition.name == pipeline }),
            let with = study.pipelines.first(where: { $0.definition.name == pipeline }),
            row.means[pipeline] != nil || row.within[pipeline] != nil
          else { return nil }
          let (mean, bound) = (with.score.whole.statistics?.mean, row.within[pipeline])
          let before = without.score.whole.statistics?.mean
          let change = mean.flatMap { mean in before.map { mean - $0 } }
          let difference = LapMean(
            from: ErrorsByLap(ofLaps: without.kept.byLap), to: ErrorsByLap(ofLaps: with.kept.byLap))
          let elsewhere = row.means[pipeline].flatMap { there in changes.means[pipeline].map { there - $0 } }
          let apart = Self.errorsApart(
            change, difference?.standardError, elsewhere: elsewhere, bound: bound, widening)
          return Cell(
            pipeline: pipeline, mean: mean, change: change, interval: difference?.interval,
            elsewhere: elsewhere,
            bound: bound, errorsApart: apart,
            verdict: apart.map { $0 <= limit ? .agrees : .disagrees }
              ?? (isOneLap && change != nil ? .undecided : .disagrees))
        })
    }
  }

  /// By how many standard errors of their difference a change is apart from what was found elsewhere; nil without a
  /// standard error of its own.
  ///
  /// - Parameter widening: how many times as unsure as this one the change elsewhere is, since it is of other laps.
  private static func errorsApart(
    _ change: Double?, _ own: Double?, elsewhere: Double?, bound: Double?, _ widening: Double
  ) -> Double? {
    guard let change, let own else { return nil }
    let apart = elsewhere.map { (change - $0).magnitude } ?? max(change.magnitude - (bound ?? 0) - 0.005, 0)
    let there = own * widening
    return apart / (own * own + there * there + rounding * rounding).squareRoot()
  }
}
