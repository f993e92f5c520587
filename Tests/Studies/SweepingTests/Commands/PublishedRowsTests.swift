import TestSupport
import Testing

/// What somebody published for a row stands beside it where it was measured, and nowhere else.
@Suite struct PublishedRowsTests {
  private func folder() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    let published = "    published: {mean: 1.5, source: \"a paper\"}\n"
    let references = "references:\n  - {name: plain, mean: 2, source: measured by ourselves}\n"
    try folder.write(SmallFiles.scenario + published + references, to: "tiny.yaml")
    try folder.write(SmallFiles.site.replacing("name: small", with: "name: other"), to: "other.yaml")
    _ = try await folder.run("simulate tiny.yaml --capture lap.btsnoop --presses p.csv")
    return folder
  }

  @Test func `a replay on the scenario's own site shows them, one on another site does not`() async throws {
    let folder = try await folder()
    let replay = "replay lap.btsnoop --scenario tiny.yaml --presses p.csv"
    for (command, isShown) in [
      (replay, true), (replay + " --site site.yaml", true), (replay + " --site other.yaml", false),
    ] {
      let outcome = try await folder.succeed(command + " --verbose")
      #expect(
        outcome.output.contains(
          "Figures were published for 1 of 3 pipelines, not for Kalman and room centre. Source: a paper.")
          == isShown, "\(command)")
      #expect(
        outcome.output.contains("\nOne lap can neither confirm nor contradict") == isShown, "\(command)")
      #expect(try await folder.run(command + " --json").output.contains("\"published\"") == isShown)
    }
  }

  @Test func `a reference row is called what it is`() async throws {
    let outcome = try await folder().run("run tiny.yaml --verbose")
    #expect(outcome.output.contains(" Source: a paper.\n"))
    #expect(outcome.output.contains("\nNot from this run: plain. Source: measured by ourselves.\n"))
  }

  @Test func `a simulation that writes nothing says so`() async throws {
    let folder = try SmallFiles.folder()
    let idle = try await folder.succeed("simulate tiny.yaml")
    #expect(
      idle.unwrapped.hasSuffix(
        ". No file was written: --capture, --readings, --truth, --presses, --tracks, --sensors and --steps name files.\n"
      ))
    let writing = try await folder.run("simulate tiny.yaml --truth t.csv")
    #expect(!writing.output.contains("nothing written"))
  }
}
