import Documents
import Laps
import Scenarios
import Testing
import World

@testable import Results

/// Sentences about studies and programs, and values that take the place of others.
@Suite struct SentenceTests {
  @Test func `each end of an advertisement has its number, and one that did not occur is left out`() {
    var tally = LapTally()
    (tally.source.delivered, tally.readings) = (23_282, 1)
    #expect(AdvertisementLine.text(of: tally) == "Advertisements: 23,282 received, which give 1 reading.")
    var simulated = LapTally.Simulated()
    (simulated.sent, simulated.lost, simulated.belowSensitivity) = (38_007, 11_402, 3323)
    tally.simulated = simulated
    #expect(
      AdvertisementLine.text(of: tally)
        == "Advertisements: 38,007 sent, of which 11,402 were lost and 3323 below the receiver's sensitivity; 23,282 received, which give 1 reading."
    )
  }

  @Test func `a fit is told with both laws`() throws {
    let rows = [(0, 1.0, -60.0), (0, 10.0, -80.0), (1, 1.0, -50.0), (1, 10.0, -70.0)].map {
      Calibration.Row(anchor: $0.0, distance: $0.1, level: DBm($0.2))
    }
    // About one law all residuals are 5 dB, so that sigma with two degrees of freedom is √(4 × 25 / 2) = 7.071.
    #expect(
      try Calibration(rows, anchors: 2).sentence
        == "Fitted to 4 readings: n 2.000, C -55.000 dBm, sigma 7.071 dB; with a C for each beacon n 2.000, sigma 0.000 dB."
    )
  }

  @Test(arguments: [
    (String(repeating: "a", count: 40), "commit \(String(repeating: "a", count: 40))", Bool?(false)),
    (
      String(repeating: "0", count: 64) + " modified", "commit \(String(repeating: "0", count: 64)) modified",
      true
    ),
    ("", "commit unknown", nil), (String(repeating: "a", count: 39), "commit unknown", nil),
    (String(repeating: "g", count: 40), "commit unknown", nil),
  ])
  func `a program knows its commit, or that it does not`(stamp: String, text: String, isModified: Bool?) {
    let commit = ProgramCommit(stamp: stamp)
    #expect(commit.description == text && commit.isModified == isModified)
  }

  @Test func `a provenance has what only some studies have when it is given`() {
    let plain = Provenance(start: RunClock(), threads: 3)
    #expect(plain.threads == 3 && plain.costs.isEmpty && plain.dataFolders.isEmpty && plain.wallSeconds >= 0)
    #expect(plain.with(costs: [], dataFolders: ["data"]).dataFolders == ["data"])
    #expect(!plain.machine.isEmpty && plain.startedAt.hasSuffix("Z"))
  }

  private let scenario: Document = ["assumes": ["n": 2], "pipelines": [["name": "p", "snap": true]]]

  @Test func `a variation sets values in order, and needs keys that are there`() throws {
    let variation = Variation([
      .init(key: "assumes.n", value: 3), .init(key: "pipelines[p].snap", value: false),
      .init(key: "assumes.n", value: 4),
    ])
    #expect(
      try variation.applied(to: scenario) == [
        "assumes": ["n": 4], "pipelines": [["name": "p", "snap": false]],
      ])
    #expect(try Variation().applied(to: scenario) == scenario)
    let problem = #expect(throws: FileProblem.self) {
      try Variation([.init(key: "pipelines[q].snap", value: 1)]).applied(to: scenario)
    }
    #expect(
      problem?.description.contains("expected a place that the scenario has: the name of an element (p)")
        == true)
    #expect(problem?.description.hasSuffix("found \"pipelines[q].snap\"") == true)
  }

  @Test(arguments: [["seed": 3], ["laps.count": 3], ["laps": ["count": 3]]] as [Document])
  func `the seed and the laps of a variation are those of what runs it`(document: Document) throws {
    #expect(throws: FileProblem.self) { try Variation.form.read(document) }
    #expect(try Variation.form.read(["laps": ["hands": "left"]]).settings.map(\.key) == ["laps"])
  }
}
