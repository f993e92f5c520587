public import Captures
public import Documents
public import Evaluation
public import Filtering
public import NumericalMethods
public import World

/// A study as its file states it, checked and with every default filled in.
public struct Scenario: Sendable {
  /// Where the advertisements come from.
  public enum Origin: Sendable {
    case simulated(Simulation)
    /// The path of a data set's file.
    case recorded(dataset: String)
  }

  /// What becomes of the noise of the phone's readings.
  public enum Noise: String, Hashable, Sendable, CaseIterable {
    case structured
    case white
  }

  /// A row from elsewhere that stands beside the table, in metres.
  public struct Reference: Hashable, Sendable {
    public let name: String
    public let mean: Double?
    public let deviation: Double?
    public let p75: Double?
    public let p90: Double?
    public let p95: Double?
    public let source: String
  }

  public let name: String
  public let about: String?
  public let seed: UInt64
  public let origin: Origin
  /// Of recorded walks, how many to take from the first on; nil for all.
  public let walks: Int?
  public let phone: PhoneSettings
  public let noise: Noise
  /// What makes two advertisements of a capture that is replayed come from the same beacon.
  public let identifiedBy: IdentityPolicy
  /// What a pipeline assumes that does not say otherwise.
  public let assumptions: Assumptions
  /// At least one, no two of one name.
  public var pipelines: [PipelineDefinition]
  public let scoring: ScoringRule
  public let spread: ErrorStatistics.Spread
  public let metrics: MetricSettings
  public let references: [Reference]
  /// The file with every default written out.
  public let resolved: Document

  /// Nil for recorded walks.
  public var simulation: Simulation? {
    if case .simulated(let simulation) = origin { simulation } else { nil }
  }

  /// Says where white noise cannot be had: it takes the place of the readings of a whole study.
  public func checkHasOwnNoise(in place: String) throws(FileProblem) {
    guard noise == .white else { return }
    throw try resolved["noise"].problem(expected: "structured, since \(place) has no white noise")
  }

  /// What every draw of the study follows from.
  public var studySeed: Seed { Seed(seed).derived("study") }
}
