import Context
import Documents
import Placement
import Rendering
import TestSupport
import Testing
import World

/// Layouts judged by what applications claim with them.
@Suite struct NoticingLayoutsTests {
  private static let scenario = Checkout.path("scenarios/context/rooms.yaml")

  private static let opening: LayoutFiguresOpening = { use, path in
    guard case .context(let events) = use else { throw FileProblem(file: path, expected: "", found: "") }
    let scenario = try ContextScenario(contentsOf: path, dataRoot: "")
    return (scenario.scenario, try NoticingLayouts(scenario, events))
  }

  private func study(_ change: String) throws -> PlacementStudy {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: rooms
      scenario: \(Self.scenario)
      candidates: {path: 6, lattice: 6}
      beacons: 20
      objective: meanBound
      methods: [greedy]
      compare: [{site: {file: \(Checkout.path("scenarios/sites/hospital.yaml"))}}]
      \(change)
      """, to: "study.yaml")
    return try PlacementStudy(contentsOf: folder.path("study.yaml"), opening: Self.opening)
  }

  /// Walk 0 is lap 0 of the seed 31, walk 1 lap 1 of the seed 32.
  @Test func `the beacons of the site are judged as context scores them`() async throws {
    let result = try await study(
      "judge: {seed: 31, walks: 2, by: {context: {figure: wrong, application: strongest}}}"
    ).run(width: 2) { _ in }
    let right = try await [(seed: UInt64(31), lap: 0), (32, 1)].asyncMap { walk in
      let laps = try await ContextScenario(contentsOf: Self.scenario, seed: walk.seed, laps: 2, dataRoot: "")
        .run(width: 2) { _ in }
      return laps.states[0].laps[walk.lap].own.right
    }
    let site = try #require(result.judged.first { $0.name.contains("hospital") })
    #expect(site.rows.map(\.pipeline) == ["strongest"] && site.best.mean == nil)
    let wrong = try #require(site.best.figure?.value)
    #expect(abs(wrong - (1 - Double(right.reduce(0, +)) / 600)) < 1e-12)
    #expect(result.report.text().contains("share of wrong seconds"))
  }

  @Test func `moves never make the figure worse on their own walks`() async throws {
    let change = "search: {walks: 3, moves: 6}\njudge: {seed: 5, walks: 2, by: {context: {figure: wrong}}}"
    let one = try await study(change + "\nseed: 3").run(width: 1) { _ in }
    let two = try await study(change + "\nseed: 3").run(width: 2) { _ in }
    #expect(one.document.json == two.document.json)
    #expect(one.layouts.contains { $0.name == "moves" })
  }

  @Test func `an application that is not there, and a kind of event for states, are one sentence`() throws {
    for (by, sentence) in [
      ("{application: nearest}", "expected one of strongest, mean of 5 s, found nearest"),
      ("{figure: wrong, event: exit}", "expected no kind of event for the figure wrong, found \"exit\""),
    ] {
      let problem = #expect(throws: FileProblem.self) { try study("judge: {by: {context: \(by)}}") }
      let text = "\(try #require(problem))"
      #expect(text.contains(sentence), "\(text)")
    }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
