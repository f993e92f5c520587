package import ArgumentParser
package import Evaluation
package import Laps
package import Rendering
package import Results
package import World

/// Where a pipeline erred most, and why.
package struct Explanation: StudyOutcome, Sendable {
  /// What counts as a stretch, and how many are described.
  package struct Rules: Hashable, Sendable {
    /// Metres.
    package var threshold = 5.0
    /// Seconds for which the error may fall to the threshold, or a fix be missing, within one stretch.
    package var bridge = 2.0
    /// How many stretches are described, the worst first.
    package var stretches = 5

    package init() {}
  }

  /// A cause, and the error of one stretch without it.
  package struct Removal: Hashable, Sendable {
    /// What is taken away.
    package let cause: ErrorCause
    /// What its removal does to the error.
    package let removed: RemovedShare
  }

  /// A cause over all stretches.
  package struct MeanShare: Hashable, Sendable {
    /// What is taken away.
    package let cause: ErrorCause
    /// The mean of the stretches' shares; nil where none is known.
    package let share: Double?
    /// Stretches whose share is known.
    package let stretches: Int
  }

  /// A stretch of one lap, with its error without each cause.
  package struct Stretch: Sendable {
    /// Counted from 0.
    package let lap: Int
    /// Nil where there is only one.
    package let walker: Walker?
    /// Nil where it is not known.
    package let direction: TravelDirection?
    /// The hand that carries the phone; nil where it is not known.
    package let hand: Hand?
    /// The moments of the lap that belong to it.
    package let stretch: ErrorStretch
    /// How large its errors are.
    package let size: StretchSize
    /// The moments of the stretch: the first and the last, in seconds.
    package let from: Double
    package let to: Double
    /// Moments without a fix.
    package let missed: Int
    /// In the order of ``ErrorCause``, those that the study has.
    package let removals: [Removal]
    /// All causes removed at once; nil where there is none.
    package let together: RemovedShare?

    /// One less the sum of the shares; nil where a share is not known.
    package var remainder: Double? {
      let shares = removals.compactMap(\.removed.share)
      return shares.count == removals.count ? 1 - shares.reduce(0, +) : nil
    }
  }

  /// The scenario's name.
  package let scenario: String
  /// Of all random numbers of the laps.
  package let seed: UInt64
  /// How many were run again.
  package let laps: Int
  /// Whose errors are explained.
  package let pipeline: String
  /// By which stretches were found.
  package let rules: Rules
  /// Along the path where the scenario measures errors so.
  package let measure: ScoringRule.Measure
  /// Whether the laps are simulated, so that causes are known.
  let isSimulated: Bool
  /// What the site calls its directions.
  package let directionNames: DirectionNames
  /// Callbacks at which the ground truth is known; those without a fix, and those above the threshold.
  package let callbacks: Int
  package let missed: Int
  package let above: Int
  /// Over all laps.
  package let found: Int
  /// Those that the study has, in the order of ``ErrorCause``.
  package let causes: [MeanShare]
  let meanRemainder: Double?
  let meanTogether: Double?
  /// The worst first, with what is known of the moment of the largest error.
  package let stretches: [(stretch: Stretch, worst: WorstMoment)]
  /// What was explained, for the plan of the picture.
  var study: Study?

  package var plots: [Plot] {
    get throws {
      guard let study else { return [] }
      let colour = PipelineLooks(of: study.source.pipelines.definitions).colour(of: pipeline)
      return [try .causes(of: self, on: study.plottedSite, colour: colour)]
    }
  }
}

/// What is known of the moment of the largest error of a stretch.
package struct WorstMoment: Sendable {
  /// A beacon at that moment.
  package struct Beacon: Sendable {
    /// As the site names it.
    package let id: String
    /// Metres on the plan from the walker and from the fix.
    package let trueMetres: Double
    package let fixMetres: Double
    /// The reading of that second, and of how many advertisements it is the mean; nil when nothing was received.
    package let reading: DBm?
    package let advertisements: Int
    /// What the reading would be by path loss, floors and walls alone; nil where that is not known.
    package let mean: DBm?
    /// What the method was given after the filters; nil when not heard, or too long ago.
    package let level: DBm?
    /// Metres by which the fix moves if this beacon is not heard at this callback: 0 for one that the method does not use; nil
    /// where there is no fix without it.
    package let influence: Double?

    /// Whether the fix depends on it.
    package var isUsed: Bool { influence != 0 }
  }

  /// Seconds since the lap's stream began.
  package let time: Double
  /// The scored error, in metres.
  package let error: PositionError
  /// Where the walker was.
  package let place: Point
  /// The walker's.
  package let floor: Int
  /// The walker's; nil outside all rooms.
  package let room: String?
  /// The test point nearest to the walker on that floor; nil where there is none.
  package let testPoint: TestPoint.ID?
  /// What the pipeline answered.
  package let fix: Fix
  /// Nil outside all rooms.
  package let fixRoom: String?
  /// Metres a second; zero while the walker stands.
  package let velocity: Point
  /// Walls and pillars on the straight line between walker and fix, and what they attenuate together.
  package let walls: Int
  let wallLoss: Decibels
  /// Those nearest to the walker or to the fix, and those that the fix depends on, in the order of distance from the walker.
  package let beacons: [Beacon]
}

/// The verb `explain`.
package struct ExplainCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show where a pipeline errs most, and why.",
    discussion: """
      Runs the saved scenario of a results folder again and lists the stretches in which the error of a pipeline stays \
      above a threshold, the worst first. Then removes one cause of error at a time, such as shadowing, on the same laps, \
      and prints the share of each stretch's error that disappears.

      Example: beaconbench explain results/floor35/seed1-laps300 --pipeline Kalman
      """)

  @Argument(.place, "The results folder, or one pipeline of it as FOLDER:PIPELINE.", as: "results")
  var place: JudgedPlace

  @Option(help: "The pipeline to explain. (default: the scenario's first)")
  var pipeline: String?

  @Option(
    .number(0...1_000_000, "a number"), "The error in metres above which a stretch lies. (default: 5)",
    as: "metres")
  var threshold: Double?

  @Option(
    .number(0...3600, "a number"),
    """
    The time for which the error may fall to the threshold, or a fix be missing, within one stretch. (default: 2)
    """, as: "seconds")
  var bridge: Double?

  @Option(.whole(1...1000), "The number of stretches to describe, the worst first. (default: 5)", as: "n")
  var stretches: Int?

  @Option(.file, "Draw the stretches and the shares of the causes; the ending says the format, as for plot.")
  var picture: String?

  @OptionGroup var replacing: ReplaceOption

  /// How it runs and prints.
  @OptionGroup package var options: ReportingOptions

  @OptionGroup var data: DataOption

  private var path: String { place.folder }

  package init() {}

  /// Refuses options that do not go together.
  package func validate() throws {
    guard pipeline != nil, place.pipeline != nil else { return }
    throw ValidationError("--pipeline cannot be combined with \(place.text)")
  }

  private var rules: Explanation.Rules {
    var rules = Explanation.Rules()
    rules.threshold = threshold ?? rules.threshold
    rules.bridge = bridge ?? rules.bridge
    rules.stretches = stretches ?? rules.stretches
    return rules
  }

  /// Refuses files that cannot be written, before anything is read.
  package func checkOutputs() throws {
    let target = try picture.map { path in (path: path, format: try PlotFormat(ofFile: path)) }
    try OutputFile.check([target?.path], apartFrom: [path], others: replacing.pictures)
  }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let (study, saved) = try SavedResults.withStudy(in: path, data)
    return try ErrorExplainer(study, saved: saved, pipeline: pipeline ?? place.pipeline, rules: rules)
  }

  /// Writes the files that the options name.
  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    guard let picture else { return [] }
    let format = try PlotFormat(ofFile: picture)
    try PlotFile.write(
      outcome.plots.map { PlotFile(plot: $0, format: format, path: picture) }, makesFolder: false,
      others: replacing.pictures)
    return []
  }
}
