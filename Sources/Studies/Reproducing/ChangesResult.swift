public import Evaluation
import NumericalMethods

/// What single changes do to mean errors, beside what they did elsewhere.
///
/// What is compared is the change of a mean from the run without any change: all runs here hear laps of one seed, as
/// all of the other simulation did, so that whatever is special about either's laps falls out of the differences.
public struct ChangesResult: Sendable {
  public struct Cell: Hashable, Sendable {
    public let pipeline: String
    /// Metres.
    public let mean: Double
    /// By which the mean is larger than without the change, with its interval over laps.
    public let change: Double
    public let interval: BootstrapInterval
    /// The same as found elsewhere; nil where only a bound is known.
    public let elsewhere: Double?
    /// By which the mean changed elsewhere at most; nil where the change itself is known.
    public let bound: Double?
    /// By how many standard errors of their difference the two are apart.
    public let errorsApart: Double
    /// Whether they are no further apart than a table of so many cells has to show by chance once in twenty tables.
    public let agrees: Bool
  }

  public struct Row: Hashable, Sendable {
    public let name: String
    public let cells: [Cell]
  }

  public let laps: Int
  public let source: String
  /// Without any change: the means here and elsewhere.
  public let base: [(pipeline: String, mean: Double, interval: BootstrapInterval?, elsewhere: Double)]
  public let rows: [Row]
  /// The number of standard errors beyond which a cell disagrees.
  public let limit: Double

  /// Standard errors within which nineteen of twenty cells lie by chance.
  public static let usual = 1.959964

  public var cells: [Cell] { rows.flatMap(\.cells) }

  /// `next callback (proximity)`.
  public var disagreeing: [String] {
    rows.flatMap { row in row.cells.filter { !$0.agrees }.map { "\(row.name) (\($0.pipeline))" } }
  }

  /// What rounding to whole centimetres twice adds to the standard error of a change found elsewhere.
  private static let rounding = 0.01 / 12.0.squareRoot() * 2.0.squareRoot()

  init(_ changes: Reproduction.Changes, base: StudyResult, rows: [StudyResult], seed: UInt64) {
    laps = base.laps
    source = changes.source
    let pipelines = base.pipelines.map(\.definition.name).filter { changes.means[$0] != nil }
    self.base = pipelines.compactMap { name in
      guard let result = base.pipelines.first(where: { $0.definition.name == name }),
        let mean = result.score.whole.statistics?.mean, let elsewhere = changes.means[name]
      else { return nil }
      return (name, mean, result.score.whole.meanInterval, elsewhere)
    }
    let count = changes.rows.reduce(0) { sum, row in
      sum + pipelines.count { row.means[$0] != nil || row.within[$0] != nil }
    }
    // Two-sided, after Bonferroni.
    let limit = StudentQuantile.twoSided(1 - 0.05 / Double(max(count, 1)), degrees: 1000)
    self.limit = limit
    var bootstrap = Bootstrap(seed: Seed(seed).derived("changes"))
    self.rows = zip(changes.rows, rows).map { row, study in
      Row(
        name: row.name,
        cells: pipelines.compactMap { pipeline in
          guard let without = base.pipelines.first(where: { $0.definition.name == pipeline }),
            let with = study.pipelines.first(where: { $0.definition.name == pipeline }),
            let mean = with.score.whole.statistics?.mean, let before = without.score.whole.statistics?.mean,
            let interval = bootstrap.intervalOfDifference(
              from: ErrorsByLap(without.errors), to: ErrorsByLap(with.errors)),
            row.means[pipeline] != nil || row.within[pipeline] != nil
          else { return nil }
          let (change, bound) = (mean - before, row.within[pipeline])
          let elsewhere = row.means[pipeline].flatMap { there in changes.means[pipeline].map { there - $0 } }
          let apart =
            elsewhere.map { (change - $0).magnitude } ?? max(change.magnitude - (bound ?? 0) - 0.005, 0)
          // The change elsewhere is taken to be as unsure as this one: it is of as many laps.
          let own = (interval.upper - interval.lower) / (2 * Self.usual)
          let error = (2 * own * own + Self.rounding * Self.rounding).squareRoot()
          return Cell(
            pipeline: pipeline, mean: mean, change: change, interval: interval, elsewhere: elsewhere,
            bound: bound, errorsApart: apart / error, agrees: apart / error <= limit)
        })
    }
  }
}
