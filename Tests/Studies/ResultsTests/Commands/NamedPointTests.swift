import Documents
import Sites
import TestSupport
import Testing

/// Test points with names in place of numbers.
@Suite struct NamedPointTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.site.replacing("{id: 1,", with: "{id: p1,").replacing("{id: 2,", with: "{id: door-2,"),
      to: "site.yaml")
    try folder.write(
      SmallFiles.scenario.replacing("{walkIn: 5}", with: "{walkIn: 5, pauses: [{at: p1, seconds: 2}]}"),
      to: "tiny.yaml")
    return folder
  }

  private func succeed(_ line: String, in folder: TemporaryFolder) async throws -> String {
    let outcome = try await folder.succeed(line)
    return outcome.output
  }

  @Test func `results, comparisons and exports call a test point by its name`() async throws {
    let folder = try folder()
    _ = try await succeed("run tiny.yaml --quiet", in: folder)
    let errors = try folder.read("results/tiny/seed1-laps4/errors.csv")
    #expect(errors.contains(",0,p1,") && errors.contains(",0,door-2,"))
    let compared = try Document(
      json: try await succeed("compare results/tiny/seed1-laps4 results/tiny/seed1-laps4 --json", in: folder),
      file: "compare")
    #expect(try compared.elements("pairs").allSatisfy { try $0.integer("n") == 8 })
    _ = try await succeed("export results/tiny/seed1-laps4 --into out", in: folder)
    #expect(try folder.read("out/test_points.csv").contains("\ndoor-2,6.0,2.0,0\n"))
    let package = try Document(contentsOf: folder.path("out/datapackage.json"))
    let kinds = try package.elements("resources").flatMap { try $0["schema"].elements("fields") }
      .filter { try $0.text("name") == "point" }.map { try $0.text("type") }
    #expect(kinds == ["string", "string", "string"])
  }

  @Test func `presses that a simulation writes name the points, and a replay reads them`() async throws {
    let folder = try folder()
    _ = try await succeed(
      "simulate tiny.yaml --readings r.csv --presses p.csv", in: folder)
    let presses = try folder.read("p.csv")
    #expect(presses.contains(",p1\n") && presses.contains(",door-2\n"))
    let table = try await succeed(
      "replay r.csv --site site.yaml --scenario tiny.yaml --presses p.csv --json", in: folder)
    #expect(table.contains("\"missed\""))
    try folder.write(presses.replacing("p1", with: "p3"), to: "p.csv")
    let outcome = try await folder.run("replay r.csv --site site.yaml --presses p.csv")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("expected a test point of the site, p1 or door-2, found \"p3\""))
  }
}
