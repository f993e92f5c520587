import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Sweeping

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
    let sweep = study.prepared(run, isQuiet: output.progress.isQuiet)
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
