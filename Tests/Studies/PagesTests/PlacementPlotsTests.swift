import Documents
import Pages
import Placement
import Rendering
import TestSupport
import Testing
import World

@Suite struct PlacementPlotsTests {
  private func plots(_ kind: PlotKind?, change: (String) -> String = { $0 }) throws -> PlotSet {
    let folder = try TemporaryFolder()
    try folder.write(
      change(
        """
        {"study": "s", "seed": 7, "objective": "mean bound", "objectiveUnit": "m", "walks": 4, "knee": 2,
         "verdict": {"figure": "mean error", "pipeline": "nearest"},
         "best": [
           {"layout": "greedy", "beacons": 1, "standing": "worse", "judged": 4, "judgedInterval95": [3, 5]},
           {"layout": "lattice", "beacons": 2, "standing": "chosen", "judged": 2, "judgedInterval95": [1, 3]},
           {"layout": "every 1 m", "beacons": 9, "standing": "over the budget", "judged": 1}],
         "layouts": [
           {"name": "greedy", "isRule": false, "beacons": [{"id": "p1", "x": 1, "y": 1, "z": 3, "floor": 0}]},
           {"name": "lattice", "isRule": true, "beacons": [{"id": "p1", "x": 2, "y": 1, "z": 3, "floor": 0},
             {"id": "p2", "x": 8, "y": 1, "z": 3, "floor": 0}]},
           {"name": "every 1 m", "isRule": true, "beacons": []}],
         "curve": [{"beacons": 1, "value": 9}, {"beacons": 2, "value": 5}, {"beacons": 3, "value": 4}],
         "map": [{"x": 1, "y": 1, "floor": 0, "boundMetres": 2.5, "errorMetres": null},
           {"x": 3, "y": 1, "floor": 0, "boundMetres": 3.5, "errorMetres": 1.5}]}
        """), to: "s/placement.json")
    try folder.write(
      """
      name: s
      path: {nodes: {a: [0, 0], b: [10, 2]}, edges: [[a, b]]}
      beacons:
        - {id: p1, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 0, minor: 1, measuredPower: -59, position: [2, 1, 3]}

      """, to: "s/site.yaml")
    var options = PlotOptions()
    options.kind = kind
    return try PlotSet(PlotSubject([folder.path("s")]), results: [], options: options)
  }

  @Test func `a folder of place has its pictures`() throws {
    let set = try plots(nil)
    #expect(set.plots.map(\.kind) == [.layouts, .judged, .curve, .boundmap, .errormap])
    #expect(set.leftOut.isEmpty)
    #expect(set.plots[2].caption.contains("its knee, at 2 beacons"))
  }

  @Test func `the judged figures stand in the order of the layouts`() throws {
    let plot = try #require(plots(.judged).plots.first)
    let rows = try PlottedSamples.rows(of: plot, layer: 0)
    #expect(try rows.map { try $0.text("layout") } == ["greedy (1)", "lattice (2)", "every 1 m (9)"])
    #expect(try rows.map { try $0.number("upper") } == [5, 3, 1])
  }

  /// Errors of 0.2 m at most do not take the whole scale, which is 1 m long at least and begins at 0.
  @Test(arguments: [("1.5", 1.5), ("0.2", 1)])
  func `the colours of a map of errors begin at 0 and span a metre at least`(
    largest: String, end: Double
  ) throws {
    let plot = try plots(.errormap) {
      $0.replacing("\"errorMetres\": 1.5", with: "\"errorMetres\": \(largest)")
    }
    let layers = try #require(plot.plots.first).specification()["layer"].elements
    let colours = layers.compactMap { $0.optional("encoding")?.optional("color") }
    #expect(try #require(colours.first)["scale"]["domain"].elements.map { try $0.number } == [0, end])
  }

  @Test func `the legend of layouts is filled for the chosen one and open for rivals, as the marks are`()
    throws
  {
    let layers = try #require(plots(.layouts).plots.first).specification()["layer"].elements
    let key = try #require(layers.last)["encoding"]
    func texts(_ channel: String, _ part: String) throws -> [String] {
      try key[channel]["scale"][part].elements.prefix(2).map { try $0.text }
    }
    #expect(try texts("fill", "domain") == ["lattice", "greedy"])
    #expect(try texts("fill", "range") == ["#0072B2", "transparent"])
    let drawn = try layers.filter { try $0["mark"].optional("shape") != nil }.map {
      try $0["mark"].text("fill")
    }
    #expect(drawn == ["transparent", "#0072B2"])
  }

  @Test func `points without an error are left out of the map`() throws {
    let specification = try #require(plots(.errormap).plots.first).specification().json
    #expect(specification.contains("1.5") && !specification.contains("3.5"))
  }

  @Test func `a damaged folder is one sentence`() throws {
    #expect(throws: (any Error).self) { try plots(nil) { $0.replacing("\"seed\": 7,", with: "") } }
    #expect(
      throws: PlotProblem(
        "--kind: expected layouts, judged, curve, boundmap, errormap of a folder of place, found cdf")
    ) {
      try plots(.cdf)
    }
  }
}

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
