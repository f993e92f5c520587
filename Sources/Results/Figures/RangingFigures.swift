package import Evaluation
import Laps
import Radio
package import Rendering
import World

// Ranging. Keys and meanings stand in docs/metrics.md.

extension RangingResult {
  /// One element of `ranging`.
  static func figures(of site: Site) -> [Figure<RangingResult>] {
    let bin: [Figure<(from: Double, to: Double?, errors: DistanceErrors)>] =
      [.init("from") { $0.from }, .init("to") { $0.to }] + DistanceErrors.figures.of { $0.errors }
    let anchor: [Figure<(id: String, errors: DistanceErrors)>] =
      [.init("beacon") { $0.id }] + DistanceErrors.figures.of { $0.errors }
    return [
      .init("pipelines", \.pipelines), .init("filter", \.filter), .init("assumes", \.assumed),
      .init("zones", \.tally),
      .init("byDistance") { $0.tally.byDistance.map { bin.value(of: $0) } },
      .init("byBeacon") { result in
        zip(site.anchors, result.tally.anchors).map { anchor.value(of: ($0.id, $1)) }
      },
    ] + DistanceErrors.figures.of(\.tally.whole)
  }
}

extension DistanceErrors {
  private static let metres: [Figure<DistanceErrors>] = [
    .init("n", "n", \.count), .init("unheard", "unheard", \.unheard),
    .init("meanMetres", "bias", unit: "m", \.meanError),
    .init("meanMagnitudeMetres", "mean", unit: "m", better: .smaller, \.meanMagnitude),
  ]

  /// - Parameter rank: of the deviation.
  private static func decibels(rank: Int) -> [Figure<DistanceErrors>] {
    [
      .init("meanDecibels", "level", unit: "dB", \.meanDecibels),
      .init("stdDecibels", "std", unit: "dB", rank: rank, better: .smaller, \.deviationDecibels),
    ]
  }

  /// Errors of estimated distances.
  package static let figures: [Figure<DistanceErrors>] =
    metres + [.init("rmseMetres", "RMSE", unit: "m", rank: 1, better: .smaller, \.rootMeanSquare)]
    + decibels(rank: 0)

  /// Those that a table by distance shows.
  package static let byDistance = metres + decibels(rank: 1)
}

extension RangingTally: Described {
  /// The bins of the true distance, in metres.
  package var byDistance: [(from: Double, to: Double?, errors: DistanceErrors)] {
    bins.indices.map { bin in
      let bounds = DistanceBins.bounds(of: bin)
      return (bounds.from, bounds.to, bins[bin])
    }
  }

  /// How often zones change.
  package static let changes: [Figure<RangingTally>] = [
    .init("flipsPerHour", "changes", unit: "per h", decimals: 1) { $0.perHour($0.flips) },
    .init("trueChangesPerHour", "true", unit: "per h", decimals: 1) { $0.perHour($0.trueChanges) },
  ]

  /// Of its zones.
  package static let figures: [Figure<RangingTally>] =
    changes + [
      .init("hitRate", \.zones.hitRate),
      .init("confusion") { tally in
        Zone.allCases.filter { $0 != .unknown }.map { truth in
          FigureValue.object(
            Zone.allCases.map { ("\($0)", .count(tally.zones.count(estimated: $0, truth: truth))) }
              + [("zone", .text("\(truth)"))])
        }
      },
    ]
}
