package import Documents
package import Evaluation
package import Laps
import Positioning
import Scenarios
package import World

// The JSON form of scores. Keys and meanings stand in docs/results.md; what does not exist is null.

extension PipelineResult {
  /// One element of `scores`.
  package func document(scoredAt rule: ScoringRule, directionNames: DirectionNames, site: Site) -> Document {
    var members: [Document.Member] = [
      .init(key: "pipeline", value: Document(definition.name)),
      .init(key: "filter", value: Document(definition.filterSummary)),
      .init(key: "method", value: Document(definition.method.summary)),
      .init(key: "snap", value: Document(definition.snap)),
      .init(key: "assumes", value: Document(definition.assumptions.summary)),
      .init(key: "delaySeconds", value: Document(delay)),
      .init(key: "told", value: Document(definition.told.map { Document($0.rawValue) })),
      .init(key: "scoredAt", value: Document(rule.description)),
      .init(key: "outsideTruth", value: Document(outsideTruth)),
      .init(key: "unheardTruthSeconds", value: Document(unheardTruth)),
      .init(key: "fixes", value: fixes.document),
    ]
    if let lookAhead = lookAhead.summary {
      members.append(.init(key: "lookAhead", value: Document(lookAhead)))
    }
    if let directions {
      members.append(.init(key: "directions", value: directions.document))
    }
    members += score.whole.members
    members.append(.init(key: "metrics", value: metricsDocument(rooms: site.rooms)))
    members.append(.init(key: "by", value: byGroups(directionNames)))
    if let published = definition.published {
      members.append(.init(key: "published", value: published.document))
    }
    return Document(members)
  }

  private func byGroups(_ names: DirectionNames) -> Document {
    Document(
      score.divisions.filter { !$0.groups.isEmpty }.map { division in
        Document.Member(
          key: division.grouping.rawValue,
          value: Document(
            division.groups.map { group in
              let direction = division.grouping == .direction ? TravelDirection(rawValue: group.name) : nil
              return Document.Member(
                key: direction.map(names.name) ?? group.name, value: Document(group.score.members))
            }))
      })
  }
}

extension Score {
  package var members: [Document.Member] {
    [
      .init(key: "n", value: Document(count)),
      .init(key: "missed", value: Document(missed)),
      .init(
        key: "missedByReason",
        value: Document(missedByReason.map { .init(key: $0.reason.rawValue, value: Document($0.count)) })),
      .init(key: "wrongFloors", value: Document(wrongFloors)),
      .init(key: "laps", value: Document(laps)),
      .init(key: "meanMetres", value: Document(statistics?.mean)),
      .init(key: "stdMetres", value: Document(statistics?.standardDeviation)),
      .init(key: "meanInterval95", value: Document(meanInterval)),
      .init(key: "p50", value: Document(statistics?.median)),
      .init(key: "p75", value: Document(statistics?.p75)),
      .init(key: "p90", value: Document(statistics?.p90)),
      .init(key: "p95", value: Document(statistics?.p95)),
      .init(key: "rmse", value: Document(statistics?.rootMeanSquare)),
      .init(key: "max", value: Document(statistics?.largest)),
    ]
  }
}

extension FixTally {
  var document: Document {
    // Failures stand there only where a method failed.
    let reasons: [NoFix.Reason] =
      [.tooFewBeacons, .didNotConverge, .undetermined] + (missing[.failed] > 0 ? [.failed] : [])
    return Document(
      [
        .init(key: "callbacks", value: Document(callbacks)),
        .init(key: "byMethod", value: Document(byMethod)),
        .init(key: "byFallback", value: Document(byFallback)),
      ] + reasons.map { .init(key: $0.rawValue, value: Document(missing[$0])) })
  }
}

extension DirectionTally {
  var document: Document {
    ["right": Document(right), "wrong": Document(wrong), "unknown": Document(unknown)]
  }
}

extension PipelineDefinition.Published {
  var document: Document {
    ["meanMetres": Document(mean), "stdMetres": Document(deviation), "source": Document(source)]
  }
}

extension Document {
  /// `[lower, upper]`, or null.
  package init(_ interval: ConfidenceInterval?) {
    self = interval.map { Document([Document($0.lower), Document($0.upper)]) } ?? nil
  }
}
