import Documents
import Foundation
import TestSupport
import Testing

@Suite struct BoundsTests {
  private func folder(_ scenario: String = SmallFiles.scenario) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(SmallFiles.site, to: "site.yaml")
    try folder.write(scenario, to: "tiny.yaml")
    return folder
  }

  private static let noisy = SmallFiles.scenario.replacing(
    "{deviation: 4}}", with: "{deviation: 4}}\n  fading: {independent: {k: 2}}")

  @Test func `bounds stand below the scores, in the summary and in a table, and only when asked for`()
    async throws
  {
    let folder = try folder(Self.noisy)
    try await folder.succeed("run tiny.yaml")
    let summary = "results/tiny/seed1-laps4/summary.json"
    #expect(try !Document(json: folder.read(summary), file: "summary").has("bounds"))
    let plain = try folder.read("results/tiny/seed1-laps4/errors.csv")
    let outcome = try await folder.succeed("run tiny.yaml --bounds --threads 1")
    for word in ["Any filter", "RMSE / bound [95 %]", "docs/bounds.md"] {
      #expect(outcome.unwrapped.contains(word))
    }
    #expect(try folder.read("results/tiny/seed1-laps4/errors.csv") == plain)
    let bounds = try Document(json: folder.read(summary), file: "summary")["bounds"]
    try DocumentedKeys.expect(bounds, in: "docs/columns.md")
    #expect(try bounds.elements("ratios").count == 3 && bounds.integer("moments") == 8)
    let table = try folder.read("results/tiny/seed1-laps4/bounds.csv")
    let lines = table.split(separator: "\n")
    #expect(
      lines[0] == "lap,direction,hand,floor,point,time_s,reading_m,reading_plane_m,filter_m,smoother_m")
    #expect(lines.count == 9)
    for row in lines.dropFirst() {
      let cells = row.split(separator: ",").suffix(2).compactMap { Double($0) }
      #expect(cells.count == 2 && cells[1] <= cells[0] && cells[1] > 0)
    }
    let other = try await folder.run("run tiny.yaml --bounds --json --threads 3")
    #expect(try Document(json: other.output, file: "output")["bounds"] == bounds)
    #expect(try folder.read("results/tiny/seed1-laps4/bounds.csv") == table)
  }

  /// A method that always answers the one place at which it is asked guesses right by its bias.
  @Test func `what is better than can be ends with status 1`() async throws {
    let folder = try folder(
      Self.noisy + "  - {name: oracle, method: roomCentre, snap: false}\n")
    // The room's centre is (3, 2).
    try folder.write(
      SmallFiles.site.replacing("{id: 1, position: [3, 0]}", with: "{id: 1, position: [3, 2]}")
        .replacing("  - {id: 2, position: [6, 2]}\n", with: ""), to: "site.yaml")
    let outcome = try await folder.run("run tiny.yaml --bounds")
    #expect(outcome.status == 1)
    #expect(outcome.unwrapped.contains("Below the bound: oracle, ratio 0.00 [0.00, 0.00]: unexplained."))
    let summary = try Document(
      json: folder.read("results/tiny/seed1-laps4/summary.json"), file: "summary")
    let verdicts = try summary["bounds"].elements("ratios").map { try $0.text("verdict") }
    #expect(verdicts.filter { $0 == "below" }.count >= 1)
  }

  @Test func `an overview has a row for each pipeline, with the bound that holds for it`() async throws {
    let folder = try folder(
      Self.noisy + """
          - {name: smoother, method: {gridBayes: {answer: smoother}}}
          - {name: fingerprints, method: nearestFingerprints, given: [survey]}
          - {name: reckoning, method: deadReckoning}
        survey: {readings: 3}
        steps: {}

        """)
    let outcome = try await folder.succeed(
      "run tiny.yaml --overview --bounds --table csv --columns pipeline,given,survey,ratio")
    let summary = try Document(
      json: folder.read("results/tiny/seed1-laps4/summary.json"), file: "summary")["bounds"]
    let ratios = try summary.elements("ratios")
    #expect(try ratios.map { try $0.text("pipeline") }.contains("smoother"))
    for ratio in ratios {
      let name = try ratio.text("pipeline")
      let (filter, smoother) = (try? ratio.number("toFilter"), try? ratio.number("toSmoother"))
      #expect((filter != nil) == ["Kalman", "nearest", "room centre"].contains(name), "\(name)")
      #expect((smoother != nil) == (name == "smoother"))
      if let smoother {
        #expect(abs(smoother - (try ratio.number("rmse") / summary.number("smootherMetres"))) < 1e-9)
      }
    }
    let overview = outcome.output.split(separator: "\n").filter { $0.contains(",later readings,") }
    #expect(overview.count == 1 && overview[0].hasPrefix("smoother,"))
    #expect(outcome.output.contains(",survey,2,") && outcome.output.contains(",steps,"))
  }

  @Test func `what has no bounds is refused before anything runs`() async throws {
    let folder = try folder()
    try folder.write(SmallFiles.scenario + "noise: white\n", to: "white.yaml")
    let outcome = try await folder.run("run white.yaml --bounds")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "beaconbench: --bounds: expected noise: structured, found white, which is another channel\n")
    #expect(try !folder.contents.contains("results"))
  }
}
