import Documents
import Evaluation
import Phone
import Rendering
import Results
import Sites
import TestSupport
import Testing
import World

@testable import Laps
@testable import Scenarios
@testable import Sweeping

@Suite struct ReproductionTests {
  private static let motion = Checkout.path("scenarios/reproductions/motion.yaml")

  private func presets(_ reproduction: Reproduction) async throws -> [ReproductionResult.Preset] {
    var presets: [ReproductionResult.Preset] = []
    for preset in reproduction.presets {
      let scenario = try Scenario(
        preset.scenario.document, path: preset.scenario.path, seed: reproduction.seed, laps: reproduction.laps
      )
      let study = try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
      presets.append(
        .init(
          name: preset.name, matches: preset.matches, hasFewerLaps: reproduction.hasFewerLaps, study: study))
    }
    return presets
  }

  @Test func `presets tuned to match have no figure outside, and the generic one's misses are no failure`()
    async throws
  {
    // Forty laps: intervals are 2.7 times as wide as those of 300, so that fewer figures are surely inside, and a filter
    // that loses a metre is still surely outside.
    let presets = try await presets(Reproduction(contentsOf: Self.motion, laps: 40))
    #expect(presets.map(\.matches) == [true, true, false])
    for preset in presets where preset.matches {
      #expect(!preset.study.published.map(\.verdict).contains(.outside), "\(preset.name)")
      #expect(preset.study.published.count == 6)
    }
    #expect(presets[2].study.published.map(\.verdict).contains(.outside))
    #expect(!presets[2].isReproduced && !presets[2].isBroken)
  }

  @Test func `a filter that is changed breaks the preset that was tuned to match`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: broken
      about: a moving average twice as long, 3 m further behind
      seed: 1
      presets:
        - name: one
          scenario: \(Checkout.path("scenarios/floor35.yaml"))
          set: {"pipelines[moving average].filters[1].movingAverage.window": 10}
          matches: true

      """, to: "broken.yaml")
    let reproduction = try Reproduction(contentsOf: folder.path("broken.yaml"), laps: 20)
    let result = ReproductionResult(
      name: "broken", seed: 1, laps: 20, presets: try await presets(reproduction), buildings: nil,
      changes: nil, figure: nil, lags: nil)
    let figures = result.presets[0].study.published
    #expect(figures.contains { $0.pipeline == "moving average" && $0.verdict == .outside })
    #expect(result.failures.count == 1)
    #expect(result.failures.first?.hasPrefix("the preset one, tuned to match, has ") == true)
  }

  /// Nothing is as loud as -10 dBm.
  @Test func `published figures, changes, buildings and lags without a fix stay, and fail`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: deaf
      about: a phone that hears nothing
      seed: 1
      presets:
        - {name: one, scenario: \(Checkout.path("scenarios/floor35.yaml")), set: {receiver.sensitivity: -10}, matches: true}
      buildings: {preset: one, count: 2, firstSeed: 5}
      changes:
        scenario: \(Checkout.path("scenarios/floor35.yaml"))
        laps: 2
        source: nobody
        means: {feedback: 2}
        rows: [{name: deaf, set: {receiver.sensitivity: -10}, means: {feedback: 2}}]

      """, to: "deaf.yaml")
    let reproduction = try Reproduction(contentsOf: folder.path("deaf.yaml"), laps: 2)
    let result = try await ReproductionRun(reproduction).run(width: 2) { _ in }
    let figures = result.presets[0].study.published
    #expect(figures.count == 6)
    #expect(figures.allSatisfy { $0.simulated == nil && $0.interval == nil && $0.verdict == .outside })
    #expect(result.presets[0].isBroken)
    #expect(result.buildings?.rows.count == 3 && result.buildings?.inOrder == 0)
    let cell = try #require(result.changes?.cells.first)
    #expect(cell.change == nil && cell.errorsApart == nil && !cell.agrees)
    #expect(
      result.failures == [
        "the preset one, tuned to match, has 6 figures outside and 0 of 6 inside",
        "the change deaf (feedback) has too few fixes to be judged",
      ])
    let simulated = try result.document["presets"][0]["verdicts"][0]["simulated"]
    #expect(simulated.content == .null)
    // 12 presses a lap.
    let missed = result.presets[0].missed
    #expect(missed.map(\.row) == ["feedback", "moving average", "proximity"].map { "one (\($0))" })
    #expect(missed.allSatisfy { $0.missed == 24 && $0.due == 24 })
    #expect(result.buildings?.missed.map(\.row).first == "seed 5 (feedback)")
    #expect(result.buildings?.missed.count == 6)
    #expect(result.changes?.missed == [MissedFixes(row: "deaf (feedback)", missed: 24, due: 24)])
  }

  /// Without the change elsewhere (0) the two are apart by the change; its own interval alone tells the standard error.
  @Test(arguments: [(8, 100), (8, 8), (32, 8)])
  func `a change elsewhere is as unsure as its own laps make it`(laps: Int, elsewhere: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: changes
      about: one change
      seed: 1
      presets: [{name: one, scenario: \(Checkout.path("scenarios/floor35.yaml"))}]
      changes:
        scenario: \(Checkout.path("scenarios/floor35.yaml"))
        laps: 4
        lapsElsewhere: \(elsewhere)
        source: nobody
        means: {feedback: 2}
        rows: [{name: no body, set: {channel.body: none}, means: {feedback: 2}}]

      """, to: "changes.yaml")
    let reproduction = try Reproduction(contentsOf: folder.path("changes.yaml"), laps: laps)
    let changes = try await ReproductionRun(reproduction).run(width: 2) { _ in }.changes
    let cell = try #require(changes?.cells.first)
    let (change, interval) = (try #require(cell.change), try #require(cell.interval))
    // Student's t of 0.975 with 7 and 31 degrees of freedom, from SciPy; two roundings to a centimetre have the variance
    // 0.01^2 / 6.
    let quantile = laps == 8 ? 2.3646242515927844 : 2.0395134463964077
    let own = (interval.upper - interval.lower) / (2 * quantile)
    let variance = own * own * (1 + Double(laps) / Double(elsewhere)) + 0.0001 / 6
    #expect(((cell.errorsApart ?? 0) - change.magnitude / variance.squareRoot()).magnitude < 1e-9)
    // Of one cell, the limit after Bonferroni is that quantile too.
    #expect(changes?.usual == changes?.limit && ((changes?.limit ?? 0) - quantile).magnitude < 1e-5)
  }

  @Test func `statements hold or not by the means`() throws {
    let means = ["a": 1.0, "b": 2, "c": 3]
    func mean(_ pipeline: String, _ metres: Double) -> Bool? {
      Reproduction.Statement.mean(.init { ($0.pipeline, $0.metres, $0.tolerance) = (pipeline, metres, 0.5) })
        .holds(of: means)
    }
    #expect(mean("b", 2.5) == true && mean("b", 2.75) == false && mean("d", 1) == nil)
    #expect(Reproduction.Statement.best(["b", "a"]).holds(of: means) == true)
    #expect(Reproduction.Statement.best(["c", "a"]).holds(of: means) == false)
    #expect(Reproduction.Statement.best(["a", "d"]).holds(of: means) == nil)
  }

  @Test(arguments: [
    (30, "reproduced"), (29, "reproduced"), (28, "sometimes"), (2, "sometimes"), (1, "notReproduced"),
  ])
  func `a statement is reproduced in nineteen of twenty experiments`(times: Int, verdict: String) {
    let holding = FigureResult.Holding(statement: .best(["a"]), times: times, experiments: 30)
    #expect(holding.verdict.rawValue == verdict)
  }

  @Test(
    arguments: [
      // Kalman with Q/R 4: the gain G is 0.8284, and (1 - G) / G 0.2071; literal feedback 1 - a; recursive (1 - a) / a;
      // the others half of their window less one.
      (FilterChoice(KalmanFilter.Settings { $0.processVariance = 20 }), 0.2071067811865475),
      (FilterChoice(FeedbackFilter.Settings()), 0.25),
      (FilterChoice(FeedbackFilter.Settings { $0.form = .recursive }), 1.0 / 3),
      (FilterChoice(MovingAverageFilter.Settings()), 2),
      (FilterChoice(RunningMean.Settings { $0.seconds = 10 }), 4.5),
      (FilterChoice(SavitzkyGolayFilter.Settings()), 0),
      (FilterChoice(SavitzkyGolayFilter.Settings { $0.point = .centred }), 2),
    ] as [(FilterChoice, Double)])
  func `each filter trails a ramp by its closed form`(filter: FilterChoice, seconds: Double) {
    let stage = LagBudget.stage(of: filter, every: 1)
    #expect((stage.measured - seconds).magnitude < 1e-6 && stage.isExact, "\(stage)")
  }

  @Test func `without noise fixes lie as far behind as all stages together, within a decimetre`() async throws
  {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/lag-budget.yaml"), laps: 20)
    let budget = try await LagBudget(of: scenario, width: 2)
    #expect(budget.wrong.isEmpty)
    #expect(budget.rows.count == 8)
    let average = try #require(budget.rows.first { $0.pipeline == "moving average" })
    // 1.3 m/s times 0.5 + 0.2071 + 2 s, and times how long presses waited, which is 0.5 s but for chance.
    #expect((average.predicted - 1.3 * budget.waiting.measured - 3.51923881554).magnitude < 1e-9)
    #expect((budget.waiting.measured - 0.5).magnitude < 0.1)
  }

  @Test func `what a variation cannot set is told by file, line and key`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "name: x\nabout: y\nseed: 1\npresets:\n  - name: p\n    scenario: s.yaml\n    set: {a.b: 1}\n",
      to: "x.yaml")
    try folder.write("name: s\n", to: "s.yaml")
    let problem = #expect(throws: FileProblem.self) { try Reproduction(contentsOf: folder.path("x.yaml")) }
    let text = try #require(problem?.description)
    #expect(text.contains("x.yaml:7: presets[0].set.a.b: expected a place that the scenario has"), "\(text)")
  }

  @Test(arguments: [
    ("channel.nope: 1", "channel.nope: expected one of the keys"),
    ("channel.pathLoss.logDistance.n: -1", "channel.pathLoss.logDistance.n: expected a number"),
    ("score: {at: noon}", "score.at: expected"),
    ("seed: 3", "seed: expected no such key, since seed and laps are those of the reproduction, found 3"),
    ("laps.count: 3", "laps.count: expected no such key, since seed and laps"),
    ("laps: {count: 3}", "laps: expected no such key, since seed and laps"),
  ])
  func `what is set and the scenario does not take is blamed on the reproduction's file and key`(
    setting: String, sentence: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: x
      about: y
      seed: 1
      presets:
        - name: p
          scenario: \(Checkout.path("scenarios/floor35.yaml"))
          set:
            \(setting)

      """, to: "x.yaml")
    let problem = await #expect(throws: FileProblem.self) {
      let reproduction = try Reproduction(contentsOf: folder.path("x.yaml"), laps: 1)
      _ = try await ReproductionRun(reproduction).run(width: 2) { _ in }
    }
    let text = try #require(problem?.description)
    #expect(text.contains("x.yaml:8: presets[0].set.\(sentence)"), "\(text)")
  }

  /// A reproduction of the smallest scenario with every part that names a preset or a pipeline.
  private static let parts = """
    name: x
    about: y
    seed: 1
    presets:
      - {name: p, scenario: SCENARIO}
    buildings: {preset: p, count: 2, firstSeed: 1}
    figure:
      name: f
      scenario: SCENARIO
      laps: 2
      experiments: 2
      settings: [{name: one, set: {channel.pathLoss.logDistance.n: 2}}]
      statements:
        - {mean: {pipeline: feedback, metres: 2, tolerance: 1}}

    """

  @Test(arguments: [
    (
      "- {name: p,", "- {name: p, scenario: SCENARIO}\n  - {name: p,",
      "presets[1].name: expected a name that no other preset has"
    ),
    ("preset: p", "preset: q", "buildings.preset: expected the name of one of the presets, found \"q\""),
    ("pipeline: feedback", "pipeline: nope", "expected one of the scenario's pipelines, "),
    (
      "channel.pathLoss.logDistance.n: 2", "channel.nope.n: 2",
      "figure.settings[0].set.channel.nope.n: expected a place that the scenario has"
    ),
  ])
  func `a part that names what is not there is one sentence with file and key`(
    right: String, wrong: String, sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    let text = Self.parts.replacing(right, with: wrong)
    try #require(text != Self.parts)
    try folder.write(
      text.replacing("SCENARIO", with: Checkout.path("scenarios/floor35.yaml")), to: "x.yaml")
    let problem = #expect(throws: FileProblem.self) { try Reproduction(contentsOf: folder.path("x.yaml")) }
    let found = try #require(problem?.description)
    #expect(found.contains("x.yaml:") && found.contains(sentence) && !found.contains("\n"), "\(found)")
  }
}
