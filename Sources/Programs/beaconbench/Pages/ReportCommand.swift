import ArgumentParser
import Documents
import Pages
import Rendering
import Results
import World

struct ReportCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write results as a page with tables, figures and a player of laps.",
    discussion: """
      Writes one HTML file that needs no network: what was run, tables, interactive figures, a player that replays laps on the \
      plan, and what the results do not show. Two results folders are compared. What a folder does not hold comes from running \
      its saved scenario again. docs/report.md describes the page.

      Example: beaconbench report results/floor35/seed1-laps300
      Example: beaconbench report results/floor35/before results/floor35/after
      """)

  @Argument(.folder, "One results folder, or two to compare.", as: "results")
  var paths: [String]

  @Option(.file, "The file to write. (default: <name>-report.html beside the last results folder)")
  var output: String?

  @OptionGroup var replacing: ReplaceOption

  @Option(
    .whole(0...1_000_000), "The most laps that the player has, from the first. (default: 100)", as: "laps")
  var laps: Int?

  @Flag(help: "Draw the constant baseline too, whose errors stretch the axes.")
  var baseline = false

  @Flag(help: "Compare two folders even if their scenarios or sites differ.")
  var differentScenarios = false

  @OptionGroup var options: ReportingOptions

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  func validate() throws {
    guard paths.count <= 2 else {
      throw ValidationError("expected one results folder, or two to compare, found \(paths.count)")
    }
  }

  func run() async throws {
    for path in paths where Entry(following: path) == nil {
      throw FileProblem(file: path, sentence: "no such folder")
    }
    let folder = paths.last.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
    let file = output ?? folder + "-report.html"
    guard file.lowercased().hasSuffix(".html") else {
      let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last
      throw FileProblem(
        file: file, expected: "a name that ends in .html", found: ending.map { ".\($0)" } ?? "no ending")
    }
    try OutputFile.check([file], apartFrom: paths, others: replacing.pictures)
    var wanted = ResultsReport.Options()
    wanted.plots.dataRoot = data.root
    wanted.width = options.width
    wanted.plots.showsBaselines = baseline
    wanted.plots.allowsDifferentScenarios = differentScenarios
    if let laps { wanted.laps = laps }
    var progress: TerminalProgress?
    let report = try await ResultsReport(paths, options: wanted) { done, all in
      if progress == nil { progress = options.line(of: all, "laps") }
      progress?.show(done: done)
    }
    progress?.finish()
    let scripts = Result { () throws(PythonProgram.Failure) in
      try PlotRenderer(python: PythonProgram.interpreter).scripts()
    }
    if case .failure(let problem) = scripts {
      StandardStreams.warn(["\(problem.reason), so the page has no figures: \(PythonProgram.advice)"])
    }
    let html = ReportPage(report, scripts: scripts).html
    try OutputFile.write(html, to: file, others: replacing.pictures)
    let hasFigures = (try? scripts.get()) != nil
    let written = WrittenPage(
      file: file, bytes: html.utf8.count, figures: hasFigures ? report.plots.plots.count : 0,
      laps: report.player?.laps.count ?? 0, leftOut: report.plots.leftOut)
    try options.show(
      [.table([written], WrittenPage.figures), .paragraphs(written.leftOut.notDrawn)], written.document)
  }
}

/// What is said of a page that was written.
private struct WrittenPage: Described {
  let file: String
  let bytes: Int
  let figures: Int
  let laps: Int
  let leftOut: [(kind: PlotKind, reason: String)]

  static let figures: [Figure<WrittenPage>] = [
    .init("file", "file", \.file), .init("bytes", \.bytes),
    .init(nil, "size", unit: "MB") { Double($0.bytes) / 1e6 }, .init("figures", "figures", \.figures),
    .init("laps", "laps in the player", \.laps), .init("leftOut", \.leftOut.document),
  ]
}
