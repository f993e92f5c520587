package import Evaluation
package import Rendering

/// The results of the pipelines with one layout on the judging walks.
package struct JudgedLayout: Sendable {
  /// How a layout compares with the chosen one.
  package enum Standing: Hashable, Sendable {
    case chosen, better, worse
    /// The interval of the paired difference holds 0.
    case tied
    /// It cannot be chosen, with the rule that it breaks in words.
    case excluded(String)

    /// As tables have it.
    package var words: String {
      switch self {
      case .chosen: "chosen"
      case .better: "better"
      case .worse: "worse"
      case .tied: "not shown"
      case .excluded(let reason): reason
      }
    }
  }

  /// In tables.
  package let name: String
  /// How many it has.
  package let beacons: Int
  /// In the order of the scenario.
  package let rows: [JudgedPipeline]
  /// The pipeline with the best judged figure; its differences are from the best pipeline with the chosen layout.
  package let best: JudgedPipeline
  /// The same by mean error.
  package let byError: JudgedPipeline
  /// The same by the share of right rooms; nil without rooms.
  package let byRooms: JudgedPipeline?
}

extension JudgedLayout {
  /// Why a layout with too many beacons cannot be chosen.
  static let overBudget = "over the budget"

  /// Whether it would be better than the chosen layout, had it fewer beacons.
  var isBetterOverBudget: Bool {
    best.standing == .excluded(Self.overBudget)
      && best.more?.figure?.interval.map { $0.upper < 0 } == true
  }
}

/// One pipeline on one layout.
package struct JudgedPipeline: Sendable {
  /// The name of the layout.
  package let layout: String
  /// How many the layout has.
  package let beacons: Int
  /// The name of the pipeline.
  package let pipeline: String
  /// Of the best pipeline of a layout; nil for others.
  package let standing: JudgedLayout.Standing?
  /// The figure that decides.
  package let figure: WeightedMeans?
  /// The mean error in metres; nil without a known place.
  package let mean: WeightedMeans?
  /// Of the errors in metres.
  package let statistics: ErrorStatistics?
  /// The metrics of layouts that lengths of errors do not give.
  package var others: [Metric: Double] = [:]
  /// Moments without a fix.
  package let missed: Int
  /// Share of wrong rooms, each room counting equally; nil without rooms.
  package let wrongRooms: WeightedMeans?
  /// Differences of the three from the chosen layout; nil for that layout itself.
  package let more: Differences?

  /// What the figures of a layout exceed those of the chosen one by, paired at the same moments.
  package struct Differences: Sendable {
    /// Of the figure that decides.
    package let figure: WeightedMeans?
    /// Of the mean error, in metres.
    package let mean: WeightedMeans?
    /// Of the share of wrong rooms; nil without rooms.
    package let wrongRooms: WeightedMeans?
  }
}

extension WeightedMeans {
  /// The share that is left of a whole, with its interval.
  var rest: WeightedMeans { turned(1 - value, about: 1) }
  /// The opposite of a difference.
  var opposite: WeightedMeans { turned(-value + 0, about: 0) }

  private func turned(_ value: Double, about whole: Double) -> WeightedMeans {
    WeightedMeans(
      value, interval.map { ConfidenceInterval(lower: whole - $0.upper, upper: whole - $0.lower) })
  }
}

// docs/columns.md lists the keys.

extension JudgedPipeline: Described {
  /// All of them, for JSON.
  package static var figures: [Figure<JudgedPipeline>] {
    layout + [.init("standing") { $0.standing?.words }] + decision(.error) + errors + rooms
  }

  /// Which layout and pipeline it is.
  package static let layout: [Figure<JudgedPipeline>] = [
    .init("layout", "layout") { $0.layout }, .init("beacons", "beacons") { $0.beacons },
    .init("pipeline", "pipeline") { $0.pipeline },
  ]

  /// The figure that decides.
  package static func decision(_ figure: JudgedFigure) -> [Figure<JudgedPipeline>] {
    [
      .init(
        "judged", intervalKey: "judgedInterval95", figure.name, unit: figure.unit, form: figure.form,
        better: .smaller, estimate: \.figure),
      .init(
        "judgedDifference", intervalKey: "judgedDifferenceInterval95", "more than chosen", unit: figure.unit,
        form: figure.form, estimate: \.more?.figure),
    ]
  }

  /// The last column of the table.
  package static let standing: Figure<JudgedPipeline> = .init(nil, "verdict") { $0.standing?.words }

  /// The mean error, the metrics of layouts, and missed fixes.
  package static var errors: [Figure<JudgedPipeline>] {
    [
      .init(
        "meanMetres", intervalKey: "meanInterval95", "mean error", unit: "m", better: .smaller,
        estimate: \.mean)
    ]
      + Metric.all(for: .layouts).map { metric in
        .init(metric, metric.rawValue, rank: 1) { $0.statistics?[metric] ?? $0.others[metric] }
      } + [
        .init("missed", "missed", rank: 2) { $0.missed },
        .init(
          "differenceMetres", intervalKey: "differenceInterval95", "more error", unit: "m",
          estimate: \.more?.mean),
      ]
  }

  /// The share of right rooms.
  package static let rooms: [Figure<JudgedPipeline>] = [
    .init(
      "rightRooms", intervalKey: "rightRoomsInterval95", "right rooms", form: .percent, better: .larger,
      estimate: \.wrongRooms?.rest),
    .init(
      "rightRoomsDifference", intervalKey: "rightRoomsDifferenceInterval95", "more right rooms",
      form: .percent, estimate: \.more?.wrongRooms?.opposite),
  ]
}
