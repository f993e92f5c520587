import Evaluation
package import Laps
package import Rendering
import Scenarios

/// The mean errors of one scenario with several seeds, and how much they differ.
///
/// Only the means are kept, so that many seeds take no more memory than one.
package struct SeedSpread: Sendable {
  /// The score of a pipeline with one seed.
  package struct Score: Hashable, Sendable {
    package let seed: UInt64
    /// Metres; nil when nothing was measured.
    package let mean: Double?
    /// The standard error of the mean over laps, in metres; nil with fewer than two laps.
    package let standardError: Double?
    /// Errors.
    package let measured: Int
    /// Moments without a fix.
    package let missed: Int

    package init(seed: UInt64, mean: Double?, standardError: Double?, measured: Int, missed: Int) {
      (self.seed, self.mean, self.standardError) = (seed, mean, standardError)
      (self.measured, self.missed) = (measured, missed)
    }
  }

  /// One pipeline with all seeds.
  package struct Row: Hashable, Sendable {
    package let pipeline: String
    /// In the order of the seeds.
    package private(set) var scores: [Score]

    package init(pipeline: String, scores: [Score]) { (self.pipeline, self.scores) = (pipeline, scores) }

    fileprivate mutating func add(_ score: Score) { scores.append(score) }
  }

  package let scenario: String
  /// The number of laps of each seed.
  package let laps: Int
  package private(set) var seeds: [UInt64] = []
  package private(set) var rows: [Row]

  /// Begins with no seed.
  ///
  /// - Parameter result: any of the results to follow, which all have the same pipelines.
  package init(like result: StudyResult) {
    (scenario, laps) = (result.name, result.laps)
    rows = result.pipelines.map { Row(pipeline: $0.definition.name, scores: []) }
  }

  /// Adds the scores of one seed.
  package mutating func add(_ result: StudyResult, seed: UInt64) {
    seeds.append(seed)
    for (index, pipeline) in result.pipelines.enumerated() {
      let score = pipeline.score.whole
      rows[index].add(
        Score(
          seed: seed, mean: score.statistics?.mean, standardError: score.standardError,
          measured: score.count, missed: score.missed))
    }
  }
}

extension SeedSpread.Row {
  private var means: [Double] { scores.compactMap(\.mean) }

  /// The mean of the seeds' means, equally weighted, in metres; nil when no seed has one.
  package var mean: Double? { Self.mean(means) }

  /// The sample standard deviation of the seeds' means; nil with fewer than two.
  package var deviation: Double? {
    guard let mean, means.count > 1 else { return nil }
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(means.count - 1)).squareRoot()
  }

  /// Of the seeds' means.
  package var smallest: Double? { means.min() }
  /// Of the seeds' means.
  package var largest: Double? { means.max() }

  /// The mean of the seeds' standard errors over laps.
  package var standardErrorWithin: Double? { Self.mean(scores.compactMap(\.standardError)) }

  /// Over all seeds.
  package var missed: Int { scores.reduce(0) { $0 + $1.missed } }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

// What `run --seeds` prints.

extension SeedSpread: Described {
  package static let figures: [Figure<SeedSpread>] = [
    .init("scenario", \.scenario),
    .init("laps", about: "Of each seed.", \.laps),
    .init("seeds", \.seeds),
    .init("pipelines", \.rows),
  ]
}

extension SeedSpread.Row: Described {
  package static let figures: [Figure<SeedSpread.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init("meanMetres", "mean", unit: "m", better: .smaller, \.mean),
    .init(
      "stdBetweenSeeds", "std between seeds", unit: "m",
      about: "The number of seeds less one is in its denominator.", \.deviation),
    .init("minMetres", "min", unit: "m", better: .smaller, \.smallest),
    .init("maxMetres", "max", unit: "m", better: .smaller, \.largest),
    .init(
      "standardErrorWithin", "s.e. within seed", unit: "m",
      about: "The standard error of one seed's mean over its laps, averaged over the seeds.",
      \.standardErrorWithin),
    .init("missed", "missed", rank: 1, better: .smaller, \.missed),
    .init("bySeed", about: "seed, meanMetres, standardError, n and missed.", \.scores),
  ]
}

extension SeedSpread.Score: Described {
  package static let figures: [Figure<SeedSpread.Score>] = [
    .init("seed", \.seed), .init("meanMetres", \.mean), .init("standardError", \.standardError),
    .init("n", \.measured), .init("missed", \.missed),
  ]
}
