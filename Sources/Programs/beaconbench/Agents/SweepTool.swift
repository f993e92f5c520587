import Documents
import Evaluation
import Rendering
import Results
import Scenarios
import Sites
import Sweeping
import World

/// Sweeps keys of a scenario, as the verb sweep does.
struct SweepKey: AgentTool {
  static let name = "sweep_key"
  static let about =
    "Runs a simulated scenario with each of several values of one or more keys: for each point and pipeline the metric's value with its "
    + "95 % interval, the number of laps and seeds, and the best point. Writes a results folder with its tables. An interrupted sweep "
    + "goes on from what is there."
  static let onlyReads = false

  var scenario = ""
  var vary: [String] = []
  var seeds: [UInt64] = [1]
  var laps = 20
  var pipelines: [String]?
  var metric: Metric = .mean

  static let defaults = SweepKey()
  static let keys: [SettingKey<SweepKey>] = [
    .required("scenario", \.scenario, .text(), "The path of a scenario file."),
    .required(
      "vary", \.vary, .list(of: .text(.line), count: .between(1, 4)),
      "Keys with their values in YAML, such as channel.pathLoss.logDistance.n=1.6,1.8,2.0 or assumes.n=1.6..2.0/5; keys of the site begin with "
        + "site."),
    .defaulted("seeds", \.seeds, .list(of: .seed, count: .between(1, 20)), "The seeds."),
    .defaulted("laps", \.laps, .integer(.between(1, 500)), "The number of laps of each cell."),
    .optional("pipelines", \.pipelines, .list(of: .text(.line)), "Run only these; by default all."),
    .defaulted(
      "metric", \.metric, .choice(among: Metric.all(for: .sweeps).filter(\.hasDirection)),
      "By which pipelines are ranked."),
  ]

  /// Cells, each a point with a seed.
  private static let most = 200

  func answer(_ surroundings: AgentSurroundings) async throws -> Document {
    let run = try run(surroundings)
    guard run.cellCount <= Self.most else {
      throw FileProblem(
        file: "", place: .key("vary"), expected: "at most \(Self.most) cells, points times seeds",
        found: "\(run.cellCount)")
    }
    try run.prepare()
    let folder = SweepFolder(
      of: run, root: AgentSession.results, name: "laps\(run.laps)-\(run.saved.digest)")
    try surroundings.folder.check(folder.results.path)
    let clock = RunClock()
    let width = surroundings.width
    var journal = try folder.open(run)
    let known = try await run.finish(in: &journal, known: folder.finished(of: run.identity), width: width) {
      done, _ in surroundings.progress(done, run.blocks.count)
    }
    guard let result = try await run.outcome(of: known, width: width) else { return [:] }
    try folder.write(result, of: run, provenance: Provenance(start: clock, threads: width))
    return Document(
      [.init(key: "results", value: Document(folder.results.path))] + (try result.document.members))
  }

  private func run(_ surroundings: AgentSurroundings) throws -> SweepRun {
    let path = try surroundings.checked(scenario)
    let file = try Document(contentsOf: path)
    try file.check(is: .scenario)
    try Scenario(file, path: path).checkIsSimulated(path)
    var options: [VaryOption] = []
    for text in vary { options.append(try VaryOption(text)) }
    var document = Document.sweep(ofScenario: path, named: try file.text("name"), options)
    document = try document.replacing("seeds", by: Document(seeds.map { Document(Int($0)) }))
    document = try document.replacing("laps", by: Document(laps))
    document = try document.replacing("metric", by: Document(metric.rawValue))
    if let pipelines {
      document = try document.replacing("pipelines", by: Document(pipelines.map { Document($0) }))
    }
    return try SweepRun(Sweep(document), program: ProgramIdentity.current, dataRoot: "")
  }
}
