package import ArgumentParser
import Rendering
package import Results

/// The verb `explain`.
package struct ExplainCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show where a pipeline errs most, and why.",
    discussion: """
      Runs the saved scenario of a results folder again and lists the stretches in which the error of a pipeline stays \
      above a threshold, the worst first. Then removes one cause of error at a time, such as shadowing, on the same laps, \
      and prints the share of each stretch's error that disappears.

      Example: beaconbench explain results/floor35/seed1-laps300 --pipeline Kalman
      """)

  @Argument(.place, "The results folder, or one pipeline of it as FOLDER:PIPELINE.", as: "results")
  var place: JudgedPlace

  @Option(help: "The pipeline to explain. (default: the scenario's first)")
  var pipeline: String?

  @Option(
    .number(0...1_000_000, "a number"), "The error in metres above which a stretch lies. (default: 5)",
    as: "metres")
  var threshold: Double?

  @Option(
    .number(0...3600, "a number"),
    """
    The time for which the error may fall to the threshold, or a fix be missing, within one stretch. (default: 2)
    """, as: "seconds")
  var bridge: Double?

  @Option(.whole(1...1000), "The number of stretches to describe, the worst first. (default: 5)", as: "n")
  var stretches: Int?

  @Option(.file, "Draw the stretches and the shares of the causes; the ending says the format, as for plot.")
  var picture: String?

  @OptionGroup var replacing: ReplaceOption

  /// How it runs and prints.
  @OptionGroup package var options: ReportingOptions

  @OptionGroup var data: DataOption

  private var path: String { place.folder }

  package init() {}

  /// Refuses options that do not go together.
  package func validate() throws {
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

  /// Refuses files that cannot be written, before anything is read.
  package func checkOutputs() throws {
    let target = try picture.map { path in (path: path, format: try PlotFormat(ofFile: path)) }
    try OutputFile.check([target?.path], apartFrom: [path], others: replacing.pictures)
  }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let (study, saved) = try SavedResults.withStudy(in: path, data)
    return try ErrorExplainer(study, saved: saved, pipeline: pipeline ?? place.pipeline, rules: rules)
  }

  /// Writes the files that the options name.
  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    guard let picture else { return [] }
    let format = try PlotFormat(ofFile: picture)
    try PlotFile.write(
      outcome.plots.map { PlotFile(plot: $0, format: format, path: picture) }, makesFolder: false,
      others: replacing.pictures)
    return []
  }
}
