import Documents
import Propagation
import Rendering
import Scenarios
import TestSupport
import Testing
import World

@testable import Comparisons

@Suite struct FaultStudyTests {
  private static let site = Site(
    name: "two beacons",
    path: PathGraph(
      nodes: [0.0, 8].map { PathGraph.Node(name: "n\($0)", position: Point(x: $0, y: 0)) },
      edges: [PathGraph.Edge(from: 0, to: 1)]),
    anchors: [0.0, 8].map { Anchor(id: "b\(Int($0))", identity: nil, position: Point(x: $0, y: 0, z: 3)) })

  private func fault(_ kind: Fault.Kind, of beacon: String = "") -> Fault {
    Fault { ($0.kind, $0.beacon, $0.position) = (kind, beacon, Point(x: 3, y: 4, z: 3)) }
  }

  private func row(_ fault: Fault?, _ checks: [[String: String]]) -> FaultCheckResult.Row {
    FaultCheckResult.Row(fault: fault, on: Self.site, laps: 2, checks: checks)
  }

  /// The beacon hangs 3 m and 4 m from where the site says. Of four checks the first names it rightly and the second as dead; the
  /// second and the third name the other beacon.
  @Test func `checks are counted by what they name`() {
    let row = row(
      fault(.misplaced, of: "b0"), [["b0": "misplaced"], ["b0": "dead", "b8": "weak"], ["b8": "dead"], [:]])
    #expect(row.moved == 5 && row.checks == 4 && row.laps == 2)
    #expect(row.named == 2 && row.namedRightly == 1 && row.others == 2)
  }

  /// Wilson's interval of 0 of 4 ends at z² / (4 + z²) = 0.48989.
  @Test func `without a fault every beacon that is named is another one`() throws {
    let row = row(nil, [["b0": "weak"], [:], [:], [:]])
    #expect(row.moved == nil && row.named == 0 && row.others == 1)
    let document = row.document
    #expect(try document.text("fault") == "none" && document.number("othersShare") == 0.25)
    #expect(try document["namedShare"].json == "null")
    let none = self.row(fault(.dead, of: "b0"), [[:], [:], [:], [:]]).document
    let interval = try none["namedInterval95"].elements.map { try $0.number }
    #expect(try abs(#require(interval.last) - 0.48989) < 1e-4)
  }

  /// A check may take a beacon that loses power for a weak one or, later, for a dead one; a clone looks like its original moved.
  @Test(
    arguments: [
      (Fault.Kind.fading, "weak", true), (.fading, "dead", true), (.fading, "strong", false),
      (.cloned, "misplaced", true), (.measuredPower, "strong", true), (.measuredPower, "dead", false),
    ])
  func `a kind is right by what a check can see of it`(_ kind: Fault.Kind, _ named: String, _ isRight: Bool) {
    let row = row(fault(kind, of: "b8"), [["b8": named]])
    #expect(row.named == 1 && row.namedRightly == (isRight ? 1 : 0))
  }

  @Test func `a scenario without faults, and recorded walks, have no study of faults`() throws {
    for (path, found) in [("floor35", "none"), ("danis-walks", "recorded walks")] {
      let scenario = try Scenario(contentsOf: Checkout.path("scenarios/\(path).yaml"), laps: nil)
      let problem = #expect(throws: FileProblem.self) { try SensitivityStudy(faultsOf: scenario) }
      #expect(String(describing: problem).contains(found), "\(path)")
    }
  }

  @Test func `a check that takes more laps than there are is refused`() throws {
    let problem = #expect(throws: FileProblem.self) {
      try FaultCheckStudy(seed: 1, lapsPerCheck: [1, 3]) {
        try Scenario(contentsOf: Checkout.path("scenarios/faults.yaml"), seed: $0, laps: 2)
      }
    }
    #expect(String(describing: problem).contains("at least 3 laps"))
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
