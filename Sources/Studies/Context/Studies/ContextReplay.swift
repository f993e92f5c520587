import Captures
import Laps
package import Rendering
import Scenarios
package import World

/// A recording, finished or live, being passed through the applications of a scenario.
package struct ContextReplay: Sendable {
  private var input: RecordedInput
  private var engine: ContextEngine
  private let scenario: ContextScenario
  private let site: Site?
  /// By application, how many of its events have been handed over.
  private var shown: [Int]
  /// Whether the input is over.
  private var isOver = false
  private var first = RecordingBeginning()

  /// Beacons that the site does not have become anchors too, so that monitoring a fleet also shows foreign ones.
  ///
  /// - Parameters:
  ///   - recording: as ``Laps/RecordedInput`` opens it.
  ///   - site: nil for none, in which case every identity counts as an anchor.
  ///   - messages: by application, what reaches it beside advertisements; nil where that is not known.
  ///   - stop: as of ``Captures/ReplayOptions``.
  ///   - isReported: whether what is received is noted for a report too.
  /// - Throws: a problem for an application that the site does not support, and what `RecordedInput` throws.
  package init(
    contentsOf recording: String, through scenario: ContextScenario, site: Site?,
    messages: [[ContextMessage]]? = nil, stop: Int32? = nil, isReported: Bool = false
  ) throws {
    try scenario.check(on: site)
    input = try RecordedInput(
      contentsOf: recording, site: site,
      options: ReplayOptions(unknownBeacons: .added, policy: scenario.scenario.identifiedBy, stop: stop))
    self.scenario = scenario
    self.site = site
    engine = ContextEngine(
      scenario.settings.applications, handset: scenario.settings.handset, site: site, messages: messages,
      isReported: isReported)
    shown = scenario.settings.applications.map { _ in 0 }
  }

  /// Whether the recording may still be written to.
  package var isLive: Bool { input.isLive }

  /// Sentences about what could not be read.
  package var warnings: [String] {
    guard isOver else { return input.warnings }
    return input.warnings
      + lacks.map { "\(input.path): nothing for the application \($0.application), which needs \($0.what)" }
  }

  /// The name of the recording by its beginning, and when it began in microseconds of Unix time: by its own clock, or for one without a
  /// clock so that it ends now. Nil while that is not known.
  ///
  /// - Parameter now: microseconds of Unix time.
  package func beginning(now: Int64) -> (name: String, time: Int64)? {
    let start = input.span.start.map { $0.microseconds }
    guard isOver || (first.isComplete && (isLive || start != nil)) else { return nil }
    return (first.name, start ?? now - (input.end ?? 0))
  }

  /// What each application noticed, claimed and measured so far.
  package var logs: [ContextLog] { engine.logs }

  /// The applications for which the recording has nothing so far.
  private var lacks: [(application: String, what: String)] {
    let received = engine.received(input.directory)
    return scenario.settings.applications.compactMap { definition in
      definition.application.settings.lack(in: received).map { (definition.name, $0) }
    }
  }

  /// Refuses a recording without a frame for any of the applications.
  private func checkUse() throws(FileProblem) {
    if input.tally.delivered == 0 { throw input.emptiness(site: site) }
    let lacks = lacks
    guard let first = lacks.first, lacks.count == scenario.settings.applications.count else { return }
    throw FileProblem(
      file: input.path,
      expected: lacks.count == 1
        ? "\(first.what), which the application \(first.application) needs"
        : "something that one of the \(lacks.count) applications needs, such as \(first.what) for \(first.application)",
      found: "none in \(input.tally.delivered) advertisements of other beacons")
  }

  /// Reads the available input, and returns the resulting events; nil when the input is over.
  package mutating func next() throws -> [EventRow]? {
    guard !isOver else { return nil }
    var piece = AdvertisementStream(kind: input.kind)
    isOver = try !input.next(into: &piece)
    first.read(piece, input.directory)
    engine.read(piece, directory: input.directory)
    if isOver {
      engine.listen(until: input.end ?? 0)
      try checkUse()
    }
    var rows: [EventRow] = []
    for (index, definition) in scenario.settings.applications.enumerated() {
      let events = engine.logs[index].events
      rows += events[shown[index]...].map {
        EventRow(
          lap: 0, walker: nil, application: definition.name, status: "noticed", truth: nil, notice: $0)
      }
      shown[index] = events.count
    }
    return rows
  }

  /// Reads all of it.
  package mutating func result() throws -> ContextReplayResult {
    var rows: [EventRow] = []
    while let more = try next() { rows += more }
    return outcome(rows)
  }

  /// The outcome when the input is over.
  package func outcome(_ rows: [EventRow]) -> ContextReplayResult {
    var totals: [ReplayedEvents] = []
    var states: [ReplayedState] = []
    for (index, definition) in scenario.settings.applications.enumerated() {
      let log = engine.logs[index]
      let kinds = Dictionary(grouping: log.events, by: \.kind)
      totals += kinds.keys.sorted().map { kind in
        let own = kinds[kind] ?? []
        return ReplayedEvents(
          application: definition.name, kind: kind, count: own.count,
          subjects: Set(own.map(\.subject)).count, first: own.first?.time ?? 0)
      }
      states += replayedStates(log, of: definition)
    }
    return ContextReplayResult(
      scenario: scenario.scenario.name, recording: input.path, seconds: (input.end ?? 0).seconds,
      tally: input.tally, events: totals, states: states, rows: rows,
      invalidValues: engine.logs.reduce(0) { $0 + $1.invalidValues })
  }

  private func replayedStates(_ log: ContextLog, of definition: ApplicationDefinition) -> [ReplayedState] {
    let settings = definition.application.settings
    var names = settings.states(on: site)
    let anchors = input.directory.anchors
    if names.count < anchors.count, site == nil || names.count == site?.anchors.count {
      names += anchors[names.count...].map(\.id)
    }
    let seconds = Dictionary(grouping: log.firstClaims(of: settings.offered)) { $0 }.mapValues(\.count)
    return seconds.sorted { $0.key < $1.key }.map { state, seconds in
      ReplayedState(
        application: definition.name,
        state: names.indices.contains(Int(state)) ? names[Int(state)] : nil, seconds: seconds)
    }
  }
}

/// The events of one kind that an application noticed.
package struct ReplayedEvents: Sendable {
  /// The application's name.
  package let application: String
  /// The kind of event, such as `enter`.
  package let kind: String
  /// The number of notices.
  package let count: Int
  /// The number of different subjects among them.
  package let subjects: Int
  /// The time of the first, in seconds.
  package let first: Double
}

/// How long an application claimed a state.
package struct ReplayedState: Sendable {
  /// The application's name.
  package let application: String
  /// Nil for none.
  package let state: String?
  /// The number of seconds in which the state was claimed.
  package let seconds: Int
}

/// The result of a recording, without ground truth.
package struct ContextReplayResult: Sendable {
  /// The scenario's name.
  package let scenario: String
  /// The recording's path, as the user named it.
  package let recording: String
  /// The length of the recording.
  package let seconds: Double
  /// What was heard, and what was left out for which reason.
  package let tally: StreamTally
  /// By application, then by kind.
  package let events: [ReplayedEvents]
  /// By application, then by state.
  package let states: [ReplayedState]
  /// Every notice, for the table.
  package let rows: [EventRow]
  /// The number of sensor values that were invalid and left out.
  package let invalidValues: Int
}

extension ReplayedEvents: Described {
  /// The columns of the table of notices.
  package static let figures: [Figure<ReplayedEvents>] = [
    .init("application", "application", \.application), .init("event", "event", \.kind),
    .init("count", "number", \.count), .init("subjects", "distinct", \.subjects),
    .init("firstSeconds", "first at", unit: "s", decimals: 1, \.first),
  ]
}

extension ReplayedState: Described {
  /// The columns of the table of claimed states.
  package static let figures: [Figure<ReplayedState>] = [
    .init("application", "application", \.application),
    .init("state", "state") { $0.state ?? "none" }, .init("seconds", "seconds", \.seconds),
  ]
}

extension EventRow: Described {
  /// Of an event that was noticed.
  package static let figures: [Figure<EventRow>] = [
    .init("application", \.application), .init("event") { $0.notice?.kind },
    .init("subject") { $0.notice?.subject }, .init("timeSeconds") { $0.notice?.time },
    .init("place", isOptional: true) { $0.notice?.place },
    .init("value", isOptional: true) { $0.notice?.value },
  ]
}

extension ContextReplayResult: Described {
  /// The top of `summary.json`.
  package static let figures: [Figure<ContextReplayResult>] = [
    .init("scenario", \.scenario), .init("recording", \.recording), .init("seconds", \.seconds),
    .init("advertisements", \.tally.delivered), .init("notBeacons", \.tally.notBeacons),
    .init("levelUnavailable", \.tally.levelUnavailable), .init("backwardSteps", \.tally.backwardSteps),
    .init("malformed", \.tally.malformed), .init("invalidValues", \.invalidValues),
    .init("applications", \.events), .init("states", \.states),
    .init("noticed", \.rows),
  ]
}
