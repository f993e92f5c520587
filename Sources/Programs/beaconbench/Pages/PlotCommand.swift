import ArgumentParser
import Comparisons
import Documents
import Laps
import Pages
public import Rendering
import Results
import Scenarios

struct PlotCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw results, sites, scenarios, recordings, calibrations and placements.",
    discussion: """
      Draws what the argument allows: a results folder, several of them beside each other, a scenario (its laps are run), \
      a site, a recording, a calibration (a table of residuals, a JSON document or a channel file), or a folder of place. Without --output \
      the usual pictures go to a folder <name>-plots beside the results, or in the working folder. docs/plots.md shows all \
      kinds.

      Kinds: \(PlotKind.allValueStrings.joined(separator: ", ")).

      Example: beaconbench plot scenarios/floor35.yaml
      Example: beaconbench plot results/floor35/seed1-laps300 --kind cdf --output cdf.pdf
      """)

  @Argument(.input, "What is drawn: one file, or one or more results folders.", as: "what")
  var paths: [String]

  @Option(help: ArgumentHelp("What to show. (default: the usual pictures)", valueName: "kind"))
  var kind: PlotKind?

  @Option(
    .file,
    "The file to write; its extension .svg, .png, .pdf, .html or .json (Vega-Lite) determines the format.")
  var output: String?

  @OptionGroup var replacing: ReplaceOption

  @Option(
    help: ArgumentHelp("The format of the pictures without --output. (default: svg)", valueName: "format"))
  var format: PlotFormat?

  @Option(help: "How wide: column (85 mm) or page (180 mm). (default: by the kind)")
  var width: PlotWidth?

  @Option(
    each: .lap,
    "The lap to draw, counted from 0; of tracks several laps, by repeating the option. (default: 0)")
  var lap: [Int] = []

  @Option(.text, "The beacon of an RSSI picture. (default: by the kind)", as: "name")
  var beacon: String?

  @Option(
    .number(-127...20, "dBm"),
    "The weakest mean RSSI that counts as heard, for coverage. (default: the receiver's sensitivity)")
  var sensitivity: Double?

  @OptionGroup var options: RunningOptions<ScenarioLaps>

  @Option(.names, "Draw only these pipelines, such as Kalman,feedback. (default: all)")
  var pipelines: [String]?

  @Flag(help: "Draw the constant baseline too, whose errors stretch the axis.")
  var baseline = false

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  func validate() throws {
    guard Set(lap).count == lap.count, lap.count <= 50 else {
      throw ValidationError(
        "--lap: expected up to 50 different laps, found \(Counted.list(lap.map { "\($0)" }))")
    }
    guard output != nil, format != nil else { return }
    throw ValidationError("--format cannot be combined with --output, whose extension determines the format")
  }

  func run() async throws {
    let target = try output.map { path in (path: path, format: try PlotFormat(ofFile: path)) }
    try OutputFile.check([target?.path], apartFrom: paths, others: replacing.pictures)
    let subject = try PlotSubject(paths)
    let results = try await results(of: subject)
    var wanted = PlotOptions()
    (wanted.kind, wanted.width, wanted.pipelines) = (kind, width, pipelines)
    (wanted.beacon, wanted.level, wanted.dataRoot) = (beacon, sensitivity, data.root)
    if !lap.isEmpty { wanted.laps = lap }
    wanted.showsBaselines = baseline
    // A page has room.
    if width == nil, (target?.format ?? format) == .html { wanted.width = .page }
    if target != nil, kind == nil { wanted.kind = subject.kinds.first }
    let set = try PlotSet(subject, results: results, options: wanted)
    let files = set.plots.map { plot in
      let format = format ?? .svg
      return PlotFile(
        plot: plot, format: target?.format ?? format,
        path: target?.path ?? "\(folder(of: subject))/\(plot.name).\(format.rawValue)")
    }
    let written = try PlotFile.write(files, makesFolder: target == nil, others: replacing.pictures)
    try options.show(
      report(of: written, set.leftOut),
      [
        "plots": Document(written.map { Self.figures.value(of: $0).document }),
        "leftOut": set.leftOut.document,
      ])
  }

  private func results(of subject: PlotSubject) async throws -> [PlottedResults] {
    switch subject {
    case .results(let folders):
      return try folders.map {
        try PlottedResults(contentsOf: $0, pipelines: pipelines, dataRoot: data.root)
      }
    case .scenario(let path):
      let changes = ScenarioChanges(pipelines: pipelines)
      let scenario = try Scenario(
        contentsOf: path, seed: options.seed, laps: options.laps, changes: changes)
      try data.check(for: scenario, at: path)
      let study = try Study(scenario, dataRoot: data.root)
      if kind?.needsNoLaps == true { return [PlottedResults(of: study)] }
      StandardStreams.warn(study.warnings)
      // Without errors to show, one lap is enough for the rest.
      let run =
        kind?.showsErrors ?? true
        ? study
        : try Study(
          Scenario(contentsOf: path, seed: options.seed, laps: 1, changes: changes), dataRoot: data.root)
      let result = try await options.runner.stage(StudySteps(run.laps)) {
        try await run.run(width: options.width, progress: $0)
      }
      let all = try pipelines.map { _ in try Scenario(contentsOf: path).pipelines }
      return [
        PlottedResults(result, of: study, scenario: scenario, pipelines: pipelines, among: all)
      ]
    default: return []
    }
  }

  /// Where the usual pictures go.
  private func folder(of subject: PlotSubject) -> String {
    let first = paths[0].hasSuffix("/") ? String(paths[0].dropLast()) : paths[0]
    switch subject {
    case .results, .events, .sweep, .placement: return first + "-plots"
    default: break
    }
    let name = first.split(separator: "/").last.map { String($0) } ?? "what"
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return (stem.isEmpty ? name : stem) + "-plots"
  }

  private static let figures: [Figure<PlotFile>] = [
    .init("kind", "kind") { $0.plot.kind.name }, .init("file", "file") { $0.path },
    .init("caption") { $0.plot.caption },
  ]

  private func report(
    of files: [PlotFile], _ leftOut: [(kind: PlotKind, reason: String)]
  ) -> [ReportSection] {
    [
      .table(files, Self.figures),
      .paragraphs(
        (files.count == 1 ? [files[0].plot.caption] : [])
          + (output == nil ? ["Captions: \(PlotFile.captions) beside the pictures."] : [])
          + leftOut.notDrawn),
    ]
  }
}

extension PlotKind: ExpressibleByArgument {
  /// A kind by its name.
  public init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = kind
  }

  /// Without causes, which explain --picture draws.
  public static var allValueStrings: [String] { allCases.filter { $0 != .causes }.map(\.name) }
}
extension PlotFormat: ExpressibleByArgument {}
extension PlotWidth: ExpressibleByArgument {}
