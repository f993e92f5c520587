import Documents
import Pages
import Rendering
import Sweeping
import TestSupport
import Testing

@Suite struct SweepPlotsTests {
  /// Two points of one parameter, of two pipelines, and a baseline that has no rank.
  private func plots(_ kind: PlotKind, pipelines: [String]? = nil) throws -> PlotSet {
    let folder = try TemporaryFolder()
    let averages = [
      ("a", 0, 1.5, 4), ("b", 0, 2.5, 4), ("room centre", 0, 9, 4), ("a", 1, 3, 8), ("b", 1, 2, 8),
    ]
    .map { pipeline, point, value, sigma in
      """
      {"pipeline": "\(pipeline)", "point": \(point), "value": \(value), "interval95": [\(value - 0.5), \(value + 0.5)],
       "values": {"sigma": \(sigma)}}
      """
    }
    try folder.write(
      """
      {"sweep": "s", "design": "crossed", "metric": "mean", "seeds": [1, 2], "points": 2, "laps": 5,
       "parameters": ["sigma"], "averages": [\(averages.joined(separator: ","))],
       "ranking": {"concordance": 0.25, "points": 2, "leftOut": 0, "pipelines": [
         {"pipeline": "a", "meanRank": 1.5, "bestRank": 1, "worstRank": 2, "shareFirst": 0.5},
         {"pipeline": "b", "meanRank": 1.5, "bestRank": 1, "worstRank": 2, "shareFirst": 0.5}]}}
      """, to: "s/sweep.json")
    try folder.write("parameters: [{name: sigma, unit: dB, values: [4, 8]}]\n", to: "s/sweep.yaml")
    var options = PlotOptions()
    (options.kind, options.pipelines) = (kind, pipelines)
    return try PlotSet(PlotSubject([folder.path("s")]), results: [], options: options)
  }

  @Test
  func `values stand beside each other at their parameter, with intervals, and the baseline is left out`()
    throws
  {
    let plot = try #require(plots(.sweep).plots.first)
    // The two pipelines stand 0.8 % of the range apart.
    let rows = try PlottedSamples.rows(of: plot, layer: 2)
    #expect(try rows.map { try $0.text("pipeline") } == ["a", "b", "a", "b"])
    #expect(try rows.map { try $0.number("value") } == [1.5, 2.5, 3, 2])
    #expect(try rows.map { try $0.number("setting") } == [3.984, 4.016, 7.984, 8.016])
    let intervals = try PlottedSamples.rows(of: plot, layer: 0)
    #expect(try intervals.map { try $0.number("lower") } == [1, 2, 2.5, 1.5])
    let encoding = try plot.specification()["layer"].elements[2]["encoding"]
    #expect(try encoding["x"].text("title") == "sigma (dB)")
    #expect(try encoding["y"].text("title") == "mean error (m)")
    #expect(plot.caption.hasSuffix("Sweep s: 2 points, 2 seeds, 5 laps a cell."))
  }

  @Test func `a ranking shows mean, best and worst rank`() throws {
    let plot = try #require(plots(.ranking).plots.first)
    let rows = try PlottedSamples.rows(of: plot, layer: 0)
    #expect(try rows.map { try $0.number("mean") } == [1.5, 1.5])
    #expect(try rows.map { try $0.number("upper") } == [2, 2])
    #expect(plot.caption.contains("Kendall's W 0.25."))
  }

  @Test func `what a sweep lacks is one sentence`() throws {
    #expect(throws: PlotProblem("--kind: expected sweep, ranking of results of sweep, found indices")) {
      try plots(.indices)
    }
    #expect(throws: PlotProblem("--pipelines: expected pipelines of the sweep s, found c")) {
      try plots(.sweep, pipelines: ["c"])
    }
  }
}
