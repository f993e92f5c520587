import Documents
import Foundation
import Pages
import Rendering
import TestSupport
import Testing

@Suite struct SpecificationTests {
  private static let python = Checkout.path(".build/python/bin/python3")
  /// Altair carries the JSON Schema of Vega-Lite.
  private static let hasSchema =
    (try? TestSupport.run([python, "-c", "import altair, jsonschema"]).status) == 0

  private static let check = """
    import json, os, sys
    import altair.vegalite.v6.schema as schema, jsonschema
    with open(os.path.join(os.path.dirname(schema.__file__), "vega-lite-schema.json")) as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    for name, specification in json.load(sys.stdin).items():
        for error in validator.iter_errors(specification):
            print(name, jsonschema.exceptions.best_match([error]).message[:200])
    """

  @Test(.enabled(if: hasSchema, "the schema of Vega-Lite comes with Altair, which make test installs"))
  func `specifications of every shape fit the schema of Vega-Lite, static and interactive`() async throws {
    let results = try await PlottedSamples.study("floor35", laps: 2)
    var options = PlotOptions()
    options.laps = [0, 1]
    let set = try PlotSet(.scenario("floor35"), results: [results], options: options)
    // No method of floor35 states how uncertain it is.
    #expect(set.leftOut.map(\.kind.name) == ["uncertainty"])
    options.kind = .uncertainty
    let stated = try PlotSet(
      .scenario("trackers"), results: [try await PlottedSamples.study("trackers", laps: 2)], options: options)
    var specifications: [Document.Member] = []
    for plot in set.plots + stated.plots {
      specifications.append(.init(key: plot.name, value: plot.specification()))
      specifications.append(
        .init(key: plot.name + " interactive", value: plot.specification(isInteractive: true)))
    }
    #expect(specifications.count >= 28)
    let outcome = try TestSupport.run([Self.python, "-c", Self.check], input: Document(specifications).json)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func `the true walk is the broadest line of tracks and lies below the fixes`() async throws {
    let results = try await PlottedSamples.study("floor35", laps: 1)
    var options = PlotOptions()
    options.kind = .tracks
    let plot = try #require(
      try PlotSet(.scenario("floor35"), results: [results], options: options).plots.first)
    let layers = try plot.specification()["layer"].elements
    let tracks = try layers.filter { try $0["encoding"].optional("detail")?.optional("field") == "lap" }
    let widths = try tracks.map { try $0["mark"].number("strokeWidth") }
    #expect(widths.count == 3 && widths.dropFirst().allSatisfy { $0 * 3 < widths[0] })
    let names = try #require(layers.last)["encoding"]["shape"]["scale"]["domain"].elements.map { try $0.text }
    #expect(names == ["true walk", "fixes of the method", "fixes on the path", "beacon"])
  }

  /// The lag that a study finds on the same laps, by another program text, lies within a step of the curve's smallest point.
  @Test func `the lag curve is smallest at the lag of the study`() async throws {
    let results = try await PlottedSamples.study("floor35", laps: 3)
    var options = PlotOptions()
    options.kind = .lag
    let plot = try #require(
      try PlotSet(.scenario("floor35"), results: [results], options: options).plots.first)
    let points = try PlottedSamples.rows(of: plot, layer: 1)
    let scores = try #require(results.summary).elements("scores")
    #expect(points.count >= 5)
    for point in points {
      let name = try point.text("pipeline")
      let score = try #require(try scores.first { try $0.text("pipeline") == name })
      let lag = try score["metrics"]["lag"].number("seconds")
      #expect(try abs(point.number("shift") - lag) <= 0.25, "\(name)")
    }
  }
}

/// Constant baselines, and the colours of pipelines.
@Suite struct BaselineTests {
  private static let sample = PlottedSamples.results(
    [("a", [[1, 2], [2, 1]]), ("room", [[20, 20], [20, 20]]), ("b", [[2, 3], [3, 2]])], constant: ["room"])

  private func plot(_ kind: PlotKind, _ change: (inout PlotOptions) -> Void = { _ in }) throws -> Plot {
    var options = PlotOptions()
    options.kind = kind
    change(&options)
    return try #require(
      try PlotSet(.scenario("sample"), results: [Self.sample], options: options).plots.first)
  }

  private func names(_ plot: Plot, layer: Int) throws -> Set<String> {
    try Set(PlottedSamples.rows(of: plot, layer: layer).map { try $0.text("pipeline") })
  }

  private func end(_ plot: Plot) throws -> Double? {
    try plot.specification()["layer"].elements[0]["encoding"]["x"]["scale"]["domain"].elements.last?.number
  }

  /// All errors of a and b are within 3 m, those of the baseline 20 m.
  @Test func `a constant baseline is off the axis and in the caption, unless it is asked for`() throws {
    let cdf = try plot(.cdf)
    #expect(try names(cdf, layer: 0) == ["a", "b"] && end(cdf) == 3)
    #expect(cdf.caption.hasSuffix(" Not drawn: the constant baseline room, mean error 20 m."))
    let means = try plot(.means)
    #expect(try names(means, layer: 0) == ["a", "b"] && means.caption.contains("Not drawn"))
    for shown in [try plot(.cdf) { $0.showsBaselines = true }, try plot(.cdf) { $0.pipelines = ["room"] }] {
      #expect(try end(shown) == 20 && !shown.caption.contains("Not drawn"))
    }
  }

  @Test func `results with nothing but a constant baseline show it`() throws {
    let sample = PlottedSamples.results([("room", [[20], [20]])], constant: ["room"])
    var options = PlotOptions()
    options.kind = .cdf
    let plot = try #require(try PlotSet(.scenario("sample"), results: [sample], options: options).plots.first)
    #expect(try end(plot) == 20)
  }

  /// After Okabe and Ito the first is blue and the second vermilion; the baseline takes no place.
  @Test func `a pipeline has its colour whichever others are drawn`() throws {
    let all = PipelineLooks(["a", "room", "b"], constant: ["room"])
    #expect(["a", "room", "b"].map(all.colour) == ["#0072B2", "#808080", "#D55E00"])
    let means = try plot(.means) { $0.showsBaselines = true }
    for plot in [means, try plot(.means)] {
      let scale = try plot.specification()["layer"].elements[0]["encoding"]["color"]["scale"]
      let pairs = try zip(scale["domain"].elements, scale["range"].elements).map {
        (try $0.text, try $1.text)
      }
      for (name, colour) in pairs { #expect(colour == all.colour(of: name)) }
      #expect(pairs.count >= 2)
    }
  }
}
