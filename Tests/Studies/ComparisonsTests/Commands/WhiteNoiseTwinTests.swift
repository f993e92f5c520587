import Documents
import Sites
import TestSupport
import Testing

/// `run --white-noise-twin`: two studies, each as if it had been run by itself, and their rankings side by side.
@Suite struct WhiteNoiseTwinTests {
  @Test func `both results are those of the study run by itself`() async throws {
    let folder = try SmallFiles.folder()
    let twin = try await folder.run("run tiny.yaml --white-noise-twin --name both")
    #expect(twin.status == 0 && twin.errors == "")
    #expect(twin.unwrapped.contains("White-noise twin: in 257 readings of 3 beacons"))
    #expect(twin.output.contains("\nResults: results/tiny/both/, results/tiny/both-white/\n"))
    try await folder.succeed("run tiny.yaml --name plain")
    try await folder.succeed("run results/tiny/both-white/scenario.yaml --name white")
    for (one, two) in [("both", "plain"), ("both-white", "white")] {
      for file in ["errors.csv", "summary.json", "scenario.yaml", "site.yaml"] {
        #expect(
          try folder.bytes("results/tiny/\(one)/\(file)") == folder.bytes("results/tiny/\(two)/\(file)"),
          "\(one) \(file)")
      }
    }
    #expect(
      try folder.bytes("results/tiny/plain/errors.csv") != folder.bytes("results/tiny/white/errors.csv"))
    let json = try await folder.run("run tiny.yaml --white-noise-twin --name both --json")
    let document = try Document(json: json.output, file: "output")
    let ranking = try document["ranking"]
    #expect(try ranking.elements("pairs").count == 3)
    #expect(
      try ranking.json == Document(contentsOf: folder.path("results/tiny/both-white/ranking.json")).json)
    try DocumentedKeys.expect(["rows": ranking["rows"]], in: "docs/columns.md")
    try DocumentedKeys.expect(document["white"]["whiteNoise"], in: "docs/columns.md")
    #expect(try document["white"]["whiteNoise"].integer("readings") == 257)
  }

  @Test func `recorded walks have twins too`() async throws {
    let folder = try SmallFiles.folder()
    try SmallFiles.declareDigest(in: folder)
    try folder.write(
      SmallFiles.recorded.replacing("{n: calibration, c: calibration}", with: "{n: 2}"), to: "walks.yaml")
    let outcome = try await folder.run("run walks.yaml --data . --white-noise-twin")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("Whether the ranking changes cannot be tested"))
  }
}
