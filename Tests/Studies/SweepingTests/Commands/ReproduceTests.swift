import Documents
import Foundation
import TestSupport
import Testing

/// `reproduce motion` as a user runs it, on a small scenario.
@Suite struct ReproduceTests {
  @Test(arguments: [
    ["reproduce", "fingerprint", "--laps", "1", "--json"],
    ["run", "scenarios/initial-loop.yaml", "--laps", "1", "--json"],
    ["simulate", "scenarios/initial-loop.yaml", "--truth", "truth.csv"],
  ])
  func `the scenarios of the project are found from any folder`(arguments: [String]) async throws {
    let run = try await Program.run(arguments, in: TemporaryFolder())
    #expect(run.errors.isEmpty && run.status != 2 && !run.output.isEmpty)
  }

  @Test(arguments: [
    (["reproduce"], "reproductions/motion"), (["reproduce", "motion"], "reproductions/motion"),
    (["reproduce", "fingerprint"], "fingerprint/three-beacons"),
  ])
  func `a program without the project's files names the one that is missing`(
    arguments: [String], file: String
  ) async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path("beaconbench")
    try FileManager.default.copyItem(atPath: Program.path, toPath: copy)
    let run = try await Program.run(arguments, in: folder, program: copy)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("beaconbench: scenarios/\(file).yaml: no such file"))
  }

  @Test func `an installed program finds the scenarios in share`() async throws {
    let folder = try TemporaryFolder()
    let program = folder.path("bin/beaconbench")
    try folder.write(SmallFiles.scenario, to: "share/beaconbench/scenarios/tiny.yaml")
    try folder.write(SmallFiles.site, to: "share/beaconbench/scenarios/site.yaml")
    try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Program.path, toPath: program)
    let run = try await Program.run(["run", "scenarios/tiny.yaml", "--json"], in: folder, program: program)
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test func `a preset that was tuned to match and does not gives status 1, one not tuned 0`()
    async throws
  {
    for (matches, status) in [(true, Int32(1)), (false, 0)] {
      let folder = try SmallFiles.reproduction(published: 90, matches: matches)
      let outcome = try await folder.run("reproduce motion small.yaml")
      #expect(outcome.status == status)
      let kind = matches ? "tuned to match" : "not tuned"
      #expect(outcome.output.contains("one, \(kind): 0 inside, 0 undecided, 1 outside; not reproduced."))
      let complaint =
        "beaconbench: small: the preset one, tuned to match, has 1 figure outside and 0 of 1 inside\n"
      #expect(outcome.errors == (matches ? complaint : ""))
    }
  }

  /// A figure at the tolerance's edge, which no number of laps decides: the file's own laps have to, fewer need not.
  @Test func `figures that fewer laps than the file's cannot decide are undecided, and no failure`()
    async throws
  {
    let folder = try SmallFiles.reproduction(published: 90, matches: true)
    let arguments = ["reproduce", "motion", "small.yaml", "--laps", "6"]
    let found = try await Document(
      json: Program.run(arguments + ["--json"], in: folder).output, file: "reproduce")
    let mean = try found["presets"][0]["verdicts"][0]["simulated"].number
    let text = try folder.read("published.yaml")
    try folder.write(text.replacing("mean: 90.0", with: "mean: \(mean + 0.3)"), to: "published.yaml")
    let outcome = try await Program.run(arguments, in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.unwrapped.contains("one, tuned to match: 0 inside, 1 undecided, 0 outside; undecided.\n"))
    #expect(
      outcome.unwrapped.hasSuffix(
        """

        Undecided: the preset one, tuned to match, has 0 of 1 figures inside, and none of the other intervals is \
        entirely outside: 6 laps are too few to decide.
        All else as expected: single changes have the effects of the reference.

        """), "\(outcome.output)")
    try folder.write(folder.read("small.yaml").replacing("laps: 12", with: "laps: 6"), to: "small.yaml")
    let own = try await Program.run(arguments, in: folder)
    #expect(own.status == 1)
    #expect(
      own.errors
        == "beaconbench: small: the preset one, tuned to match, has 0 figures outside and 0 of 1 inside\n"
    )
  }

  @Test func `a single lap decides neither figures nor changes`() async throws {
    let folder = try SmallFiles.reproduction(published: 1, matches: true)
    let outcome = try await folder.succeed("reproduce motion small.yaml --laps 1 --json")
    let document = try Document(json: outcome.output, file: "reproduce")
    #expect(
      try document.elements("undecided").map { try $0.text } == [
        "the preset one, tuned to match, has 0 of 1 figures inside, and none of the other intervals is entirely outside: 1 lap is too few to decide",
        "1 lap is too few to show a difference of 0.3 m in the effects of single changes (1 of 1 cell)",
      ])
    #expect(try document["presets"][0].text("verdict") == "undecided")
    #expect(try document["changes"]["rows"][0]["cells"][0].text("verdict") == "undecided")
  }

  @Test func `where nothing is judged that is said, and is no success`() async throws {
    let folder = try SmallFiles.reproduction(published: 90, matches: false)
    try folder.write(
      """
      name: small
      about: a small one
      seed: 3
      laps: 2
      presets: [{name: one, scenario: published.yaml}, {name: two, scenario: tiny.yaml}]
      buildings: {preset: one, count: 2, firstSeed: 5}

      """, to: "small.yaml")
    let outcome = try await folder.succeed("reproduce motion small.yaml")
    #expect(
      outcome.unwrapped.hasSuffix(
        "There is no verdict: no preset is tuned to match (matches: true), and neither lags nor changes are checked.\n"
      ),
      "\(outcome.output)")
    #expect(outcome.unwrapped.contains("two: without published figures there is no verdict.\n"))
    // One published mean has no order.
    #expect(!outcome.unwrapped.contains("published order"))
  }

  /// Both experiments where `reproduce` looks for them in a checkout, as small ones.
  @Test func `without a further word the failures of both experiments are told`() async throws {
    let folder = try SmallFiles.reproduction(published: 90, matches: true)
    try folder.write(
      folder.read("small.yaml").replacing("published.yaml", with: "../../published.yaml"),
      to: "scenarios/reproductions/motion.yaml")
    try folder.write(ReproduceFingerprintTests.site, to: "scenarios/fingerprint/room.yaml")
    let names = ["three-beacons", "four-beacons", "generic"]
    for name in names {
      let scenario = ReproduceFingerprintTests.scenario
        .replacing("name: small", with: "name: \(name)")
        .replacing("source: nobody", with: "source: nobody, check: [hitRate]")
      try folder.write(scenario, to: "scenarios/fingerprint/\(name).yaml")
    }
    let failures =
      ["the preset one, tuned to match, has 1 figure outside and 0 of 1 inside"]
      + names.map { "the figure plain hitRate of \($0), expected to match, is outside" }
    let json = try await folder.run("reproduce --json")
    #expect(json.status == 1)
    let document = try Document(json: json.output, file: "reproduce")
    #expect(try document.elements("failures").map { try $0.text } == failures)
    #expect(
      try document.elements("presets").map { try $0.text("experiment") } == [
        "small", "fingerprint", "fingerprint", "fingerprint",
      ])
    let text = try await folder.run("reproduce --quiet")
    #expect(text.status == 1)
    #expect(text.errors == "beaconbench: reproduce: \(failures.joined(separator: "; "))\n")
    for failure in failures { #expect(text.unwrapped.contains("Failed: \(failure).")) }
    let refused = try await folder.run("reproduce --memory 0.01")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("beaconbench: --memory: expected a study that takes at most 0.01 GB"))
  }

  @Test
  func `the JSON document has the keys that the page tells of, and the same bytes on any number of threads`()
    async throws
  {
    let folder = try SmallFiles.reproduction(published: 90, matches: false)
    let one = try await folder.run("reproduce motion small.yaml --json --threads 1")
    let three = try await folder.run("reproduce motion small.yaml --json --threads 3")
    #expect(one.status == 0 && one.output == three.output)
    let document = try Document(json: one.output, file: "reproduce")
    try DocumentedKeys.expect(document, in: "docs/columns.md", elsewhere: ["scores", "verdicts"])
    #expect(try document["changes"]["rows"][0]["cells"][0]["changeMetres"].number == 0)
  }

  @Test func `lags have their keys on the page too`() async throws {
    let folder = try SmallFiles.reproduction(published: 90, matches: false)
    try folder.write(
      "name: l\nabout: lags\nseed: 1\npresets: [{name: one, scenario: published.yaml}]\nlags: published.yaml\n",
      to: "lags.yaml")
    let outcome = try await folder.run("reproduce motion lags.yaml --json --laps 2")
    let document = try Document(json: outcome.output, file: "reproduce")
    #expect(document.has("lags"))
    try DocumentedKeys.expect(document, in: "docs/columns.md", elsewhere: ["scores", "verdicts"])
  }

  /// No lap has 200 readings.
  @Test func `every table says how many fixes its rows missed`() async throws {
    let folder = try SmallFiles.reproduction(published: 1, matches: false)
    let late = try folder.read("published.yaml").replacing(
      "method: nearest", with: "method: nearest\n    filters: [{movingAverage: {window: 200, short: none}}]")
    try folder.write(late, to: "published.yaml")
    let text = try await folder.run("reproduce motion small.yaml --verbose").unwrapped
    for sentence in [
      "Missed fixes, which no figure includes: one (nearest) 24 of 24.",
      "Missed fixes, which no figure includes: seed 5 (nearest) 24 of 24 and seed 6 (nearest) 24 of 24.",
      "Missed fixes, which no figure includes: as it is (nearest) 12 of 12.",
      "Missed fixes, which no figure includes: none (nearest) 16 of 16 and nothing (nearest) 16 of 16.",
    ] { #expect(text.contains(sentence), "\(sentence)") }
    #expect(
      try await !SmallFiles.reproduction(published: 1, matches: false).run(
        "reproduce motion small.yaml --laps 2"
      ).output.contains("missed"))
  }

  @Test(arguments: [
    ("presets: [{name: one, scenario: nowhere.yaml}]", "nowhere.yaml"),
    (
      "presets: [{name: one, scenario: published.yaml, set: {\"pipelines[x].snap\": true}}]",
      "pipelines[x].snap"
    ),
    (
      "presets: [{name: one, scenario: published.yaml}]\nbuildings: {preset: two, count: 2, firstSeed: 1}",
      "buildings.preset"
    ),
  ])
  func `what is wrong with the file is one sentence and status 2`(lines: String, found: String) async throws {
    let folder = try SmallFiles.reproduction(published: 1, matches: true)
    try folder.write("name: x\nabout: y\nseed: 1\n" + lines + "\n", to: "x.yaml")
    let outcome = try await folder.run("reproduce motion x.yaml")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(found) && outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
  }
}
