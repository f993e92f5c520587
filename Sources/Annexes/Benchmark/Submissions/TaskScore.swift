import Comparisons
package import Documents
package import Evaluation
import Laps
package import Positioning
import Rendering
import Results
import Sites
import World

/// What the fixes of a method are worth on a task, and the digest that fixes them.
package struct TaskScore: Sendable {
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

  /// The moments of one lap, or of one stretch of it, at which errors were due.
  package struct Observation: Hashable, Sendable {
    package var due = 0
    package var missed = 0
    /// Metres.
    package var sum = 0.0
  }

  /// The seed of the laps; nil for recorded walks.
  package let seed: UInt64?
  package let rows: Int
  /// The digest of the fixes.
  package let sha256: String
  package let observations: [Observation]
  /// Whether an observation is a stretch of ``MethodsStudy/stretch`` seconds of a lap, since there are few laps.
  package let isByStretch: Bool
  /// Metres; nil where nothing was scored, like all others.
  package let median: Double?
  /// Metres, which 95 % of the errors do not exceed.
  package let p95: Double?

  /// - Parameters:
  ///   - laps: the callbacks of each lap of the ground.
  ///   - method: its name.
  /// - Throws: what cannot be scored.
  package init(_ laps: [[Callback]], of method: String, on ground: TaskStudy.Ground, seed: UInt64?) throws {
    let fixes = Fixes(of: method, laps)
    let given = GivenFixes(pipelines: [method], laps: Array(laps.indices), callbacks: [laps])
    let result = try given.scored(
      name: ground.name, on: ground.site, by: ground.rule, against: ground.truths, notes: []
    ).pipelines[0]
    (self.seed, rows, sha256, isByStretch) = (seed, fixes.rows, try fixes.sha256, ground.isByStretch)
    var observations: [[Int]: Observation] = [:]
    for error in result.errors {
      let stretch = ground.isByStretch ? (error.time / MethodsStudy.stretch).rounded(.down) : 0
      var observation = observations[[error.lap, Int(stretch)], default: Observation()]
      observation.due += 1
      if let metres = error.metres { observation.sum += metres } else { observation.missed += 1 }
      observations[[error.lap, Int(stretch)]] = observation
    }
    self.observations = observations.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    let statistics = result.score.whole.statistics
    (median, p95) = (statistics?.median, statistics?.quantiles[0.95])
  }

  package var due: Int { observations.reduce(0) { $0 + $1.due } }
  package var missed: Int { observations.reduce(0) { $0 + $1.missed } }
  /// From 0 to 1.
  package var missedShare: Double { due > 0 ? Double(missed) / Double(due) : 0 }

  /// What each observation adds to the mean error.
  package var figure: LapFigure {
    LapFigure(
      LapFigure.Name("", figure: "mean"), unit: "m", better: .smaller,
      totals: observations.map { SIMD2($0.sum, Double($0.due - $0.missed)) })
  }

  /// The mean error in metres with its interval over observations; nil where nothing was scored.
  package var mean: BoundedEstimate? { figure.mean?.within(Metric.mean.range) }
}

extension TaskScore {
  /// Of the moments of a lap, so that those of all laps can be added up.
  private static let most = 1_000_000_000

  /// The keys of a score in a submission.
  static var schema: Schema {
    .object([
      .optional("seed", .integer(.between(0, IntegerRange.largest)), "The seed of simulated laps."),
      .required(
        "fixes",
        .object([
          .required("rows", .integer(.atLeast(0)), "How many callbacks there were."),
          .required("sha256", .text(.sha256), "The digest of the table of fixes."),
        ]), "The fixes that were scored."),
      .required(
        "by",
        .enumeration([.init("lap", "by lap or walk."), .init("stretch", "by stretch of 20 s, of few walks.")]
        ),
        "What the numbers of `due`, `missed` and `sum` stand for."),
      .required("due", .array(of: .integer(.between(0, most))), "Moments that were scored."),
      .required("missed", .array(of: .integer(.between(0, most))), "Those of them without a fix."),
      .required("sum", .array(of: .number(.atLeast(0))), unit: "m", "The sum of the errors at the others."),
      .optional("mean", .number(.atLeast(0)), unit: "m", "The mean error."),
      .optional("interval95", .array(of: .number()), unit: "m", "Its 95 % interval over laps or stretches."),
      .optional("median", .number(.atLeast(0)), unit: "m", "The median error."),
      .optional("p95", .number(.atLeast(0)), unit: "m", "What 95 % of the errors do not exceed."),
    ])
  }

  package var document: Document {
    Document(present: [
      "seed": seed.map { Document(Int(clamping: $0)) },
      "fixes": ["rows": Document(rows), "sha256": Document(sha256)],
      "by": Document(isByStretch ? "stretch" : "lap"), "due": Document(observations.map { Document($0.due) }),
      "missed": Document(observations.map { Document($0.missed) }),
      "sum": Document(observations.map { Document($0.sum) }),
      "mean": mean.map { Document($0.value) },
      "interval95": mean?.interval.map { [Document($0.lower), Document($0.upper)] },
      "median": median.map { Document($0) }, "p95": p95.map { Document($0) },
    ])
  }

  /// - Parameter document: resolved.
  init(_ document: Document) throws(FileProblem) {
    seed = try document.optional("seed").map { seed throws(FileProblem) in UInt64(try seed.integer) }
    (rows, sha256) = (try document["fixes"].integer("rows"), try document["fixes"].text("sha256"))
    isByStretch = try document.text("by") == "stretch"
    let (due, missed) = (try document.elements("due"), try document.elements("missed"))
    let sums = try document.elements("sum")
    guard due.count == missed.count, due.count == sums.count else {
      throw try document["missed"].problem(
        expected: "as many numbers as due and sum have, \(due.count)",
        found: "\(missed.count) and \(sums.count)")
    }
    observations = try due.indices.map { index throws(FileProblem) in
      let (all, without) = (try due[index].integer, try missed[index].integer)
      guard without <= all else {
        throw missed[index].problem(expected: "at most those due, \(all)", found: "\(without)")
      }
      return Observation(due: all, missed: without, sum: try sums[index].number)
    }
    median = try document.optional("median").map { value throws(FileProblem) in try value.number }
    p95 = try document.optional("p95").map { value throws(FileProblem) in try value.number }
  }
}
