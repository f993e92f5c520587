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

  let settings: ScenarioSettings
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
