import Documents
import Sites
import TestSupport
import Testing

/// `run --white-noise-twin`: two studies, each as if it had been run by itself, and their rankings side by side.
@Suite struct WhiteNoiseTwinTests {
  private func run(_ arguments: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await Program.run(arguments.split(separator: " ").map(String.init), in: folder)
  }

  @Test func `both results are those of the study run by itself`() async throws {
    let folder = try SmallFiles.folder()
    let twin = try await run("run tiny.yaml --white-noise-twin --name both", in: folder)
    #expect(twin.status == 0 && twin.errors == "")
    #expect(twin.unwrapped.contains("White-noise twin: in 257 readings of 3 beacons"))
    #expect(twin.output.hasSuffix("Results: results/tiny/both/, results/tiny/both-white/\n"))
    let plain = try await run("run tiny.yaml --name plain", in: folder)
    let white = try await run("run results/tiny/both-white/scenario.yaml --name white", in: folder)
    #expect(plain.status == 0 && white.status == 0)
    for (one, two) in [("both", "plain"), ("both-white", "white")] {
      for file in ["errors.csv", "summary.json", "scenario.yaml", "site.yaml"] {
        #expect(
          try folder.bytes("results/tiny/\(one)/\(file)") == folder.bytes("results/tiny/\(two)/\(file)"),
          "\(one) \(file)")
      }
    }
    #expect(
      try folder.bytes("results/tiny/plain/errors.csv") != folder.bytes("results/tiny/white/errors.csv"))
    let json = try await run("run tiny.yaml --white-noise-twin --name both --json", in: folder)
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
    let digest = try TestSupport.run(["sha256sum", folder.path("walk.csv")]).output.prefix(64)
    try folder.write(
      SmallFiles.dataset.replacing(/sha256: .*/, with: "sha256: \(digest)"), to: "dataset.yaml")
    try folder.write(
      SmallFiles.recorded.replacing("{n: calibration, c: calibration}", with: "{n: 2}"), to: "walks.yaml")
    let outcome = try await run("run walks.yaml --data . --white-noise-twin", in: folder)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("Whether the ranking changes cannot be tested"))
  }
}
