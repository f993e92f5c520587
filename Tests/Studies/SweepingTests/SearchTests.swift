import Documents
import Evaluation
import Foundation
import Rendering
import Sites
import TestSupport
import Testing
import World

@testable import Laps
@testable import Reproducing
@testable import Results
@testable import Scenarios
@testable import Sweeping

@Suite struct SearchTests {
  /// The files of the results, by name, without the one that may differ.
  private func files(of folder: TemporaryFolder, _ name: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path("small-search/\(name)")) {
      if file != ResultsFolder.marker { files[file] = try folder.read("small-search/\(name)/\(file)") }
    }
    return files
  }

  /// Runs the search of a folder to its end and writes its results.
  private func write(
    _ name: String, in folder: TemporaryFolder, width: Int, points: Int? = nil, journal: String = "journal"
  ) async throws -> SearchResult {
    let run = try SearchFiles.run(in: folder, points: points)
    var journal = try Journal(at: folder.path(journal), for: run.identity)
    let result = try await run.searched(in: &journal, width: width)
    try SweepFolder(of: run, root: folder.path("."), name: name).write(
      result, of: run, provenance: Provenance(start: RunClock(), threads: width))
    return result
  }

  /// Begins it and cancels it once so many points are done; says how many are in the journal.
  private func interrupt(after count: Int, in folder: TemporaryFolder, width: Int) async throws -> Int {
    try await Task {
      let run = try SearchFiles.run(in: folder)
      var journal = try Journal(at: folder.path("journal"), for: run.identity)
      do {
        _ = try await run.searched(in: &journal, width: width) { done in
          if done == count { withUnsafeCurrentTask { $0?.cancel() } }
        }
      } catch is CancellationError {
        return journal.cells.count
      }
      Issue.record("it was not cancelled")
      return -1
    }.value
  }

  @Test func `any number of threads and any interruption give the same bytes in every file`() async throws {
    let whole = try SearchFiles.folder()
    _ = try await write("whole", in: whole, width: 1)
    let expected = try files(of: whole, "whole")
    #expect(
      Set(expected.keys).isSuperset(of: [
        "scenario.yaml", "site.yaml", "search.yaml", "points.csv", "region.csv", "importance.csv",
        "search.json",
      ]))
    let broken = try SearchFiles.folder()
    let first = try await interrupt(after: 3, in: broken, width: 3)
    #expect(first == 3)
    let second = try await interrupt(after: 7, in: broken, width: 1)
    #expect(second == 7)
    _ = try await write("broken", in: broken, width: 2)
    #expect(try files(of: broken, "broken") == expected)
  }

  @Test func `more points begin with those of fewer, which are not run again`() async throws {
    let folder = try SearchFiles.folder()
    let few = try await write("few", in: folder, width: 2, points: 5)
    let before = try folder.read("journal")
    let more = try await write("more", in: folder, width: 2, points: 9)
    #expect(Array(more.rows.prefix(5)) == few.rows)
    #expect(try folder.read("journal").hasPrefix(before))
    #expect(try folder.read("journal").split(separator: "\n").count == 1 + 9)
  }

  /// A cell's key has what its parameters set and the laps, so whatever else a point's figures depend on must tell one journal
  /// from another.
  @Test(arguments: [
    ("search.yaml", "stages: [4, 8, 16]", "stages: [4, 16]"),
    ("search.yaml", "stages", "falseStops: 0.01\n  stages"), ("search.yaml", "seed: 3", "seed: 5"),
    (
      "search.yaml", "scenario: tiny.yaml\n  seed",
      "scenario: tiny.yaml\n  set: {assumes.otherwise: -60}\n  seed"
    ),
    ("tiny.yaml", "walkIn: 3", "walkIn: 4"), ("site.yaml", "[7, 4, 3]", "[7, 4, 2]"),
  ])
  func `whatever changes a point's figures makes another journal, and more points do not`(
    file: String, old: String, new: String
  ) throws {
    let folder = try SearchFiles.folder()
    let identity = try SearchFiles.run(in: folder).identity
    #expect(try SearchFiles.run(in: folder, points: 99).identity == identity)
    let text = try folder.read(file)
    try #require(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: file)
    let other = try SearchFiles.run(in: folder).identity
    #expect(identity.difference(of: other) == "one of the same name with other input files")
  }

  @Test(arguments: [
    ("[1.4, 2.4]", "[1.4, 2.5]"), ("assumes.n]", "assumes.otherwise]"), ("seed: 4", "seed: 5"),
  ])
  func `whatever changes what a point sets, or its laps, is another cell`(old: String, new: String) throws {
    let folder = try SearchFiles.folder()
    let before = Set(try SearchFiles.run(in: folder).blocks.map(\.key))
    #expect(before.count == 15)
    try folder.write(folder.read("search.yaml").replacing(old, with: new), to: "search.yaml")
    #expect(before.isDisjoint(with: try SearchFiles.run(in: folder).blocks.map(\.key)))
  }

  @Test func `the files of the results run the same search again`() async throws {
    let folder = try SearchFiles.folder()
    _ = try await write("first", in: folder, width: 2)
    let again = try Reproduction(contentsOf: folder.path("small-search/first/search.yaml"))
    let run = try SweepRun(try #require(again.search), program: "p", dataRoot: "")
    var journal = try Journal(at: folder.path("journal"), for: run.identity)
    let before = journal.cells.count
    let result = try await run.searched(in: &journal, width: 2)
    // The very same cells: all were there.
    #expect(journal.cells.count == before && before == 15)
    #expect(result.document.prettyJSON == (try folder.read("small-search/first/search.json")))
  }

  /// With the second a row has no fix.
  @Test(arguments: [
    SearchFiles.parameters,
    """
        - {name: window, set: ["pipelines[Kalman].filters"], values: [[{movingAverage: {window: 200, short: none}}], []]}
    """,
  ])
  func `a point that is not stopped has the figures and verdicts of a study with its settings`(
    parameters: String
  ) async throws {
    let folder = try SearchFiles.folder(parameters: parameters)
    let run = try SearchFiles.run(in: folder, laps: 4)
    var journal = try Journal(at: folder.path("journal"), for: run.identity)
    let result = try await run.searched(in: &journal, width: 2)
    #expect(result.sweep.looks.isEmpty)
    #expect(result.targets.map(\.name) == ["Kalman mean", "Kalman std", "nearest mean"])
    for row in result.rows {
      let settings = row.point.settings(of: result.sweep.parameters)
      let document = try Variation(settings).applied(
        to: Document(contentsOf: folder.path("tiny.yaml")))
      let scenario = try Scenario(document, path: folder.path("tiny.yaml"), seed: 4, laps: 4)
      let study = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
      #expect(study.published.map(\.simulated) == row.outcome.cells.map(\.simulated))
      #expect(study.published.map(\.interval) == row.outcome.cells.map(\.interval))
      #expect(study.published.map(\.verdict) == row.outcome.cells.map(\.verdict))
      #expect(row.outcome.laps == 4 && !row.outcome.isStopped)
      #expect(
        row.outcome.missed
          == study.pipelines.filter { $0.definition.published != nil }.reduce(0) {
            $0 + $1.score.whole.missed
          })
    }
  }

  @Test func `points are stopped at a stage, with the figures of its laps, and those inside are tried again`()
    async throws
  {
    let folder = try SearchFiles.folder()
    let result = try await write("results", in: folder, width: 2)
    let stopped = result.rows.filter { $0.outcome.isStopped }
    try #require(!stopped.isEmpty)
    for row in stopped {
      #expect([4, 8].contains(row.outcome.laps) && row.outcome.verdict == .stopped)
      #expect(row.outcome.cells.contains { $0.verdict == .outside })
      #expect(row.outcome.cells.allSatisfy { $0.interval == nil } && row.cell.again == nil)
    }
    for row in result.rows { #expect((row.cell.again != nil) == (row.outcome.verdict == .inside)) }
    let counted = SearchOutcome.Verdict.allCases.reduce(0) { $0 + result.count($1) }
    #expect(counted == 15 && result.stopped(after: 4) + result.stopped(after: 8) == stopped.count)
    let laps = result.rows.reduce(0) { $0 + $1.outcome.laps + ($1.cell.again == nil ? 0 : 16) }
    #expect(result.laps == laps)
  }

  @Test func `values are spread as their parameter says, and products are set`() throws {
    let folder = try SearchFiles.folder(
      parameters: SearchFiles.parameters
        + "\n    - {name: assumed C, set: [assumes.c], linear: [-60, -50]}"
        + "\n    - {name: age, set: [\"pipelines[Kalman].maximumAge\"], linear: [1, 3], times: n}")
    let run = try SearchFiles.run(in: folder)
    // The middle of everything: 0.1 and 10 have the root of their product in the middle, of three values it is the second.
    let values = run.sweep.parameters.map { $0.value(at: 0.5) }
    #expect(values.prefix(2) == [1.9, 6.0] && values[3] == "next" && values[4] == -55.0)
    #expect(abs(try values[2].number - 1) < 1e-15)
    let settings = SweepPoint(index: 0, values: values).settings(of: run.sweep.parameters)
    #expect(settings.map(\.key).suffix(2) == ["assumes.c", "pipelines[Kalman].maximumAge"])
    #expect(try settings.last?.value.number == 2 * 1.9)
    #expect(abs(try settings[3].value.number - 5) < 1e-14)
    // The ends of each third of the interval.
    let callback = run.sweep.parameters[3]
    #expect(
      [0, 0.33, 0.34, 0.66, 0.67, 0.999].map { callback.value(at: $0).plain }
        == ["last", "last", "next", "next", "{\"latency\":1}", "{\"latency\":1}"])
  }

  @Test func `the best point is a preset of its own`() async throws {
    let folder = try SearchFiles.folder(more: "  set: {\"pipelines[Kalman].published.mean\": 2.0}")
    let result = try await write("results", in: folder, width: 2)
    let best = try #require(result.best)
    let misfits = result.rows.filter { $0.outcome.verdict == best.outcome.verdict }
      .compactMap { $0.outcome.misfit(to: result.targets) }
    #expect(best.outcome.misfit(to: result.targets) == misfits.min())
    let preset = try Reproduction(contentsOf: folder.path("small-search/results/best.yaml"))
    #expect(preset.seed == 3 && preset.laps == 16)
    let study = try await ReproductionRun(preset, width: 2).result { _ in }.presets[0].study
    #expect(
      study.published.map(\.simulated) == best.cell.again?.cells.map(\.simulated)
        ?? study.published.map(\.simulated))
    #expect(study.published.first?.published == 2.0)
  }

  @Test(arguments: [
    (
      "- {name: n, set: [assumes.n], linear: [2, 2]}",
      "search.parameters[0].linear[1]: expected more than where the range begins, 2.0, found 2.0"
    ),
    (
      "- {name: n, set: [assumes.n], logarithmic: [0, 2]}",
      "search.parameters[0].logarithmic[0]: expected a number above 0, found 0"
    ),
    (
      "- {name: n, set: [assumes.n], values: [2]}",
      "search.parameters[0].values: expected a list of at least 2, found a list of 1"
    ),
    (
      "- {name: n, set: [assumes.n], values: [2, 2]}",
      "search.parameters[0].values[1]: expected each value once, found 2"
    ),
    (
      "- {name: n, set: [assumes.n]}",
      "expected exactly one of the keys linear, logarithmic or values, found neither"
    ),
    (
      "- {name: n, set: [assumes.m], linear: [1, 2]}",
      "search.parameters[0].set: expected places of the scenario that take 1.0, found one that does not: "
    ),
    (
      "- {name: n, set: [channel.loss.n], linear: [1, 2]}",
      "channel.loss: expected one of the keys pathLoss, shadowing"
    ),
    ("- {name: n, set: [assumes.n], linear: [1, 20]}", "expected places of the scenario that take 14"),
    (
      "- {name: n, set: [seed], linear: [1, 2]}",
      "search.parameters[0].set[0]: expected a key in which points may differ, found \"seed\""
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2]}\n    - {name: n, set: [assumes.c], linear: [-60, -50]}",
      "search.parameters[1].name: expected a name that no other parameter has"
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2]}\n    - {name: m, set: [assumes.n], linear: [1, 2]}",
      "search.parameters[1].set[0]: expected a key that no other parameter sets"
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2], times: m}",
      "search.parameters[0].times: expected a number, or the name of an earlier parameter with a range"
    ),
    (
      "- {name: n, set: [assumes.n], values: [1, 2], times: 2}",
      "search.parameters[0].times: expected no factor for values of a list, found 2"
    ),
    (
      "- {name: verdict, set: [assumes.n], linear: [1, 2]}",
      "search.parameters[0].name: expected a name that no other column of points.csv has, found \"verdict\""
    ),
    (
      "- {name: again_Kalman_mean_m, set: [assumes.n], linear: [1, 2]}",
      "search.parameters[0].name: expected a name that no other column of points.csv has"
    ),
  ])
  func `what is wrong with a parameter is one sentence with file and key`(parameter: String, sentence: String)
    throws
  {
    let folder = try SearchFiles.folder(parameters: "    " + parameter)
    do {
      _ = try SearchFiles.run(in: folder)
      Issue.record("nothing was wrong with \(parameter)")
    } catch let problem as FileProblem {
      #expect(problem.description.contains(sentence), "\(problem)")
      #expect(problem.description.contains("search.yaml:") && !problem.description.contains("\n"))
    }
  }

  @Test func `more parameters than the points have dimensions are refused`() throws {
    let parameters = (0...40).map { "    - {name: p\($0), set: [key\($0)], linear: [1, 2]}" }
    let folder = try SearchFiles.folder(parameters: parameters.joined(separator: "\n"))
    let problem = #expect(throws: FileProblem.self) { try SearchFiles.run(in: folder) }
    #expect(
      problem?.description.contains("search.parameters: expected a list of 1 to 40, found a list of 41")
        == true)
  }

  @Test(arguments: [
    (
      "seed: 4", "seed: 3",
      "search.seed: expected another seed than the one with which what is found is tried again"
    ),
    (
      "stages: [4, 8, 16]", "stages: [4, 4]",
      "search.stages[1]: expected more laps than in the stage before it, found 4"
    ),
    (
      "seed: 4", "seed: 4\n  falseStops: 0", "search.falseStops: expected a number from 0.001 to 0.5, found 0"
    ),
    (
      "seed: 4", "seed: 4\n  set: {pipelines: [{name: p, method: nearest}]}",
      "search.scenario: expected a scenario with published rows"
    ),
    (
      "seed: 4", "seed: 4\n  set: {noise: white}",
      "expected structured, since white noise is not available for a search"
    ),
  ])
  func `what is wrong with a search is one sentence with file and key`(
    right: String, wrong: String, sentence: String
  ) throws {
    let folder = try SearchFiles.folder()
    let text = try folder.read("search.yaml").replacing(right, with: wrong)
    try folder.write(text, to: "search.yaml")
    let problem = #expect(throws: FileProblem.self) { try SearchFiles.run(in: folder) }
    #expect(problem?.description.contains(sentence) == true, "\(String(describing: problem))")
  }
}
