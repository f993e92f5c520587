import Evaluation
package import Scenarios

/// One of the figures of stays, which a scenario may state as published.
package typealias StayStatistic = PipelineDefinition.StayStatistic

/// The figures of one round of stays, simulated or published; nil for what there is not.
struct StayFigures: Hashable, Sendable {
  /// The share of visits to surveyed points whose fix is exactly at the point.
  let hitRate: Double?
  /// The mean error of these visits, in metres.
  let mean: Double?
  /// The largest of these errors, in metres.
  let largest: Double?
  /// The mean error of all visits, in metres.
  let meanWithUnlisted: Double?

  init(_ published: PipelineDefinition.Published) {
    (hitRate, mean, largest) = (published.hitRate, published.mean, published.largest)
    meanWithUnlisted = published.meanWithUnlisted
  }

  /// - Parameters:
  ///   - listed: the errors at surveyed points; at least one.
  ///   - unlisted: those at other places.
  init(listed: [PositionError], unlisted: [PositionError]) {
    hitRate = Double(listed.count(where: \.isHit)) / Double(listed.count)
    mean = Self.mean(listed)
    largest = listed.compactMap(\.metres).max()
    meanWithUnlisted = unlisted.isEmpty ? nil : Self.mean(listed + unlisted)
  }

  private static func mean(_ errors: [PositionError]) -> Double? {
    let metres = errors.compactMap(\.metres)
    return metres.isEmpty ? nil : metres.reduce(0, +) / Double(metres.count)
  }

  /// - Parameter other: the figures over which the gains are; nil for no gains.
  subscript(statistic: StayStatistic, over other: StayFigures?) -> Double? {
    func difference(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a - $0 } } }
    return switch statistic {
    case .hitRate: hitRate
    case .mean: mean
    case .largest: largest
    case .meanWithUnlisted: meanWithUnlisted
    case .hitRateGain: difference(hitRate, other?.hitRate)
    case .meanGain: difference(other?.mean, mean)
    }
  }
}

extension PositionError {
  /// Whether the fix is at the point itself, up to rounding.
  fileprivate var isHit: Bool { offset.map { $0.metres < 0.001 && $0.floors == 0 } ?? false }
}

extension StayStatistic {
  /// Its name in a table, and by how much a figure may differ from a published one because of rounding: half a unit of the
  /// last digit.
  var form: (title: String, rounding: Double) {
    switch self {
    case .hitRate: ("hits", 0.005)
    case .mean: ("mean", 0.005)
    case .largest: ("largest", 0.05)
    case .meanWithUnlisted: ("mean with unlisted", 0.005)
    case .hitRateGain: ("hits gained", 0.01)
    case .meanGain: ("mean gained", 0.01)
    }
  }
}
