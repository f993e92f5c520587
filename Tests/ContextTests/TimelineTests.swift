import Context
import ContextStudies
import Foundation
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

  static let monitoring = [
    Moment("iOS", "enter", "b20", 10, soon), Moment("iOS", "exit", "b20", 30, 29.9...30),
    Moment("iOS", "enter", "b60", 50, soon), Moment("iOS", "exit", "b60", 210, 29.9...30),
    Moment("iOS", "enter", "b20", 230, soon), Moment("iOS", "exit", "b20", 250, 29.9...30),
    // Requests are answered when their second is over.
    Moment("iOS", "outside", "b20", 5, 1...1), Moment("iOS", "outside", "b60", 5, 1...1),
    Moment("iOS", "inside", "b20", 20, 1...1), Moment("iOS", "outside", "b60", 20, 1...1),
    Moment("iOS", "outside", "b60", 45, 1...1), Moment("iOS", "outside", "b20", 215, 1...1),
    Moment("iOS", "inside", "b20", 245, 1...1), Moment("iOS", "outside", "b60", 245, 1...1),
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

  static let fleet = [
    Moment("fleet", "copied", "b60", 0, 1...2), Moment("fleet", "unknown", "keys", 0, 0...0.5),
    // 120 s after the last advertisement, of which there is one every half second.
    Moment("fleet", "vanished", "b20", 300, 119.5...120), Moment("fleet", "battery", "cup", 600, 0...0.5),
  ]

  private func rows(_ name: String) async throws -> [EventRow] {
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
    let rows = try await rows("monitoring-noise-free")
    Self.expect(Self.monitoring, in: rows)
    // At 45 s b20 has been left and not yet given up, and so has b60 at 215 s.
    #expect(rows.filter { $0.status == "missed" }.compactMap(\.truth?.time) == [45, 215])
    #expect(rows.filter { $0.status == "falseAlarm" }.compactMap(\.notice?.time) == [46, 216])
    #expect(rows.count == Self.monitoring.count + 4)
  }

  @Test func `rules, assets, transport, mobility and home care keep their timeline`() async throws {
    let rows = try await rows("services-noise-free")
    Self.expect(Self.services, in: rows)
    #expect(rows.count == Self.services.count)
    let warm = try #require(rows.first { $0.truth?.kind == "tooWarm" })
    // 4 °C and 0.05 °C a second for 91 s are 8.55 °C, 8.5625 in sixteenths.
    #expect(warm.notice?.value == 0.5625 && warm.notice?.place == "second")
    #expect(rows.first { $0.truth?.kind == "outOfRange" }?.notice?.place == "first")
    #expect(rows.first { $0.truth?.kind == "asked" }?.notice?.identities == ["b60", "cup"])
  }

  @Test func `a fleet's findings keep their timeline`() async throws {
    let rows = try await rows("fleet-noise-free")
    Self.expect(Self.fleet, in: rows)
    #expect(rows.count == Self.fleet.count)
  }
}
