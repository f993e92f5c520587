import Evaluation
import Foundation
import Laps
import NumericalMethods
import Scenarios

// Measures in how many experiments the intervals of the program hold the truth: `make coverage`.
//
//     IntervalCoverage [LAPS EXPERIMENTS SCENARIO...]

let arguments = CommandLine.arguments.dropFirst().map(\.self)
let laps = arguments.first.flatMap(Int.init) ?? 12_000
let experiments = arguments.dropFirst().first.flatMap(Int.init) ?? 2000
let scenarios =
  arguments.count > 2 ? Array(arguments[2...]) : ["scenarios/floor35.yaml", "scenarios/visitor.yaml"]
let sizes = [10, 20, 40, 300]

print(
  "\(experiments) experiments each: a share of 95 % has a standard error of "
    + "\(tenths(0.95)) %, one of 2.5 % of \(tenths(0.025)) %.")
let start = ContinuousClock.now
for path in scenarios {
  print("\n" + (try await tables(of: path)).text)
  fflush(nil)
}
report("IntervalCoverage: done")

/// Says on standard error what is done.
func report(_ done: String) {
  let seconds = (ContinuousClock.now - start).components.seconds
  FileHandle.standardError.write(Data("\(done) after \(seconds) s\n".utf8))
}

func tenths(_ share: Double) -> String {
  String(format: "%.1f", 100 * (share * (1 - share) / Double(experiments)).squareRoot())
}

/// The pools of all pipelines whose errors vary from lap to lap.
func pools(of path: String) async throws -> (name: String, pools: [LapPool]) {
  let scenario = try Scenario(contentsOf: path, laps: laps)
  let result = try await Study(scenario, dataRoot: "").run(
    width: ProcessInfo.processInfo.activeProcessorCount
  ) { _ in }
  let pools = result.pipelines.map { LapPool($0) }
  report("\(scenario.name): \(laps) laps simulated")
  return (
    scenario.name, pools.filter { LapMean(of: ErrorsByLap(byLap: $0.errors))?.standardError ?? 0 > 1e-9 }
  )
}

/// Every cell is a job of its own with a seed of its own, so that the table does not depend on the number of processors.
func tables(of path: String) async throws -> CoverageTables {
  let (name, pools) = try await pools(of: path)
  let seed = Seed(1).derived(name)
  let judged = pools.first { $0.name == "feedback" } ?? pools[0]
  let cells = pools.indices.flatMap { pool in sizes.map { (pool: pool, laps: $0) } }
  async let gate = withTaskGroup(of: (Int, [Rate]).self) { group in
    for (place, size) in sizes.enumerated() {
      group.addTask {
        let errors = GateErrors(
          of: judged, laps: size, experiments: experiments, seed: seed.derived("gate", size))
        return (place, errors.rates)
      }
    }
    return await group.reduce(into: [Int: [Rate]]()) { $0[$1.0] = $1.1 }
  }
  let coverage = await withTaskGroup(of: (Int, [Rate]).self) { group in
    // The longest first, so that no processor is left with one of them at the end.
    for (place, cell) in cells.enumerated().sorted(by: { $0.element.laps > $1.element.laps }) {
      group.addTask {
        let coverage = Coverage(
          of: pools[cell.pool], reference: pools[cell.pool == 0 ? 1 : 0], laps: cell.laps,
          experiments: experiments, seed: seed.derived("coverage", place))
        return (place, coverage.rates)
      }
    }
    return await group.reduce(into: [Int: [Rate]]()) { found, cell in
      found[cell.0] = cell.1
      report("\(name): \(found.count) of \(cells.count) cells")
    }
  }
  let rates = await gate
  return CoverageTables(
    scenario: name, laps: laps, reference: pools[0].name, judged: judged.name,
    coverage: cells.enumerated().map { (pools[$1.pool].name, $1.laps, coverage[$0] ?? []) },
    gate: sizes.enumerated().map { ($1, rates[$0] ?? []) })
}
