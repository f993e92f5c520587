import Documents
import Foundation
import TestSupport
import Testing

@Suite struct MetricsTests {
  /// A corridor in two rooms with stops at both ends, and floors enough to be wrong about.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      SmallFiles.site.replacing(
        "testPoints:",
        with: "rooms: [{name: left, corners: [[-2, -2], [3, -2], [3, 2], [-2, 2]]}]\ntestPoints:"),
      to: "site.yaml")
    try folder.write(
      SmallFiles.scenario.replacing("walk: {walkIn: 5}", with: "walk: {walkIn: 30, duration: 60}")
        + "score: {within: [0.5, 7]}\n", to: "tiny.yaml")
    return folder
  }

  private func summary(_ folder: TemporaryFolder) throws -> Document {
    try Document(json: folder.read("results/tiny/seed1-laps4/summary.json"), file: "summary")
  }

  @Test func `the summary holds all metrics, and the documentation every key of them`() async throws {
    let folder = try folder()
    try await folder.succeed("run tiny.yaml")
    let summary = try summary(folder)
    for score in try summary.elements("scores") {
      let metrics = try score["metrics"]
      try DocumentedKeys.expect(metrics, in: "docs/metrics.md", "docs/columns.md")
      for key in ["distribution", "vector", "along", "cross", "rooms", "coverage", "track"] {
        #expect(metrics.has(key), "\(key)")
      }
      #expect(
        try metrics["distribution"].elements("within").map { try $0.number("metres") } == [0.5, 7])
      let absent = try metrics.elements("absent").map { try $0.text("metric") }
      #expect(absent.contains("floors") && !metrics.has("floors"))
      #expect(absent.contains("lag") != metrics.has("lag"))
    }
    let ranging = try summary.elements("ranging")
    #expect(try ranging.map { try $0["pipelines"].json } == [#"["Kalman"]"#, #"["nearest"]"#])
    try DocumentedKeys.expect(Document(ranging), in: "docs/columns.md")
    let provenance = try Document(
      json: folder.read("results/tiny/seed1-laps4/provenance.json"), file: "provenance")
    try DocumentedKeys.expect(["costs": try provenance["costs"]], in: "docs/columns.md")
    let costs = try provenance.elements("costs")
    #expect(try costs.map { try $0.text("pipeline") } == ["Kalman", "nearest", "room centre"])
    for cost in costs {
      #expect(try cost.number("nanosecondsPerReading") > 0 && cost.number("nanosecondsPerFix") > 0)
    }
  }

  @Test func `what stands in errors.csv gives the metrics again`() async throws {
    let folder = try folder()
    _ = try await folder.run("run tiny.yaml")
    let lines = try folder.read("results/tiny/seed1-laps4/errors.csv").split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    let rows = lines.dropFirst().map { line in
      Dictionary(
        uniqueKeysWithValues: zip(
          names, line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)))
    }
    let score = try #require(try summary(folder).elements("scores").first)
    let own = rows.filter { $0["pipeline"] == "Kalman" && $0["status"] == "ok" }
    func numbers(_ key: String) -> [Double] { own.compactMap { Double($0[key] ?? "") } }
    let count = Double(own.count)
    try #require(count > 0 && numbers("east_m").count == own.count)
    let vector = try score["metrics"]["vector"]
    #expect(try abs(vector.number("meanEast") - numbers("east_m").reduce(0, +) / count) < 1e-12)
    #expect(try abs(vector.number("meanNorth") - numbers("north_m").reduce(0, +) / count) < 1e-12)
    #expect(
      try abs(score["metrics"].number("meanAgeSeconds") - numbers("age_s").reduce(0, +) / count) < 1e-12)
    let rooms = try score["metrics"]["rooms"]
    let inside = own.filter { $0["true_room"] == "left" }
    #expect(try rooms.integer("n") == inside.count && rooms.integer("outside") == own.count - inside.count)
    #expect(try rooms.integer("hits") == inside.count { $0["fix_room"] == "left" })
    for row in own {
      // The length of the arrow is the error that is scored.
      let (east, north) = (Double(row["east_m"] ?? "") ?? .nan, Double(row["north_m"] ?? "") ?? .nan)
      #expect(
        abs((east * east + north * north).squareRoot() - (Double(row["error_m"] ?? "") ?? .nan)) < 1e-12)
      #expect(row["fix_floor"] == "0")
    }
  }

  @Test func `metrics and cost are printed when asked for, and the rest stays as it was`() async throws {
    let folder = try folder()
    let plain = try await folder.run("run tiny.yaml")
    let metrics = try await folder.run("run tiny.yaml --metrics")
    let cost = try await folder.run("run tiny.yaml --cost")
    let head = plain.output.replacing(/\nResults: (.*\n)+/, with: "")
    #expect(metrics.output.hasPrefix(head) && cost.output.hasPrefix(head))
    for title in ["CEP", "EvAAL", "lag s", "right room %", "ranging of", "true distance m"] {
      #expect(metrics.output.contains(title) && !plain.output.contains(title), "\(title)")
    }
    #expect(metrics.output.contains("\nStops not available: no walker stops.\n"))
    #expect(metrics.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(cost.output.contains("ns/reading") && !plain.output.contains("ns/reading"))
    #expect(!metrics.output.contains("ns/reading"))
  }

  @Test func `a replay with the truth has the lag and the ranging of the run`() async throws {
    let folder = try folder()
    _ = try await folder.run("run tiny.yaml --laps 1 --name one")
    _ = try await folder.run("simulate tiny.yaml --capture l --truth t.csv --presses p.csv")
    let command = "replay l --scenario tiny.yaml --truth t.csv --presses p.csv"
    let replay = try Document(json: await folder.run(command + " --json").output, file: "replay")
    let run = try Document(json: folder.read("results/tiny/one/summary.json"), file: "summary")
    for (a, b) in zip(try replay.elements("scores"), try run.elements("scores")) {
      #expect(try a["metrics"]["track"].json == b["metrics"]["track"].json)
      #expect(try a["metrics"]["rooms"].json == b["metrics"]["rooms"].json)
      #expect(a.has("lag") == b.has("lag"))
      if a.has("lag") { #expect(try a["metrics"]["lag"].json == b["metrics"]["lag"].json) }
    }
    #expect(try replay["ranging"].json == run["ranging"].json)
    let tables = try await folder.run(command + " --metrics")
    #expect(tables.status == 0 && tables.output.contains("lag s") && tables.output.contains("ranging of"))
    let presses = try await folder.run("replay l --scenario tiny.yaml --presses p.csv --metrics")
    #expect(presses.status == 0 && presses.output.contains("\nTrack not available: the walk is unknown.\n"))
    #expect(!presses.output.contains("ranging of"))
  }
}
