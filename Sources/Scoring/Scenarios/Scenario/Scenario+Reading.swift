public import Documents
import Foundation
import NumericalMethods
import Positioning
public import Sites
public import World

extension Scenario {
  /// Reads a scenario file, and the site that it names.
  ///
  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - channel: takes the place of the file's own channel, in the resolved scenario too.
  ///   - seed: takes the place of the file's own, in the resolved scenario too.
  ///   - laps: takes the place of `laps.count` or of `walks`, in the resolved scenario too.
  ///   - noise: takes the place of the file's own, in the resolved scenario too.
  ///   - changes: are made before seed, laps and noise.
  /// - Throws: ``World/FileProblem``, whose sentence names file, line and key.
  public init(
    contentsOf path: String, channel: ChannelFile? = nil, seed: UInt64? = nil, laps: Int? = nil,
    noise: Noise? = nil, changes: ScenarioChanges = ScenarioChanges()
  ) throws(FileProblem) {
    let document = try Document(contentsOf: path)
    try document.check(is: .scenario)
    try self.init(
      channel?.placed(in: document) ?? document, path: path, seed: seed, laps: laps, noise: noise,
      changes: changes)
  }

  /// The same for a document that has been read already.
  ///
  /// - Parameters:
  ///   - document: of the scenario.
  ///   - path: of the file that it stands for: files that it names are relative to that.
  ///   - seed: takes the place of the document's own, in the resolved scenario too.
  ///   - laps: takes the place of `laps.count` or of `walks`, in the resolved scenario too.
  ///   - noise: takes the place of the document's own, in the resolved scenario too.
  ///   - changes: are made before seed, laps and noise.
  ///   - site: the one that it names, where that has been read already.
  public init(
    _ document: Document, path: String, seed: UInt64? = nil, laps: Int? = nil, noise: Noise? = nil,
    changes: ScenarioChanges = ScenarioChanges(), site: SiteFile? = nil
  ) throws(FileProblem) {
    let isRecorded = document.has("dataset")
    let schema = ScenarioSchema.schema(of: document)
    // What the file itself holds must be right, even where something else takes its place.
    if seed != nil || laps != nil || noise != nil { _ = try schema.resolve(document) }
    var document = try changes.applied(to: document, schema)
    if let seed { document = try document.setting("seed", to: Document(Int(clamping: seed))) }
    if let noise { document = try document.setting("noise", to: Document(noise.rawValue)) }
    if let laps, isRecorded {
      document = try document.setting("walks", to: Document(laps))
    } else if let laps, document.has("laps") {
      document = try document.setting("laps.count", to: Document(laps))
    }
    document = try changes.selected(in: changes.joined(to: Baseline.added(to: document)))
    document = try schema.resolve(try changes.withoutBeacons(document))
    let changed = try changes.site(of: document, path: path)
    try self.init(resolved: document, path: path, site: site ?? changed)
    pipelines = try pipelines.permitted(in: path, own: changes.methods)
  }

  private init(resolved document: Document, path: String, site: SiteFile?) throws(FileProblem) {
    resolved = document
    settings = try SettingForm.settings(
      document.has("dataset") ? ScenarioSettings.recordedKeys : ScenarioSettings.simulatedKeys
    ).read(document)
    studySeed = Seed(settings.seed).derived("study")
    let form = PipelineDefinition.form(
      assumes: Assumptions.form(fits: true), assumptions: settings.assumptions)
    var pipelines: [PipelineDefinition] = []
    for pipeline in try document.elements("pipelines") { pipelines.append(try form.read(pipeline)) }
    try document.elements("pipelines").checkEachOnce("name", expected: "a unique name")
    self.pipelines = pipelines
    // The survey of recorded walks is the calibration part of their data set.
    if !document.has("survey"), !document.has("dataset"),
      let index = pipelines.firstIndex(where: { $0.given.contains(.survey) })
    {
      throw try document.elements("pipelines")[index]["method"].problem(
        expected: "the key survey beside pipelines", found: "none for \(pipelines[index].name)")
    }
    if let dataset = document.optional("dataset") {
      origin = .recorded(dataset: resolvedPath(try dataset.text, namedIn: path))
    } else {
      origin = .simulated(try Simulation(document, scenarioPath: path, siteFile: site))
    }
    try checkStays(document.elements("pipelines"))
  }
  /// Refuses what needs stays, of the survey or of the walk, where there are none.
  private func checkStays(_ rows: [Document]) throws(FileProblem) {
    let isSurveyed = simulation?.survey.map { $0.laps == 0 && $0.file == nil } ?? false
    let isStanding = simulation?.walks.allSatisfy(\.isStanding) ?? false
    for (pipeline, row) in zip(pipelines, rows) {
      if pipeline.survey != nil, !isSurveyed || !pipeline.given.contains(.survey) {
        throw try row["survey"].problem(
          expected: "no such key, unless the pipeline uses a survey by stays", found: "it")
      }
      if pipeline.restart == .stays, !isStanding {
        throw try row["restart"].problem(expected: "never, since the walk has no stays")
      }
    }
  }
}
