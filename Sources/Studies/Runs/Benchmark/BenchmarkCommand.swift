package import ArgumentParser
import Comparisons
import Documents
import Rendering
package import Results

/// The verb `benchmark`.
package struct BenchmarkCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "benchmark", abstract: "Write the page of a benchmark from its tasks and submissions.",
    discussion: """
      Ranks the submissions of each open task by their mean error, with intervals and ties, and writes one HTML file that needs \
      no network. Nothing is run: verify does that.

      Example: beaconbench benchmark benchmark
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
    return BenchmarkPageStudy(
      tables: try BenchmarkTable.all(in: folder, root: data.root),
      file: output ?? "\(folder.path)/index.html",
      others: replacing.pictures)
  }
}

/// The page, which is written with its tables.
private struct BenchmarkPageStudy: PreparedStudy {
  struct Outcome: StudyOutcome {
    let tables: [BenchmarkTable]
    var report: [ReportSection] { tables.flatMap { [.paragraphs([$0.task.name + ":"])] + $0.report } }
    var document: Document { get throws { ["tasks": Document(try tables.map { try $0.document })] } }
  }

  let tables: [BenchmarkTable]
  let file: String
  let others: OutputFile.Others

  func run(_ runner: StudyRunner) -> Outcome { Outcome(tables: tables) }

  func keep(_ outcome: Outcome, provenance: Provenance) throws -> [String] {
    try OutputFile.write(BenchmarkPage(tables).html, to: file, others: others)
    return [file]
  }
}
