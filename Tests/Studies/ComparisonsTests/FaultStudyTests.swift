import Documents
import Propagation
import Rendering
import Scenarios
import TestSupport
import Testing
import World

@testable import Comparisons

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
