import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Scenarios
import Sites
import Sweeping

enum SweepNaming: ResultsNaming {
  static let customary =
    "laps<N> for a sweep's file; of a scenario with --vary that and a digest of what is varied"
}

/// Which sweep a verb is about, and where its results lie.
struct SweepOptions: ParsableArguments {
  @Argument(.input, "The sweep's file, or a scenario with --vary.", as: "sweep")
  var path: String

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Vary a key of the scenario over values in YAML, such as channel.pathLoss.logDistance.n=1.6,1.8,2.0, or over a \
      range with a number of values, such as 1.6..2.0/5; keys of the site begin with site.; may be repeated. (default: \
      none)
      """, valueName: "key=values"))
  var vary: [String] = []

  @Option(.seeds, "The seeds, such as 1-10 or 1,4,9. (default: the sweep's, or 1)")
  var seeds: [UInt64]?

  @Option(.whole(1...1_000_000), "The number of laps of each cell. (default: the sweep's or the scenario's)")
  var laps: Int?

  @Option(.whole(2...1_000_000), "The number of points of a sampled design. (default: the sweep's)")
  var points: Int?

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var place: ResultsOptions<SweepNaming>

  @OptionGroup var data: DataOption

  /// Reads the sweep and checks that it can run.
  func run() throws -> SweepRun {
    try SweepRun(sweep(), program: ProgramIdentity.current, dataRoot: data.root)
  }

  private func sweep() throws -> Sweep {
    let file = try Document(contentsOf: path)
    var document = file
    if vary.isEmpty {
      try file.check(is: .sweep)
    } else {
      try file.check(is: .scenario)
      var options: [VaryOption] = []
      for text in vary { options.append(try VaryOption(text)) }
      document = .sweep(ofScenario: path, named: try file.text("name"), options)
    }
    if let seeds {
      let option = Document(seeds.map { Document(Int($0)) }).moved(to: .init(file: "--seeds"))
      document = try document.replacing("seeds", by: option)
    }
    if let laps { document = try document.replacing("laps", by: Document(laps)) }
    if let points { document = try document.replacing("points", by: Document(points)) }
    if let names = pipelines {
      document = try document.replacing("pipelines", by: Document(names.map { Document($0) }))
    }
    return try Sweep(document)
  }

  func folder(of run: SweepRun) -> SweepFolder {
    let varied = vary.isEmpty ? nil : "laps\(run.laps)-\(run.saved.digest)"
    return SweepFolder(of: run, root: place.results, name: place.name ?? varied)
  }

  /// The whole sweep, as a study that keeps its results.
  func prepared(_ run: SweepRun, isQuiet: Bool) -> PreparedSweep {
    PreparedSweep(run, in: folder(of: run), replacing: place.replace, isQuiet: isQuiet)
  }

  /// The same sweep for another process in the same working folder.
  var arguments: [String] {
    // A name that begins with a dash is no option.
    var arguments = [path.hasPrefix("-") ? "./\(path)" : path] + vary.flatMap { ["--vary", $0] }
    if let seeds { arguments += ["--seeds", seeds.map { "\($0)" }.joined(separator: ",")] }
    if let laps { arguments += ["--laps", "\(laps)"] }
    if let points { arguments += ["--points", "\(points)"] }
    if let names = pipelines { arguments += ["--pipelines", names.joined(separator: ",")] }
    if let name = place.name { arguments += ["--name", name] }
    return arguments + ["--results", place.results] + data.arguments
  }
}

struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract:
      "Vary parameters of a scenario or its site over a grid or a sample, on this machine or a cluster.",
    discussion: """
      Example: beaconbench sweep scenarios/floor35.yaml --vary channel.pathLoss.logDistance.n=1.6,1.8,2.0 --seeds 1-3 \
      --laps 20
      """,
    subcommands: [
      SweepRunCommand.self, SweepStatusCommand.self, SweepMergeCommand.self, SweepCancelCommand.self,
    ], defaultSubcommand: SweepRunCommand.self)
}

struct SweepStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the progress of a sweep and its shards, and the state of its Slurm jobs.",
    discussion: "Example: beaconbench sweep status scenarios/sweeps/path-loss.yaml")

  @OptionGroup var study: SweepOptions

  @OptionGroup var output: SweepOutput

  func run() async throws {
    let run = try study.run()
    let folder = study.folder(of: run)
    let status = try SweepStatus(run, folder, jobs: SlurmOptions.jobs(in: folder)) {
      SlurmClient.states(of: $0)
    }
    try output.printing.show(status.report, status.document)
  }
}

struct SweepMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Write the results of a sweep from the journals of its shards.",
    discussion: """
      The exit status is 1 when blocks are missing.

      Example: beaconbench sweep merge scenarios/sweeps/path-loss.yaml
      """)

  @OptionGroup var study: SweepOptions

  @OptionGroup var output: SweepOutput

  func run() async throws {
    let clock = RunClock()
    let run = try study.run()
    let folder = study.folder(of: run)
    try folder.check(run, replacing: study.place.replace)
    let width = ProcessInfo.processInfo.activeProcessorCount
    guard let outcome = try await run.outcome(of: folder.finished(of: run.identity), width: width) else {
      let status = try SweepStatus(run, folder, jobs: SlurmOptions.jobs(in: folder)) { _ in [:] }
      throw CheckFailed(sentence: status.missing)
    }
    let sweep = study.prepared(run, isQuiet: output.isQuiet)
    try output.write(outcome, of: sweep, width: width, clock)
  }
}

struct SweepCancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel the jobs of a sweep on a cluster; what they finished stays.",
    discussion: "Example: beaconbench sweep cancel scenarios/sweeps/path-loss.yaml")

  @OptionGroup var study: SweepOptions

  @OptionGroup var output: SweepOutput

  func run() async throws {
    let run = try study.run()
    let folder = study.folder(of: run)
    let jobs = try SlurmOptions.submitted(in: folder)
    try SlurmClient.cancel(jobs)
    try output.say(
      "cancelled the jobs \(jobs.array) and \(jobs.merge)",
      ["cancelled": [Document(jobs.array), Document(jobs.merge)]])
  }
}
