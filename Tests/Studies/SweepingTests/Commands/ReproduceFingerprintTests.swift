import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ReproduceFingerprintTests {
  static let site = """
    name: room
    testPoints:
      - {id: 1, position: [1, 1]}
      - {id: 2, position: [3, 1]}
      - {id: 3, position: [3, 3]}
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, position: [0, 0, 2]}
      - {id: two, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 2, minor: 2, position: [4, 0, 2]}

    """

  static let scenario = """
    name: small
    site: room.yaml
    laps: {count: 160}
    walk: {standing: {points: 2, readings: 3, unlisted: [[2, 2]]}}
    channel:
      pathLoss: {logDistance: {n: 2, c: -59}}
    beacons: {interval: 0.5, loss: 0}
    survey: {readings: 3}
    assumes: {n: 2}
    pipelines:
      - name: plain
        method: {nearestFingerprints: {k: 1, missing: -100, leastBeacons: 2}}
        snap: false
        restart: stays
        given: [survey, stays]
        published: {hitRate: 0.714, mean: 0.3, meanWithUnlisted: 0.6, source: nobody}
      - name: filtered
        filters: [{kalman: {q: 0, r: 5}}]
        method: nearestFingerprints
        snap: false
        restart: stays
        given: [survey, stays]
        survey: {filters: [{kalman: {q: 0, r: 5}}], stores: last}
        fixes: each

    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(site, to: "room.yaml")
    try folder.write(scenario, to: "small.yaml")
    return folder
  }

  private func run(_ options: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await folder.run("reproduce fingerprint \(options)")
  }

  @Test func `every key of its JSON is documented`() async throws {
    let outcome = try await run("small.yaml --json --laps 4", in: Self.folder())
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let document = try Document(json: outcome.output, file: "reproduce")
    try DocumentedKeys.expect(document, in: "docs/columns.md", elsewhere: ["missedByReason"])
    let preset = try document.elements("presets")[0]
    #expect(try preset.text("name") == "small" && preset.integer("laps") == 4)
    #expect(try preset.elements("scores").map { try $0.integer("n") + $0.integer("missed") } == [8, 24])
    for score in try preset.elements("scores") {
      for key in DocumentedKeys.ofScores { #expect(score.has(key), "\(key)") }
    }
    for verdict in try preset.elements("verdicts") {
      for key in ["cell", "published", "simulated", "interval95", "verdict"] { #expect(verdict.has(key)) }
    }
    #expect(try preset.elements("arithmetic").count == 1)
  }

  @Test func `the committed presets run, fit into 100 columns and say what cannot be`() async throws {
    let paths = ["three-beacons", "four-beacons", "generic"].map {
      Checkout.path("scenarios/fingerprint/\($0).yaml")
    }
    let outcome = try await run(
      "\(paths.joined(separator: " ")) --laps 3 --quiet --verbose", in: TemporaryFolder())
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    for sentence in [
      "they are 1.78 m off on average, so not every error can be 1.6 m or less.",
      "so the mean is 0.458 m or more, and the two cannot come from one set of visits.",
      "4 errors of 1.6 m over all 20 visits are 4 x 1.6 / 20 = 0.320 m; over the 14 they are 0.457 m.",
      "A mean of 0.77 m over all 20 then asks 1.50 m of each of the 6 unlisted places",
      "no place inside the grid is more than 1.13 m from a stored point",
    ] { #expect(outcome.unwrapped.contains(sentence), "\(sentence)") }
    let json = try await run("\(paths[0]) \(paths[1]) --laps 2 --json", in: TemporaryFolder())
    try DocumentedKeys.expect(
      Document(json: json.output, file: "reproduce"), in: "docs/columns.md", elsewhere: ["missedByReason"]
    )
  }

  @Test func `results depend on the seed and not on the threads`() async throws {
    let folder = try Self.folder()
    let one = try await run("small.yaml --json --threads 1 --laps 6 --seed 3", in: folder)
    #expect(try await run("small.yaml --json --threads 3 --laps 6 --seed 3", in: folder).output == one.output)
    #expect(try await run("small.yaml --json --laps 6 --seed 4", in: folder).output != one.output)
  }

  /// All three points differ by more than 2 dB without noise, so every lap has all hits.
  @Test func `a figure that is to be matched and is outside fails the check`() async throws {
    let folder = try Self.folder()
    try folder.write(
      Self.scenario.replacing("source: nobody", with: "source: nobody, check: [hitRate]"), to: "small.yaml")
    let outcome = try await run("small.yaml", in: folder)
    #expect(outcome.status == 1)
    let sentence = "the figure plain hitRate of small, expected to match, is outside"
    #expect(outcome.errors == "beaconbench: fingerprint: \(sentence)\n")
    #expect(outcome.output.contains("outside, checked"))
    #expect(outcome.output.hasSuffix("\nFailed: \(sentence).\n"))
    let json = try await run("small.yaml --json", in: folder)
    #expect(json.status == 1)
    #expect(
      try Document(json: json.output, file: "reproduce").elements("failures").map { try $0.text } == [
        sentence
      ])
  }

  /// There are two beacons.
  @Test func `a published figure of a row without a fix is outside, and null`() async throws {
    let folder = try Self.folder()
    let deaf = Self.scenario.replacing("leastBeacons: 2", with: "leastBeacons: 3")
    try folder.write(deaf.replacing("nobody", with: "nobody, check: [mean]"), to: "small.yaml")
    let outcome = try await run("small.yaml --laps 4 --json", in: folder)
    #expect(outcome.status == 1)
    let verdicts = try Document(json: outcome.output, file: "reproduce")["presets"][0].elements("verdicts")
    #expect(
      try verdicts.map { try $0.text("cell") } == ["plain hitRate", "plain mean", "plain meanWithUnlisted"])
    for verdict in verdicts.dropFirst() {
      #expect(try verdict.text("verdict") == "outside")
      for key in ["simulated", "interval95", "lap95", "share", "shareInterval95"] {
        #expect(try verdict[key].content == .null, "\(key)")
      }
    }
    let table = try await run("small.yaml --laps 4", in: folder).unwrapped
    #expect(table.contains("plain: mean"))
  }

  @Test(
    arguments: [
      (
        "k: 1", "k: 0",
        "small.yaml:12: pipelines[0].method.nearestFingerprints.k: expected a whole number of at least 1, found 0"
      ),
      (
        "fixes: each", "fixes: all",
        "small.yaml:24: pipelines[1].fixes: expected last or each, found \"all\""
      ),
      (
        "points: 2", "points: 4",
        "small.yaml:4: walk.standing.points: expected at most 3, the site's test points, found 4"
      ),
      (
        "restart: stays", "restart: never",
        "small.yaml:15: pipelines[0].given: expected [survey], which the settings use, found [survey, stays]"
      ),
      (
        "source: nobody", "source: nobody, check: [largest]",
        "small.yaml:16: pipelines[0].published.check[0]: expected one of the numbers that are published here, found \"largest\""
      ),
      (
        "source: nobody", "source: nobody, against: filtered",
        "small.yaml:16: pipelines[0].published.against: expected an earlier row for which something is published, found "
          + "\"filtered\""
      ),
      (
        ", unlisted: [[2, 2]]", "",
        "small.yaml:16: pipelines[0].published.meanWithUnlisted: expected no such key, since walk.standing.unlisted has no "
          + "place, found 0.6"
      ),
      (
        "survey: {readings: 3}", "survey: {readings: 3, points: {path: 1}}",
        "small.yaml:8: survey: expected a site with a path to survey, found one without"
      ),
      (
        "room.yaml", "other.yaml",
        "small.yaml:2: site: no such file: other.yaml"
      ),
      (
        "  pathLoss", "  shadowing: {exponential: {deviation: 2}}\\n  pathLoss",
        "shadowing: expected absent, since the site has no path, found given"
      ),
    ])
  func `what is wrong is told in one sentence`(text: String, replacement: String, sentence: String)
    async throws
  {
    let folder = try Self.folder()
    try #require(Self.scenario.contains(text))
    let edited = Self.scenario.replacing(
      text, with: replacement.replacing("\\n", with: "\n"), maxReplacements: 1)
    try folder.write(edited, to: "small.yaml")
    let outcome = try await run("small.yaml", in: folder)
    #expect(outcome.errors == "beaconbench: \(sentence)\n")
    #expect(outcome.output == "" && outcome.status == 2)
  }
}
