import Documents
import Pages
import Rendering
import Testing
import World

/// Pictures of places and zones that say what they leave out.
@Suite struct PlacePlotsTests {
  /// Errors at 0 and 10 m of a path of 40 m, whose parts are 1 m long: the first and the eleventh hold errors.
  @Test func `errors along the path say how many parts hold errors`() throws {
    let nodes = [0.0, 40].map { PathGraph.Node(name: "\($0)", position: Point(x: $0, y: 0)) }
    let site = Site(
      name: "line", path: PathGraph(nodes: nodes, edges: [PathGraph.Edge(from: 0, to: 1)]), anchors: [])
    let plot = try Plot.errorsAlongPath(PlottedSamples.results([("a", [[1, 3], [3, 5]])]), on: site)
    #expect(
      plot.caption.hasPrefix(
        "Mean error along the path of 40 m in 40 equal parts, of which 2 hold errors, with 95 % intervals over laps."
      ))
    #expect(try PlottedSamples.rows(of: plot, layer: 1).count == 2)
  }

  @Test func `zones in which no beacon was have no row`() throws {
    let confusion: Document = [
      ["zone": "immediate", "immediate": 0, "near": 0, "far": 0, "unknown": 0],
      ["zone": "near", "immediate": 0, "near": 3, "far": 1, "unknown": 0],
      ["zone": "far", "immediate": 0, "near": 0, "far": 4, "unknown": 0],
    ]
    let plot = try Plot.zones(
      PlottedSamples.results(
        [("a", [[1]])],
        summary: ["ranging": [["pipelines": ["a"], "zones": ["confusion": confusion]]]]))
    let rows = try PlottedSamples.rows(of: plot, layer: 0)
    #expect(try Set(rows.map { try $0.text("truth") }) == ["near", "far"])
    let axis = try plot.specification()["layer"].elements[0]["encoding"]["y"]["scale"]["domain"]
    #expect(try axis.elements.map { try $0.text } == ["near", "far"])
    #expect(plot.caption.contains(" 8 in all. No beacon was ever immediate. "))
  }

  /// The loop of floor35 is 4 m wide round a void from (2, 2) to (34, 14.5).
  @Test func `maps leave out what is neither room nor path`() async throws {
    let results = try await PlottedSamples.study("floor35", laps: 1)
    for kind in [PlotKind.boundmap, .coverage] {
      var options = PlotOptions()
      options.kind = kind
      let plot = try #require(
        try PlotSet(.scenario("floor35"), results: [results], options: options).plots.first)
      let middles = try PlottedSamples.rows(of: plot, layer: 0).map { row in
        try ((row.number("x") + row.number("x2")) / 2, (row.number("y") + row.number("y2")) / 2)
      }
      #expect(middles.count > 500)
      for (x, y) in middles {
        #expect(!(x > 2 && x < 34 && y > 2 && y < 14.5) && x > -2 && x < 38 && y > -2 && y < 18.5)
      }
      #expect(plot.caption.contains(", in rooms and within 1 m of the path."))
    }
  }
}
