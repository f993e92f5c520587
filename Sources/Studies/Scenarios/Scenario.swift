public import Captures
public import Evaluation
public import Filtering
public import NumericalMethods
public import SiteFiles

/// A study as its file states it, checked and with every default filled in.
public struct Scenario: Sendable {
  /// Where the advertisements come from.
  public enum Origin: Sendable {
    case simulated(Simulation)
    /// The path of a data set's file.
    case recorded(dataset: String)
  }

  /// A row from elsewhere that stands beside the table, in metres.
  public struct Reference: Hashable, Sendable {
    public let name: String
    public let mean: Double?
    public let deviation: Double?
    public let p75: Double?
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
  /// What makes two advertisements of a capture that is replayed come from the same beacon.
  public let identifiedBy: IdentityPolicy
  /// What a pipeline assumes that does not say otherwise.
  public let assumptions: Assumptions
  /// At least one, no two of one name.
  public let pipelines: [PipelineDefinition]
  public let scoring: ScoringRule
  public let spread: ErrorStatistics.Spread
  public let references: [Reference]
  /// The file with every default written out.
  public let resolved: Document

  /// Nil for recorded walks.
  public var simulation: Simulation? {
    if case .simulated(let simulation) = origin { simulation } else { nil }
  }

  /// What every draw of the study follows from.
  public var studySeed: Seed { Seed(seed).derived("study") }
}
