import Documents
import TestSupport
import Testing

@Suite struct SaveOptionTests {
  private static let sensitivity = "sensitivity tiny.yaml --laps 2 --quiet --set assumes.n=2"

  /// The folder holds the tables as Markdown, what `--json` prints, and what made them.
  @Test func `a study is kept as it is printed`() async throws {
    let folder = try SmallFiles.folder()
    let printed = try await folder.run("\(Self.sensitivity) --json")
    let tables = try await folder.run("\(Self.sensitivity) --table markdown")
    let kept = try await folder.run("\(Self.sensitivity) --save kept")
    #expect(kept.status == 0 && kept.output.hasSuffix("\nResults: kept/\n"), "\(kept.output)\(kept.errors)")
    #expect(
      try Document(json: folder.read("kept/summary.json"), file: "")
        == Document(json: printed.output, file: ""))
    #expect(try folder.read("kept/report.md") == tables.output)
    #expect(try Document(json: folder.read("kept/provenance.json"), file: "").has("startedAt"))
  }

  /// What is there already may be a person's work.
  @Test func `a folder with files is refused before anything runs`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("mine", to: "kept/notes.txt")
    let refused = try await folder.run("\(Self.sensitivity) --save kept")
    #expect(
      refused.status == 2 && refused.output.isEmpty
        && refused.errors
          == "beaconbench: kept: expected a new or an empty folder for --save, found one with files, which --replace replaces\n"
    )
    #expect(try folder.read("kept/notes.txt") == "mine")
    let replaced = try await folder.run("\(Self.sensitivity) --save kept --replace")
    #expect(try replaced.status == 0 && folder.read("kept/summary.json").hasPrefix("{"))
  }
}
