import ArgumentParser
import Comparisons
import Laps
import Rendering
import Results
import Runs
import Scenarios
import Sites
import World

struct ExplainCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show where a pipeline errs most, and why.",
    discussion: """
      Runs the saved scenario of a results folder again and lists the stretches in which the error of a pipeline stays \
      above a threshold, the worst first. Then removes one cause of error at a time, such as shadowing, on the same laps, \
      and prints the share of each stretch's error that disappears.

      Example: beaconbench explain results/floor35/seed1-laps300 --pipeline Kalman
      """)

  @Argument(
    help: ArgumentHelp("The results folder, or one pipeline of it as FOLDER:PIPELINE.", valueName: "results"),
    completion: .directory, transform: JudgedPlace.init)
  var place: JudgedPlace

  @Option(help: "The pipeline to explain. (default: the scenario's first)")
  var pipeline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The error in metres above which a stretch lies. (default: 5)", valueName: "metres"),
    transform: OptionValue.number(0...1_000_000, expected: "a number from 0 to 1000000"))
  var threshold: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The time for which the error may fall to the threshold, or a fix be missing, within one stretch. (default: 2)
      """, valueName: "seconds"),
    transform: OptionValue.number(0...3600, expected: "a number from 0 to 3600"))
  var bridge: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of stretches to describe, the worst first. (default: 5)", valueName: "n"),
    transform: OptionValue.integer(1...1000))
  var stretches: Int?

  @Option(
    help: ArgumentHelp(
      "Draw the stretches and the shares of the causes; the ending says the format, as for plot.",
      valueName: "file"), completion: .file(), transform: OptionValue.path)
  var picture: String?

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var options: ReportingOptions

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  private var path: String { place.folder }

  func validate() throws {
    guard pipeline != nil, place.pipeline != nil else { return }
    throw ValidationError("--pipeline cannot be combined with \(place.text)")
  }

  private var rules: Explanation.Rules {
    var rules = Explanation.Rules()
    rules.threshold = threshold ?? rules.threshold
    rules.bridge = bridge ?? rules.bridge
    rules.stretches = stretches ?? rules.stretches
    return rules
  }

  func run() async throws {
    let target = try picture.map { path in (path: path, format: try PlotFormat(ofFile: path)) }
    try OutputFile.check([target?.path], apartFrom: [path], others: replacing.pictures)
    let (study, saved) = try SavedResults.withStudy(in: path, data)
    let explainer = try ErrorExplainer(
      study, saved: saved, pipeline: pipeline ?? place.pipeline, rules: rules)
    var progress = options.progress(of: explainer.laps)
    let explanation = try await explainer.run(width: options.width) {
      progress.show(done: $0)
    }
    progress.finish()
    if let target {
      let looks = PipelineLooks(of: study.source.pipelines.definitions)
      let plot = try Plot.causes(
        of: explanation, on: study.plottedSite, colour: looks.colour(of: explanation.pipeline))
      try PlotFile.write(
        [PlotFile(plot: plot, format: target.format, path: target.path)], makesFolder: false,
        others: replacing.pictures)
    }
    try options.show(explanation.report, explanation.document)
  }
}

extension SavedResults {
  /// As ``withStudy(in:dataRoot:check:)``, with the data sets where the option says.
  static func withStudy(in path: String, _ data: DataOption) throws -> (study: Study, saved: SavedResults) {
    try withStudy(in: path, dataRoot: data.root) { scenario, file in try data.check(for: scenario, at: file) }
  }
}
