import ArgumentParser
import Laps
import Positioning
import Rendering
import Results
import Scenarios
import Sites
import World

struct SurveyCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "survey", abstract: "Build a radio map for fingerprinting.",
    discussion: """
      Makes the survey of a scenario, as its key survey states it, or gathers the readings of a recorded walk at the points of a \
      site. The table can be the survey.file of a scenario.

      Example: beaconbench survey scenarios/fingerprint-walk.yaml --output map.csv
      """)

  @Argument(.input, "The scenario, or with --site the recording.", as: "scenario|recording")
  var path: String

  @Option(.file, "The table to write. (default: none, only the summary is printed)")
  var output: String?

  @Flag(
    help:
      "Survey each advertising channel by itself too, for methods with channels: separate. (default: as the scenario's pipelines need)"
  )
  var byChannel = false

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var changes: ScenarioOptions

  @Option(.seed) var seed: UInt64?

  @Option(.site) var site: String?

  @Option(.truth) var truth: String?

  @Option(
    .number(0.1...1000, "metres"),
    "The largest distance between points along the path, for a recording. (default: the site's test points)")
  var spacing: Double?

  @Option(.oneLap) var lap: Int?

  @Option(.averaged) var averaged: Double?

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard site != nil else {
      try refuse(
        [
          "--truth": truth != nil, "--spacing": spacing != nil, "--lap": lap != nil,
          "--averaged": averaged != nil,
        ], "requires --site")
      return
    }
    guard truth != nil else { throw ValidationError("--site requires --truth") }
    try refuse(
      [
        "--seed": seed != nil, "--set": !changes.settings.isEmpty,
        "--without": !changes.without.isEmpty,
      ], "cannot be combined with --site")
  }

  func prepared() throws -> any PreparedStudy {
    try OutputFile.check([output], apartFrom: [path, site, truth], others: replacing.others())
    let summary = try summary()
    if let output {
      try OutputFile.write(RadioMapTable.text(of: summary.map), to: output, others: replacing.others())
    }
    return Answer(summary.report, summary.document)
  }

  private func summary() throws -> SurveySummary {
    if let site, let truth {
      let file = try SiteFile(contentsOf: site)
      StandardStreams.warn(file.warnings)
      let tally = try SurveyTally(
        of: path, on: file.site, truth: try TruthTable(contentsOf: truth, site: file.site), spacing: spacing,
        lap: lap, averageSeconds: averaged, byChannel: byChannel)
      return SurveySummary(tally.map, seconds: nil, withoutChannel: byChannel ? tally.withoutChannel : nil)
    }
    let scenario = try Scenario(contentsOf: path, seed: seed, changes: try changes.changes())
    guard let simulation = scenario.simulation else {
      throw FileProblem(file: path, expected: "a simulated scenario", found: "one of recorded walks")
    }
    StandardStreams.warn(simulation.warnings)
    guard let survey = try SimulatedSurvey(scenario, byChannel: byChannel) else {
      throw FileProblem(
        file: path, expected: "the key survey (--set survey.readings=20 adds one)", found: "none")
    }
    let map = try survey.radioMap()
    if byChannel, !map.hasChannels {
      throw FileProblem(
        file: path, expected: "a survey.file with the column channel for --by-channel", found: "one without")
    }
    return SurveySummary(map, seconds: survey.seconds)
  }
}
