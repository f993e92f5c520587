import Documents
import Evaluation
import Rendering
import Scenarios
import Sites
import TestSupport
import Testing
import World

@testable import Laps
@testable import Results
@testable import Sweeping

@Suite struct SweepTargetsTests {
  /// Two published rows, three figures.
  private static let scenario = SweepFiles.scenario
    .replacing(
      "    method: twoCircle\n",
      with: "    method: twoCircle\n    published: {mean: 1.9, std: 0.95, source: nobody}\n"
    )
    .replacing(
      "- {name: nearest, method: nearest}",
      with:
        "- {name: other, method: nearest}\n  - {name: nearest, method: nearest, published: {mean: 2.45, source: nobody}}"
    )

  private static let parameters = """
      - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], linear: [1.4, 2.4]}
      - {name: sigma, unit: dB, set: [channel.shadowing.exponential.deviation], linear: [0, 12]}
      - {name: Q/R, set: ["pipelines[*].filters[*].kalman.q"], logarithmic: [0.1, 10], times: 5}
      - {name: callback, set: [score.callback], values: [last, next, {latency: 1}]}
    """

  private func folder(
    parameters: String = parameters, more: String = "design: sobol\npoints: 7\nlaps: 24\ntargets: true\n"
  ) throws -> TemporaryFolder {
    let folder = try SweepFiles.folder(parameters: parameters, more: more)
    try folder.write(Self.scenario, to: "tiny.yaml")
    return folder
  }

  private func result(in folder: TemporaryFolder) async throws -> (SweepRun, SweepResult) {
    let run = try SweepFiles.run(in: folder)
    var journal = try Journal(at: folder.path("journal"), for: run.identity)
    try await run.compute(nil, in: &journal, known: [:], width: 2) { _ in }
    return (run, try #require(await run.outcome(of: journal.cells, width: 2)))
  }

  /// With the second a row has no fix.
  @Test(arguments: [
    parameters,
    """
      - {name: window, set: ["pipelines[Kalman].filters"], values: [[{movingAverage: {window: 200, short: none}}], []]}
    """,
  ])
  func `a cell has the figures and verdicts of a study with its settings`(parameters: String) async throws {
    let folder = try folder(parameters: parameters)
    let (run, result) = try await result(in: folder)
    let targets = try #require(result.targets)
    #expect(run.targets.map(\.name) == ["Kalman mean", "Kalman std", "nearest mean"])
    for cell in [0, 6, 13] {
      let settings = run.point(ofCell: cell).settings(of: run.sweep.parameters)
      let document = try Variation(settings).applied(to: Document(contentsOf: folder.path("tiny.yaml")))
      let scenario = try Scenario(
        document, path: folder.path("tiny.yaml"), seed: run.sweep.seeds[cell % 2], laps: 24)
      let study = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
      #expect(study.published.map(\.simulated) == targets.figures[cell].map(\.simulated))
      #expect(study.published.map(\.interval) == targets.figures[cell].map(\.interval))
      #expect(study.published.verdict == targets.verdicts[cell])
    }
  }

  @Test func `every cell has a verdict in the tables, and the nearest one is named`() async throws {
    let (run, result) = try await result(in: folder())
    let targets = try #require(result.targets)
    #expect([.inside, .undecided, .outside].reduce(0) { $0 + targets.count($1) } == 14)
    #expect(targets.sensitivities.count == 3 && targets.sensitivities.allSatisfy { $0.distances.count == 4 })
    let table = try #require(result.tables.first { $0.name == "targets" })
    let lines = table.csv.split(separator: "\n").map { $0.split(separator: ",").map { String($0) } }
    #expect(
      lines[0] == ["point", "seed"] + run.sweep.parameters.map(\.name) + [
        "verdict", "Kalman mean", "Kalman std", "nearest mean",
      ])
    #expect(lines.count == 1 + 14)
    // By tolerances of 0.3 m for a mean and 0.4 m for a standard deviation.
    let misfits = targets.figures.map { figures in
      zip(figures, [0.3, 0.4, 0.3]).reduce(0.0) { sum, pair in
        let share = ((pair.0.simulated ?? .infinity) - pair.0.published) / pair.1
        return sum + share * share
      }
    }
    #expect(targets.nearest.map { misfits[$0] } == misfits.min())
    let text = result.report.text()
    #expect(text.contains("Beside the published figures 14 cells: "))
    #expect(
      text.contains("\nPoint \((targets.nearest ?? 0) / 2), the nearest to the published figures, with n "))
  }

  @Test func `the sweep beside the motion paper takes all that its parameters set`() throws {
    let run = try SweepRun(
      Sweep(contentsOf: Checkout.path("scenarios/sweeps/motion.yaml")), program: "p", dataRoot: "")
    #expect(
      run.targets.map(\.name) == [
        "feedback mean", "feedback std", "moving average mean", "moving average std", "proximity mean",
        "proximity std",
      ])
  }

  @Test func `two thirds inside and none outside are inside`() {
    func figure(_ simulated: Double?, _ reach: Double) -> PublishedFigure {
      PublishedFigure(
        pipeline: "p", statistic: .mean, published: 2, simulated: simulated,
        interval: simulated.map { ConfidenceInterval(lower: $0 - reach, upper: $0 + reach) })
    }
    let (inside, undecided, outside) = (figure(2.1, 0.1), figure(2.2, 0.2), figure(2.6, 0.1))
    #expect([inside, inside, undecided].verdict == .inside && [inside, undecided].verdict == .undecided)
    #expect([inside, inside, outside].verdict == .outside && [figure(nil, 0)].verdict == .outside)
    #expect([PublishedFigure]().verdict == .outside)
  }

  @Test func `values are spread as their parameter says, and products are set`() throws {
    let folder = try folder(
      parameters: Self.parameters
        + "\n  - {name: assumed C, set: [assumes.c], linear: [-60, -50]}"
        + "\n  - {name: age, set: [\"pipelines[Kalman].maximumAge\"], linear: [1, 3], times: n}")
    let run = try SweepFiles.run(in: folder)
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

  @Test(arguments: [
    (
      "- {name: n, set: [assumes.n], linear: [2, 2]}",
      "parameters[0].linear[1]: expected more than where the range begins, 2.0, found 2.0"
    ),
    (
      "- {name: n, set: [assumes.n], logarithmic: [0, 2]}",
      "parameters[0].logarithmic[0]: expected a number above 0, found 0"
    ),
    (
      "- {name: n, set: [assumes.n], values: [2]}",
      "parameters[0].values: expected a list of at least 2, found a list of 1"
    ),
    (
      "- {name: n, set: [assumes.n], values: [2, 2]}",
      "parameters[0].values[1]: expected each value once, found 2"
    ),
    (
      "- {name: n, set: [assumes.n]}",
      "expected exactly one of the keys linear, logarithmic or values, found neither"
    ),
    (
      "- {name: n, set: [assumes.m], linear: [1, 2]}",
      "parameters[0].set: expected places of the scenario that take 1.0, found one that does not: "
    ),
    ("- {name: n, set: [assumes.n], linear: [1, 20]}", "expected places of the scenario that take 14"),
    (
      "- {name: n, set: [seed], linear: [1, 2]}",
      "parameters[0].set[0]: expected a key in which points may differ, found \"seed\""
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2]}\n  - {name: n, set: [assumes.c], linear: [-60, -50]}",
      "parameters[1].name: expected a name that no other parameter has"
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2]}\n  - {name: m, set: [assumes.n], linear: [1, 2]}",
      "parameters[1].set[0]: expected a key that no other parameter sets"
    ),
    (
      "- {name: n, set: [assumes.n], linear: [1, 2], times: m}",
      "parameters[0].times: expected a number, or the name of an earlier parameter with a range"
    ),
    (
      "- {name: n, set: [assumes.n], values: [1, 2], times: 2}",
      "parameters[0].times: expected no factor for values of a list, found 2"
    ),
    (
      "- {name: verdict, set: [assumes.n], linear: [1, 2]}",
      "parameters[0].name: expected a name that no other column of the tables has, found \"verdict\""
    ),
    (
      "- {name: Kalman mean, set: [assumes.n], linear: [1, 2]}",
      "parameters[0].name: expected a name that no other column of the tables has"
    ),
    (
      (0...40).map { "- {name: p\($0), set: [key\($0)], linear: [1, 2]}" }.joined(separator: "\n  "),
      "parameters: expected a list of 1 to 40, found a list of 41"
    ),
  ])
  func `what is wrong with a parameter is one sentence with file and key`(parameter: String, sentence: String)
    throws
  {
    let folder = try folder(parameters: "  " + parameter)
    let problem = #expect(throws: FileProblem.self) { try SweepFiles.run(in: folder) }
    let text = problem?.description ?? ""
    #expect(text.contains(sentence) && text.contains("sweep.yaml:") && !text.contains("\n"), "\(text)")
  }

  @Test(arguments: [
    ("targets: true", "targets: {again: 3}", "targets: expected true or false, found a map"),
    (
      "targets: true", "targets: true\npipelines: [other]",
      "targets: expected a scenario with published rows, found one in which no pipeline has the key published"
    ),
    (
      "targets: true", "targets: true\nmetrics: [mean]",
      "metrics: expected a list with std, which was published of Kalman"
    ),
    ("targets: true", "targets: true\nset: {noise: white}", "since white noise is not available for a sweep"),
  ])
  func `what is wrong with targets is one sentence with file and key`(
    right: String, wrong: String, sentence: String
  ) throws {
    let folder = try folder()
    try folder.write(folder.read("sweep.yaml").replacing(right, with: wrong), to: "sweep.yaml")
    let problem = #expect(throws: FileProblem.self) { try SweepFiles.run(in: folder) }
    #expect(problem?.description.contains(sentence) == true, "\(String(describing: problem))")
  }
}
