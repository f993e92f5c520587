import Evaluation
import NumericalMethods
import World

/// In how many experiments of so many laps the intervals of one pipeline's figures hold the truth.
struct Coverage: Sendable {
  private(set) var mean = Rate()
  private(set) var deviation = Rate()
  /// Of P50, P90 and P95.
  private(set) var quantiles = [Rate](repeating: Rate(), count: fractions.count)
  /// Of the difference from the reference pipeline on the same laps.
  private(set) var difference = Rate()

  static let fractions = [0.5, 0.9, 0.95]

  var rates: [Rate] { [mean, deviation] + quantiles + [difference] }

  /// - Parameter reference: of the same laps.
  init(of pool: LapPool, reference: LapPool, laps: Int, experiments: Int, seed: Seed) {
    guard let truth = pool.truth, let other = reference.truth,
      let deviation = truth.standardDeviation,
      let quantiles = Quantiles.of(pool.errors.flatMap(\.self), at: Self.fractions)
    else { return }
    var random = RandomStream(seed)
    for _ in 0..<experiments {
      let drawn = pool.draw(laps, using: &random)
      let errors = ErrorsByLap(byLap: drawn.map { pool.errors[$0] })
      mean.add(LapMean(of: errors)?.interval, holds: truth.mean)
      self.deviation.add(errors.deviationInterval(), holds: deviation)
      for (place, fraction) in Self.fractions.enumerated() {
        self.quantiles[place].add(LapQuantile(fraction, of: errors)?.interval, holds: quantiles[place])
      }
      let others = ErrorsByLap(byLap: drawn.map { reference.errors[$0] })
      difference.add(LapMean(from: others, to: errors)?.interval, holds: truth.mean - other.mean)
    }
  }
}

/// How often `compare` judges wrongly, with other laps on either side that are paired as if they were the same.
struct GateErrors: Sendable {
  /// Equal results called worse, with the tolerances of `compare` and with none.
  private(set) var equal = Rate()
  private(set) var equalWithoutTolerance = Rate()
  /// Errors larger by exactly the tolerance called worse.
  private(set) var atTolerance = Rate()
  /// Misses more, where each side loses each lap whole with the same chance: for each of ``lost``.
  private(set) var missed = [Rate](repeating: Rate(), count: lost.count)

  static let lost = [0.05, 0.1, 0.3]

  var rates: [Rate] { [equal, equalWithoutTolerance, atTolerance] + missed }

  init(of pool: LapPool, laps: Int, experiments: Int, seed: Seed) {
    let tolerance = ComparisonTolerance()
    let none = ComparisonTolerance(relative: 0, absolute: 0)
    var random = RandomStream(seed)
    for _ in 0..<experiments {
      let (a, b) = (pool.draw(laps, using: &random), pool.draw(laps, using: &random))
      let before = Self.due(a, of: pool)
      let same = PairedErrors(before, Self.due(b, of: pool))
      equal.add(PairedComparison(same, tolerance: tolerance)?.verdict == .worse)
      equalWithoutTolerance.add(PairedComparison(same, tolerance: none)?.verdict == .worse)
      let worse = Self.due(b, of: pool) { $0 * (1 + tolerance.relative) }
      atTolerance.add(PairedComparison(PairedErrors(before, worse), tolerance: tolerance)?.verdict == .worse)
      for (place, chance) in Self.lost.enumerated() {
        let (lostA, lostB) = (
          Self.due(a, of: pool, losing: chance, using: &random),
          Self.due(a, of: pool, losing: chance, using: &random)
        )
        missed[place].add(PairedErrors(lostA, lostB).missesMore(than: tolerance.missed))
      }
    }
  }

  /// The errors of drawn laps, numbered by their place in the experiment.
  private static func due(
    _ laps: [Int], of pool: LapPool, _ change: (Double) -> Double = { $0 }
  ) -> [PositionError] {
    laps.enumerated().flatMap { place, lap in
      pool.errors[lap].enumerated().map { moment, metres in
        error(place, moment, change(metres))
      }
    }
  }

  private static func due(
    _ laps: [Int], of pool: LapPool, losing chance: Double, using random: inout RandomStream
  ) -> [PositionError] {
    laps.enumerated().flatMap { place, lap in
      let isLost = random.uniform() < chance
      return pool.errors[lap].enumerated().map { moment, metres in
        error(place, moment, isLost ? nil : metres)
      }
    }
  }

  private static func error(_ lap: Int, _ moment: Int, _ metres: Double?) -> PositionError {
    PositionError(
      lap: lap, testPoint: moment, time: Double(moment),
      outcome: metres.map { .success(.init(metres: $0)) } ?? .failure(.noCallback))
  }
}
