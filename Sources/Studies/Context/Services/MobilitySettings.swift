package import Documents
import Propagation
package import World

/// A wheelchair that may fall over: a timer against false alarms, a question to the user, and escalation.
package struct MobilitySettings: ContextApplication {
  /// The id of the chair's sensor beacon.
  package var chair = ""
  /// Seconds.
  package var hold = 5.0
  /// Seconds that the user has for an answer before it escalates.
  package var answerTime = 30.0
  /// Seconds at which the user answers; input, like a press of a button.
  package var answers: [Double] = []

  package init() {}
  package static let name = "mobility"
  package static let about =
    "A wheelchair with a sensor beacon: fallen for a while, the user is asked; without an answer it escalates. Every "
    + "incident is recorded with all identities that were ranged, and its room."
  package static let keys: [SettingKey<MobilitySettings>] = [
    .required("chair", \.chair, .text(), "The id of the sensor beacon."),
    .defaulted(
      "hold", \.hold, .number(.between(0, 3600)), unit: "s",
      "How long it must lie before the user is asked."),
    .defaulted(
      "answerTime", \.answerTime, .number(.between(1, 3600)), unit: "s",
      "How long the user has for an answer before it escalates."),
    .defaulted(
      "answers", \.answers, .list(of: .number(.between(0, 864_000))), unit: "s",
      "The times at which the user answers that all is well."),
  ]

  /// A chair that the site does not have.
  package func fault(on site: Site?) -> SettingFault? { chair.fault(on: site, key: "chair") }
  package func lack(in received: Received) -> String? {
    received.orientations.contains(chair) ? nil : "an orientation of \(chair)"
  }

  package func machine(on site: Site?) -> any ContextMachine { MobilityMachine(self, site: site) }

  /// The same watch, applied to the sticker's true orientations.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var watch = FallWatch(self)
    let events = lap.reports(of: chair).flatMap { report in
      watch.look(report.orientation, at: report.microseconds) {
        (lap.place(at: report.microseconds.seconds), [])
      }
    }
    return ApplicationTruth(events: events)
  }
}

/// The consequences of the orientations of a chair; the same for reported and for true ones.
struct FallWatch: Sendable {
  private enum State {
    case upright
    case lying(since: Int64)
    case asked(at: Int64)
    case settled
  }

  private let settings: MobilitySettings
  private var state = State.upright

  init(_ settings: MobilitySettings) { self.settings = settings }

  mutating func look(
    _ orientation: SensorReport.Orientation?, at now: Int64,
    record: () -> (place: String?, identities: [String])
  ) -> [ContextEvent] {
    guard let kind = kind(of: orientation, at: now) else { return [] }
    let (place, identities) = record()
    return [ContextEvent(kind, settings.chair, at: now, place: place, identities: identities)]
  }

  /// The event that an orientation, or a second without one, brings; nil for none.
  private mutating func kind(of orientation: SensorReport.Orientation?, at now: Int64) -> String? {
    // A sticker lies flat on the seat of a chair that stands.
    if orientation == .horizontal {
      defer { state = .upright }
      switch state {
      case .asked, .settled: return "recovered"
      case .upright, .lying: return nil
      }
    }
    switch state {
    case .upright:
      if orientation != nil { state = .lying(since: now) }
    case .lying(let since) where now - since >= settings.hold.microseconds:
      state = .asked(at: now)
      return "asked"
    case .asked(let asked):
      let isAnswered = settings.answers.contains { asked...now ~= $0.microseconds }
      guard isAnswered || now - asked >= settings.answerTime.microseconds else { return nil }
      state = .settled
      return isAnswered ? "answered" : "escalated"
    case .lying, .settled: break
    }
    return nil
  }
}

struct MobilityMachine: ContextMachine {
  private let settings: MobilitySettings
  private var tracker: PlaceTracker
  private var watch: FallWatch
  private var anchors: [Bool] = []
  private var latest: SensorReport.Orientation?

  init(_ settings: MobilitySettings, site: Site?) {
    self.settings = settings
    tracker = PlaceTracker(site: site)
    watch = FallWatch(settings)
  }

  mutating func meet(_ directory: StreamDirectory) {
    tracker.meet(directory)
    anchors = directory.anchors.map { $0.id == settings.chair }
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    tracker.hear(stream, range)
  }

  mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog) {
    if anchors.indices.contains(report.anchor), anchors[report.anchor] { latest = report.orientation }
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    tracker.tick()
    for event in watch.look(latest, at: now, record: { (tracker.place, tracker.ranged) }) { log.add(event) }
    latest = nil
  }
}
