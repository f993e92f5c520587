package import Documents
import Evaluation
import Rendering
package import World

/// The scripts of a sweep's jobs: an array that computes the shards, and a job after it that merges them.
package struct SlurmScripts: Sendable {
  private let name: String
  private let settings: SlurmSettings
  private let shards: [Int]
  private let jobs: String
  private let folder: String
  private let arguments: [String]
  private let running: [String]
  private let program: String

  /// - Parameters:
  ///   - shards: the numbers of the shards to compute.
  ///   - jobs: the folder of the scripts and of the jobs' output.
  ///   - folder: the working folder in which the jobs run: paths of the arguments are relative to it.
  ///   - arguments: of `sweep run` and `sweep merge`: the study and the options that identify it.
  ///   - running: further arguments of `sweep run`.
  ///   - program: the program's file, or a tarball as `make dist` packs it.
  /// - Throws: `FileProblem` for a folder of the jobs that a line of sbatch cannot name.
  package init(
    name: String, _ settings: SlurmSettings, shards: [Int], jobs: String, folder: String, arguments: [String],
    running: [String] = [], program: String
  ) throws(FileProblem) {
    // A line feed would end the line, and a backslash switches off what sbatch makes of %a.
    if let found = jobs.unicodeScalars.first(where: { $0.value < 0x20 || $0 == "\u{7F}" || $0 == "\\" }) {
      throw FileProblem(
        file: jobs, expected: "a path without control characters and backslashes for --slurm",
        found: jsonText(String(found)))
    }
    (self.name, self.settings, self.shards, self.jobs) = (name, settings, shards, jobs)
    (self.folder, self.arguments, self.running, self.program) = (folder, arguments, running, program)
  }

  /// Computes one shard. It may be requeued: finished blocks are in the shard's journal.
  package var shard: String {
    let array = ranges + (settings.throttle.map { "%\($0)" } ?? "")
    return text(
      jobName: "sweep-\(name)",
      options: [
        "--array=\(array)", "--requeue", "--open-mode=append", output("shard-%a.log"),
        "--cpus-per-task=\(settings.cores)",
      ] + (settings.memory.map { ["--mem=\($0)"] } ?? []),
      arguments: ["sweep", "run"] + arguments + running + [
        "--threads", "\(settings.cores)", "--no-merge", "--quiet", "--shard",
      ], last: "\"$SLURM_ARRAY_TASK_ID/\(settings.shards)\"")
  }

  /// Merges all shards, or reports which of them are incomplete.
  package var merge: String {
    text(
      jobName: "merge-\(name)",
      options: ["--requeue", output("merge.log")] + (settings.memory.map { ["--mem=\($0)"] } ?? []),
      arguments: ["sweep", "merge"] + arguments, last: "--quiet")
  }

  /// A `%` of the folder is its own, not the beginning of what sbatch replaces.
  private func output(_ name: String) -> String {
    "--output=\(jobs.replacing("%", with: "%%"))/\(name)"
  }

  /// `1-4,7`.
  private var ranges: String {
    shards.runs { $0 + 1 == $1 }.map { run in
      run.count == 1 ? "\(run[run.startIndex])" : "\(run[run.startIndex])-\(run[run.endIndex - 1])"
    }.joined(separator: ",")
  }

  private func text(jobName: String, options: [String], arguments: [String], last: String) -> String {
    let common = [
      settings.partition.map { "--partition=\($0)" }, settings.account.map { "--account=\($0)" },
      settings.time.map { "--time=\($0)" },
    ].compactMap(\.self)
    let lines = (["--job-name=\(jobName)"] + options + common).map { "#SBATCH \($0.shellWord)" }
    let command = arguments.map(\.shellWord).joined(separator: " ") + " " + last
    let run =
      program.hasSuffix(".tar.gz")
      ? [
        "unpacked=$(mktemp -d)", "trap 'rm -rf \"$unpacked\"' EXIT",
        "tar -xzf \(program.shellWord) -C \"$unpacked\" --strip-components=1",
        "\"$unpacked/bin/beaconbench\" \(command)",
      ] : ["exec \(program.shellWord) \(command)"]
    return (["#!/bin/bash"] + lines + ["set -euo pipefail", "cd \(folder.shellWord)"] + run)
      .joined(separator: "\n") + "\n"
  }
}

/// The jobs of a sweep that were submitted last, as `jobs.json` holds them.
package struct SlurmJobs: Hashable, Sendable {
  /// The number of the array's job.
  package let array: String
  /// The number of the job that merges.
  package let merge: String
  /// How many shards the sweep was cut into.
  package let shards: Int

  /// The name of the record in the folder of the jobs.
  package static let file = "jobs.json"

  /// Jobs that were submitted together.
  package init(array: String, merge: String, shards: Int) {
    (self.array, self.merge, self.shards) = (array, merge, shards)
  }

  /// As `jobs.json` holds it.
  package var document: Document {
    ["array": Document(array), "merge": Document(merge), "shards": Document(shards)]
  }

  /// - Throws: `FileProblem` for a document that is something else.
  package init(_ document: Document) throws(FileProblem) {
    array = try Self.number(document["array"])
    merge = try Self.number(document["merge"])
    shards = try document["shards"].integer
    guard 1...SlurmSettings.most ~= shards else {
      throw try document["shards"].problem(expected: "1 to \(SlurmSettings.most)", found: "\(shards)")
    }
  }

  /// Whether a text may be the number of a job, which programs of Slurm take for no option.
  package static func isNumber(_ text: String) -> Bool {
    1...18 ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func number(_ document: Document) throws(FileProblem) -> String {
    let text = try document.text
    guard isNumber(text) else {
      throw document.problem(expected: "the number of a job, digits alone", found: jsonText(text))
    }
    return text
  }

  /// By shard, its state in the queue: `12_3 RUNNING`, a line for each element of the array.
  package static func states(in queue: String) -> [Int: String] {
    queue.split(separator: "\n").reduce(into: [:]) { states, line in
      guard let found = line.wholeMatch(of: /[^ ]*_([0-9]+) +([^ ]+)/), let number = Int(found.1) else {
        return
      }
      states[number] = String(found.2)
    }
  }
}
