import Calibrating
import Documents
import Evaluation
import Foundation
import Laps
import Scenarios
import TestSupport
import Testing
import World

@Suite struct SiteCheckTests {
  static let pairs = 4

  /// What is named by each of some pairs of simulated laps of floor35, one in each direction, with the channel's shadowing,
  /// fading, body loss and losses.
  private func named(_ faults: String) throws -> [[String: SiteFault]] {
    let scenario = try Scenario(
      contentsOf: Checkout.path("scenarios/floor35.yaml"), seed: 2027, laps: 2 * Self.pairs,
      changes: ScenarioChanges([try ScenarioChanges.Setting("faults=\(faults)")]))
    let simulation = try #require(scenario.simulation)
    let study = try SimulatedStudy(scenario, simulation)
    let laps = (0..<study.laps).sorted {
      (study.conditions(ofLap: $0).direction.rawValue, $0) < (
        study.conditions(ofLap: $1).direction.rawValue, $1
      )
    }
    return try (0..<Self.pairs).map { pair in
      var windows = SiteWindows(simulation.site)
      for lap in [laps[pair], laps[pair + Self.pairs]] {
        var source = try study.source(ofLap: lap)
        let walk = try #require(study.truth(ofLap: lap).walk)
        windows.add(try source.stream(), truth: walk)
      }
      let check = try SiteCheck(windows, of: simulation.site, source: "walk")
      return Dictionary(
        uniqueKeysWithValues: check.named.compactMap { row in row.fault.map { (row.beacon, $0) } })
    }
  }

  /// The stated rate is at most 0.01 a walk, so that one of the 8 names a beacon with a probability of 0.08 at most; the seed is fixed.
  @Test(arguments: ["[]", "[{missing: {share: 0.3}}, {phoneOffset: {by: 6}}]"])
  func `names nothing where no beacon has a fault`(faults: String) throws {
    let found = try named(faults)
    #expect(found.filter { !$0.isEmpty }.isEmpty, "\(found)")
  }

  @Test(arguments: [
    ("[{misplaced: {beacon: b05, position: [22.5, 17.5, 3]}}]", ["b05": "misplaced"], 4),
    ("[{exchanged: {beacons: [b10, b20]}}]", ["b10": "exchanged", "b20": "exchanged"], 4),
    ("[{dead: {beacon: b15}}]", ["b15": "dead"], 4),
    ("[{measuredPower: {beacon: b25, by: 12}}]", ["b25": "weak"], 4),
  ])
  func `finds a fault, and nothing else`(faults: String, expected: [String: String], atLeast: Int) throws {
    let found = try named(faults)
    #expect(found.count { $0.mapValues(\.name) == expected } >= atLeast, "\(found)")
    // No walk names a beacon that nothing is wrong with.
    #expect(found.allSatisfy { $0.keys.allSatisfy { expected[$0] != nil } }, "\(found)")
    let places = found.compactMap { if case .misplaced(let place) = $0["b05"] { place } else { Point?.none } }
    let errors = places.map { $0.distance(to: Point(x: 22.5, y: 17.5, z: 3)) }
    #expect(errors.isEmpty || errors.reduce(0, +) / Double(errors.count) < 6, "\(errors)")
  }

  @Test func `a walk with too little in it is refused`() throws {
    let site = Site(name: "empty", anchors: [])
    #expect(throws: CalibrationProblem.self) { try SiteCheck(SiteWindows(site), of: site, source: "walk") }
  }
}
