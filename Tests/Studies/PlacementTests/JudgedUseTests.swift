import Testing
import World

@testable import Placement

/// What layouts are judged by where it is not the errors of positions.
@Suite struct JudgedUseTests {
  private func events(_ change: (inout JudgedEvents) -> Void) -> JudgedUse {
    var events = JudgedEvents()
    change(&events)
    return .context(events)
  }

  @Test func `the figure says in words what is judged, and in which unit`() {
    #expect(JudgedUse.context(JudgedEvents()).figure == .use("missed events", .share))
    #expect(events { $0.event = "exit" }.figure == .use("missed exit", .share))
    #expect(events { $0.figure = .delay }.figure == .use("seconds until an event is noticed", .seconds))
    #expect(events { $0.figure = .wrong }.figure == .use("wrong seconds", .share))
    #expect(JudgedUse.navigate(JudgedGuidance()).figure == .use("instructions not in time", .share))
    #expect(
      events { $0.figure = .delay }.figure.unit == "s" && events { $0.figure = .wrong }.figure.unit == "%")
    #expect(!JudgedUse.navigate(JudgedGuidance()).figure.isOfPositions && JudgedFigure.error.isOfPositions)
  }

  @Test func `states have no kinds of events`() {
    var wrong = JudgedEvents()
    wrong.figure = .wrong
    #expect(wrong.conflict == nil)
    wrong.event = "exit"
    #expect(wrong.conflict?.key == "event" && wrong.conflict?.found == "\"exit\"")
  }

  /// Values of 0, 1 and 1 on two laps have a mean of 2/3, whatever places and rooms.
  @Test func `a use is the mean of its values`() throws {
    let moments = [(0, 0, 0.0), (0, 1, 1), (1, 0, 1)].map {
      JudgedMoment(lap: $0.0, number: $0.1, value: $0.2)
    }
    let share = try #require(JudgedFigure.use("missed events", .share).over(moments))
    #expect(abs(share.value - 2.0 / 3) < 1e-12)
    let others = moments.map { JudgedMoment(lap: $0.lap, number: Int($0.time), value: 0.5) }
    let differences = try #require(JudgedMoment.differences(of: moments, from: others))
    #expect(differences.map(\.metres) == [-0.5, 0.5, 0.5])
    // Walks with another number of events are no pairs.
    #expect(JudgedMoment.differences(of: moments, from: Array(others.dropLast())) == nil)
  }

  @Test func `every figure of guidance has words of its own`() {
    let meanings = JudgedGuidance.Figure.allCases.map(\.meaning)
    #expect(Set(meanings).count == 5 && meanings.allSatisfy { !$0.isEmpty })
  }
}
