package import ArgumentParser
import Comparisons
package import Results
import World

/// The verb `benchmark verify`.
package struct VerifyCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Run submissions to a benchmark again, and compare to the last bit.",
    discussion: """
      Runs every built-in method again, with --allow-programs every program whose files are here as well, and compares \
      fixes and scores. Submitted fixes are scored, which verifies those that were entered without a program. The exit status is \
      1 if a submission differs, or if its program was not run.

      Example: beaconbench benchmark verify benchmark
      """)

  @Argument(.text, "Submissions, or folders of them.", as: "submissions")
  var paths: [String]

  @OptionGroup var data: DataOption

  /// How it runs and prints.
  @OptionGroup package var options: ReportingOptions

  package init() {}

  /// Reads the submissions and their tasks.
  package func prepared() throws -> any PreparedStudy {
    let files = try paths.flatMap { path in
      let files = try SubmittedFile.all(at: path)
      guard !files.isEmpty else {
        throw FileProblem(file: path, expected: "submissions at submissions/METHOD/TASK.json", found: "none")
      }
      return files
    }
    return try VerifyStudy(files, root: data.root)
  }
}
