import Documents
import Pages
import Placement
import Rendering
import TestSupport
import Testing

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
