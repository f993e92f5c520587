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
      let run = try Self.run(seed: seed, of: command)
      guard run.scenario.simulation != nil else {
        throw FileProblem(
          file: "--seeds", expected: "a simulated scenario, whose laps depend on the seed",
          found: "\(command.path) of recorded walks")
      }
      try run.study.prepare(width: command.options.width)
      if laps == 0 { warnings = run.study.warnings }
      laps += run.study.laps
    }
    (self.laps, self.warnings) = (laps, warnings)
  }

  private static func run(seed: UInt64, of command: RunCommand) throws -> ScenarioRun {
    var runs = [try command.scenarioRun(seed: seed)]
    try command.choosePlaces(for: &runs)
    return runs[0]
  }

  func run(_ runner: StudyRunner) async throws -> Outcome {
    var (folders, spread, failure) = ([String](), SeedSpread?.none, String?.none)
    try await runner.stage(StudySteps(laps)) { progress in
      var done = 0
      for seed in seeds {
        let run = try Self.run(seed: seed, of: command)
        let result = try await finished(run, width: runner.width) { progress(done + $0) }
        done += run.study.laps
        folders.append(run.folder.path + "/")
        var sum = spread ?? SeedSpread(like: result)
        sum.add(result, seed: seed)
        (spread, failure) = (sum, result.unscored(of: command.path))
      }
    }
    return Outcome(spread: spread, folders: folders, failure: failure)
  }

  /// Runs one seed and writes its folder.
  private func finished(
    _ run: ScenarioRun, width: Int, progress: (Int) -> Void
  ) async throws -> StudyResult {
    let clock = RunClock()
    let place = command.keepFixes ? try run.folder.prepare() : nil
    let result = try await run.run(keepingFixesIn: place, width: width, progress: progress)
    let provenance = Provenance(
      start: clock, threads: width, costs: try run.study.costs(), dataFolders: run.study.dataFolders)
    try run.folder.write(result, scenario: run.saved, provenance: provenance, into: place)
    return result
  }

  func keep(_ outcome: Outcome, provenance: Provenance) -> [String] { outcome.folders }
}
