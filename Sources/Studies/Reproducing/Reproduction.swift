import Documents

/// A published experiment as a file states it: presets, what one change does, and what is said of a figure.
public struct Reproduction: Sendable {
  /// A channel and options with which the whole published table is simulated.
  public struct Preset: Sendable {
    public let name: String
    /// Whether it was made to match: one that was must.
    public let matches: Bool
    let scenario: Document
    let path: String
  }

  /// Many buildings of one preset, each with shadows of its own that stay.
  public struct Buildings: Sendable {
    public let preset: String
    public let count: Int
    public let firstSeed: UInt64
    let scenario: Document
    let path: String
  }

  /// A scenario run with one change at a time.
  public struct Changes: Sendable {
    public struct Row: Sendable {
      public let name: String
      /// By pipeline: metres that were found elsewhere with the change.
      public let means: [String: Double]
      /// By pipeline: metres by which the mean was found to change at most elsewhere.
      public let within: [String: Double]
      let scenario: Document
    }

    public let laps: Int
    /// Of each mean that was found elsewhere.
    public let lapsElsewhere: Int
    /// By pipeline, without any change.
    public let means: [String: Double]
    public let source: String
    public let rows: [Row]
    let scenario: Document
    let path: String
  }

  /// An experiment of which few numbers were published but some statements.
  public struct Figure: Sendable {
    public let name: String
    /// Laps of one experiment, and how often it is made.
    public let laps: Int
    public let experiments: Int
    public let statements: [Statement]
    public let settings: [Setting]
    let path: String

    public struct Setting: Sendable {
      public let name: String
      let scenario: Document
    }
  }

  public let name: String
  public let about: String
  /// Named before any result with it was seen.
  public let seed: UInt64
  public let laps: Int
  /// Whether these are fewer than the file states.
  public let hasFewerLaps: Bool
  public let presets: [Preset]
  public let buildings: Buildings?
  public let changes: Changes?
  public let figure: Figure?
  /// The path of the scenario without noise in which lags show.
  public let lags: String?
  /// What `--search` varies.
  public let search: Search?
}

extension Reproduction {
  /// What was said about the mean errors of an experiment.
  public enum Statement: Hashable, Sendable {
    /// The mean of a pipeline is about so many metres, within a tolerance.
    case mean(pipeline: String, metres: Double, tolerance: Double)
    /// The first pipelines have the smallest means, in whatever order.
    case best([String])

    /// `moving average within 0.5 m of 4 m`.
    public var text: String {
      switch self {
      case .mean(let pipeline, let metres, let tolerance):
        "\(pipeline) within \(tolerance) m of \(metres) m"
      case .best(let pipelines): "the best \(pipelines.count) are \(WordList.text(pipelines))"
      }
    }

    /// Whether it holds of an experiment; nil where a mean is missing.
    func holds(of means: [String: Double]) -> Bool? {
      switch self {
      case .mean(let pipeline, let metres, let tolerance):
        return means[pipeline].map { ($0 - metres).magnitude <= tolerance }
      case .best(let pipelines):
        let best = pipelines.compactMap { means[$0] }
        let others = means.filter { !pipelines.contains($0.key) }.map(\.value)
        guard best.count == pipelines.count, let worst = best.max() else { return nil }
        return others.allSatisfy { $0 > worst }
      }
    }
  }
}
