import Documents
import Evaluation
package import Laps
package import Rendering
import Scenarios
import World

/// The mean errors of one scenario with several seeds, and how much they differ.
///
/// Only the means are kept, so that many seeds take no more memory than one.
package struct SeedSpread: Sendable {
  /// The score of a pipeline with one seed.
  package struct Score: Hashable, Sendable {
    package let seed: UInt64
    /// Metres; nil when nothing was measured.
    package let mean: Double?
    /// The standard error of the mean over laps, in metres; nil with fewer than two laps.
    package let standardError: Double?
    /// Errors.
    package let measured: Int
    /// Moments without a fix.
    package let missed: Int
  }

  /// One pipeline with all seeds.
  package struct Row: Hashable, Sendable {
    package let pipeline: String
    /// In the order of the seeds.
    package fileprivate(set) var scores: [Score]
  }

  package let scenario: String
  /// The number of laps of each seed.
  package let laps: Int
  package private(set) var seeds: [UInt64] = []
  package private(set) var rows: [Row]

  /// Begins with no seed.
  ///
  /// - Parameter result: any of the results to follow, which all have the same pipelines.
  package init(like result: StudyResult) {
    (scenario, laps) = (result.name, result.laps)
    rows = result.pipelines.map { Row(pipeline: $0.definition.name, scores: []) }
  }

  /// Adds the scores of one seed.
  package mutating func add(_ result: StudyResult, seed: UInt64) {
    seeds.append(seed)
    for (index, pipeline) in result.pipelines.enumerated() {
      let score = pipeline.score.whole
      rows[index].scores.append(
        Score(
          seed: seed, mean: score.statistics?.mean, standardError: score.standardError,
          measured: score.count, missed: score.missed))
    }
  }
}

extension SeedSpread.Row {
  /// Of the seeds' means, equally weighted; nil when no seed has one.
  private var means: ErrorStatistics? { ErrorStatistics(of: scores.compactMap(\.mean), spread: .sample) }

  /// The mean error of the seeds, in metres.
  package var mean: Double? { means?.mean }
  /// The sample standard deviation; nil with fewer than two seeds.
  package var deviation: Double? { means?.standardDeviation }
  /// The least of the seeds' mean errors, in metres.
  package var smallest: Double? { scores.compactMap(\.mean).min() }
  /// The largest of the seeds' mean errors, in metres.
  package var largest: Double? { means?.largest }

  /// The mean of the seeds' standard errors over laps.
  package var standardErrorWithin: Double? {
    ErrorStatistics(of: scores.compactMap(\.standardError))?.mean
  }

  /// Over all seeds.
  package var missed: Int { scores.reduce(0) { $0 + $1.missed } }
}

// What `run --seeds` prints.

extension SeedSpread: Described {
  package static let figures: [Figure<SeedSpread>] = [
    .init("scenario", \.scenario),
    .init("laps", about: "Of each seed.", \.laps),
    .init("seeds", \.seeds),
    .init("pipelines", \.rows),
  ]
}

extension SeedSpread.Row: Described {
  package static let figures: [Figure<SeedSpread.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init("meanMetres", "mean", unit: "m", better: .smaller, \.mean),
    .init(
      "stdBetweenSeeds", "std between seeds", unit: "m",
      about: "The number of seeds less one is in its denominator.", \.deviation),
    .init("minMetres", "min", unit: "m", better: .smaller, \.smallest),
    .init("maxMetres", "max", unit: "m", better: .smaller, \.largest),
    .init(
      "standardErrorWithin", "s.e. within seed", unit: "m",
      about: "The standard error of one seed's mean over its laps, averaged over the seeds.",
      \.standardErrorWithin),
    .init("missed", "missed", rank: 1, better: .smaller, \.missed),
    .init("bySeed", about: "seed, meanMetres, standardError, n and missed.", \.scores),
  ]
}

extension SeedSpread.Score: Described {
  package static let figures: [Figure<SeedSpread.Score>] = [
    .init("seed", \.seed), .init("meanMetres", \.mean), .init("standardError", \.standardError),
    .init("n", \.measured), .init("missed", \.missed),
  ]
}

extension SeedSpread {
  /// A row for each pipeline, over all seeds.
  package var report: [ReportSection] {
    let several = Counted.text(seeds.count, "seed")
    return [
      .paragraph("\(scenario): \(several), \(Counted.text(laps, "lap")) each; errors in metres."),
      .table(
        rows, Row.figures,
        notes: [
          "Mean, std between seeds, min and max: of the \(several)' mean errors. S.e. within seed: the standard error of one "
            + "seed's mean over its laps, averaged over the seeds. A clearly larger standard deviation between seeds means that "
            + "the laps of one seed share a source of error, such as the shadowing of one building, which intervals over laps do "
            + "not cover."
        ]),
    ]
  }
}

/// A scenario with one seed after the other, each into a results folder of its own.
struct SeededRuns: PreparedStudy {
  struct Outcome: StudyOutcome {
    /// Nil without a seed.
    let spread: SeedSpread?
    let folders: [String]
    let failure: String?

    var report: [ReportSection] { spread?.report ?? [] }
    var document: Document { spread?.document ?? [:] }
  }

  private let seeds: [UInt64]
  private let command: RunCommand
  private let laps: Int
  let warnings: [String]

  /// Says before hours of work whether each of them can begin and write its folder.
  init(_ seeds: [UInt64], of command: RunCommand) throws {
    (self.seeds, self.command) = (seeds, command)
    var (laps, warnings) = (0, [String]())
    for seed in seeds {
      let study = try Self.run(seed: seed, of: command).study
      guard study.source.scenario.simulation != nil else {
        throw FileProblem(
          file: "--seeds", expected: "a simulated scenario, whose laps depend on the seed",
          found: "\(command.path) of recorded walks")
      }
      try study.prepare(width: command.options.width)
      if laps == 0 { warnings = study.warnings }
      laps += study.laps
    }
    (self.laps, self.warnings) = (laps, warnings)
  }

  private static func run(seed: UInt64, of command: RunCommand) throws -> ScenarioRun {
    try command.placed([command.study(seed: seed)], seed: seed)[0]
  }

  func run(_ runner: StudyRunner) async throws -> Outcome {
    var (folders, spread, failure) = ([String](), SeedSpread?.none, String?.none)
    try await runner.stage(StudySteps(laps)) { progress in
      var done = 0
      for seed in seeds {
        let (run, clock) = (try Self.run(seed: seed, of: command), RunClock())
        let finished = try await run.finished(keepingFixes: command.keepFixes, width: runner.width) {
          progress(done + $0)
        }
        done += run.study.laps
        folders.append(
          try finished.write(
            Provenance(
              start: clock, threads: runner.width, costs: try run.study.costs(),
              dataFolders: run.study.dataFolders)))
        var sum = spread ?? SeedSpread(like: finished.result)
        sum.add(finished.result, seed: seed)
        (spread, failure) = (sum, finished.result.unscored(of: command.path))
      }
    }
    return Outcome(spread: spread, folders: folders, failure: failure)
  }

  func keep(_ outcome: Outcome, provenance: Provenance) -> [String] { outcome.folders }
}
