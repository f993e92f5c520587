import Documents
import Evaluation
import Laps
import World

// The JSON form of metrics. Keys and meanings stand in docs/metrics.md; what does not exist is not there, and `absent`
// says why.

extension PipelineResult {
  /// `metrics` of one element of `scores`.
  func metricsDocument(rooms: [Room]) -> Document {
    var members: [Document.Member] = []
    func add(_ key: String, _ value: Document?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    add("distribution", metrics.distribution?.document)
    add("floorPenalisedP75", metrics.floorPenalised.map { Document($0) })
    add("vector", metrics.vector?.document)
    add("along", metrics.along?.document)
    add("cross", metrics.cross?.document)
    add("floors", metrics.floors?.document)
    add("rooms", metrics.rooms?.document(of: rooms))
    add("coverage", metrics.coverage.document)
    add("meanAgeSeconds", metrics.meanAge.map { Document($0) })
    if let track {
      if case .success(let lag) = track.lag { add("lag", lag.document) }
      add("track", track.tally.document(hasRooms: !rooms.isEmpty))
      if track.stops.stops > 0 { add("stops", track.stops.document) }
    }
    add(
      "absent",
      Document(absentMetrics.map { ["metric": Document($0.metric), "reason": Document($0.reason)] }))
    return Document(members)
  }
}

extension ErrorDistribution {
  fileprivate var document: Document {
    [
      "stdPopulation": Document(populationDeviation), "stdSample": Document(sampleDeviation),
      "within": Document(
        shares.map { ["metres": Document($0.metres), "share": Document($0.share)] }),
    ]
  }
}

extension ErrorVector {
  fileprivate var document: Document {
    [
      "meanEast": Document(meanEast), "meanNorth": Document(meanNorth), "bias": Document(bias),
      "covariance": [
        [Document(covarianceEast), Document(covarianceEastNorth)],
        [Document(covarianceEastNorth), Document(covarianceNorth)],
      ],
      "cep": Document(circularErrorProbable), "ce95": Document(circularError95),
    ]
  }
}

extension SignedErrors {
  fileprivate var document: Document {
    [
      "n": Document(count), "mean": Document(mean), "std": Document(deviation),
      "rmse": Document(rootMeanSquare), "meanMagnitude": Document(meanMagnitude),
    ]
  }
}

extension HitRate {
  var document: Document { ["n": Document(count), "hits": Document(hits), "share": Document(share)] }
}

extension Coverage {
  fileprivate var document: Document {
    ["places": Document(places), "covered": Document(covered), "share": Document(share)]
  }
}

extension RoomScore {
  fileprivate func document(of rooms: [Room]) -> Document {
    [
      "n": Document(hitRate.count), "hits": Document(hitRate.hits), "share": Document(hitRate.share),
      "macroShare": Document(macroShare), "outside": Document(outside),
      "byRoom": Document(
        rows.map { row in
          [
            "room": Document(rooms[row.room].name), "n": Document(row.count),
            "share": Document(row.hitRate.share),
            "found": Document(
              row.found.indices.filter { row.found[$0] > 0 }
                .map { ["room": Document(rooms[$0].name), "n": Document(row.found[$0])] }),
            "foundNowhere": Document(row.foundNowhere),
          ]
        }),
    ]
  }
}

extension Lag {
  fileprivate var document: Document {
    [
      "seconds": Document(seconds), "interval95": Document(interval), "n": Document(count),
      "rmse": Document(rootMeanSquare), "rmseWithout": Document(rootMeanSquareWithout),
    ]
  }
}

extension TrackTally {
  fileprivate func document(hasRooms: Bool) -> Document {
    var members: [Document.Member] = [
      .init(key: "callbacks", value: Document(callbacks)), .init(key: "fixes", value: Document(fixes)),
      .init(key: "availability", value: Document(availability)),
      .init(key: "laps", value: Document(laps)), .init(key: "lapsWithFix", value: Document(lapsWithFix)),
      .init(key: "meanFirstFixSeconds", value: Document(meanFirstFix)),
      .init(key: "gaps", value: Document(gaps)), .init(key: "gapsPerHour", value: Document(gapsPerHour)),
      .init(key: "longestGapSeconds", value: Document(longestGap)),
      .init(key: "jumps", value: Document(jumps)),
      .init(key: "jumpsPerHour", value: Document(jumpsPerHour)),
      .init(key: "continuity", value: Document(continuity)),
    ]
    if hasRooms {
      members += [
        .init(key: "roomFlipsPerHour", value: Document(roomFlipsPerHour)),
        .init(key: "trueRoomChangesPerHour", value: Document(trueRoomChangesPerHour)),
      ]
    }
    return Document(members)
  }
}

extension StopTally {
  fileprivate var document: Document {
    let settling = ErrorStatistics(of: settling)
    return [
      "stops": Document(stops), "settled": Document(settling?.count ?? 0), "unsettled": Document(unsettled),
      "unheard": Document(unheard), "meanSettlingSeconds": Document(settling?.mean),
      "medianSettlingSeconds": Document(settling?.median), "maxSettlingSeconds": Document(settling?.largest),
      "jitterMetres": Document(jitter),
    ]
  }
}

extension WhiteNoiseSummary {
  var document: Document {
    [
      "beacons": Document(beacons), "readings": Document(readings), "unplaced": Document(unplaced),
      "deviationDb": Document(deviation), "measuredCorrelation": Document(measuredCorrelation),
      "whiteCorrelation": Document(whiteCorrelation), "largestMeanChangeDb": Document(largestMeanChange),
      "largestVarianceChange": Document(largestVarianceChange),
    ]
  }
}
