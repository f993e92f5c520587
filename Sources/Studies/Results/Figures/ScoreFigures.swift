package import Evaluation
package import Laps
import Positioning
package import Rendering
package import Scenarios
package import World

// Scores. Missing values are null.

extension PipelineResult {
  /// As the scenario has it.
  package static let name = Figure<PipelineResult>("pipeline", "pipeline", \.definition.name)
  /// In their order.
  package static let filters = Figure<PipelineResult>("filter", "filters", \.definition.filterSummary)
  /// The path loss that the pipeline assumes.
  package static let assumes = Figure<PipelineResult>("assumes", "assumes", \.definition.assumptions.summary)

  /// One element of `scores`.
  package static func figures(in study: StudyResult) -> [Figure<PipelineResult>] {
    figures(rule: study.rule.description, rooms: study.site.rooms, study.directionNames)
  }

  /// - Parameter rule: in words, by which errors are due.
  package static func figures(
    rule: String, rooms: [Room], _ names: DirectionNames
  ) -> [Figure<PipelineResult>] {
    [
      name, filters, assumes, .init("method", \.definition.method.settings.summary),
      .init("snap", \.definition.snap),
      .init(
        "delaySeconds",
        about: """
          By how much the filters' output trails a slow ramp; the phone's averaging and the wait for its \
          callback come on top.
          """, \.delay),
      .init(
        "given",
        about: """
          The prior information of the pipeline beyond the advertisements and the site file ([what there \
          is](pipeline.md#methods)).
          """
      ) { $0.definition.given.map(\.rawValue) },
      .init("scoredAt", about: "The rule in words: `presses, last callback`, `every callback`, …") { _ in rule
      },
      .init(
        "outsideTruth", about: "Callbacks before the ground truth begins or after it ends.", \.outsideTruth),
      .init(
        "unheardTruthSeconds",
        about: """
          Seconds of the known walks before the phone began to listen or after its last callback: nothing \
          could be scored there.
          """, \.unheardTruth),
      .init("fixes", about: "How all callbacks ended, scored or not, below.", \.fixes),
      .init(
        "directions", isOptional: true,
        about:
          "How often the estimated direction of travel was right, wrong or unknown, on a path without branches.",
        \.directions),
      .init(
        "lookAhead", isOptional: true, about: "Of a method that uses later readings: by how much.",
        \.lookAhead.summary),
    ] + Score.figures.of(\.score.whole) + [
      .init(
        "byLastFix", isOptional: true,
        about: "With `callback: predicted`: the mean error of the last fix before each press.", \.byLast),
      .init("metrics", about: "All other metrics that apply ([metrics.md](metrics.md)).") {
        $0.metricFigures(rooms: rooms)
      },
      .init(
        "by",
        about: """
          The keys from n to max again, for each `direction`, each `hand` and each `walker` that the ground \
          truth states.
          """
      ) { $0.score.groups(names) },
      .init(
        "published", isOptional: true, about: "The figures published for this pipeline, with their source.",
        \.definition.published),
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
    .init("n", "n", about: "Errors that were measured.", \.count),
    .init("missed", "missed", about: "Errors that were due and could not be measured.", \.missed),
  ]

  /// The metrics of the first table.
  package static var errors: [Figure<Score>] {
    Metric.all(for: .scores).map { metric in
      metric == .mean
        ? .init(
          metric.key(for: .scores), intervalKey: "meanInterval95", metric.heading, unit: "m [95 %]",
          better: .smaller,
          \.statistics?.mean, interval: \.meanInterval)
        : .init(metric, metric.key(for: .scores)) { $0[metric] }
    }
  }

  /// On a site with several floors.
  package static let wrongFloor = Figure<Score>(Metric.wrongFloor, nil) { $0.wrongFloorShare }

  /// All of a score.
  package static var figures: [Figure<Score>] {
    counts + errors + [
      .init("missedByReason", about: "What was missed, by status.") {
        FigureValue.object($0.missedByReason.map { ($0.reason.rawValue, .count($0.count)) })
      },
      .init("wrongFloors", about: "Measured fixes on another floor than the walker.", \.wrongFloors),
      .init("laps", about: "Laps in which an error was due.", \.laps),
    ]
  }
}

extension FixTally: Described {
  /// How callbacks ended.
  package static let figures: [Figure<FixTally>] = [
    .init(
      "callbacks",
      about: """
        All of them. Those without a fix follow by reason; `failed` stands there only where the method \
        itself failed.
        """, \.callbacks),
    .init("byMethod", about: "Fixes by the method.", \.byMethod),
    .init("byFallback", about: "Fixes by its fallback, where its equations had no solution.", \.byFallback),
    .init(
      "contradicted", about: "Of the fixes by the method, those that their readings contradict.",
      \.contradicted),
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
