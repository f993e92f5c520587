public import Documents
public import NumericalMethods
public import World

/// A study as its file states it, checked and with every default filled in.
@dynamicMemberLookup public struct Scenario: Sendable {
  /// Where the advertisements come from.
  public enum Origin: Sendable {
    case simulated(Simulation)
    /// The path of a data set's file.
    case recorded(dataset: String)
  }

  package let settings: ScenarioSettings
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
