public import Captures
import Evaluation
import Phone
public import Positioning
public import Scenarios
public import World

/// A capture that is replayed in bounded memory, while it is being written or afterwards.
///
/// Its results equal those of ``Replay`` for the same bytes, regardless of how they are divided into pieces. Memory
/// grows with the number of beacons and addresses that are heard, not with time.
public struct LiveReplay {
  /// The results at one callback of the phone.
  public struct Moment: Sendable {
    /// Seconds since t = 0: the end of the window.
    public let time: Double
    /// The beacons that were heard in the window, the nearest first.
    public let ranges: [RangeMoment]
    /// By pipeline; empty without a site.
    public let callbacks: [Callback]
  }

  /// Nil when the positions of the beacons are unknown.
  public let site: Site?
  /// The pipelines, in the order of the tables.
  public let definitions: [PipelineDefinition]
  /// By pipeline; empty without a site.
  public private(set) var endings: [TrackEnding]
  /// Seconds from t = 0 to the last callback so far.
  public private(set) var seconds = 0.0
  private var input: RecordedInput
  private let siteNotes: [String]
  @Shared private var set: PipelineSet
  private var ranging: Ranging
  private var phone: Phone
  /// By group of pipelines with the same filtered readings.
  private var drivers: [LapDriver]
  private var totals: [RangeTotals] = []
  private var windows = 0
  private var piece: AdvertisementStream
  private var isFinished = false

  /// - Parameters:
  ///   - input: a capture that is being written, or a whole recording.
  ///   - listening: the phone, the assumptions and the pipelines.
  ///   - site: nil for ranging only.
  ///   - siteNotes: what a reader should know about the site.
  public init(_ input: RecordedInput, listening: Listening, site: Site?, siteNotes: [String] = []) throws {
    self.input = input
    self.siteNotes = siteNotes
    self.site = site
    ranging = try Ranging(listening, site: site)
    let set = try listening.pipelineSet(on: site)
    self.set = set
    definitions = set.definitions
    if let index = set.pipelines.firstIndex(where: { $0.method.lookAhead != .none }) {
      throw StudyProblem.pipeline(name: definitions[index].name, problem: .lookAhead)
    }
    phone = Phone(
      listening.phone, kind: input.kind, keepsAdvertisements: set.keepsAdvertisements,
      keepsChannels: set.keepsChannels)
    drivers = set.groups.map { set.driver(of: $0, on: LapTruth(lap: 0)) }
    endings = definitions.map { TrackEnding(pipeline: $0.name) }
    piece = AdvertisementStream(kind: input.kind)
  }

  /// Reads what has arrived, waiting only if there is nothing, and returns the results at the callbacks that are due;
  /// nil at the end of the capture.
  ///
  /// - Throws: ``World/FileProblem`` when nothing in the whole capture could be used, and for damaged parts when it is
  ///   read strictly.
  public mutating func next() throws -> [Moment]? {
    guard !isFinished else { return nil }
    piece.removeAll()
    isFinished = try !input.next(into: &piece)
    // A recording states the channels from the first advertisement on, or never.
    if input.tally.delivered == piece.count, !piece.isEmpty {
      try set.check(hasChannels: piece.channels.contains { $0 != 0 })
    }
    var reports: [PhoneReport]
    do throws(PhoneError) {
      reports = try phone.read(piece, directory: input.directory)
      // Of a file, the piece that follows may continue the same window.
      if isFinished || input.isLive, let end = input.end { reports += try phone.listen(until: end) }
    } catch {
      throw StudyProblem.stream(error)
    }
    if isFinished {
      if tally.heard == 0 { throw input.emptiness(site: site) }
      if let last = phone.finish() { reports.append(last) }
    }
    let moments = reports.map { answer($0) }
    if isFinished { for index in drivers.indices { _ = drivers[index].end() } }
    return moments
  }

  private mutating func answer(_ report: PhoneReport) -> Moment {
    seconds = report.time
    windows += 1
    while totals.count < report.levels.count { totals.append(RangeTotals()) }
    for anchor in report.levels.indices {
      totals[anchor].add(report.levels[anchor], count: report.counts[anchor])
    }
    let directory = input.directory
    var answers = [Callback?](repeating: nil, count: definitions.count)
    for (index, group) in set.groups.enumerated() {
      for (pipeline, callback) in zip(group, drivers[index].answers(to: report, directory: directory)) {
        answers[pipeline] = callback
      }
    }
    let callbacks = answers.compactMap(\.self)
    for (index, callback) in callbacks.enumerated() { endings[index].add(callback) }
    return Moment(
      time: report.time,
      ranges: ranging.moments(of: report, directory: directory),
      callbacks: callbacks)
  }
}

extension LiveReplay: ReplayOutcome {
  /// One range for each beacon heard so far.
  public var ranges: [BeaconRange] {
    ranging.ranges(of: totals, windows: windows, directory: input.directory)
  }

  /// Nil: a recording that is still being written has no ground truth.
  public var scores: StudyResult? { nil }

  /// What a reader must know, from the site, the ranging and the methods.
  public var notes: [String] {
    siteNotes + set.replayNotes + (site == nil ? [] : ranging.notes(on: ranges)) + set.methodNotes
  }

  /// What was received so far, and what was left out for which reason.
  public var tally: LapTally {
    var tally = LapTally()
    tally.source = input.tally
    tally.phone = phone.tally
    tally.readings = totals.reduce(0) { $0 + $1.readings }
    return tally
  }

  /// The first places of the capture that could not be read, at most 20.
  public var damages: [CaptureDamage] { input.damages }

  /// Warnings that parts of the recording could not be read.
  public var warnings: [String] { input.warnings }
}

/// The results of a replay, whether live or of a complete recording.
public protocol ReplayOutcome {
  /// Nil when the positions of the beacons are unknown: there are then only ranges and zones.
  var site: Site? { get }
  var ranges: [BeaconRange] { get }
  /// By pipeline; empty without a site.
  var endings: [TrackEnding] { get }
  /// Nil without truth.
  var scores: StudyResult? { get }
  var tally: LapTally { get }
  /// Sentences that a reader must know to judge the figures.
  var notes: [String] { get }
  /// Seconds from t = 0 to the last callback.
  var seconds: Double { get }
}

/// How many positions a pipeline found, and the last of them.
public struct TrackEnding: Hashable, Sendable {
  /// The pipeline's name.
  public let pipeline: String
  /// The number of callbacks so far.
  public private(set) var callbacks = 0
  /// The number of callbacks with a fix.
  public private(set) var fixes = 0
  /// The number of fixes by the method's fallback.
  public private(set) var fallbacks = 0
  /// The latest fix; nil before the first.
  public private(set) var last: Fix?

  init(pipeline: String) { self.pipeline = pipeline }

  mutating func add(_ callback: Callback) {
    callbacks += 1
    guard let fix = try? callback.fix.get() else { return }
    fixes += 1
    if fix.origin == .fallback { fallbacks += 1 }
    last = fix
  }
}

extension Replay: ReplayOutcome {
  /// Counted from the callbacks of each track.
  public var endings: [TrackEnding] {
    tracks.map { track in
      track.callbacks.reduce(into: TrackEnding(pipeline: track.definition.name)) { $0.add($1) }
    }
  }
}

extension PipelineSet {
  /// The cautions of a replay. The measured powers in frames are not known beforehand: a beacon without a plausible
  /// measured power has a note in its row.
  var replayNotes: [String] {
    definitions.filter { $0.assumptions.level != .measuredPower }.cautions(with: nil, site: site)
      + definitions.filter { $0.restart == .stays }.map {
        "\($0.name): restart: stays has no effect, since a recording states no stays"
      }
  }
}
