import Documents
import Evaluation
package import Laps
import Rendering
import Results
import Scenarios
package import World

/// The outcome of the reproduction of a published experiment.
package struct ReproductionResult: StudyOutcome, Sendable {
  /// One preset with the published table.
  package struct Preset: Sendable {
    /// The name of the preset.
    package let name: String
    /// Whether it was tuned to match the published figures.
    package let matches: Bool
    /// Whether the laps are fewer than the reproduction's file states.
    package let hasFewerLaps: Bool
    /// Its laps, with the published figures.
    @Shared package private(set) var study: StudyResult

    /// Whether the published table comes out.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// No published figure is outside, and two thirds are inside.
      case reproduced
      /// No figure is outside, but more than a third are undecided, for want of laps.
      case undecided
      /// Anything else.
      case notReproduced
    }

    /// Of all published figures together.
    package var verdict: Verdict {
      switch study.published.verdict {
      case .inside: .reproduced
      case .undecided where hasFewerLaps: .undecided
      case .undecided, .outside: .notReproduced
      }
    }

    /// Whether the published table comes out.
    package var isReproduced: Bool { verdict == .reproduced }

    /// The missed fixes of the rows with published figures.
    package var missed: [MissedFixes] { study.missedFixes(in: name) { $0.definition.published != nil } }

    /// Whether the preset should match the published figures and does not.
    package var isBroken: Bool { matches && verdict == .notReproduced }
  }

  /// The name of the reproduction.
  package let name: String
  /// Of every run without a seed of its own.
  package let seed: UInt64
  /// The number of laps of each preset and building.
  package let laps: Int
  /// In the order of the file.
  package let presets: [Preset]
  /// Nil where the file has none; so are the next three.
  package let buildings: BuildingsResult?
  /// The effects of single changes.
  package let changes: ChangesResult?
  /// The experiment of which statements were published.
  package let figure: FigureResult?
  /// The lags of the pipelines.
  package let lags: LagBudget?

  /// What the gate cannot judge, one sentence each.
  package var undecided: [String] {
    let presets = presets.filter { $0.matches && $0.verdict == .undecided }.map { preset in
      let verdicts = preset.study.published.map(\.verdict)
      return
        "the preset \(preset.name), tuned to match, has \(verdicts.count { $0 == .inside }) of \(verdicts.count) figures "
        + "inside, and none of the other intervals is entirely outside: \(laps) \(laps == 1 ? "lap is" : "laps are") too few to decide"
    }
    return presets + (changes?.undecided ?? [])
  }

  /// Why the exit status is 1, in one sentence; nil for 0.
  package var failure: String? { failures.isEmpty ? nil : "\(name): \(failures.joined(separator: "; "))" }

  /// Why a gate fails, one sentence each; empty where it does not.
  package var failures: [String] {
    let broken = presets.filter(\.isBroken).map { preset in
      let outside = preset.study.published.filter { $0.verdict == .outside }
      let inside = preset.study.published.count { $0.verdict == .inside }
      return
        "the preset \(preset.name), tuned to match, has \(outside.count) \(outside.count == 1 ? "figure" : "figures") outside and \(inside) of "
        + "\(preset.study.published.count) inside"
    }
    let late = (lags?.wrong ?? []).map { "the lag of \($0) differs from the prediction" }
    return broken + (changes?.failures ?? []) + late
  }
}

/// How the results of one preset vary from building to building.
package struct BuildingsResult: Sendable {
  /// One pipeline in all buildings.
  package struct Row: Hashable, Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// Metres, in the order of the buildings; nil in one without a fix.
    package let means: [Double?]
    /// Their mean and standard deviation over buildings (n - 1), in metres; nil with no building, or fewer than two.
    package let mean: Double?
    /// The standard deviation of the means over buildings (n - 1), in metres; nil with fewer than two.
    package let deviation: Double?
  }

  /// The name of the preset.
  package let preset: String
  /// The seed of the first building; each further one has the next.
  package let firstSeed: UInt64
  /// By pipeline with a published mean.
  package let rows: [Row]
  /// The pipelines in the order of their published means; those with equal means form one group.
  package let ranks: [[String]]
  /// The number of buildings in which the means have that order; nil where all published means are equal.
  package let inOrder: Int?
  /// The number of buildings.
  package let count: Int
  /// Of all buildings.
  package let missed: [MissedFixes]

  init(_ buildings: Reproduction.Buildings, _ studies: [StudyResult]) {
    preset = buildings.preset
    firstSeed = buildings.firstSeed
    count = studies.count
    missed = studies.enumerated().flatMap { number, study in
      study.missedFixes(in: "seed \(buildings.firstSeed + UInt64(number))") { $0.definition.published != nil }
    }
    let published = (studies.first?.published ?? []).filter { $0.statistic == .mean }
    rows = published.map { figure in
      let means = studies.map { $0.publishedMean(of: figure.pipeline) }
      let statistics = ErrorStatistics(of: means.compactMap(\.self), spread: .sample)
      return Row(
        pipeline: figure.pipeline, means: means, mean: statistics?.mean,
        deviation: statistics?.standardDeviation)
    }
    let ranks = PublishedOrder.ranks(of: published)
    self.ranks = ranks
    inOrder = ranks.count < 2 ? nil : studies.count { $0.keepsOrder(of: ranks) }
  }
}

extension StudyResult {
  /// The simulated mean of a pipeline with a published one, in metres.
  fileprivate func publishedMean(of pipeline: String) -> Double? {
    published.first { $0.pipeline == pipeline && $0.statistic == .mean }?.simulated
  }

  /// Whether the means have the order of the published ones.
  fileprivate func keepsOrder(of ranks: [[String]]) -> Bool {
    PublishedOrder.neighbours(in: ranks).allSatisfy { smaller, larger in
      guard let below = publishedMean(of: smaller), let above = publishedMean(of: larger) else {
        return false
      }
      return below < above
    }
  }
}
