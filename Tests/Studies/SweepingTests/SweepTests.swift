import Documents
import NumericalMethods
import Rendering
import Scenarios
import TestSupport
import Testing
import World

@testable import Evaluation
@testable import Laps
@testable import Results
@testable import Sweeping

@Suite struct SweepTests {
  private func blocks(
    _ run: SweepRun, shard: SweepShard? = nil, journal: String, in folder: TemporaryFolder, width: Int
  ) async throws -> [String: JournalCell] {
    var journal = try Journal(at: folder.path(journal), for: run.identity)
    try await run.compute(shard, in: &journal, known: journal.cells, width: width) { _ in }
    return journal.cells
  }

  /// Every file of the results by name, without provenance.json.
  private func files(_ result: SweepResult) throws -> [String: String] {
    var files = ["sweep.json": result.document.prettyJSON]
    for table in result.tables { files[table.name] = table.csv }
    return files
  }

  /// Each cell against the same scenario with the same values and seed, run whole and scored by `run`.
  @Test func `a cell has the scores of the scenario with its values and its seed`() async throws {
    let folder = try SweepFiles.folder()
    let run = try SweepFiles.run(in: folder)
    #expect(run.cellCount == 12 && run.blocks.count == 36 && run.compared == ["Kalman", "nearest"])
    let result = try #require(
      await run.outcome(of: blocks(run, journal: "journal", in: folder, width: 2), width: 2))
    // Point 5: n 2.0 and x 2, with the second seed.
    let point = run.points[5]
    #expect(point.text(run.sweep.parameters) == "n 2.0 and x 2.0")
    let changes = ScenarioChanges([
      try .init("channel.pathLoss.logDistance.n=2.0"), try .init("assumes.n=2.0"),
    ])
    try folder.write(SweepFiles.site.replacing("[1, -1, 3]", with: "[2, -1, 3]"), to: "site.yaml")
    let scenario = try Scenario(contentsOf: folder.path("tiny.yaml"), seed: 4, changes: changes)
    let study = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    for (index, pipeline) in study.pipelines.enumerated() {
      let score = result.scores[11][index]
      let statistics = try #require(pipeline.score.whole.statistics)
      #expect(score["mean"]?.value == statistics.mean && score["std"]?.value == statistics.standardDeviation)
      #expect(score["mean"]?.interval == pipeline.score.whole.meanInterval)
      #expect(score["p95"]?.value == statistics.quantiles[0.95] && score["max"]?.value == statistics.largest)
      #expect(score["rmse"]?.value == statistics.rootMeanSquare && score.measured == statistics.count)
      #expect(score.missed == pipeline.score.whole.missed)
      #expect(score["rightRoom"]?.value == pipeline.metrics.rooms?.hitRate.share)
      #expect(score["rightRoomMacro"]?.value == pipeline.metrics.rooms?.macroShare)
      #expect(score["wrongFloor"] == nil, "the site has one floor")
    }
  }

  @Test func `any sharding, order and number of threads give the same tables`() async throws {
    let folder = try SweepFiles.folder()
    let run = try SweepFiles.run(in: folder)
    let whole = try #require(
      await run.outcome(of: blocks(run, journal: "whole", in: folder, width: 1), width: 1))
    let expected = try files(whole)
    // More shards than fit evenly, the last first, each with another width.
    var known: [String: JournalCell] = [:]
    for number in (1...5).reversed() {
      let shard = SweepShard(number, of: 5)
      let path = "shard\(number)"
      _ = try await blocks(run, shard: shard, journal: path, in: folder, width: number)
      #expect((try await run.outcome(of: known, width: 1) as SweepResult?) == nil)
      known.merge(try Journal.finished(at: folder.path(path), of: run.identity)) { first, _ in first }
      #expect(run.done(of: shard, in: known) == run.blocks(of: shard).count)
    }
    let merged = try #require(await run.outcome(of: known, width: 3))
    #expect(try files(merged) == expected)
    // Blocks of another length come to the same scores.
    let other = try SweepFiles.folder()
    try other.write(other.read("sweep.yaml").replacing("block: 2", with: "block: 5"), to: "sweep.yaml")
    let longer = try SweepFiles.run(in: other)
    let again = try #require(
      await longer.outcome(of: blocks(longer, journal: "whole", in: other, width: 2), width: 1))
    #expect(try files(again) == expected)
  }

  @Test func `more seeds and points take over the blocks that are there`() async throws {
    let folder = try SweepFiles.folder()
    let run = try SweepFiles.run(in: folder)
    _ = try await blocks(run, journal: "journal", in: folder, width: 2)
    let text = try folder.read("sweep.yaml")
    try folder.write(
      text.replacing("seeds: 3-4", with: "seeds: 3-5").replacing("[1.6, 2.0]", with: "[1.6, 1.7, 2.0]"),
      to: "sweep.yaml")
    let more = try SweepFiles.run(in: folder)
    #expect(more.identity == run.identity)
    let known = try Journal.finished(at: folder.path("journal"), of: more.identity)
    // 9 points with 3 seeds in 3 blocks each, of which 6 points with 2 seeds are there.
    #expect(more.blocks.count == 81 && more.done(of: nil, in: known) == 36)
  }

  @Test func `designs have the points worked by hand`() throws {
    func values(_ design: String, _ parameters: String = SweepFiles.parameters) throws -> [[String]] {
      let folder = try SweepFiles.folder(parameters: parameters, more: "design: \(design)\npoints: 3\n")
      let sweep = try Sweep(contentsOf: folder.path("sweep.yaml"))
      let points = try sweep.allPoints()
      #expect(points.count == sweep.pointCount)
      return points.map { $0.values.map { $0?.plain ?? "-" } }
    }
    #expect(
      try values("crossed") == [
        ["1.6", "0.0"], ["1.6", "1.0"], ["1.6", "2.0"], ["2.0", "0.0"], ["2.0", "1.0"], ["2.0", "2.0"],
      ])
    #expect(
      try values("oneAtATime") == [
        ["-", "-"], ["1.6", "-"], ["2.0", "-"], ["-", "0.0"], ["-", "1.0"], ["-", "2.0"],
      ])
    #expect(
      try values("paired", SweepFiles.parameters.replacing("steps: 3", with: "steps: 2")) == [
        ["1.6", "0.0"], ["2.0", "2.0"],
      ])
    let ranges = SweepFiles.parameters.replacing("values: [1.6, 2.0]", with: "linear: [1, 2]").replacing(
      ", steps: 3", with: "")
    // Sobol's first points are (1/2, 1/2), (3/4, 1/4), (1/4, 3/4).
    #expect(try values("sobol", ranges) == [["1.5", "1.0"], ["1.75", "0.5"], ["1.25", "1.5"]])
    #expect(try values("sobolIndices", ranges).count == 12)
    let cube = try values("latinHypercube", ranges)
    #expect(cube.map { Int((Double($0[0]) ?? 0) * 3) }.sorted() == [3, 4, 5])
  }

  /// The value that the scenario has changes nothing, lap by lap.
  @Test func `one at a time, the scenario's own value has no effect and others have one`() async throws {
    let folder = try SweepFiles.folder(
      parameters: "  - {name: n, set: [assumes.n], values: [1.8, 2.6]}", more: "design: oneAtATime\n")
    let run = try SweepFiles.run(in: folder)
    let result = try #require(
      await run.outcome(of: blocks(run, journal: "j", in: folder, width: 2), width: 1))
    let effects = result.effects
    #expect(effects.map(\.pipeline) == ["Kalman", "nearest", "Kalman", "nearest"])
    #expect(effects[0].change == 0 && effects[0].interval == ConfidenceInterval(lower: 0, upper: 0))
    #expect(try #require(effects[2].change) != 0)
    let average = { (point: Int) in result.averages[point][0][0].value ?? 0 }
    #expect(abs(try #require(effects[2].change) - (average(2) - average(0))) < 1e-9)
    // The nearest beacon takes no distance from a level.
    #expect(effects[3].change == 0)
  }

  @Test func `Sobol indices name the parameter that matters`() async throws {
    let folder = try SweepFiles.folder(
      parameters: """
          - {name: n, set: [assumes.n], linear: [1.2, 3.5]}
          - {name: unused, set: [walk.walkIn], linear: [3, 3.0001]}
        """, more: "design: sobolIndices\npoints: 7\n")
    let run = try SweepFiles.run(in: folder)
    let result = try #require(
      await run.outcome(of: blocks(run, journal: "j", in: folder, width: 2), width: 1))
    let kalman = result.indices.filter { $0.pipeline == "Kalman" }
    #expect(kalman.map(\.parameter) == ["n", "unused"])
    #expect(kalman[0].total.value > 0.5 && kalman[1].total.value < 0.2)
  }

  @Test(arguments: [
    ("design: crossed\n", "linear: [0, 2], steps: 3", "linear: [0, 2]", "values or steps"),
    ("design: paired\n", "", "", "2 values as of n, since the design is paired, found 3 of x"),
    ("design: sobol\n", "", "", "no steps in the design sobol"),
    ("seeds: 5-3\n", "", "", "different seeds from 0 to 9007199254740991, such as 1-10"),
    (
      "seeds: [1, 9007199254740993]\n", "", "",
      "seeds[1]: expected a whole number from 0 to 9007199254740991, found 9007199254740993"
    ),
    ("seeds: [1, 1]\n", "", "", "each seed once"),
    ("metric: wrongFloor\n", "", "", "a metric that applies to the site small"),
    ("", "pathLoss.logDistance.n", "pathLoss.logDistance.m", "unknown"),
    ("", "position[0]", "position[7]", "at least 8 elements"),
    ("", "beacons[0]", "beacon[0]", "beacon"), ("", "[1.6, 2.0]", "[1.6, -2]", "found -2"),
    ("", "name: x", "name: metric", "a name that no other column of the tables has"),
    ("", "\"site.beacons[0].position[0]\"", "laps.count", "a key in which points may differ"),
    ("", "\"site.beacons[0].position[0]\"", "site", "a key in which points may differ"),
    ("pipelines: [Kalmann]\n", "", "", "did you mean Kalman?"),
    ("points: 1\n", "", "", "2 to 1000000"), ("colour: red\n", "", "", "colour"),
    ("design: crossed\n", "steps: 3", "steps: 10000", ""),
  ])
  func `what cannot be swept is one sentence`(more: String, old: String, new: String, sentence: String) throws
  {
    let text = old.isEmpty ? SweepFiles.parameters : SweepFiles.parameters.replacing(old, with: new)
    let folder = try SweepFiles.folder(parameters: text, more: more)
    if more.hasPrefix("seeds") {
      try folder.write(folder.read("sweep.yaml").replacing("seeds: 3-4\n", with: ""), to: "sweep.yaml")
    }
    guard !sentence.isEmpty else {
      #expect(try Sweep(contentsOf: folder.path("sweep.yaml")).pointCount == 20000)
      return
    }
    do {
      _ = try SweepFiles.run(in: folder)
      Issue.record("nothing was wrong")
    } catch let problem as any InputProblem {
      #expect(problem.description.contains(sentence), "\(problem.description)")
    }
  }
}
