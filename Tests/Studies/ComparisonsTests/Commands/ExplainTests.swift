import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ExplainTests {
  private func folder() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try await folder.succeed("run tiny.yaml --quiet")
    return folder
  }

  private func explain(_ options: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await folder.run("explain results/tiny/seed1-laps4 \(options)")
  }

  @Test func `every key of its JSON is documented, and it is the same on any number of threads`() async throws
  {
    let folder = try await folder()
    let one = try await explain("--threshold 1 --json --threads 1", in: folder)
    #expect(one.status == 0 && one.errors.isEmpty, "\(one.errors)")
    let document = try Document(json: one.output, file: "explain")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    #expect(try document.integer("found") > 5 && document.elements("stretches").count == 5)
    #expect(try await explain("--threshold 1 --json --threads 3", in: folder).output == one.output)
  }

  @Test func `the picture has a line for each stretch and a cell for each of its causes`() async throws {
    let folder = try await folder()
    let outcome = try await explain("--threshold 1 --stretches 3 --json --picture why.json", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let explained = try Document(json: outcome.output, file: "explain")
    let picture = try Document(json: folder.read("why.json"), file: "why.json")
    let views = try picture.elements("vconcat")
    let rules = try views[0].elements("layer").map { try $0["data"].elements("values") }
    let worst = try explained.elements("stretches").map { try $0["worst"].number("errorMetres") }
    let drawn = rules.first { $0.first?.has("error") == true }
    #expect(try drawn?.map { try $0.number("error") }.elementsEqual(worst) { abs($0 - $1) < 1e-4 } == true)
    // The legend has the walker and the fix, in the colour that the pipeline has in every picture.
    let fill = try views[0].elements("layer").compactMap { $0.optional("encoding")?.optional("fill") }.last
    let scale = try #require(fill)["scale"]
    #expect(try scale.elements("domain").prefix(2).map { try $0.text } == ["walker", "fix of Kalman"])
    #expect(try scale.elements("range").prefix(2).map { try $0.text } == ["#000000", "#0072B2"])
    // Each cause and all at once, for the mean and each stretch.
    let cells = try #require(try views.last?.elements("layer").first)["data"].elements("values")
    #expect(try cells.count == 4 * (explained.elements("causes").count + 1))
    let none = try await explain("--threshold 1000 --picture why.svg", in: folder)
    #expect(none.status == 2)
    #expect(none.errors == "beaconbench: nothing to draw: no error of Kalman exceeds 1000 m\n")
  }

  /// Above the largest error there is nothing.
  @Test func `says so when no error is above the threshold`() async throws {
    let outcome = try await explain("--threshold 1000 --pipeline nearest", in: folder())
    #expect(outcome.status == 0)
    #expect(
      outcome.unwrapped.contains("the error of nearest exceeds 1000 m at 0 of ")
        && outcome.unwrapped.hasSuffix(" callbacks (0.0 %), in 0 stretches.\n"), "\(outcome.output)")
  }

  @Test func `results of another version are refused`() async throws {
    let folder = try await folder()
    let errors = "results/tiny/seed1-laps4/errors.csv"
    let text = try folder.read(errors)
    // The first error of the first pipeline, on lap 0, gets one digit more.
    let line = try #require(text.split(separator: "\n").dropFirst().first)
    var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[7] += "1"
    try folder.write(text.replacing(line, with: fields.joined(separator: ",")), to: errors)
    let outcome = try await explain("", in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "beaconbench: results/tiny/seed1-laps4/errors.csv: expected the errors of Kalman that scenario.yaml beside it gives with this version, found others on lap 0; run the scenario again with this version\n"
    )
  }
}
