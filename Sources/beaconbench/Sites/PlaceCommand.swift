import ArgumentParser
import Documents
import Foundation
import Placement
import Rendering
import Scenarios
import Sites
import World

struct PlaceCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Find places for beacons, and judge them by the error of real pipelines.",
    discussion: """
      Searches the candidates of a placement study for layouts with a small error of simulated fixes, position error bound \
      or share of wrong rooms, judges them and rules such as one beacon every 3 m by the pipelines of a scenario, and chooses \
      the best judged one within the budget. With --without-each the file is a scenario, whose beacons are taken away one at a time.

      Example: beaconbench place scenarios/placement/hospital.yaml --output chosen
      """)

  @Argument(
    help: ArgumentHelp("The placement study, or with --without-each a scenario.", valueName: "study"),
    completion: .file(), transform: OptionValue.input)
  var path: String

  @Flag(
    help:
      "Measure what the loss of each single beacon of a scenario's site costs, with the verdicts and the tolerance of compare."
  )
  var withoutEach = false

  @Flag(help: "Measure how well each objective predicts the judged figures, instead of choosing a layout.")
  var objectives = false

  @Option(
    parsing: .unconditional, help: "The number of beacons. (default: the study's)",
    transform: OptionValue.integer(1...10_000))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "A new folder for the site, a scenario to run it with, and tables, which plot and report take too.",
      valueName: "folder"),
    completion: .directory, transform: OptionValue.path)
  var output: String?

  @OptionGroup var replacing: ReplaceOption

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Replace a value of the study; can be repeated.", valueName: "key=value"))
  var settings: [String] = []

  @OptionGroup var options: RunningOptions

  var limits: StudyLimits { options.limits }

  func validate() throws {
    let output = ("--output", output != nil)
    let clashes =
      (withoutEach ? [("--count", count != nil), output, ("--objectives", objectives)] : [])
      + (objectives ? [output] : [])
    for (option, isGiven) in clashes where isGiven {
      throw ValidationError(
        "\(withoutEach ? "--without-each" : "--objectives") cannot be combined with \(option)")
    }
  }

  func run() async throws {
    let changes = try settings.map { text throws(FileProblem) in try ScenarioChanges.Setting(text) }
    if withoutEach {
      try await showLosses(ScenarioChanges(changes))
    } else {
      try await place(changes)
    }
  }

  private func showLosses(_ changes: ScenarioChanges) async throws {
    let study = try BeaconLossStudy(
      contentsOf: path, seed: options.seed, laps: options.laps, changes: changes)
    var progress = options.progress(of: study.laps)
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try options.show(result.report, result.document)
  }

  private func place(_ changes: [ScenarioChanges.Setting]) async throws {
    let study = try PlacementStudy(
      contentsOf: path, changes: changes, beacons: count, seed: options.seed, walks: options.laps)
    if objectives { return try await compareObjectives(of: study) }
    let folder = try output.map { path throws(FileProblem) in
      try NewFolder(path, replacing: replacing.replace)
    }
    var progress = options.progress(of: study.simulatedWalks, "walks")
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    if let folder { try folder.write(files(of: result, study)) }
    try options.show(result.report + (output.map { [.folders([$0 + "/"])] } ?? []), result.document)
  }
}

extension PlaceCommand {
  private func files(
    of result: PlacementResult, _ study: PlacementStudy
  ) throws(FileProblem) -> [(name: String, text: String)] {
    try study.files(of: result) + [(PlottedPlacement.file, result.saved.prettyJSON)]
  }

  private func compareObjectives(of study: PlacementStudy) async throws {
    let objectives = try ObjectiveStudy(study)
    var progress = options.progress(of: objectives.simulatedWalks, "walks")
    let result = try await objectives.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try options.show(result.report, result.document)
  }
}

/// A folder that a command makes for what it writes.
struct NewFolder {
  private let path: String

  /// - Parameter replacing: whether files of a folder that is there may be replaced.
  /// - Throws: where something else than such a folder is there, or none can be made.
  init(_ path: String, replacing: Bool) throws(FileProblem) {
    self.path = path
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    if manager.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue, let contents = try? manager.contentsOfDirectory(atPath: path),
        contents.isEmpty || replacing
      else {
        throw FileProblem(
          file: path, expected: "a new or an empty folder for --output",
          found: isFolder.boolValue ? "one with files, which --replace replaces" : "a file")
      }
    }
  }

  /// Writes all files, or none.
  func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileProblem(
        file: path,
        sentence:
          "cannot be made: \((error as NSError).localizedFailureReason ?? "no folder can be made here")")
    }
    try OutputFile.write(files.map { ("\(path)/\($0.name)", Data($0.text.utf8)) })
  }
}
