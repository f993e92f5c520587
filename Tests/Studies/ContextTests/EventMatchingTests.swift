import Context
import Testing
import World

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
