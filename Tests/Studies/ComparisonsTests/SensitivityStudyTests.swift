import Documents
import Evaluation
import Laps
import Propagation
import Rendering
import Scenarios
import TestSupport
import Testing
import World

@testable import Comparisons

@Suite struct SensitivityStudyTests {
  private func result(
    _ settings: [MisSetting], pipelines: [String]? = nil, width: Int = 2
  ) async throws -> SensitivityResult {
    let scenario = try Scenario(
      contentsOf: Checkout.path("scenarios/faults.yaml"), laps: 2,
      changes: ScenarioChanges([], pipelines: pipelines))
    return try await SensitivityStudy(Study(scenario, dataRoot: ""), settings: settings).run(width: width) {
      _ in
    }
  }

  private func result(
    _ laps: [[[[PositionError]]]], variations: [Variation] = [.misspecified(.init(.n, by: 1))]
  ) -> SensitivityResult {
    SensitivityResult(scenario: "s", seed: 1, variations: variations, pipelines: ["p"], laps: laps)
  }

  private func errors(lap: Int, _ metres: [Double?]) -> [PositionError] {
    metres.enumerated().map {
      PositionError(lap: lap, walker: nil, point: $0, time: Double($0), metres: $1)
    }
  }

  /// The laps' mean differences are 1 and 2 m, so that the standard error is 0.5 m; t of one degree of freedom is 12.706.
  @Test func `the increase and its interval over laps are those worked by hand`() throws {
    let laps = [
      [[errors(lap: 0, [1, 1])], [errors(lap: 0, [2, 2])]],
      [[errors(lap: 1, [3, 4])], [errors(lap: 1, [5, 6])]],
    ]
    let row = result(laps).groups[0].rows[0]
    let comparison = try #require(row.comparison)
    #expect(row.pipeline == "p" && comparison.a == 2.25 && comparison.b == 3.75)
    #expect(comparison.difference == 1.5)
    let interval = try #require(comparison.interval)
    #expect(abs(interval.lower - (1.5 - 6.353)) < 1e-3 && abs(interval.upper - (1.5 + 6.353)) < 1e-3)
  }

  @Test func `errors of one condition alone are no pair, and are counted`() throws {
    let laps = [[[errors(lap: 0, [1, nil, 3])], [errors(lap: 0, [2, 2, nil])]]]
    let comparison = try #require(result(laps).groups[0].rows[0].comparison)
    #expect(comparison.errors.pairs.count == 1 && comparison.difference == 1)
    #expect(comparison.errors.missedA == 1 && comparison.errors.missedB == 1)
    let silent = [[[errors(lap: 0, [nil])], [errors(lap: 0, [2])]]]
    #expect(result(silent).groups[0].rows[0].comparison == nil)
  }

  /// Distances follow from the level less C, so that a C assumed 3 dB too high is a receiver that reports 3 dB too little. The grid
  /// tracker knows the receiver's sensitivity besides, which does not move with C.
  @Test func `a wrong C does what the opposite offset of the receiver does`() async throws {
    let pipelines = ["Kalman", "moving average", "proximity", "centroid", "least squares"]
    let result = try await result([.init(.c, by: 3), .init(.receiver, by: -3)], pipelines: pipelines)
    #expect(result.laps == 2 && result.groups.map(\.variation.parameter) == ["c", "receiver"])
    for (level, receiver) in zip(result.groups[0].rows, result.groups[1].rows) {
      let (a, b) = try (#require(level.comparison), #require(receiver.comparison))
      #expect(level.pipeline == receiver.pipeline && a.a == b.a)
      #expect(abs(a.b - b.b) < 1e-9, "\(level.pipeline)")
    }
    // Least squares takes every circle for one larger by a factor of 10^(3/18), and is wrong by more.
    #expect(try #require(result.groups[0].rows[4].comparison).difference > 0.05)
  }

  @Test func `nothing changes where nothing is wrong, and the width changes nothing`() async throws {
    let settings: [MisSetting] = [.init(.receiver, by: 0), .init(.n, by: 0.4)]
    let one = try await result(settings, pipelines: ["centroid", "least squares"], width: 1)
    let three = try await result(settings, pipelines: ["centroid", "least squares"], width: 3)
    #expect(one.document.json == three.document.json)
    try DocumentedKeys.expect(one.document, in: "docs/columns.md")
    for row in one.groups[0].rows { #expect(row.comparison?.difference == 0, "\(row.pipeline)") }
  }

  /// At most three columns of losses to a table, and as many in each as can be: four are two and two.
  @Test(arguments: [(1, [1]), (3, [3]), (4, [2, 2]), (6, [3, 3]), (7, [3, 3, 1])])
  func `conditions stand side by side in tables that are not too wide`(_ count: Int, _ widths: [Int]) {
    let variations = (1...count).map { Variation.misspecified(.init(.n, by: Double($0))) }
    let laps = [[[PositionError]]](repeating: [[]], count: count + 1)
    let tables = result([laps, laps], variations: variations).report.dropFirst()
    let titles = tables.map { table in
      (1...count).count { [table].text(width: 500).contains("n +\($0)") }
    }
    #expect(titles == widths, "\(tables.map { [$0].text(width: 500) })")
  }

  @Test func `the loss of each beacon is reported in the words and with the tolerance of a comparison`()
    async throws
  {
    let study = try BeaconLossStudy(
      contentsOf: Checkout.path("scenarios/two-circle-noise-free.yaml"), seed: nil, laps: 2,
      changes: ScenarioChanges())
    let text = try await study.run(width: 2) { _ in }.report.text(width: .max)
    #expect(text.contains("Worse: the error grows without the beacon. \(Conclusion.legend) Tolerance: 0."))
  }
}

@Suite struct FaultStudyTests {
  @Test func `a scenario without faults, and recorded walks, have no study of faults`() throws {
    for (path, found) in [("floor35", "none"), ("danis-walks", "recorded walks")] {
      let scenario = try Scenario(contentsOf: Checkout.path("scenarios/\(path).yaml"), laps: nil)
      let problem = #expect(throws: FileProblem.self) { try SensitivityStudy(faultsOf: scenario) }
      #expect(String(describing: problem).contains(found), "\(path)")
    }
  }

  @Test func `each fault of the file has a group in its order, and the width changes nothing`() async throws {
    func result(width: Int) async throws -> SensitivityResult {
      let scenario = try Scenario(
        contentsOf: Checkout.path("scenarios/faults.yaml"), laps: 2,
        changes: ScenarioChanges([], pipelines: ["proximity", "least squares"]))
      return try await SensitivityStudy(faultsOf: scenario).run(width: width) { _ in }
    }
    let (one, three) = try await (result(width: 1), result(width: 3))
    #expect(one.document.json == three.document.json)
    try DocumentedKeys.expect(one.document, in: "docs/columns.md")
    #expect(
      one.groups.map(\.variation.parameter) == [
        "misplaced", "exchanged", "dead", "fading", "measuredPower", "missing", "cloned", "phoneOffset",
      ])
  }
}
