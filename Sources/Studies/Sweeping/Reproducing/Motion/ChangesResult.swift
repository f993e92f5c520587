package import Evaluation
import Laps
import NumericalMethods
import Rendering
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
    /// The 95 % interval of the change over laps, in metres; nil without a change, and with a single lap.
    package let interval: ConfidenceInterval?
    /// The change in metres found elsewhere; nil where only a bound is known.
    package let elsewhere: Double?
    /// The largest change of the mean elsewhere, in metres; nil where the change itself is known.
    package let bound: Double?
    /// The difference of the two changes, in standard errors of that difference; nil without an interval.
    package let errorsApart: Double?
    /// Whether the two changes differ by more than chance.
    package let verdict: Verdict

    /// What is said of a cell.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// The difference is no larger than the largest that chance alone produces in 95 % of tables with this many cells, and that is
      /// within the tolerance of a published mean.
      case agrees
      /// Chance explains the difference, but would explain one beyond the tolerance of a published mean too, or there is a single lap.
      case undecided
      case disagrees
    }

    /// Whether chance alone may explain the difference.
    package var agrees: Bool { verdict == .agrees }
  }

  /// One change, with its effect on each pipeline.
  package struct Row: Hashable, Sendable {
    /// The name of the change.
    package let name: String
    /// By pipeline, of those for which something is known elsewhere.
    package let cells: [Cell]
  }

  /// The number of laps of each run here.
  package let laps: Int
  /// The number of laps behind the means found elsewhere.
  package let lapsElsewhere: Int
  /// Where the means found elsewhere stand.
  package let source: String
  /// Without any change: the means here and elsewhere.
  package let base: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?, elsewhere: Double)]
  /// In the order of the file.
  package let rows: [Row]
  /// Of all runs, the one without a change included.
  package let missed: [MissedFixes]
  /// The number of standard errors beyond which a cell disagrees.
  package let limit: Double

  /// The number of standard errors within which 95 % of cells lie by chance.
  package let usual: Double

  /// Of all rows.
  package var cells: [Cell] { rows.flatMap(\.cells) }

  /// A sentence for each cell that disagrees, or that has no effect to compare because fixes are missing.
  package var failures: [String] {
    sentences(.disagrees) {
      $0.errorsApart == nil ? "has too few fixes to be judged" : "has a different effect from the reference"
    }
  }

  /// A sentence about the cells that so few laps cannot judge.
  package var undecided: [String] {
    let count = cells.count { $0.verdict == .undecided }
    let tolerance = FixedPoint.shortest(PublishedFigure.Statistic.mean.tolerance)
    return count == 0
      ? []
      : [
        "\(Counted.text(laps, "lap")) \(laps == 1 ? "is" : "are") too few to show a difference of \(tolerance) m in the effects of "
          + "single changes (\(count) of \(Counted.text(cells.count, "cell")))"
      ]
  }

  private func sentences(_ verdict: Cell.Verdict, _ end: (Cell) -> String) -> [String] {
    rows.flatMap { row in
      row.cells.filter { $0.verdict == verdict }.map {
        "the change \(row.name) (\($0.pipeline)) \(end($0))"
      }
    }
  }

  init(_ changes: Reproduction.Changes, base: StudyResult, rows: [StudyResult]) {
    laps = base.laps
    lapsElsewhere = changes.lapsElsewhere
    source = changes.source
    let own = base.pipelines.filter { changes.means[$0.definition.name] != nil }
    let pipelines = own.map(\.definition.name)
    self.base = own.map { result in
      let (name, score) = (result.definition.name, result.score.whole)
      return (name, score.statistics?.mean, score.meanInterval, changes.means[name] ?? 0)
    }
    missed = zip(["none"] + changes.rows.map(\.name), [base] + rows).flatMap { name, study in
      study.missedFixes(in: name) { pipelines.contains($0.definition.name) }
    }
    let count = changes.rows.reduce(0) { sum, row in sum + pipelines.count(where: row.says) }
    // The standard error of a cell follows from the laps here alone. Two-sided; the limit after Bonferroni.
    let degrees = Double(max(laps - 1, 1))
    usual = StudentQuantile.twoSided(0.95, degrees: degrees)
    let limit = StudentQuantile.twoSided(1 - 0.05 / Double(max(count, 1)), degrees: degrees)
    self.limit = limit
    self.rows = zip(changes.rows, rows).map { row, study in
      Row(
        name: row.name,
        cells: own.compactMap { Cell(of: $0, in: study, by: row, changes, laps: base.laps, limit: limit) })
    }
  }
}

extension Reproduction.Changes.Row {
  /// Whether anything is known elsewhere of a pipeline with the change.
  fileprivate func says(_ pipeline: String) -> Bool { means[pipeline] != nil || within[pipeline] != nil }
}

extension ChangesResult.Cell {
  /// What rounding to whole centimetres twice adds to the standard error of a change found elsewhere.
  private static let rounding = 0.01 / 12.0.squareRoot() * 2.0.squareRoot()

  /// Nil where nothing is known elsewhere, or the pipeline did not run.
  ///
  /// - Parameters:
  ///   - without: the pipeline without the change.
  ///   - study: the run with it.
  ///   - laps: the number of laps of either run.
  ///   - limit: the number of standard errors beyond which it disagrees.
  fileprivate init?(
    of without: PipelineResult, in study: StudyResult, by row: Reproduction.Changes.Row,
    _ changes: Reproduction.Changes, laps: Int, limit: Double
  ) {
    let pipeline = without.definition.name
    guard row.says(pipeline),
      let with = study.pipelines.first(where: { $0.definition.name == pipeline })
    else { return nil }
    let (mean, before) = (with.score.whole.statistics?.mean, without.score.whole.statistics?.mean)
    let change = mean.flatMap { mean in before.map { mean - $0 } }
    let difference = LapMean(
      from: ErrorsByLap(ofLaps: without.kept.byLap), to: ErrorsByLap(ofLaps: with.kept.byLap))
    let elsewhere = row.means[pipeline].flatMap { there in changes.means[pipeline].map { there - $0 } }
    // A standard error scales with one over the square root of the number of laps.
    let widening = (Double(laps) / Double(changes.lapsElsewhere)).squareRoot()
    let error = difference?.standardError.map { own in
      let there = own * widening
      return (own * own + there * there + Self.rounding * Self.rounding).squareRoot()
    }
    let apart = change.flatMap { change in
      error.map { Self.distance(change, elsewhere, bound: row.within[pipeline]) / $0 }
    }
    let shown = error.map { $0 * limit } ?? .infinity
    self.init(
      pipeline: pipeline, mean: mean, change: change, interval: difference?.interval, elsewhere: elsewhere,
      bound: row.within[pipeline], errorsApart: apart,
      // Without a standard error from several laps, fixes are missing.
      verdict: change == nil || (apart.map { $0 > limit } ?? (laps > 1))
        ? .disagrees : shown <= PublishedFigure.Statistic.mean.tolerance ? .agrees : .undecided)
  }

  /// The difference in metres between a change and the one found elsewhere, or the part of it beyond a bound that was printed with two
  /// decimals.
  private static func distance(_ change: Double, _ elsewhere: Double?, bound: Double?) -> Double {
    elsewhere.map { (change - $0).magnitude } ?? max(change.magnitude - (bound ?? 0) - 0.005, 0)
  }
}
