import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Sweeping

struct SweepRunCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Compute a sweep, or one shard of it, and write its tables.",
    discussion: """
      Writes one row for each cell, pipeline and metric to results/<sweep>-sweep/<name>/. An interrupted sweep continues with the same command. Any number of threads and any \
      sharding give the same bytes.

      Example: beaconbench sweep scenarios/floor35.yaml --vary channel.pathLoss.logDistance.n=1.6..2.0/5 --laps 20
      """)

  @OptionGroup var study: SweepOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Compute one of several equal parts, such as 3/16. The process that completes the sweep writes the results. \
      (default: everything)
      """, valueName: "i/n"),
    transform: { text in
      guard let shard = SweepShard(text) else {
        throw ValidationError("expected a shard such as 3/16, with at most \(SlurmSettings.most) of them")
      }
      return shard
    })
  var shard: SweepShard?

  @Flag(help: "With --shard, leave merging to sweep merge.")
  var noMerge = false

  @Flag(help: "Time a few pieces of work, print the cells, core-hours and disk space of the whole, and end.")
  var estimate = false

  @OptionGroup var slurm: SlurmOptions

  @OptionGroup var options: SweepRunning

  func validate() throws {
    if noMerge, shard == nil { throw ValidationError("--no-merge requires --shard") }
    if shard != nil, estimate || slurm.slurm {
      throw ValidationError("--shard cannot be combined with --estimate or --slurm")
    }
    if study.place.replace, shard != nil {
      throw ValidationError(
        "--replace cannot be combined with --shard: the shards of a sweep share its folder")
    }
  }

  func run() async throws {
    guard estimate || slurm.slurm || shard != nil else { return try await runStudy() }
    let clock = RunClock()
    let run = try study.run()
    try run.prepare()
    if estimate { return try showEstimate(of: run) }
    let folder = study.folder(of: run)
    if slurm.slurm { return try slurm.submit(run, folder, study, options, options.output) }
    if let shard { try await compute(shard, of: run, in: folder, clock) }
  }

  func prepared() throws -> any PreparedStudy {
    let run = try study.run()
    try run.prepare()
    return study.prepared(run, isQuiet: options.output.isQuiet)
  }

  /// Computes a shard, and with the last one the results.
  private func compute(
    _ shard: SweepShard, of run: SweepRun, in folder: SweepFolder, _ clock: RunClock
  ) async throws {
    let output = options.output
    _ = try await run.finish(
      shard, in: folder, replacing: study.place.replace, runner: options.runner,
      isQuiet: output.isQuiet)
    // Other shards may be done by now.
    let known = try folder.finished(of: run.identity)
    if !noMerge, let outcome = try await run.outcome(of: known, width: options.width) {
      let sweep = study.prepared(run, isQuiet: output.isQuiet)
      return try output.write(outcome, of: sweep, width: options.width, clock)
    }
    let done = run.done(of: nil, in: known)
    try output.say(
      "shard \(shard.text) is finished; \(done) of \(run.blocks.count) blocks of the sweep are",
      ["shard": Document(shard.text), "finished": Document(done), "blocks": Document(run.blocks.count)])
  }

  /// Computes blocks from all over the sweep.
  private func showEstimate(of run: SweepRun) throws {
    let places = Set([0, run.blocks.count / 3, run.blocks.count * 2 / 3, run.blocks.count - 1]).sorted()
    var (seconds, octets, laps) = (0.0, 0, 0)
    let clock = ContinuousClock()
    for place in places {
      let start = clock.now
      let block = try run.computed(place)
      octets += block.text.utf8.count
      seconds += (clock.now - start) / .seconds(1)
      laps += run.blocks[place].laps.count
    }
    let estimate = SweepEstimate(
      run, sampledLaps: laps, seconds: seconds, octets: octets, width: options.width)
    try options.show(estimate.report, estimate.document)
  }
}

/// How a sweep runs and prints.
struct SweepRunning: VerbOptions, ThreadsTaking, ProgramsStarting {
  @Option(
    .whole(1...1024),
    "The number of blocks of laps to compute in parallel; results do not depend on it. (default: one per core)"
  )
  var threads: Int?

  @Flag(.allowPrograms) var allowPrograms = false

  @OptionGroup var output: SweepOutput

  var printing: OutputOptions { output.printing }

  var limits: StudyLimits { StudyLimits(programs: policy) }

  var runner: StudyRunner {
    StudyRunner(width: width) { [output] in output.line(of: $0.count, $0.unit) }
  }
}

/// How the verbs of sweeps print what they have to say.
struct SweepOutput: ParsableArguments, ProgressShowing {
  @OptionGroup var printing: OutputOptions

  @Flag(.quiet) var isQuiet = false

  /// Writes the results of a sweep and prints them.
  func write(_ result: SweepResult, of sweep: PreparedSweep, width: Int, _ clock: RunClock) throws {
    let folders = try sweep.keep(result, provenance: Provenance(start: clock, threads: width))
    try printing.show(result.report + [.folders(folders)], result.document)
  }

  func say(_ sentence: String, _ document: Document) throws {
    try StandardStreams.print(printing.json ? document.json : sentence)
  }
}
