import ArgumentParser
import Comparisons
import Context
import Documents
import Foundation
import Placement
import Results
import Scenarios
import World

/// The verb `place`: finds layouts of beacons, or judges those that are there.
struct PlaceCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Find places for beacons, and judge them by the error of real pipelines.",
    discussion: """
      With a plan (GeoJSON, a folder of IMDF, DXF, SVG, or a site file) and --beacons it chooses places on the walls, and writes a folder with a \
      list for mounting, the plan with the beacons, a report, and the files for going on by hand; docs/planners.md shows it.

      With a study it searches the candidates of the study for layouts with a small error of simulated fixes, position error bound \
      or share of wrong rooms, judges them and rules such as one beacon every 3 m by the pipelines of a scenario, and chooses \
      the best judged one within the budget. With --without-each the file is a scenario, whose beacons are taken away one at a time.

      Example: beaconbench place ward.geojson --beacons 20 --building hospital
      Example: beaconbench place scenarios/placement/hospital.yaml --into chosen
      """)

  @Argument(.input, "The plan, the placement study, or with --without-each a scenario.", as: "plan|study")
  var path: String
  @Flag(
    help:
      "Measure what the loss of each single beacon of a scenario's site costs, with the verdicts and the tolerance of compare."
  )
  var withoutEach = false

  @Flag(help: "Measure how well each objective predicts the judged figures, instead of choosing a layout.")
  var objectives = false

  @Option(.whole(1...10_000), "The number of beacons; a plan needs it. (default: the study's)")
  var beacons: Int?
  @Option(
    .folder,
    "A new folder for the site, a scenario to run it with, and tables, which plot and report take too. (default: of a plan <plan>-beacons)"
  )
  var into: String?
  @OptionGroup(title: "Plans") var plan: PlanOptions

  @OptionGroup var replacing: ReplaceOption

  @Option(
    each: .text, "Replace a value of the study; can be repeated.", name: .customLong("set"), as: "key=value")
  var settings: [String] = []

  @OptionGroup var options: RunningOptions<JudgingLaps>

  init() {}

  /// Refuses options that exclude each other.
  func validate() throws {
    let into = ("--into", into != nil)
    let clashes =
      (withoutEach ? [("--beacons", beacons != nil), into, ("--objectives", objectives)] : [])
      + (objectives ? [into] : [])
    for (option, isGiven) in clashes where isGiven {
      throw ValidationError(
        "\(withoutEach ? "--without-each" : "--objectives") cannot be combined with \(option)")
    }
    // What cannot be read is refused later, in the words for files.
    guard !withoutEach, (try? PlanRun.isPlan(path)) == true else { return try plan.refuseAll() }
    if objectives { throw ValidationError("--objectives requires a study") }
    if beacons == nil { throw ValidationError("--beacons is required for a plan") }
  }

  /// The study that the options ask for, checked as far as it can be before it runs.
  func prepared() throws -> any PreparedStudy {
    let changes = try settings.map { text throws(FileProblem) in try ScenarioChanges.Setting(text) }
    if !withoutEach, try PlanRun.isPlan(path) {
      return try PlanRun(
        path, beacons: beacons ?? 1, options: plan, changes: changes, running: options, into: into,
        replacing: replacing.replace, opening: Self.figures)
    }
    if withoutEach {
      return try BeaconLossStudy(
        contentsOf: path, seed: options.seed, laps: options.laps, changes: ScenarioChanges(changes))
    }
    let study = try PlacementStudy(
      contentsOf: path, changes: changes, beacons: beacons, seed: options.seed, walks: options.laps,
      opening: Self.figures)
    if objectives { return try ObjectiveStudy(study) }
    let folder = try into.map { path throws(FileProblem) in
      try NewFolder(path, for: "--into", replacing: replacing.replace)
    }
    return PlacementRun(study: study, folder: folder)
  }
}

extension PlaceCommand {
  /// Applications and navigation lie above the module of placement.
  private static let figures: LayoutFiguresOpening = { use, path in
    switch use {
    case .context(let events):
      let scenario = try ContextScenario(contentsOf: path, dataRoot: "")
      return (scenario.scenario, try NoticingLayouts(scenario, events))
    case .navigate(let guidance):
      let scenario = try Scenario(contentsOf: path)
      return (scenario, try GuidedLayouts(scenario, guidance))
    }
  }
}

/// A placement study, and the folder for its layout.
private struct PlacementRun: SteppedStudy {
  let study: PlacementStudy
  let folder: NewFolder?

  var steps: StudySteps { StudySteps(study.simulatedWalks, "walks") }

  func run(width: Int, progress: (Int) -> Void) async throws -> PlacementResult {
    try await study.run(width: width, progress: progress)
  }

  func keep(_ result: PlacementResult, provenance: Provenance) throws -> [String] {
    guard let folder else { return [] }
    try folder.write(study.files(of: result) + [(PlottedPlacement.file, result.saved.prettyJSON)])
    return [folder.path + "/"]
  }
}
