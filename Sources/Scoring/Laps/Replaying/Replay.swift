public import Captures
public import Evaluation
import Phone
public import Positioning
public import Scenarios
public import Sites
public import World

/// A recording sent through the same pipelines as simulated laps.
public struct Replay: Sendable {
  /// The callbacks of one pipeline over the whole recording.
  public struct Track: Sendable {
    /// The pipeline, with its name and assumptions.
    public let definition: PipelineDefinition
    /// In order of time.
    public let callbacks: [Callback]
  }

  /// Nil when the positions of the beacons are unknown: there are then only ranges and zones.
  public let site: Site?
  /// One range for each beacon that was heard.
  public let ranges: [BeaconRange]
  /// In order of time, and at each callback the nearest first. They take more memory than all else, so they are not kept.
  public var rangesOverTime: [RangeMoment] {
    var ranging = ranging
    return readings.times.indices.flatMap { index in
      ranging.moments(of: readings.report(at: index), directory: directory)
    }
  }
  private let ranging: Ranging
  private let readings: Readings
  private let directory: StreamDirectory
  /// By pipeline; empty without a site.
  public let tracks: [Track]
  /// Nil without truth.
  @Shared public private(set) var scores: StudyResult?
  /// What was received, and what was left out for which reason.
  public let tally: LapTally
  /// Sentences about what a reader should know.
  public let notes: [String]
  /// Seconds from t = 0 to the last callback.
  public let seconds: Double
  /// When t = 0 was, in seconds since 1970; nil where the recording does not say.
  public let start: Double?
  /// What was scored against, as it was given or as the recording marks it.
  public let truth: Truth
  /// Nil where the offset of the truth's clock was given.
  public let clockOffset: ClockOffset?
  /// The first places of a capture that could not be read, at most 20.
  public let damages: [CaptureDamage]
  /// Warnings that parts of the recording could not be read.
  public let warnings: [String]

  /// What to score against; nothing when both are nil.
  public struct Truth: Sendable {
    /// Where the walker was; nil when only presses are known.
    public let walk: Walk?
    /// Where the walker may have been, in place of the walk.
    public var loose: LooseTruth?
    /// When test points were pressed; nil when a walk is scored at callbacks.
    public let presses: [Press]?
    /// Whether there is anything to score against.
    public var isGiven: Bool { walk != nil || loose != nil || presses != nil }

    /// Where the site's [0, 0] lies, for marks of a log; nil where that is unknown.
    private let origin: GeographicOrigin?
    fileprivate let walkFile: String
    private let pressesFile: String
    private let clockOffset: Double
    /// Whether the offset is the one that fits the recording best.
    private let estimatesOffset: Bool

    /// - Parameters:
    ///   - walk: where the walker was at each moment; nil where that was not recorded.
    ///   - presses: when the walker pressed at which test point; nil where that was not recorded.
    ///   - walkFile: the name of the ground truth in error messages.
    ///   - pressesFile: the name of the presses in error messages and notes.
    ///   - clockOffset: seconds that were added to the times of both.
    ///   - estimatesOffset: whether to add the offset that fits the recording best.
    ///   - origin: where the site's [0, 0] lies, for the marks of a log, which are used where walk and presses are nil.
    public init(
      walk: Walk?, presses: [Press]?, walkFile: String = "truth", pressesFile: String = "presses",
      clockOffset: Double = 0, estimatesOffset: Bool = false, origin: GeographicOrigin? = nil
    ) {
      self.walk = walk
      self.presses = presses
      self.walkFile = walkFile
      self.pressesFile = pressesFile
      self.clockOffset = clockOffset
      self.estimatesOffset = estimatesOffset
      self.origin = origin
    }

    /// With the marks of a recording in place of what was not given, and notes on them.
    fileprivate func marked(by marks: [LogMark], of path: String, on site: Site?) -> (Truth, [String]) {
      guard !isGiven, !marks.isEmpty, let site else { return (self, []) }
      let marked = MarkedTruth(marks, on: site, origin: origin, file: path)
      let truth = Truth(
        walk: marked.walk, presses: marked.presses, walkFile: path, pressesFile: path)
      return (truth, marked.notes)
    }

    /// With the clock that fits what was heard best, where that is asked for.
    ///
    /// - Parameter start: the UNIX time of the recording's first record, which times since 1970 are counted from first.
    fileprivate func aligned(
      to readings: Readings, from start: Double?, on site: Site?
    ) throws(FileProblem) -> (Truth, ClockOffset?) {
      guard estimatesOffset, let site else { return (self, nil) }
      if loose != nil {
        throw FileProblem(
          file: "--clock-offset", expected: "seconds, since \(walkFile) has no places for moments",
          found: "auto")
      }
      let given = walk ?? presses.flatMap { TruthAlignment.walk(through: $0, on: site) }
      let isUnix = given.map { $0.span.lowerBound > 1e8 } ?? false
      let base = isUnix ? -(start ?? 0) : 0
      let offset = try TruthAlignment.offset(of: given?.shifted(by: base), by: readings, on: site)
        .adding(base)
      let truth = Truth(
        walk: walk?.shifted(by: offset.seconds),
        presses: presses?.map { $0.shifted(by: offset.seconds) }, walkFile: walkFile,
        pressesFile: pressesFile, clockOffset: offset.seconds, origin: origin)
      return (truth, offset)
    }

    /// The memory that a recording takes with its errors.
    fileprivate func need(callbacks: Double, anchors: Int, pipelines: Int, on site: Site?) -> MemoryNeed {
      let due =
        presses.map { Double($0.count) } ?? (site == nil || walk == nil && loose == nil ? 0 : callbacks)
      return MemoryNeed(
        callbacks: callbacks, due: due, laps: 1, anchors: anchors, pipelines: pipelines, width: 1)
    }

    /// Sentences about the parts of the ground truth that lie outside a recording.
    ///
    /// - Parameter window: seconds from one callback to the next.
    /// - Throws: when all of it lies outside.
    func notes(on span: RecordingSpan, window: Double) throws(FileProblem) -> [String] {
      if let known = walk?.span ?? loose?.span { try span.check(known, file: walkFile, offset: clockOffset) }
      return try [
        presses.flatMap { presses throws(FileProblem) in
          try span.note(on: presses, window: window, file: pressesFile, offset: clockOffset)
        }
      ].compactMap(\.self)
    }
  }

  /// - Parameters:
  ///   - input: the recording, of which all is read.
  ///   - listening: the phone, the assumptions and the pipelines.
  ///   - site: nil for ranging only.
  ///   - siteNotes: what a reader should know about the site.
  ///   - truth: with presses, errors are scored at them; with a walk alone, at every callback.
  /// - Throws: also when the whole truth, or every press, lies outside the recording.
  public init(
    _ input: RecordedInput, listening: Listening, site: Site?, siteNotes: [String] = [], truth: Truth
  ) throws {
    var input = input
    ranging = try Ranging(listening, site: site)
    let set = try listening.pipelineSet(on: site)
    let heard = try Self.readings(of: &input, for: set, listening, truth, on: site)
    let (given, marked) = truth.marked(by: input.marks, of: input.path, on: site)
    let (truth, offset) = try given.aligned(to: heard, from: input.span.start, on: site)
    directory = input.directory
    self.site = site
    damages = input.damages
    let unit = truth.walk.flatMap { site?.unitWarning(of: $0, file: truth.walkFile) }
    warnings = input.warnings + [unit].compactMap(\.self)
    let timing = try truth.notes(on: input.span, window: heard.interval)
    let lapTruth = LapTruth(
      lap: 0, walk: site == nil ? nil : truth.walk, loose: truth.loose, presses: truth.presses ?? [])
    let outcome = set.run(on: heard, directory: directory, truth: lapTruth, settings: listening.metrics)
    readings = outcome.readings
    ranges = ranging.ranges(of: readings.totals, windows: readings.times.count, directory: directory)
    let power = site == nil ? [] : ranging.notes(on: ranges)
    notes =
      siteNotes + marked + [offset?.note, unit].compactMap(\.self) + set.replayNotes + power + timing
      + set.methodNotes
      + [truth.loose.map { LooseTruthTable.note(on: $0, of: truth.walkFile) }].compactMap(\.self)
    tracks = zip(set.definitions, outcome.callbacks).map { Track(definition: $0, callbacks: $1) }
    seconds = readings.times.last ?? 0
    (start, self.truth, clockOffset) = (input.span.start, truth, offset)
    (scores, tally) = try Self.scored(
      outcome, lapTruth, of: input.tally, set, listening,
      on: truth.isGiven ? site : nil, hasPresses: truth.presses != nil, notes: notes)
  }

  /// All readings, with the channels that the pipelines need.
  private static func readings(
    of input: inout RecordedInput, for set: PipelineSet, _ listening: Listening, _ truth: Truth,
    on site: Site?
  ) throws -> Readings {
    let pipelines = site == nil ? 0 : listening.pipelines.count
    let heard = try input.readings(
      of: listening.phone, keepsAdvertisements: set.keepsAdvertisements, keepsChannels: set.keepsChannels,
      site: site
    ) { truth.need(callbacks: $0, anchors: $1, pipelines: pipelines, on: site) }
    try set.check(hasChannels: heard.hasChannels)
    return heard
  }

  /// The scores, and what became of the advertisements.
  ///
  /// - Parameter site: nil without a ground truth on it; there are then no scores.
  private static func scored(
    _ outcome: StreamOutcome, _ truth: LapTruth, of source: StreamTally, _ set: PipelineSet,
    _ listening: Listening, on site: Site?, hasPresses: Bool, notes: [String]
  ) throws -> (StudyResult?, LapTally) {
    var tally = LapTally()
    tally.source = source
    guard let site else {
      tally.add(outcome.readings)
      return (nil, tally)
    }
    let rule = listening.rule(hasPresses: hasPresses)
    let lap = LapOutcome(
      outcome, scorer: try Scorer(checked: rule, site: site, metrics: listening.metrics), truth: truth,
      tally: tally)
    var totals = StudyTotals(pipelines: set.definitions.count)
    totals.add(lap)
    let description = StudyDescription(
      name: listening.name, pipelines: set, rule: rule, spread: listening.spread,
      directionNames: DirectionNames(route: nil), references: [], metrics: listening.metrics)
    return (StudyResult(description, totals: totals, laps: 1, notes: notes), lap.tally)
  }
}
