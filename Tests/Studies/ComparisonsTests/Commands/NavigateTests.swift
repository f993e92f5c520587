import Documents
import TestSupport
import Testing

@Suite struct NavigateTests {
  private static func folder(_ walk: String) throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(SmallFiles.scenario.replacing("walk: {walkIn: 5}", with: walk), to: "tiny.yaml")
    try folder.write(
      SmallFiles.site.replacing(
        "nodes: {a: [0, 0], b: [6, 0], c: [6, 4]}",
        with: "nodes: {a: [0, 0], b: [6, 0], c: [6, 4], d: [12, 0]}"
      )
      .replacing("edges: [[a, b], [b, c], [c, a]]", with: "edges: [[a, b], [b, c], [b, d]]"), to: "site.yaml")
    return folder
  }

  @Test(arguments: ["1", "3"])
  func `the key and the option plan the same route`(threads: String) async throws {
    let walk = "walk: {route: [a, b, d], planned: [a, d], walkIn: 5}"
    let keyed = try await Self.folder(walk).run("navigate tiny.yaml --json --threads \(threads)")
    #expect(keyed.status == 0 && keyed.errors.isEmpty, "\(keyed.errors)")
    let document = try Document(json: keyed.output, file: "navigate")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    #expect(
      try document.number("metres") == 12
        && document.elements("route").map { try $0.text } == ["a", "b", "d"])
    let option = try await Self.folder("walk: {route: [a, b, d], walkIn: 5}").run(
      "navigate tiny.yaml --planned a,d --json")
    #expect(option.output == keyed.output)
    // Each of four laps passes the one branching node once, and arrives.
    for row in try document.elements("pipelines") {
      #expect(
        try row.integer("instructions") == 4 && row.integer("arrivals") == 4 && row.integer("leavings") == 0)
      let share = try row.number("inTime")
      let bounds = try row.elements("inTimeInterval95").map { try $0.number }
      #expect(bounds[0] <= share && share <= bounds[1] && bounds[0] >= 0 && bounds[1] <= 1)
    }
  }

  @Test func `a walk that leaves the planned route is counted`() async throws {
    let outcome = try await Self.folder("walk: {route: [a, b, c], planned: [a, d], walkIn: 5}").succeed(
      "navigate tiny.yaml --json --set laps.directions=forward")
    for row in try Document(json: outcome.output, file: "navigate").elements("pipelines") {
      #expect(try row.integer("leavings") == 4 && row.integer("arrivals") == 0)
    }
  }
}
