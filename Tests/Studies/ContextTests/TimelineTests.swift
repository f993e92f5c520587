import Context
import Documents
import Foundation
import Laps
import Scenarios
import TestSupport
import Testing
import World

/// The noise-free scenarios against timelines worked by hand: the comment at the head of each file derives the moments.
@Suite struct TimelineTests {
  /// Something that must be noticed, when it truly happens, and between which delays.
  struct Moment: Sendable {
    let application: String
    let kind: String
    let subject: String
    let time: Double
    let delay: ClosedRange<Double>

    init(
      _ application: String, _ kind: String, _ subject: String, _ time: Double, _ delay: ClosedRange<Double>
    ) {
      (self.application, self.kind, self.subject) = (application, kind, subject)
      (self.time, self.delay) = (time, delay)
    }
  }

  // A beacon advertises every tenth of a second, so it is received up to 0.1 s after it could be.
  static let soon = 0.0...0.1

  /// Both regions, as long as an application leaves them at all.
  private static func regions(_ application: String, left delay: ClosedRange<Double>) -> [Moment] {
    [
      Moment(application, "enter", "b20", 10, soon), Moment(application, "exit", "b20", 30, delay),
      Moment(application, "enter", "b60", 50, soon), Moment(application, "exit", "b60", 210, delay),
      Moment(application, "enter", "b20", 230, soon), Moment(application, "exit", "b20", 250, delay),
    ]
  }

  /// Requests are answered when their second is over.
  private static func answers(_ application: String, _ states: [(String, String, Double)]) -> [Moment] {
    states.map { Moment(application, $0.0, $0.1, $0.2, 1...1) }
  }

  static let monitoring =
    regions("iOS", left: 29.9...30)
    + answers(
      "iOS",
      [
        ("outside", "b20", 5), ("outside", "b60", 5), ("inside", "b20", 20), ("outside", "b60", 20),
        ("outside", "b60", 45), ("outside", "b20", 215), ("inside", "b20", 245), ("outside", "b60", 245),
      ])
    + regions("AltBeacon", left: 9.9...10)
    + answers(
      "AltBeacon",
      [
        ("outside", "b20", 5), ("outside", "b60", 5), ("inside", "b20", 20), ("outside", "b60", 20),
        ("outside", "b20", 45), ("outside", "b60", 45), ("outside", "b20", 215), ("inside", "b20", 245),
        ("outside", "b60", 245),
      ])
    + [Moment("conference", "enter", "b20", 10, soon), Moment("conference", "enter", "b60", 50, soon)]
    + answers(
      "conference",
      [
        ("outside", "b20", 5), ("outside", "b60", 5), ("inside", "b20", 20), ("outside", "b60", 20),
        ("outside", "b60", 45), ("inside", "b20", 245),
      ])
    + regions("broad first", left: 29.9...30)
    + [
      Moment("broad first", "enter", "all", 10, soon), Moment("broad first", "exit", "all", 250, 29.9...30),
    ]

  static let services = [
    Moment("rules", "action", "show the bill", 30, 9.9...10),
    Moment("rules", "action", "open the treasure", 50, soon),
    Moment("rules", "action", "say welcome back", 230, soon),
    // Out of range 15 s after the last advertisement; notifications 30 s and 90 s after that.
    Moment("keys", "outOfRange", "keys", 40, 14.9...15),
    Moment("keys", "notification", "keys", 70, 14.9...15),
    Moment("keys", "notification", "keys", 130, 14.9...15), Moment("keys", "found", "keys", 220, soon),
    Moment("keys", "outOfRange", "keys", 240, 14.9...15),
    Moment("keys", "notification", "keys", 270, 14.9...15),
    // Above 8 °C from 80.625 s on, looked at ten times a second in truth and once a second by the application, for 10 s.
    Moment("food", "tooWarm", "cup", 90.7, 0.3...0.3),
    Moment("answered", "asked", "cup", 107, 1...1), Moment("answered", "answered", "cup", 120, 0...0),
    Moment("answered", "recovered", "cup", 162, 1...1), Moment("not answered", "asked", "cup", 107, 1...1),
    Moment("not answered", "escalated", "cup", 137, 1...1),
    Moment("not answered", "recovered", "cup", 162, 1...1),
    Moment("home care", "patient", "A. Example", 10, soon),
    Moment("home care", "ticked", "take the tablets", 15, 1...1),
    Moment("home care", "present", "walking frame", 20, soon),
    Moment("home care", "missing", "walking frame", 40, 29.9...30),
    Moment("home care", "present", "cup", 50, soon),
    Moment("home care", "missing", "cup", 210, 29.9...30),
    Moment("home care", "present", "walking frame", 220, soon),
    Moment("home care", "missing", "walking frame", 240, 29.9...30),
  ]

  /// The sighting at 250 s, by whoever finds it; the others miss it.
  static let spoofing = [
    Moment("speed", "spoofed", "b60", 250, soon), Moment("5 m", "spoofed", "b60", 250, 4...4),
    Moment("speed and 5 m", "spoofed", "b60", 250, soon),
  ]

  /// The pass at both regions and its texts, which are the same for each; its end by when the phone knows.
  static let pass =
    passes("6 s", push: 6) + passes("20 s", push: 20) + [Moment("6 s", "refused", "b20", 238, 0...0)]
  private static func passes(_ name: String, push: Double) -> [Moment] {
    [
      Moment(name, "shown", "b20", 10, soon), Moment(name, "accepted", "b20", 18, 0...0),
      Moment(name, "updated", "the pass", 20, push...push), Moment(name, "shown", "b60", 50, soon),
      Moment(name, "accepted", "b60", 58, 0...0), Moment(name, "updated", "the pass", 100, push...push),
      Moment(name, "withdrawn", "the pass", 225, push...push),
    ]
  }

  static let fleet =
    ["by the frames", "by the first period"].flatMap { application in
      [
        Moment(application, "copied", "booth6", 0, 1...2), Moment(application, "unknown", "keys", 0, 0...0.5),
        Moment(application, "unknown", "chair", 0, 0...0.5),
        Moment(application, "power", "booth8", 240, 240...240),
        // 120 s after the last advertisement, of which there is one every half second.
        Moment(application, "vanished", "booth3", 300, 119.5...120),
        Moment(application, "battery", "cup", 600, 0...0.5),
      ]
    } + [Moment("by the frames", "power", "booth1", 0, 240...240)]

  static func rows(_ name: String) async throws -> [EventRow] {
    let scenario = try ContextScenario(
      contentsOf: Checkout.path("scenarios/context/\(name).yaml"), laps: 1, dataRoot: "")
    return try await scenario.run(width: 1, progress: { _ in }).rows
  }

  /// What has a status, in words.
  static func texts(
    _ status: String, _ event: KeyPath<EventRow, ContextEvent?>, in rows: [EventRow]
  ) -> [String] {
    rows.filter { $0.status == status }.compactMap { row in
      row[keyPath: event].map { "\(row.application) \($0.kind) \($0.subject) \(Int($0.time.rounded()))" }
    }.sorted()
  }

  static func expect(_ moments: [Moment], in rows: [EventRow]) {
    for moment in moments {
      let row = rows.first { row in
        row.status == "found" && row.application == moment.application && row.truth?.kind == moment.kind
          && row.truth?.subject == moment.subject && abs((row.truth?.time ?? -1) - moment.time) < 2e-6
      }
      let delay = row.flatMap { row in row.notice.map { $0.time - moment.time } }
      #expect(
        delay.map { $0 > moment.delay.lowerBound - 1e-5 && $0 < moment.delay.upperBound + 1e-5 } == true,
        "\(moment.application) \(moment.kind) \(moment.subject) \(moment.time): \(delay ?? .nan)")
    }
  }

  @Test func `monitoring enters at once, leaves after its delay and is wrong in between`() async throws {
    let rows = try await Self.rows("monitoring-noise-free")
    Self.expect(Self.monitoring, in: rows)
    #expect(
      Self.texts("missed", \.truth, in: rows) == [
        "AltBeacon outside b60 215", "broad first enter all 220", "broad first enter all 50",
        "broad first exit all 210", "broad first exit all 40", "conference enter b20 230",
        "conference exit b20 250", "conference exit b20 30", "conference exit b60 210",
        "conference outside b20 215", "conference outside b20 45", "conference outside b60 215",
        "conference outside b60 245", "iOS outside b20 45", "iOS outside b60 215",
      ])
    #expect(
      Self.texts("falseAlarm", \.notice, in: rows) == [
        "AltBeacon inside b60 216", "conference inside b20 216", "conference inside b20 46",
        "conference inside b60 216", "conference inside b60 246", "iOS inside b20 46", "iOS inside b60 216",
      ])
    #expect(rows.count == Self.monitoring.count + 15 + 7)
  }

  @Test func `rules, assets, transport, mobility and home care keep their timeline`() async throws {
    let rows = try await Self.rows("services-noise-free")
    Self.expect(Self.services, in: rows)
    #expect(rows.count == Self.services.count)
    let warm = try #require(rows.first { $0.truth?.kind == "tooWarm" })
    // 4 °C and 0.05 °C a second for 91 s are 8.55 °C, 8.5625 in sixteenths.
    #expect(warm.notice?.value == 0.5625 && warm.notice?.place == "second")
    #expect(rows.first { $0.truth?.kind == "outOfRange" }?.notice?.place == "first")
    #expect(rows.first { $0.truth?.kind == "asked" }?.notice?.identities == ["b60", "cup"])
  }

  @Test func `a fleet's findings keep their timeline`() async throws {
    let rows = try await Self.rows("fleet-noise-free")
    Self.expect(Self.fleet, in: rows)
    let power = rows.filter { $0.truth?.kind == "power" && $0.status == "found" }
    #expect(power.allSatisfy { $0.notice?.value == -12 })
    // What was wrong from the beginning does not change from the first period on.
    let missed = rows.filter { $0.status == "missed" }
    #expect(missed.map(\.application) == ["by the first period"])
    #expect(missed.first?.truth?.subject == "booth1")
    #expect(rows.count == Self.fleet.count + 1)
  }
}

@Suite struct PassTests {
  @Test func `a pass keeps its timeline, and is shown and accepted until the phone knows that it is over`()
    async throws
  {
    let rows = try await TimelineTests.rows("pass-noise-free")
    TimelineTests.expect(TimelineTests.pass, in: rows)
    #expect(TimelineTests.texts("missed", \.truth, in: rows) == ["20 s refused b20 238"])
    #expect(
      TimelineTests.texts("falseAlarm", \.notice, in: rows) == [
        "20 s accepted b20 238", "20 s shown b20 230", "6 s shown b20 230",
      ])
    #expect(rows.count == TimelineTests.pass.count + 1 + 3)
    // The first is shown with its first text, the second at 50 s with the one of 20 s.
    #expect(rows.filter { $0.truth?.kind == "shown" }.allSatisfy { $0.truth?.value == $0.notice?.value })
  }

  /// Of 1000 pushes of 30 s in the mean the first 300 s have their share: of 100 updates at 1 s intervals, a third is lost.
  @Test func `a lost push is made good by the next one`() throws {
    func pushes(_ push: String) throws -> [(time: Double, text: Int)] {
      let updates = (1...100).map { "\($0)" }.joined(separator: ", ")
      let changes = try ["updates=[\(updates)]", "push=\(push)"].map {
        try ScenarioChanges.Setting("context.applications[0].application.pass.\($0)")
      }
      let scenario = try ContextScenario(
        contentsOf: Checkout.path("scenarios/context/pass-noise-free.yaml"), laps: 1,
        changes: ScenarioChanges(changes), dataRoot: "")
      guard case .simulated(let study) = scenario.study else { return [] }
      return scenario.messages(ofLap: 0, of: study)[0].compactMap { message in
        guard case .pass(let text, _) = message.content else { return nil }
        return (message.microseconds.seconds, text)
      }
    }
    // Each brings what the server has when it arrives. The last is that of the end, at 225 s.
    let sure = try pushes("{delay: 2.5}")
    #expect(sure.map(\.time) == (1...100).map { Double($0) + 2.5 } + [227.5])
    #expect(sure.map(\.text) == (1...101).map { min($0 + 2, 100) })
    #expect(try pushes("{loss: 1}").isEmpty)
    // 101 of them: a standard error of 4.7 %, and for the mean of 30 s one of 3 s; five of each.
    #expect(try abs(Double(pushes("{loss: 0.33}").count) / 101 - 0.67) < 0.24)
    let slow = try pushes("{delay: 0, spread: 30}")
    let sent = (1...100).reduce(225) { $0 + $1 }
    #expect(abs((slow.reduce(0) { $0 + $1.time } - Double(sent)) / 101 - 30) < 15)
    #expect(zip(slow, slow.dropFirst()).allSatisfy { $0.time <= $1.time && $0.text <= $1.text })
  }

  @Test func `updates in the wrong order are refused`() throws {
    let changes = ScenarioChanges([
      try ScenarioChanges.Setting("context.applications[0].application.pass.updates=[9, 3]")
    ])
    let error = #expect(throws: (any Error).self) {
      _ = try ContextScenario(
        contentsOf: Checkout.path("scenarios/context/pass-noise-free.yaml"), changes: changes, dataRoot: "")
    }
    #expect(error.map { "\($0)" }?.contains("more than 9.0, the one before it") == true)
  }
}

@Suite struct FleetMachineTests {
  @Test func `a period with too few beacons for a median leaves nothing to the next one`() {
    let site = Site(
      name: "s",
      anchors: ["a", "b", "c", "d"].enumerated().map { index, id in
        Anchor(id: id, identity: nil, position: Point(x: Double(10 * index), y: 0))
      })
    let fleet = FleetSettings { settings in
      settings.period = 10
      settings.reference = .others
    }
    var engine = ContextEngine(
      [ApplicationDefinition { $0.application = ApplicationChoice(fleet) }], handset: HandsetSettings(),
      site: site)
    var stream = AdvertisementStream()
    for second in 0..<40 {
      // In the first and the third period the phone is close to a and receives only b beside it.
      let isClose = second / 10 % 2 == 0
      for anchor in isClose ? 0..<2 : 0..<4 {
        let level: DBm = isClose && anchor == 0 ? -50 : -70
        stream.append(
          Advertisement(
            microseconds: Int64(second) * 1_000_000 + Int64(anchor), anchor: anchor, transmitter: anchor,
            level: level))
      }
    }
    engine.read(stream, directory: StreamDirectory(of: site))
    engine.listen(until: 40_000_000)
    #expect(engine.logs[0].events == [])
  }
}

@Suite struct EventMatchingTests {
  private func event(_ kind: String, _ subject: String, _ seconds: Double) -> ContextEvent {
    ContextEvent(kind, subject, at: seconds.microseconds)
  }

  @Test func `each event is matched once, in its window, and the rest is missed or a false alarm`() {
    let truth = [
      event("enter", "a", 10), event("enter", "a", 20), event("enter", "b", 10), event("exit", "a", 15),
    ]
    // 9 is within 2 s before 10; 12 is then left for 20, which it is too early for; 26 is more than 5 s after 20.
    let notices = [
      event("enter", "a", 9), event("enter", "a", 12), event("enter", "a", 26), event("exit", "a", 20),
    ]
    let matching = EventMatching(notices, truth: truth, early: 2) { _ in 5 }
    #expect(matching.pairs.map(\.delay) == [-1, 5])
    #expect(matching.missed.map(\.time) == [20, 10])
    #expect(matching.falseAlarms.map(\.time) == [12, 26])
  }

  /// 8 is 12 s before 20, within the window of 15 s, and nearer than 6; 40 has no notice in the 15 s before it.
  @Test func `a notice too early is neither missed nor a false alarm`() {
    let matching = EventMatching(
      [event("enter", "a", 6), event("enter", "a", 8), event("enter", "b", 8)],
      truth: [event("enter", "a", 20), event("enter", "a", 40), event("enter", "b", 24)], early: 5
    ) { _ in 15 }
    #expect(matching.pairs.isEmpty && matching.early.map(\.delay) == [-12])
    #expect(matching.missed.map(\.time) == [40, 24] && matching.falseAlarms.map(\.time) == [6, 8])
  }

  @Test func `the first notice is taken, so that as many as possible are matched`() {
    // Both notices are due for both events; the other choice would leave the second event without one.
    let matching = EventMatching(
      [event("found", "a", 8), event("found", "a", 14)],
      truth: [event("found", "a", 5), event("found", "a", 7)], early: 0
    ) { _ in 8 }
    #expect(matching.pairs.map(\.delay) == [3, 7] && matching.missed.isEmpty && matching.falseAlarms.isEmpty)
  }

  @Test func `kinds may have windows of their own`() {
    let matching = EventMatching(
      [event("inside", "a", 3), event("exit", "a", 3)],
      truth: [event("inside", "a", 1), event("exit", "a", 1)],
      early: 0
    ) { $0 == "inside" ? 1 : 5 }
    #expect(matching.pairs.map(\.truth.kind) == ["exit"] && matching.missed.map(\.kind) == ["inside"])
  }
}
