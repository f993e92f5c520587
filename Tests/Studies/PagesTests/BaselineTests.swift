import Documents
import Pages
import Rendering
import Testing

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
