import Documents
import Foundation
import Pages
import Placement
import Rendering
import Results
import Scenarios
import Sites
import World

/// `place` with a plan: the study that is made of it, and the folder for all that comes of it.
struct PlanRun: PreparedStudy {
  private let plan: String
  private let imported: SiteImport?
  private let made: PlanStudy
  private let study: PlacementStudy
  private let folder: NewFolder
  private let draft: DraftFolder

  /// Whether a path is that of a plan and not of a study or a scenario: a folder of IMDF, GeoJSON, a drawing, or a site.
  static func isPlan(_ path: String) throws -> Bool {
    let name = path.lowercased()
    if [".geojson", ".dxf", ".svg", ".csv", ".zip"].contains(where: name.hasSuffix) { return true }
    if name.hasSuffix(".json") { return (try? Document(contentsOf: path))?.has("candidates") != true }
    if Entry(following: path) == .folder { return true }
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return false }
    let document = try Document(contentsOf: path)
    guard case .object = document.content else { return false }
    return !["scenario", "site", "candidates", "pipelines", "context"].contains(where: document.has)
      && ["rooms", "path", "floors"].contains(where: document.has)
  }

  /// Reads the plan and makes the study, whose files lie in a folder of their own until it has run.
  init(
    _ plan: String, beacons: Int, options: PlanOptions, changes: [ScenarioChanges.Setting],
    running: RunningOptions<JudgingLaps>, into folder: String?, replacing: Bool,
    opening: @escaping LayoutFiguresOpening
  ) throws {
    self.plan = plan
    self.folder = try NewFolder(folder ?? Self.customary(plan), for: "--into", replacing: replacing)
    let site: SiteFile
    let building = options.building ?? .office
    if plan.lowercased().hasSuffix(".yaml") || plan.lowercased().hasSuffix(".yml") {
      try refuse(options.reading.isGiven, "cannot be combined with a site, which says it itself")
      (site, imported) = (try SiteFile(contentsOf: plan), nil)
    } else {
      var reading = try options.reading.importing()
      reading.assumedWalls = building.walls
      guard let read = Annex.all.lazy.compactMap(\.readPlan).first else {
        throw FileProblem(
          file: plan, expected: "a site, since this program imports no plans", found: "a plan")
      }
      let found = try read(plan, reading)
      (site, imported) = (found.site, found)
    }
    var wishes = PlanStudy.Wishes(uuid: try options.uuid(of: site.site.name))
    (wishes.beacons, wishes.aim, wishes.building) = (beacons, options.aim ?? .metres, building)
    made = try PlanStudy(site, from: plan, wishes: wishes)
    draft = try DraftFolder(made.files)
    do {
      let path = draft.path(PlanStudy.studyName)
      study = try FolderLimit.$current.withValue(nil) {
        try PlacementStudy(
          contentsOf: path, changes: changes, seed: running.seed, walks: running.laps, opening: opening)
      }
    } catch {
      draft.remove()
      throw draft.renamed(error, to: plan)
    }
  }

  private static func customary(_ plan: String) -> String {
    let name = plan.split(separator: "/").last.map(String.init) ?? "plan"
    return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) + "-beacons"
  }

  func run(_ runner: StudyRunner) async throws -> PlannedPlacement {
    defer { draft.remove() }
    do {
      let result = try await FolderLimit.$current.withValue(nil) {
        try await runner.stage(StudySteps(study.simulatedWalks, "walks")) {
          try await study.run(width: runner.width, progress: $0)
        }
      }
      return PlannedPlacement(result, of: made, plan: imported)
    } catch {
      throw draft.renamed(error, to: plan)
    }
  }

  func keep(_ outcome: PlannedPlacement, provenance: Provenance) throws -> [String] {
    let site = outcome.result.chosen.site.document.yaml
    let own = made.files.map { (name: $0.name, text: $0.name == PlanStudy.siteName ? site : $0.text) }
    let svg = outcome.drawing.svg
    try folder.write(
      own + study.tables(of: outcome.result) + [
        (PlottedPlacement.file, outcome.result.saved.prettyJSON), ("mounting.html", outcome.mountingPage),
        ("plan.svg", svg), ("provenance.json", provenance.document.prettyJSON),
      ])
    var files: [(path: String, data: Data)] = []
    let renderer = PlotRenderer(python: PythonProgram.interpreter)
    var scripts: Result<String, PythonProgram.Failure>
    do throws(PythonProgram.Failure) {
      files = zip(["png", "pdf"], try renderer.pictures(of: svg)).map { ("\(folder.path)/plan.\($0)", $1) }
      scripts = .success(try renderer.scripts())
    } catch {
      scripts = .failure(error)
      StandardStreams.warn([
        "\(error.reason), so there is no plan.png and no plan.pdf, and the report has no figures: \(PythonProgram.advice)"
      ])
    }
    let report = ReportPage(try ResultsReport(placement: folder.path), scripts: scripts).html
    files.append(("\(folder.path)/report.html", Data(report.utf8)))
    try OutputFile.write(files.map { ($0.path, $0.data) }, others: .replaced)
    return [folder.path + "/"]
  }
}

/// A folder for files that are read again and then not needed.
private struct DraftFolder {
  private let path =
    FileManager.default.temporaryDirectory.appending(path: "beaconbench-\(UUID().uuidString)").path

  init(_ files: [(name: String, text: String)]) throws(FileProblem) {
    try NewFolder(path, for: "TMPDIR", replacing: false).write(files)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
  /// What is wrong with one of the files is wrong with the plan, or with an option that changes a value.
  func renamed(_ error: any Error, to plan: String) -> any Error {
    guard let problem = error as? FileProblem, problem.file.hasPrefix(path) else { return error }
    return FileProblem(file: plan, place: problem.place, expected: problem.expected, found: problem.found)
  }
}
