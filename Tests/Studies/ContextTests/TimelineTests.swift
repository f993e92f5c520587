import Context
import Foundation
import TestSupport
import Testing

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
    passes("6 s", push: 6, end: 6) + passes("20 s", push: 20, end: 20)
    + passes("expires", push: 6, end: 0)
    + [
      Moment("6 s", "refused", "b20", 238, 0...0), Moment("expires", "refused", "b20", 238, 0...0),
    ]

  private static func passes(_ name: String, push: Double, end: Double) -> [Moment] {
    [
      Moment(name, "shown", "b20", 10, soon), Moment(name, "accepted", "b20", 18, 0...0),
      Moment(name, "updated", "the pass", 20, push...push), Moment(name, "shown", "b60", 50, soon),
      Moment(name, "accepted", "b60", 58, 0...0), Moment(name, "updated", "the pass", 100, push...push),
      Moment(name, "withdrawn", "the pass", 225, end...end),
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
    func texts(_ status: String, _ event: KeyPath<EventRow, ContextEvent?>) -> [String] {
      rows.filter { $0.status == status }.compactMap { row in
        row[keyPath: event].map {
          "\(row.application) \($0.kind) \($0.subject) \(Int($0.time.rounded()))"
        }
      }.sorted()
    }
    #expect(
      texts("missed", \.truth) == [
        "AltBeacon outside b60 215", "broad first enter all 220", "broad first enter all 50",
        "broad first exit all 210", "broad first exit all 40", "conference enter b20 230",
        "conference exit b20 250", "conference exit b20 30", "conference exit b60 210",
        "conference outside b20 215", "conference outside b20 45", "conference outside b60 215",
        "conference outside b60 245", "iOS outside b20 45", "iOS outside b60 215",
      ])
    #expect(
      texts("falseAlarm", \.notice) == [
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
