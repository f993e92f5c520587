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
    .init("n", "n", about: "Callbacks and beacons with a level.", \.count),
    .init("unheard", "unheard", about: "Those without one; nothing below counts them.", \.unheard),
    .init(
      "meanMetres", "bias", unit: "m",
      about: "The mean of estimated less true distance: positive when beacons seem too far.", \.meanError),
    .init(
      "meanMagnitudeMetres", "mean", unit: "m", better: .smaller, about: "The mean without signs.",
      \.meanMagnitude),
  ]

  /// - Parameter rank: of the deviation.
  private static func decibels(rank: Int) -> [Figure<DistanceErrors>] {
    [
      .init(
        "meanDecibels", "level", unit: "dB",
        about: """
          The level less that of the assumed law at the true distance. Errors in metres grow with the \
          distance, these do not: a mean away from 0 says that C is wrong, one that changes with the \
          distance that n is, or that the filter trails.
          """, \.meanDecibels),
      .init("stdDecibels", "std", unit: "dB", rank: rank, better: .smaller, \.deviationDecibels),
    ]
  }

  /// Errors of estimated distances.
  package static let figures: [Figure<DistanceErrors>] =
    metres + [
      .init(
        "rmseMetres", "RMSE", unit: "m", rank: 1, better: .smaller, about: "The root of the mean square.",
        \.rootMeanSquare)
    ]
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
    .init(
      "flipsPerHour", "changes", unit: "per h", decimals: 1,
      about: "Changes of one beacon's zone from callback to callback, unknown being a zone too."
    ) { $0.perHour($0.flips) },
    .init("trueChangesPerHour", "true", unit: "per h", decimals: 1, about: "The same of the true zone.") {
      $0.perHour($0.trueChanges)
    },
  ]

  /// Of its zones.
  package static let figures: [Figure<RangingTally>] =
    changes + [
      .init(
        "hitRate",
        about: """
          n, hits, share: callbacks at which the estimated zone was the true one, of those at which the \
          beacon was heard.
          """, \.zones.hitRate),
      .init(
        "confusion",
        about: """
          For each true `zone` how often `unknown` (not heard), `immediate`, `near` and `far` were \
          estimated. Most beacons of a large site are far, and estimated so: look at the rows, not at the \
          share.
          """
      ) { tally in
        Zone.allCases.filter { $0 != .unknown }.map { truth in
          FigureValue.object(
            Zone.allCases.map { ("\($0)", .count(tally.zones.count(estimated: $0, truth: truth))) }
              + [("zone", .text("\(truth)"))])
        }
      },
    ]
}
