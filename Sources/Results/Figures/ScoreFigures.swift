package import Evaluation
package import Laps
import Positioning
package import Rendering
package import Scenarios
import World

// Scores. docs/results.md explains the keys; missing values are null.

extension PipelineResult {
  /// As the scenario has it.
  package static let name = Figure<PipelineResult>("pipeline", "pipeline", \.definition.name)
  /// In their order.
  package static let filters = Figure<PipelineResult>("filter", "filters", \.definition.filterSummary)
  /// The path loss that the pipeline assumes.
  package static let assumes = Figure<PipelineResult>("assumes", "assumes", \.definition.assumptions.summary)

  /// One element of `scores`.
  package static func figures(in study: StudyResult) -> [Figure<PipelineResult>] {
    [
      name, filters, assumes, .init("method", \.definition.method.settings.summary),
      .init("snap", \.definition.snap),
      .init("delaySeconds", \.delay), .init("given") { $0.definition.given.map(\.rawValue) },
      .init("scoredAt") { [rule = study.rule.description] _ in rule },
      .init("outsideTruth", \.outsideTruth), .init("unheardTruthSeconds", \.unheardTruth),
      .init("fixes", \.fixes), .init("directions", isOptional: true, \.directions),
      .init("lookAhead", isOptional: true, \.lookAhead.summary),
    ] + Score.figures.of(\.score.whole) + [
      .init("byLastFix", isOptional: true, \.byLast),
      .init("metrics") { [rooms = study.site.rooms] in $0.metricFigures(rooms: rooms) },
      .init("by") { [names = study.directionNames] in $0.score.groups(names) },
      .init("published", isOptional: true, \.definition.published),
    ]
  }
}

extension GroupedScore {
  fileprivate func groups(_ names: DirectionNames) -> FigureValue {
    .object(
      divisions.filter { !$0.groups.isEmpty }.map { division in
        let groups = division.groups.map { group in
          let direction = division.grouping == .direction ? TravelDirection(rawValue: group.name) : nil
          return (direction.map(names.name) ?? group.name, group.score.figureValue)
        }
        return (division.grouping.rawValue, FigureValue.object(groups))
      })
  }
}

extension Score: Described {
  /// How many errors there are.
  package static let counts: [Figure<Score>] = [
    .init("n", "n", \.count), .init("missed", "missed", \.missed),
  ]

  /// The metrics of the first table.
  package static var errors: [Figure<Score>] {
    Metric.all(for: .scores).map { metric in
      metric == .mean
        ? .init(
          metric.key(for: .scores), intervalKey: "meanInterval95", metric.heading, unit: "m [95 %]",
          better: .smaller,
          \.statistics?.mean, interval: \.meanInterval)
        : .init(metric, metric.key(for: .scores)) { $0.statistics?[metric] }
    }
  }

  /// On a site with several floors.
  package static let wrongFloor = Figure<Score>(Metric.wrongFloor, nil) { $0.wrongFloorShare }

  /// All of a score.
  package static var figures: [Figure<Score>] {
    counts + errors + [
      .init("missedByReason") {
        FigureValue.object($0.missedByReason.map { ($0.reason.rawValue, .count($0.count)) })
      },
      .init("wrongFloors", \.wrongFloors), .init("laps", \.laps),
    ]
  }
}

extension FixTally: Described {
  /// How callbacks ended.
  package static let figures: [Figure<FixTally>] = [
    .init("callbacks", \.callbacks), .init("byMethod", \.byMethod), .init("byFallback", \.byFallback),
    .init("contradicted", \.contradicted),
  ]

  package var figureValue: FigureValue {
    // Failures stand there only where a method failed.
    let reasons: [NoFix.Reason] =
      [.tooFewBeacons, .didNotConverge, .undetermined] + (missing[.failed] > 0 ? [.failed] : [])
    return Self.figures.value(of: self).with(.counts(reasons.map { ($0.rawValue, missing[$0]) }))
  }
}

extension DirectionTally: Described {
  /// How often the direction was right.
  package static let figures: [Figure<DirectionTally>] = [
    .init("right", \.right), .init("wrong", \.wrong), .init("unknown", \.unknown),
  ]
}

extension PipelineDefinition.Published: Described {
  /// What was published of a pipeline.
  package static let figures: [Figure<PipelineDefinition.Published>] = [
    .init("meanMetres", \.mean), .init("stdMetres", \.deviation), .init("source", \.source),
  ]
}
