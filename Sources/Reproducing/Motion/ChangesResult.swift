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
    package let verdict: Verdict

    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// The difference is no larger than the largest that chance alone produces in 95 % of tables with this many cells.
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
  /// The number of laps behind the means found elsewhere.
  package let lapsElsewhere: Int
  package let source: String
  /// Without any change: the means here and elsewhere.
  package let base: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?, elsewhere: Double)]
  package let rows: [Row]
  package let missed: [MissedFixes]
  /// The number of standard errors beyond which a cell disagrees.
  package let limit: Double

  /// The number of standard errors within which 95 % of cells lie by chance.
  package let usual: Double

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

  /// What rounding to whole centimetres twice adds to the standard error of a change found elsewhere.
  private static let rounding = 0.01 / 12.0.squareRoot() * 2.0.squareRoot()

  init(_ changes: Reproduction.Changes, base: StudyResult, rows: [StudyResult]) {
    laps = base.laps
    lapsElsewhere = changes.lapsElsewhere
    // A standard error scales with one over the square root of the number of laps.
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
