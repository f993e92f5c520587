import Documents

/// A published experiment as a file states it: presets, what one change does, and what is said of a figure.
package struct Reproduction: Sendable {
  /// A channel and options with which the whole published table is simulated.
  package struct Preset: Sendable {
    package let name: String
    /// Whether its values were tuned to match the published figures, which it must then reproduce.
    package let matches: Bool
    let scenario: Document
    let path: String
  }

  /// Many buildings of one preset, each with shadows of its own that stay.
  package struct Buildings: Sendable {
    package let preset: String
    package let count: Int
    package let firstSeed: UInt64
    let scenario: Document
    let path: String
  }

  /// A scenario run with one change at a time.
  package struct Changes: Sendable {
    package struct Row: Sendable {
      package let name: String
      /// By pipeline: metres that were found elsewhere with the change.
      package let means: [String: Double]
      /// By pipeline: metres by which the mean was found to change at most elsewhere.
      package let within: [String: Double]
      let scenario: Document
    }

    package let laps: Int
    /// Of each mean that was found elsewhere.
    package let lapsElsewhere: Int
    /// By pipeline, without any change.
    package let means: [String: Double]
    package let source: String
    package let rows: [Row]
    let scenario: Document
    let path: String
  }

  /// An experiment of which few numbers were published but some statements.
  package struct Figure: Sendable {
    package let name: String
    /// Laps of one experiment, and how often it is made.
    package let laps: Int
    package let experiments: Int
    package let statements: [Statement]
    package let settings: [Setting]
    let path: String

    package struct Setting: Sendable {
      package let name: String
      let scenario: Document
    }
  }

  package let name: String
  package let about: String
  /// Named before any result with it was seen.
  package let seed: UInt64
  package let laps: Int
  /// Whether these are fewer than the file states.
  package let hasFewerLaps: Bool
  package let presets: [Preset]
  package let buildings: Buildings?
  package let changes: Changes?
  package let figure: Figure?
  /// The path of the scenario without noise in which lags show.
  package let lags: String?
  /// What `--search` varies.
  package let search: Search?
}

extension Reproduction {
  /// What was said about the mean errors of an experiment.
  package enum Statement: Hashable, Sendable {
    /// The mean of a pipeline is about so many metres, within a tolerance.
    case mean(pipeline: String, metres: Double, tolerance: Double)
    /// The first pipelines have the smallest means, in whatever order.
    case best([String])

    /// `moving average within 0.5 m of 4 m`.
    package var text: String {
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
