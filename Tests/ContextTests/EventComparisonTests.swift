import Comparisons
import Context
import Evaluation
import TestSupport
import Testing
import World

/// Results of `context` against those of another version of an application.
@Suite struct EventComparisonTests {
  /// Three laps of 20 minutes with one true exit each.
  ///
  /// - Parameter delays: of each lap; nil where it was missed.
  private func folder(_ delays: [Int?], alarms: [Int] = [0, 0, 0], seed: Int = 1) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var rows = [
      "application,lap,walker,event,subject,status,true_time_s,time_s,true_place,place,true_value,value,identities"
    ]
    for (lap, delay) in delays.enumerated() {
      rows.append(
        "door,\(lap),,exit,hall,\(delay == nil ? "missed" : "found"),100,\(delay.map { "\(100 + $0)" } ?? ""),,,,,"
      )
      rows += Array(repeating: "door,\(lap),,exit,hall,falseAlarm,,500,,,,,", count: alarms[lap])
    }
    try folder.write(rows.joined(separator: "\n") + "\n", to: "events.csv")
    let found = delays.count { $0 != nil }
    try folder.write(
      """
      {"seed": \(seed), "laps": 3, "events": [{"application": "door", "event": "exit", "happened": 3, "found": \(found),
      "falseAlarms": \(alarms.reduce(0, +)), "hours": 1}]}
      """, to: "summary.json")
    return folder
  }

  private func compare(
    _ a: TemporaryFolder, _ b: TemporaryFolder, gate: FolderComparison.Gate = .worse
  ) throws -> EventComparison {
    try EventComparison(
      SavedEvents(contentsOf: a.path), SavedEvents(contentsOf: b.path),
      rules: FolderComparison.Rules(gate: gate))
  }

  @Test func `delays are compared lap by lap, with Student's t over laps`() throws {
    // Differences 1, 2 and 0 s: mean 1, standard error 1/√3; t of 2 degrees of freedom is 4.3026527.
    let delay = try compare(folder([2, 4, 6]), folder([3, 6, 6])).rows[1]
    #expect(delay.metric == .delay && delay.a == 4 && delay.b == 5)
    let interval = try #require(delay.difference?.interval)
    #expect(abs(interval.lower - (1 - 4.3026527 / 3.0.squareRoot())) < 1e-6)
    #expect(delay.verdict == .undecided && abs(delay.tolerance - 0.2) < 1e-12)
    // All laps later by 5 s.
    let later = try compare(folder([2, 4, 6]), folder([7, 9, 11]))
    #expect(later.rows.map(\.verdict) == [.alike, .worse, .alike] && later.fails)
    #expect(try compare(folder([7, 9, 11]), folder([2, 4, 6])).rows[1].verdict == .better)
  }

  @Test func `missed events are percentage points, and false alarms a rate`() throws {
    let rows = try compare(folder([2, 2, 2]), folder([2, nil, 2], alarms: [1, 1, 1])).rows
    let (missed, alarms) = (try #require(rows[0].b), try #require(rows[2].b))
    #expect(rows[0].a == 0 && abs(missed - 100.0 / 3) < 1e-12 && rows[0].verdict == .undecided)
    // One in each lap, three in one hour: without doubt.
    #expect(rows[2].a == 0 && abs(alarms - 3) < 1e-12 && rows[2].verdict == .worse)
  }

  @Test func `a gate decides on what is open and what is better`() throws {
    let (a, b) = (try folder([2, 4, 6]), try folder([3, 6, 6]))
    #expect(try !compare(a, b).fails)
    #expect(try compare(a, b, gate: .undecided).fails)
    #expect(try !compare(a, a, gate: .difference).fails)
    #expect(try !compare(folder([2, 4, 6]), folder([7, 9, 11]), gate: .never).fails)
  }

  @Test func `another seed, other counts and an unknown status are one sentence`() throws {
    let a = try folder([2, 4, 6])
    #expect(throws: FileProblem.self) { try compare(a, folder([2, 4, 6], seed: 2)) }
    let b = try folder([2, 4, 6])
    try b.write(b.read("summary.json").replacing("\"found\": 3", with: "\"found\": 2"), to: "summary.json")
    let problem = #expect(throws: FileProblem.self) { try SavedEvents(contentsOf: b.path) }
    #expect("\(try #require(problem))".contains("expected 3, as events.csv has"))
    try b.write(b.read("events.csv").replacing("found", with: "seen"), to: "events.csv")
    let status = #expect(throws: FileProblem.self) { try SavedEvents(contentsOf: b.path) }
    #expect("\(try #require(status))".contains("expected found, missed or falseAlarm, found seen"))
  }
}
