import Documents
import Evaluation
package import Laps
import Rendering
import Results
import Scenarios

/// The outcome of the reproduction of a published experiment.
package struct ReproductionResult: StudyOutcome, Sendable {
  /// What one preset shows.
  package struct Preset: Sendable {
    /// Its name in the file.
    package let name: String
    /// Whether it was tuned to match the published figures.
    package let matches: Bool
    /// Whether the laps are fewer than the reproduction's file states.
    package let hasFewerLaps: Bool
    /// Its scores.
    package let study: StudyResult

    /// Whether a preset reproduces the experiment.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// No published figure is outside, and two thirds are inside.
      case reproduced
      /// No figure is outside, but more than a third are undecided, for want of laps.
      case undecided
      /// Anything else.
      case notReproduced
    }

    /// By its published figures together.
    package var verdict: Verdict {
      let verdicts = study.published.map(\.verdict)
      guard !verdicts.isEmpty, !verdicts.contains(.outside) else { return .notReproduced }
      if 3 * verdicts.count(where: { $0 == .inside }) >= 2 * verdicts.count { return .reproduced }
      return hasFewerLaps ? .undecided : .notReproduced
    }

    /// Whether it reproduces the experiment.
    package var isReproduced: Bool { verdict == .reproduced }

    /// The missed fixes of the rows with published figures.
    package var missed: [MissedFixes] { study.missedFixes(in: name) { $0.definition.published != nil } }

    /// Whether the preset should match the published figures and does not.
    package var isBroken: Bool { matches && verdict == .notReproduced }
  }

  /// Of the reproduction.
  package let name: String
  /// Of all runs without a seed of their own.
  package let seed: UInt64
  /// Of each preset and building.
  package let laps: Int
  /// In the order of the file.
  package let presets: [Preset]
  /// Nil where the file has none.
  package let buildings: BuildingsResult?
  /// Nil where the file has none.
  package let changes: ChangesResult?
  /// Nil where the file has none.
  package let figure: FigureResult?
  /// Nil where the file has none.
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

  /// All failures in one sentence; nil without one.
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
  /// One pipeline over all buildings.
  package struct Row: Hashable, Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// Metres, in the order of the buildings; nil in one without a fix.
    package let means: [Double?]
    /// Their mean and standard deviation over buildings (n - 1), in metres; nil with no building, or fewer than two.
    package let mean: Double?
    /// Metres; n - 1 in the denominator.
    package let deviation: Double?
  }

  /// The name of the preset that all buildings have.
  package let preset: String
  /// The seed of the first building; each further one has the next.
  package let firstSeed: UInt64
  /// By pipeline with a published mean.
  package let rows: [Row]
  /// The pipelines in the order of their published means; those with equal means form one group.
  package let ranks: [[String]]
  /// The number of buildings in which the means have that order; nil where all published means are equal.
  package let inOrder: Int?
  /// How many buildings there are.
  package let count: Int
  /// Fixes that no figure includes.
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
      let means = studies.map { study in
        study.published.first { $0.pipeline == figure.pipeline && $0.statistic == .mean }?.simulated
      }
      let statistics = ErrorStatistics(of: means.compactMap(\.self), spread: .sample)
      return Row(
        pipeline: figure.pipeline, means: means, mean: statistics?.mean,
        deviation: statistics?.standardDeviation)
    }
    ranks = PublishedOrder.ranks(of: published)
    inOrder = ranks.count < 2 ? nil : Self.inOrder(studies, PublishedOrder.neighbours(in: ranks))
  }

  /// In how many studies of each pair the first pipeline has the smaller mean.
  private static func inOrder(
    _ studies: [StudyResult], _ pairs: [(smaller: String, larger: String)]
  ) -> Int {
    studies.count { study in
      let means = Dictionary(
        study.published.filter { $0.statistic == .mean }.map { ($0.pipeline, $0.simulated) }
      ) { first, _ in first }
      return pairs.allSatisfy { smaller, larger in
        guard let below = means[smaller] ?? nil, let above = means[larger] ?? nil else { return false }
        return below < above
      }
    }
  }
}
