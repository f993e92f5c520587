import Documents
import Evaluation
import Laps
import Radio
import World

// The JSON form of ranging. Keys and meanings stand in docs/metrics.md.

extension RangingResult {
  /// One element of `ranging`.
  func document(of site: Site) -> Document {
    let anchors = zip(site.anchors, tally.anchors).map { anchor, errors in
      Document([.init(key: "beacon", value: Document(anchor.id))] + errors.members)
    }
    return Document(
      [
        .init(key: "pipelines", value: Document(pipelines.map { Document($0) })),
        .init(key: "filter", value: Document(filter)), .init(key: "assumes", value: Document(assumed)),
      ] + tally.whole.members + [
        .init(key: "zones", value: tally.zonesDocument),
        .init(key: "byDistance", value: Document(tally.binDocuments)),
        .init(key: "byBeacon", value: Document(anchors)),
      ])
  }
}

extension DistanceErrors {
  fileprivate var members: [Document.Member] {
    [
      .init(key: "n", value: Document(count)), .init(key: "unheard", value: Document(unheard)),
      .init(key: "meanMetres", value: Document(meanError)),
      .init(key: "meanMagnitudeMetres", value: Document(meanMagnitude)),
      .init(key: "rmseMetres", value: Document(rootMeanSquare)),
      .init(key: "meanDecibels", value: Document(meanDecibels)),
      .init(key: "stdDecibels", value: Document(deviationDecibels)),
    ]
  }
}

extension RangingTally {
  fileprivate var binDocuments: [Document] {
    bins.indices.map { bin in
      let bounds = DistanceBins.bounds(of: bin)
      return Document(
        [
          .init(key: "from", value: Document(bounds.from)), .init(key: "to", value: Document(bounds.to)),
        ] + bins[bin].members)
    }
  }

  fileprivate var zonesDocument: Document {
    [
      "hitRate": zones.hitRate.document,
      "flipsPerHour": Document(perHour(flips)), "trueChangesPerHour": Document(perHour(trueChanges)),
      "confusion": Document(
        Zone.allCases.filter { $0 != .unknown }.map { truth in
          Document(
            [.init(key: "zone", value: Document("\(truth)"))]
              + Zone.allCases.map {
                Document.Member(key: "\($0)", value: Document(zones.count(told: $0, truth: truth)))
              })
        }),
    ]
  }
}
