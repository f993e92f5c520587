import Comparisons
import Context
import Evaluation
import Foundation
import Laps
import Results
import Scenarios

// Measures how often `compare` is wrong about the figures of applications and of navigation: `make coverage`.
//
//     GateCoverage [PAIRS [CASE]]
//
// Blocks of twenty laps of one study are compared with the next block of it as if they were the same laps: whatever fails is a false
// alarm. Then each block is compared with the same laps under settings that are worse: whatever does not fail is overlooked.

let arguments = CommandLine.arguments.dropFirst().map(\.self)
let pairs = arguments.first.flatMap(Int.init) ?? 200
let chosen = arguments.dropFirst().first
let size = 20

/// A scenario, and changes that make it worse.
struct Case {
  let name: String
  let scenario: String
  let worse: [(name: String, changes: [String])]
}

let cases = [
  Case(
    name: "monitoring", scenario: "scenarios/context/monitoring.yaml",
    worse: [
      ("exit delay 60 s instead of 30", ["context.applications[0].application.monitoring.exitDelay=60"]),
      ("half the range: 6 dB less at n = 2", ["receiver.sensitivity=-79"]),
    ]),
  Case(
    name: "presence", scenario: "scenarios/context/presence.yaml",
    worse: [
      ("mean of 60 s instead of 5", ["context.applications[2].application.presence.smoothing=60"])
    ]),
  Case(
    name: "conference", scenario: "scenarios/context/conference.yaml",
    worse: [
      ("places by a mean of 60 s instead of 5", ["context.applications[1].application.presence.smoothing=60"])
    ]),
  Case(
    name: "services", scenario: "scenarios/context/services.yaml",
    worse: [
      (
        "exit delay 20 s instead of 10", ["context.applications[0].application.rules.monitoring.exitDelay=20"]
      ),
      ("half the range: 6 dB less at n = 2", ["receiver.sensitivity=-79"]),
    ]),
  Case(
    name: "fleet", scenario: "scenarios/context/fleet.yaml",
    worse: [
      ("vanished after 120 s instead of 60", ["context.applications[0].application.fleet.vanish=120"]),
      ("half the range: 6 dB less at n = 2", ["receiver.sensitivity=-84"]),
    ]),
  Case(
    name: "navigation", scenario: "scenarios/navigation.yaml",
    worse: [
      ("half the range: 6.6 dB less at n = 2.2", ["receiver.sensitivity=-89.4"]),
      ("a mean of 12 s before the centroid", ["pipelines[0].filters=[{movingAverage: {window: 12}}]"]),
    ]),
]

func figures(_ scenario: String, laps: Int, _ changes: [String]) async throws -> [LapFigure] {
  let settings = try changes.map { try ScenarioChanges.Setting($0) }
  let width = ProcessInfo.processInfo.activeProcessorCount
  if !scenario.contains("/context/") {
    let changes = ScenarioChanges(settings, pipelines: ["centroid", "surveyed grid"])
    let study = try Study(Scenario(contentsOf: scenario, laps: laps, changes: changes), dataRoot: "")
    return try await NavigationStudy(study).run(width: width) { _ in }.rows.flatMap(\.lapFigures)
  }
  let changes = ScenarioChanges(settings)
  let context = try ContextScenario(contentsOf: scenario, laps: laps, changes: changes, dataRoot: "")
  return try await context.run(width: width) { _ in }.lapFigures
}

/// How many of the comparisons fail, and how often each figure does.
func failing(
  _ a: [LapFigure], _ b: [LapFigure], of blocks: [(Int, Int)], absolute: Bool
) throws -> (comparisons: Int, figures: [String: Int]) {
  let tolerance =
    absolute ? ComparisonTolerance() : ComparisonTolerance(relative: 0, absolute: 0, missed: 0, rooms: 0)
  func side(_ figures: [LapFigure], _ block: Int) -> SavedResults {
    SavedResults(path: "block \(block)", lapFigures: figures.map { $0.of(block * size..<(block + 1) * size) })
  }
  var (count, byFigure) = (0, [String: Int]())
  for (first, second) in blocks {
    let comparison = try FolderComparison(
      side(a, first), side(b, second), rules: FolderComparison.Rules(tolerance: tolerance))
    if comparison.failure != nil { count += 1 }
    for figure in comparison.rows.flatMap(\.metrics) where figure.verdict == .worse {
      let name = figure.name
      byFigure["\(name.subject): \(name.item) \(name.figure)", default: 0] += 1
    }
  }
  return (count, byFigure)
}

func percent(_ count: Int) -> String { String(format: "%.1f", 100 * Double(count) / Double(pairs)) }

func show(_ title: String, _ result: (comparisons: Int, figures: [String: Int])) {
  print("  \(title): \(percent(result.comparisons))")
  for (name, count) in result.figures.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(5) {
    print("    \(name): \(percent(count))")
  }
}

print(
  "\(pairs) pairs of \(size) laps; percent of comparisons that fail in any figure, and below them in the most frequent ones."
)
for study in cases where chosen == nil || chosen == study.name {
  let all = try await figures(study.scenario, laps: pairs * size, [])
  print("\(study.name): \(all.count) figures")
  let apart = (0..<pairs).map { ($0, ($0 + 1) % pairs) }
  show("equal settings", try failing(all, all, of: apart, absolute: true))
  show("equal settings, without a tolerance", try failing(all, all, of: apart, absolute: false))
  for change in study.worse {
    let worse = try await figures(study.scenario, laps: pairs * size, change.changes)
    show(change.name, try failing(all, worse, of: (0..<pairs).map { ($0, $0) }, absolute: true))
    fflush(nil)
  }
}
