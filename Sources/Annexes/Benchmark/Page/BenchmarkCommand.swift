package import ArgumentParser
import Comparisons
import Documents
import Rendering
package import Results
import World

/// The verb `benchmark`.
package struct BenchmarkCommand: AsyncParsableCommand {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Enter a method into a benchmark, verify submissions, or write the page that ranks them.",
    subcommands: [SubmitCommand.self, VerifyCommand.self, BenchmarkPageCommand.self])

  package init() {}
}

/// The verb `benchmark page`.
package struct BenchmarkPageCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Write the page of a benchmark from its tasks and submissions.",
    discussion: """
      Ranks the submissions of each open task by their mean error, with intervals and ties, and writes one HTML file that needs \
      no network. Nothing is run: benchmark verify does that.

      Example: beaconbench benchmark page benchmark
      """)

  @Argument(.folder, "The folder of the benchmark.", as: "benchmark")
  var path: String

  @Option(.file, "The file to write. (default: index.html in the folder)")
  var output: String?

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var data: DataOption

  /// Tables or JSON.
  @OptionGroup package var options: OutputOptions

  package init() {}

  /// Reads tasks and submissions.
  package func prepared() throws -> any PreparedStudy {
    let folder = BenchmarkFolder(path)
    let tables = try BenchmarkTable.all(in: folder, root: data.root)
    let file = output ?? "\(folder.path)/index.html"
    try OutputFile.write(BenchmarkPage(tables).html, to: file, others: replacing.pictures)
    return Answer(
      tables.flatMap { [.paragraphs([$0.task.name + ":"])] + $0.report },
      ["tasks": Document(try tables.map { try $0.document })], written: [file])
  }
}
