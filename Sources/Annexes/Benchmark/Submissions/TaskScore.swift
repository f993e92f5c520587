import Comparisons
package import Documents
package import Evaluation
import Laps
package import Positioning
import Rendering
import Results
import Sites
package import World

/// What the fixes of a method are worth on a task, and the digest that fixes them.
package struct TaskScore: DeclaredSettings {
  /// The fixes in the form of `run --keep-fixes`, one pipeline and all laps: what the digest is of.
  package struct Fixes: Sendable {
    package let text: String
    package let rows: Int
    package var sha256: String {
      get throws(FileProblem) { try FileDigest.sha256(of: text, name: "the table of fixes") }
    }

    /// - Parameters:
    ///   - method: its name.
    ///   - laps: the callbacks of each lap.
    package init(of method: String, _ laps: [[Callback]]) {
      let fixes = laps.enumerated().flatMap { lap, callbacks in
        callbacks.map { PipelineFix(pipeline: method, lap: lap, callback: $0) }
      }
      (text, rows) = (PipelineFix.figures.csv(of: fixes), fixes.count)
    }
  }

  /// What the numbers of ``due``, ``missed`` and ``sum`` stand for.
  package enum Part: String, CaseIterable, Sendable {
    case lap
    /// Of ``MethodsStudy/stretch`` seconds of a lap, since there are few laps.
    case stretch
  }

  /// Which fixes were scored.
  package struct Digest: DeclaredSettings {
    var rows = 0
    var sha256 = ""

    package init() {}

    package static let keys: [SettingKey<Digest>] = [
      .required("rows", \.rows, .integer(.atLeast(0)), "How many callbacks there were."),
      .required("sha256", \.sha256, .text(.sha256), "The digest of the table of fixes."),
    ]
  }

  /// The seed of the laps; nil for recorded walks.
  private var seed: Int?
  private var fixes = Digest()
  package private(set) var by = Part.lap
  /// By lap or stretch the moments at which errors were due, those without a fix, and the sum of the errors in metres at the others.
  package private(set) var due: [Int] = []
  private var missed: [Int] = []
  private var sum: [Double] = []
  /// Metres; nil where nothing was scored, like all others.
  package private(set) var median: Double?
  /// Metres, which 95 % of the errors do not exceed.
  package private(set) var p95: Double?

  package init() {}

  /// - Parameters:
  ///   - laps: the callbacks of each lap of the ground.
  ///   - method: its name.
  /// - Throws: what cannot be scored.
  package init(_ laps: [[Callback]], of method: String, on ground: TaskStudy.Ground, seed: UInt64?) throws {
    let table = Fixes(of: method, laps)
    let given = GivenFixes(pipelines: [method], laps: Array(laps.indices), callbacks: [laps])
    let result = try given.scored(
      name: ground.name, on: ground.site, by: ground.rule, against: ground.truths, notes: []
    ).pipelines[0]
    self.seed = seed.map { Int(clamping: $0) }
    (fixes.rows, fixes.sha256) = (table.rows, try table.sha256)
    by = ground.isByStretch ? .stretch : .lap
    let parts = Dictionary(grouping: result.errors) { error in
      [error.lap, ground.isByStretch ? Int((error.time / MethodsStudy.stretch).rounded(.down)) : 0]
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    due = parts.map(\.count)
    missed = parts.map { $0.count { $0.metres == nil } }
    sum = parts.map { $0.reduce(0) { $0 + ($1.metres ?? 0) } }
    let statistics = result.score.whole.statistics
    (median, p95) = (statistics?.median, statistics?.quantiles[0.95])
  }

  /// From 0 to 1.
  package var missedShare: Double {
    let due = due.reduce(0, +)
    return due > 0 ? Double(missed.reduce(0, +)) / Double(due) : 0
  }

  /// What each observation adds to the mean error.
  package var figure: LapFigure {
    LapFigure(
      LapFigure.Name("", figure: "mean"), unit: "m", better: .smaller,
      totals: due.indices.map { SIMD2(sum[$0], Double(due[$0] - missed[$0])) })
  }

  /// The mean error in metres with its interval over observations; nil where nothing was scored.
  package var mean: BoundedEstimate? { figure.mean?.within(Metric.mean.range) }
}

extension TaskScore {
  /// Of the moments of a lap, so that those of all laps can be added up.
  private static let most = 1_000_000_000

  package static let keys: [SettingKey<TaskScore>] = [
    .optional("seed", \.seed, .integer(.between(0, IntegerRange.largest)), "The seed of simulated laps."),
    .required("fixes", \.fixes, .settings, "The fixes that were scored."),
    .required(
      "by", \.by, .choice([.lap: "by lap or walk.", .stretch: "by stretch of 20 s, of few walks."]),
      "What the numbers of `due`, `missed` and `sum` stand for."),
    .required("due", \.due, .list(of: .integer(.between(0, most))), "Moments that were scored."),
    .required("missed", \.missed, .list(of: .integer(.between(0, most))), "Those of them without a fix."),
    .required(
      "sum", \.sum, .list(of: .number(.atLeast(0))), unit: "m", "The sum of the errors at the others."),
    .optional("mean", \.shownMean, .number(.atLeast(0)), unit: "m", "The mean error."),
    .optional(
      "interval95", \.shownInterval, .list(of: .number()), unit: "m",
      "Its 95 % interval over laps or stretches."),
    .optional("median", \.median, .number(.atLeast(0)), unit: "m", "The median error."),
    .optional("p95", \.p95, .number(.atLeast(0)), unit: "m", "What 95 % of the errors do not exceed."),
  ]

  // What a file states of them is compared and otherwise not believed.
  private var shownMean: Double? {
    get { mean?.value }
    set {}
  }

  private var shownInterval: [Double]? {
    get { mean?.interval.map { [$0.lower, $0.upper] } }
    set {}
  }

  package var conflict: SettingFault? {
    guard due.count == missed.count, due.count == sum.count else {
      return SettingFault(
        key: "missed", expected: "as many numbers as due and sum have, \(due.count)",
        found: "\(missed.count) and \(sum.count)")
    }
    return due.indices.first { missed[$0] > due[$0] }.map {
      SettingFault(
        key: "missed[\($0)]", expected: "at most those due, \(due[$0])", found: "\(missed[$0])")
    }
  }
}
