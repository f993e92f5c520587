package import Documents
import Evaluation
import Filtering
import Positioning
import Results
import Scenarios

// The JSON form of fingerprint results. Keys and meanings stand in docs/fingerprint.md; what does not exist is null.

extension FingerprintResult {
  /// One element of `presets`.
  package var document: Document {
    [
      "experiment": "fingerprint", "name": Document(scenario.name), "seed": Document(Int(scenario.seed)),
      "laps": Document(scenario.laps), "spacingMetres": Document(scenario.spacing),
      "scores": Document(rows.map(\.document)), "verdicts": Document(verdicts.map(\.document)),
      "arithmetic": Document(arithmetic.map(\.document)),
    ]
  }
}

extension FingerprintRowResult {
  fileprivate var document: Document {
    var members: [Document.Member] = [
      .init(key: "pipeline", value: Document(row.name)),
      .init(key: "filter", value: Document(row.listening.summary)),
      .init(key: "map", value: Document(row.map.summary)),
      .init(key: "method", value: Document(row.match.summary)),
      .init(key: "leastBeacons", value: Document(row.match.leastBeacons)),
      .init(key: "told", value: ["map"]),
      .init(
        key: "scoredAt",
        value: Document(
          row.listening.fixes == .last ? "the last reading of a visit" : "every reading of a visit")
      ),
    ]
    members += score.members
    members.append(
      .init(
        key: "figures",
        value: Document(
          figures.map { .init(key: $0.statistic.rawValue, value: $0.document) })))
    return Document(members)
  }
}

extension FingerprintRowResult.Figure {
  fileprivate var document: Document {
    ["mean": Document(value), "interval95": Document(interval), "lap95": Document(lapRange)]
  }
}

extension FingerprintVerdict {
  fileprivate var document: Document {
    [
      "cell": Document(cell), "published": Document(published),
      "simulated": Document(simulated), "interval95": Document(interval), "lap95": Document(lapRange),
      "share": Document(share), "shareInterval95": Document(shareInterval),
      "checked": Document(isChecked), "verdict": Document(verdict.rawValue),
    ]
  }
}

extension PublishedArithmetic {
  fileprivate var document: Document {
    [
      "pipeline": Document(row), "hitRate": Document(hitRate), "meanMetres": Document(mean),
      "leastMeanMetres": Document(leastMean), "meanMissMetres": Document(meanMiss),
      "possible": Document(isPossible), "allWithinSpacing": Document(canAllBeNear),
      "mixed": Document(mixed.map(\.document)), "unlisted": unlisted.map(\.document) ?? nil,
    ]
  }
}

extension PublishedArithmetic.Counts {
  fileprivate var document: Document {
    [
      "hits": Document(hits), "visits": Document(visits), "divisor": Document(divisor),
      "sumMetres": Document(sum), "meanOfVisitsMetres": Document(meanOfVisits),
    ]
  }
}

extension PublishedArithmetic.Unlisted {
  fileprivate var document: Document {
    [
      "count": Document(count), "meanWithUnlistedMetres": Document(mean),
      "afterLeastErrorsMetres": Document(afterLeastErrors),
      "afterPublishedErrorsMetres": Document(afterPublishedErrors),
      "farthestFromGridMetres": Document(farthestFromGrid),
    ]
  }
}

extension FingerprintScenario.Row {
  /// How a table names the comparison.
  package var methodSummary: String { match.summary }

  /// With fewer heard there is no fix.
  package var leastBeacons: Int { match.leastBeacons }
}

extension FingerprintScenario.MapRule {
  /// How a table names it.
  package var summary: String {
    let names = filters.isEmpty ? "none" : filters.map(\.summary).joined(separator: " + ")
    return stores == .mean ? "mean of the readings" : "\(names), last"
  }
}

extension FingerprintScenario.Listening {
  /// How a table names it.
  package var summary: String {
    guard !filters.isEmpty else { return "none" }
    return filters.map(\.summary).joined(separator: " + ") + (restart == .never ? ", carried over" : "")
  }
}
