import Calibrating
import Documents
import Laps
import Propagation
package import Results
package import Scenarios
import World

/// How often ``Calibrating/SiteCheck`` names each fault of a scenario, and other beacons besides, by the number of laps of a check.
///
/// Each check is of a different building: its shadowing is independent of that of the others, even where shadowing persists
/// over the laps of one check.
package struct FaultCheckStudy: SteppedStudy, Sendable {
  /// The scenario with a seed.
  private let scenario: @Sendable (UInt64) throws -> Scenario
  private let name: String
  private let seed: UInt64
  /// Without faults, and then with each.
  private let faults: [[Fault]]
  private let lapsPerCheck: [Int]
  private let errorRate: Double
  private let laps: Int
  private let site: Site

  /// - Parameters:
  ///   - scenario: has faults, and is the same for each seed apart from the random numbers.
  ///   - seed: of the first building; the next buildings have the seeds that follow.
  ///   - lapsPerCheck: at least one number, each at least 1.
  ///   - errorRate: as of a ``Calibrating/SiteCheck``.
  /// - Throws: `FileProblem` for recorded walks, a scenario without faults, and fewer laps than a check takes.
  package init(
    seed: UInt64?, lapsPerCheck: [Int], errorRate: Double = SiteCheck.customaryErrorRate,
    _ scenario: @escaping @Sendable (UInt64?) throws -> Scenario
  ) throws {
    let first = try scenario(seed)
    let simulations = try first.simulationsByFault
    (faults, site) = (simulations.map(\.faults), simulations[0].site)
    laps = try SimulatedStudy(first, simulations[0]).laps
    (name, self.seed) = (first.name, first.seed)
    (self.lapsPerCheck, self.errorRate) = (lapsPerCheck, errorRate)
    self.scenario = { seed in try scenario(seed) }
    guard let most = lapsPerCheck.max(), most <= laps else {
      throw try first.resolved["laps"]["count"].problem(
        expected: "at least \(lapsPerCheck.max() ?? 1) laps, which a check takes", found: "\(laps)")
    }
  }

  /// Each check with its number of laps, in the order of these numbers.
  private var checks: [(laps: Int, number: Int)] {
    lapsPerCheck.flatMap { size in (0..<laps / size).map { (laps: size, number: $0) } }
  }

  /// Each check of one building.
  package var steps: StudySteps { StudySteps(checks.count, "checks") }

  /// Makes all checks.
  ///
  /// - Parameters:
  ///   - width: how many at a time; results do not depend on it.
  ///   - progress: called with how many are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> FaultCheckResult {
    let checks = checks
    let named = try await inParallel(checks.count, width: width, progress: progress) { index in
      try names(inCheck: checks[index].number, laps: checks[index].laps)
    }
    let rows = faults.indices.flatMap { fault in
      lapsPerCheck.map { size in
        FaultCheckResult.Row(
          fault: faults[fault].first, on: site, laps: size,
          checks: checks.indices.filter { checks[$0].laps == size }.map { named[$0][fault] })
      }
    }
    return FaultCheckResult(scenario: name, seed: seed, errorRate: errorRate, rows: rows)
  }

  /// The beacons that one check names, each with the kind of fault that it reports: without faults, and then with each
  /// fault.
  private func names(inCheck number: Int, laps: Int) throws -> [[String: String]] {
    let scenario = try scenario(seed &+ UInt64(number))
    guard let simulation = scenario.simulation else { return faults.map { _ in [:] } }
    return try faults.map { faults in
      let study = try SimulatedStudy(scenario, simulation.with(faults: faults))
      var windows = SiteWindows(simulation.site)
      for lap in number * laps..<(number + 1) * laps {
        let lap = try SimulatedLap(study, lap: lap)
        windows.add(lap.stream, truth: lap.walk)
      }
      let check = try SiteCheck(windows, of: simulation.site, source: scenario.name, errorRate: errorRate)
      return Dictionary(
        uniqueKeysWithValues: check.named.map { ($0.beacon, $0.fault?.name ?? "") })
    }
  }
}
