import Context
import Laps
import Scenarios
import TestSupport
import Testing
import World

@Suite struct PassTests {
  @Test func `a pass keeps its timeline, and is shown and accepted until the phone knows that it is over`()
    async throws
  {
    let rows = try await TimelineTests.rows("pass-noise-free")
    TimelineTests.expect(TimelineTests.pass, in: rows)
    func texts(_ status: String, _ event: KeyPath<EventRow, ContextEvent?>) -> [String] {
      rows.filter { $0.status == status }.compactMap { row in
        row[keyPath: event].map {
          "\(row.application) \($0.kind) \($0.subject) \(Int($0.time.rounded()))"
        }
      }
    }
    #expect(texts("missed", \.truth) == ["20 s refused b20 238"])
    #expect(
      texts("falseAlarm", \.notice) == ["6 s shown b20 230", "20 s shown b20 230", "20 s accepted b20 238"])
    #expect(rows.count == TimelineTests.pass.count + 1 + 3)
    // The first is shown with its first text, the second at 50 s with the one of 20 s.
    #expect(rows.filter { $0.truth?.kind == "shown" }.allSatisfy { $0.truth?.value == $0.notice?.value })
  }

  @Test func `what is on display is wrong by the delays of pushes and regions`() async throws {
    let scenario = try ContextScenario(
      contentsOf: Checkout.path("scenarios/context/pass-noise-free.yaml"), laps: 1, dataRoot: "")
    let states = try await scenario.run(width: 1, progress: { _ in }).states
    // The comment at the head of the file counts 35. With 20 s the first text is old until the region is left at 30 s, 4 s more than until 26 s
    // (from then on anything is wrong), the second and the end are known 14 s later. A pass that ends by itself is right at 231 s.
    #expect(states.map { $0.tally.seconds - $0.tally.right } == [35, 35 + 4 + 14 + 14, 34])
    #expect(states.allSatisfy { $0.tally.seconds == 300 })
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
