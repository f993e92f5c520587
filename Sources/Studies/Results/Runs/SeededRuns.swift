import Documents
import Laps
import Rendering
import Scenarios
import World

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
