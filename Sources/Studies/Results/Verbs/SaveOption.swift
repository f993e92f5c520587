package import ArgumentParser
import Documents
package import Rendering
package import World

/// The folder in which a verb keeps its results.
package struct SaveOption: ParsableArguments {
  /// Nil where results are not kept.
  @Option(
    .folder, "A new folder for the report, the JSON document, pictures and their provenance. (default: none)",
    name: .customLong("save"))
  package var path: String?

  /// Whether files of the folder may be replaced.
  @OptionGroup package var replacing: ReplaceOption

  package init() {}

  /// Refuses a folder that cannot be written.
  package func check() throws(FileProblem) { _ = try folder() }

  /// - Returns: the folder, if there is one.
  package func write(
    _ outcome: any StudyOutcome, note: [ReportSection], provenance: Provenance
  ) throws -> [String] {
    guard let path, let folder = try folder() else { return [] }
    let report = (note + outcome.report).text(as: .markdown, width: OutputWidth.piped)
    try folder.write(
      [
        ("report.md", report), ("summary.json", outcome.document.prettyJSON),
        ("provenance.json", provenance.document.prettyJSON),
      ] + outcome.files)
    let plots = try outcome.plots.map { plot in
      PlotFile(plot: plot, format: .svg, path: "\(path)/\(plot.name).svg")
    }
    if !plots.isEmpty { try PlotFile.write(plots, makesFolder: true, others: .replaced) }
    return [path + "/"]
  }

  private func folder() throws(FileProblem) -> NewFolder? {
    try path.map { path throws(FileProblem) in
      try NewFolder(path, for: "--save", replacing: replacing.replace)
    }
  }
}
