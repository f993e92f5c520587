import Documents
import Sweeping
import World

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
