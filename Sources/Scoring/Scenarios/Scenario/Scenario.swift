public import Documents
import Foundation
public import NumericalMethods
import Positioning
public import Sites
public import World

/// A study as its file states it, checked and with every default filled in.
@dynamicMemberLookup public struct Scenario: Sendable {
  /// Where the advertisements come from.
  public indirect enum Origin: Sendable {
    case simulated(Simulation)
    /// The path of a data set's file.
    case recorded(dataset: String)
  }

  @Shared package var settings: ScenarioSettings
  /// A simulation or a data set.
  public let origin: Origin
  /// At least one, no two of one name.
  public var pipelines: [PipelineDefinition]
  /// The file with every default written out.
  public let resolved: Document
  /// The seed from which every draw of the study derives.
  public package(set) var studySeed: Seed

  /// What stands at the top of the file.
  public subscript<Value>(dynamicMember setting: KeyPath<ScenarioSettings, Value>) -> Value {
    settings[keyPath: setting]
  }

  public typealias Noise = ScenarioSettings.Noise
  public typealias Reference = ScenarioSettings.Reference

  /// Nil for recorded walks.
  public var simulation: Simulation? {
    if case .simulated(let simulation) = origin { simulation } else { nil }
  }

  /// Refuses white noise in places where it is impossible: it replaces the readings of a whole study.
  public func checkHasOwnNoise(in place: String) throws(FileProblem) {
    guard self.noise == .white else { return }
    throw try resolved["noise"].problem(
      expected: "structured, since white noise is not available for \(place)")
  }
}

/// The shapes of scenario files.
public enum ScenarioSchema {
  /// A scenario whose laps are simulated on a site.
  public static let simulated = SettingForm.settings(ScenarioSettings.simulatedKeys).schema

  /// A scenario whose walks were recorded.
  public static let recorded = SettingForm.settings(ScenarioSettings.recordedKeys).schema

  /// That of a scenario's file.
  public static func schema(of document: Document) -> Schema {
    document.has("dataset") ? recorded : simulated
  }

  /// The published JSON Schema of a simulated scenario.
  public static var simulatedJSONSchema: Document {
    simulated.jsonSchema(
      title: "BeaconBench scenario",
      about:
        "What is simulated on a site, which pipelines run, and how they are scored. Lengths are in metres, "
        + "times in seconds, RSSI in dBm.")
  }

  /// The published JSON Schema of a scenario of recorded walks.
  public static var recordedJSONSchema: Document {
    recorded.jsonSchema(
      title: "BeaconBench scenario of recorded walks",
      about:
        "Which pipelines run on the walks of a data set, and how they are scored. Lengths are in metres, times in "
        + "seconds, RSSI in dBm.")
  }
}

/// The row that every table has: the middle of the site, whatever is heard. A method must have smaller errors than this
/// row to be of use.
enum Baseline {
  /// The scenario with the baseline as its last pipeline, unless it lists one itself.
  ///
  /// A scenario without pipelines is left alone: the schema reports it.
  static func added(to document: Document) throws(FileProblem) -> Document {
    guard case .array(let pipelines) = document.optional("pipelines")?.content, !pipelines.isEmpty,
      !pipelines.contains(where: isBaseline)
    else { return document }
    let isTaken = pipelines.contains { $0.optional("name")?.content == .text("room centre") }
    let name = isTaken ? "room centre (baseline)" : "room centre"
    return try document.appending(
      ["name": Document(name), "method": "roomCentre", "snap": false], toListOf: "pipelines")
  }

  static func isBaseline(_ pipeline: Document) -> Bool {
    let method = pipeline.optional("method")
    return method?.content == .text("roomCentre") || method?.optional("roomCentre") != nil
  }
}

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
    let settings = try SettingForm.settings(
      document.has("dataset") ? ScenarioSettings.recordedKeys : ScenarioSettings.simulatedKeys
    ).read(document)
    self.settings = settings
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
      if let rule = pipeline.survey, simulation == nil, pipeline.given.contains(.survey) {
        guard rule.stores == .mean, rule.filters.isEmpty else {
          throw try row["survey"].problem(expected: "stores: mean and no filters, for a recorded survey")
        }
      } else if pipeline.survey != nil, !isSurveyed || !pipeline.given.contains(.survey) {
        throw try row["survey"].problem(
          expected: "no such key, unless the pipeline uses a survey by stays", found: "it")
      }
      if pipeline.restart == .stays, !isStanding {
        throw try row["restart"].problem(expected: "never, since the walk has no stays")
      }
    }
  }
}
