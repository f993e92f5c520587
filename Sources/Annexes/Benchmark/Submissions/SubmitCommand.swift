package import ArgumentParser
import Comparisons
import Documents
import Positioning
package import Results
import Scenarios
import World

/// The verb `benchmark submit`.
package struct SubmitCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "submit", abstract: "Enter a method into a benchmark.",
    discussion: """
      Runs a program on a task, or scores a table of its fixes, and writes a submission to \
      BENCHMARK/submissions/METHOD/TASK.json with the fixes beside it; --built-in writes all methods of the task's scenario to \
      built-in/TASK.json there. While the seed of a task is not published, the \
      submission has no score and registers the program by the digests of its files. docs/benchmark.md describes tasks and rules.

      Example: beaconbench benchmark submit rriesebos --as mine --command 'python3 mine.py'
      """)

  @Argument(.text, "The name of the task, or its file.", as: "task")
  var task: String

  @Option(.text, "The name of the method.", name: .customLong("as"), as: "name")
  var name: String?

  @Option(.text, "The command that starts the program, words between spaces.", as: "command")
  var command: String?

  @Option(.input, "The table with every fix at the callbacks of the task, in place of a program.")
  var fixes: String?

  @Flag(help: "Enter the methods of the task's own scenario.")
  var builtIn = false

  @Option(.names, "The prior information that the program is given, such as survey. (default: none)")
  var given: [String]?

  @Option(
    .names, "Further files of the program, which the submission fixes by their digests. (default: none)")
  var files: [String]?

  @Option(.folder, "The folder of the benchmark. (default: benchmark)")
  var benchmark: String?

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var data: DataOption

  /// How it runs and prints.
  @OptionGroup package var options: ReportingOptions

  package init() {}

  /// Refuses options that do not go together.
  package func validate() throws {
    let ways = [command != nil, fixes != nil, builtIn].count { $0 }
    guard ways == 1 else {
      throw ValidationError(
        "expected one of --command, --fixes and --built-in, found \(ways == 0 ? "none" : "\(ways)")")
    }
    guard builtIn == (name == nil) else {
      throw ValidationError(
        builtIn ? "--built-in cannot be combined with --as" : "expected --as, found none")
    }
    if command?.split(separator: " ").isEmpty ?? false {
      throw ValidationError("expected a command after --command, found nothing")
    }
    if builtIn, given != nil || files != nil {
      throw ValidationError("--built-in cannot be combined with --given or --files")
    }
  }

  /// Reads the task.
  package func prepared() throws -> any PreparedStudy {
    let folder = BenchmarkFolder(benchmark ?? "benchmark")
    let task = try folder.task(task)
    let unknown = try (given ?? []).first { word in
      guard let given = Given(rawValue: word) else {
        throw FileProblem(
          file: "--given", expected: listing(Given.allCases.map(\.rawValue)), found: word.printable())
      }
      return !task.given.contains(given)
    }
    if let unknown {
      throw FileProblem(
        file: "--given",
        expected:
          "what \(task.name) allows: \(task.given.isEmpty ? "nothing" : listing(task.given.map(\.rawValue)))",
        found: unknown)
    }
    let entry: SubmitStudy.Entry =
      if let command {
        .program(name ?? "", command.split(separator: " ").map(String.init), files: files ?? [])
      } else if let fixes { .fixes(name ?? "", path: fixes) } else { .builtIn }
    return try SubmitStudy(
      task, entry, given: given ?? [], in: folder, root: data.root, others: replacing.others())
  }
}
