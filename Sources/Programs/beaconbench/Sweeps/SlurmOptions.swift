import ArgumentParser
import Documents
import Foundation
import Results
import Sites
import Sweeping
import World

/// What `--slurm` asks a cluster for, where the sweep's file does not say.
struct SlurmOptions: ParsableArguments {
  @Flag(help: "Submit the sweep to Slurm, an array of jobs and one that merges them, and end.")
  var slurm = false

  @Flag(help: "With --slurm, print the scripts and submit nothing.")
  var dryRun = false

  @Option(
    .whole(1...SlurmSettings.most),
    "With --slurm, the number of jobs in the array. (default: the sweep's, or 16)")
  var shards: Int?

  @Option(.whole(1...1024), "With --slurm, the cores of a job. (default: the sweep's, or 1)")
  var cores: Int?

  @Option(
    .whole(1...SlurmSettings.most),
    "With --slurm, how many jobs run at a time. (default: the sweep's, or all)")
  var throttle: Int?

  @Option(.read(Self.word), "With --slurm, the partition. (default: the sweep's, or the cluster's)")
  var partition: String?

  @Option(.read(Self.word), "With --slurm, the account. (default: the sweep's, or the user's)")
  var account: String?

  @Option(
    .read(Self.word),
    "With --slurm, the time limit of a job, such as 2:00:00. (default: the sweep's, or the partition's)")
  var time: String?

  @Option(
    .read(Self.word),
    "With --slurm, the memory of a job, such as 2G. (default: the sweep's, or the cluster's)")
  var jobMemory: String?

  @Option(
    .file,
    "With --slurm, the program on the nodes, or a tarball of make dist that each job unpacks. (default: this program)"
  )
  var program: String?

  private static let word: @Sendable (String) throws -> String = { text in
    guard SlurmSettings.isWord(text) else {
      throw ValidationError("expected letters, digits and the characters . _ : , + / = -")
    }
    return text
  }

  func validate() throws {
    guard !slurm else { return }
    try refuse(
      [
        "--dry-run": dryRun, "--shards": shards != nil, "--cores": cores != nil,
        "--throttle": throttle != nil, "--partition": partition != nil, "--account": account != nil,
        "--time": time != nil, "--job-memory": jobMemory != nil, "--program": program != nil,
      ], "requires --slurm")
  }

  private func settings(_ sweep: Sweep) -> SlurmSettings {
    var settings = sweep.slurm ?? .defaults
    settings.shards = shards ?? settings.shards
    settings.cores = cores ?? settings.cores
    settings.throttle = throttle ?? settings.throttle
    settings.partition = partition ?? settings.partition
    settings.account = account ?? settings.account
    settings.time = time ?? settings.time
    settings.memory = jobMemory ?? settings.memory
    return settings
  }

  /// Submits the shards that are not complete.
  func submit(
    _ run: SweepRun, _ folder: SweepFolder, _ study: SweepOptions, _ programs: some ProgramsStarting,
    _ output: SweepOutput
  ) throws {
    let settings = settings(run.sweep)
    if !dryRun, let jobs = try Self.jobs(in: folder), !SlurmClient.states(of: jobs).isEmpty {
      throw FileProblem(
        file: "--slurm", expected: "no job of this sweep in the queue",
        found: "those of job \(jobs.array): see sweep status, or end them with sweep cancel")
    }
    try folder.results.check(for: run.saved)
    let known = try folder.finished(of: run.identity, anyProgram: true)
    let missing = (1...settings.shards).filter { number in
      let shard = SweepShard(number, of: settings.shards)
      return run.done(of: shard, in: known) < run.blocks(of: shard).count
    }
    guard dryRun || !missing.isEmpty else {
      throw CheckFailed(
        sentence: "\(run.sweep.name): every shard is finished; sweep merge writes the results")
    }
    let shards = missing.isEmpty ? Array(1...settings.shards) : missing
    let program = try program.map { try Self.absolute($0) } ?? CommandLine.programFile
    let working = FileManager.default.currentDirectoryPath
    let jobs = folder.jobs.hasPrefix("/") ? folder.jobs : "\(working)/\(folder.jobs)"
    let scripts = try SlurmScripts(
      name: run.sweep.name, settings, shards: shards, jobs: jobs, folder: working, arguments: study.arguments,
      running: programs.arguments, program: program)
    guard !dryRun else {
      return try StandardStreams.print("\(scripts.shard)\n\(scripts.merge)", terminator: "")
    }
    try write(scripts, to: jobs)
    let array = try SlurmClient.submit("\(jobs)/shard.sh")
    let merge = try SlurmClient.submit("\(jobs)/merge.sh", after: array)
    let submitted = SlurmJobs(array: array, merge: merge, shards: settings.shards)
    try OutputFile.write(submitted.document.prettyJSON, to: "\(jobs)/\(SlurmJobs.file)")
    try output.say(
      "submitted \(shards.count) of \(settings.shards) shards as job \(array), and job \(merge) that merges them",
      submitted.document)
  }

  private func write(_ scripts: SlurmScripts, to folder: String) throws {
    try makeNamedFolder(folder)
    try OutputFile.write(scripts.shard, to: "\(folder)/shard.sh")
    try OutputFile.write(scripts.merge, to: "\(folder)/merge.sh")
  }

  private static func absolute(_ path: String) throws(FileProblem) -> String {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw FileProblem(file: path, sentence: "no such file")
    }
    return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  /// The jobs that were submitted last; nil where there are none.
  static func jobs(in folder: SweepFolder) throws(FileProblem) -> SlurmJobs? {
    let path = "\(folder.jobs)/\(SlurmJobs.file)"
    return Entry(following: path) == nil ? nil : try SlurmJobs(Document(contentsOf: path))
  }

  static func submitted(in folder: SweepFolder) throws(FileProblem) -> SlurmJobs {
    guard let jobs = try jobs(in: folder) else {
      throw FileProblem(
        file: "\(folder.jobs)/\(SlurmJobs.file)",
        expected: "the jobs of a sweep that was submitted with --slurm",
        found: "none")
    }
    return jobs
  }
}

extension CommandLine {
  /// The file of the running program.
  static var programFile: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "beaconbench"
  }
}

/// Slurm's own programs.
enum SlurmClient {
  /// Submits a script.
  ///
  /// - Returns: the number of the job.
  static func submit(_ script: String, after job: String? = nil) throws(FileProblem) -> String {
    let dependency = job.map { ["--dependency=afterany:\($0)"] } ?? []
    let said = try run("sbatch", ["--parsable"] + dependency + ["--", script])
    guard let number = said.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first.map(String.init),
      SlurmJobs.isNumber(number)
    else {
      throw FileProblem(
        file: "sbatch", expected: "the number of a job", found: said.isEmpty ? "nothing" : said)
    }
    return number
  }

  /// The elements of an array and their states; none where the queue knows the job no more.
  static func states(of jobs: SlurmJobs) -> [Int: String] {
    SlurmJobs.states(
      in: (try? run("squeue", ["--noheader", "--array", "--jobs=\(jobs.array)", "--format=%i %T"])) ?? "")
  }

  static func cancel(_ jobs: SlurmJobs) throws(FileProblem) {
    _ = try run("scancel", ["--", jobs.merge, jobs.array])
  }

  private static func run(_ program: String, _ arguments: [String]) throws(FileProblem) -> String {
    let said: BoundedProgram.Ended
    do throws(BoundedProgram.Failure) { said = try BoundedProgram.run([program] + arguments) } catch {
      throw FileProblem(file: program, sentence: error.reason)
    }
    guard said.status != 127 else {
      throw FileProblem(
        file: "--slurm", expected: "the program \(program) of Slurm on the PATH", found: "none")
    }
    guard said.status == 0 else {
      let reason = String(decoding: said.errors, as: UTF8.self).split(separator: "\n").joined(
        separator: "; ")
      throw FileProblem(file: program, sentence: reason.isEmpty ? "failed" : reason.printable())
    }
    return String(decoding: said.output, as: UTF8.self)
  }
}
