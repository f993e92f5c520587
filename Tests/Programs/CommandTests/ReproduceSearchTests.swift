import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// `reproduce motion --search` as a user runs it, on a small scenario.
@Suite struct ReproduceSearchTests {
  func folder(points: Int = 6) throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.scenario + "    published: {mean: 1.6, std: 0.9, source: \"a paper\"}\n",
      to: "published.yaml")
    try folder.write(
      """
      name: small
      about: a small one
      seed: 3
      presets: [{name: one, scenario: published.yaml}]
      search:
        scenario: published.yaml
        seed: 4
        points: \(points)
        stages: [2, 4]
        parameters:
          - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], linear: [1.4, 2.4]}
          - {name: sigma, unit: dB, set: [channel.shadowing.exponential.deviation], logarithmic: [1, 12]}
          - {name: snap, set: ["pipelines[*].snap"], values: [true, false]}

      """, to: "small.yaml")
    return folder
  }

  private static let command = ["reproduce", "motion", "small.yaml", "--search"]
  private static let results = "results/small-search/seed4"
  private static let files = [
    "points.csv", "region.csv", "importance.csv", "search.json", "search.yaml", "scenario.yaml", "site.yaml",
  ]

  @Test func `prints tables or JSON, with the keys and columns that the page tells of`() async throws {
    let folder = try folder()
    let tables = try await Program.run(Self.command, in: folder)
    #expect(tables.status == 0 && tables.errors.isEmpty)
    #expect(tables.output.contains("small: 6 points of 3 parameters, seed 4, up to 4 laps each."))
    #expect(tables.output.hasSuffix("\nResults: results/small-search/seed4/\n"))
    let json = try await Program.run(
      Self.command + ["--json", "--threads", "1", "--name", "other"], in: folder)
    let document = try Document(json: json.output, file: "search")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    #expect(try document["region"].elements.count == 3)
    let pages = try ["docs/reproduce.md", "docs/columns.md"].map {
      try String(contentsOfFile: Checkout.path($0), encoding: .utf8)
    }
    let page = pages.joined()
    for file in Self.files {
      #expect(
        try folder.read("\(Self.results)/\(file)") == folder.read("results/small-search/other/\(file)"),
        "\(file)")
      #expect(page.contains(file))
    }
    for table in ["region.csv", "importance.csv"] {
      let columns = try folder.read("\(Self.results)/\(table)").prefix { $0 != "\n" }.split(separator: ",")
      for column in columns where !column.contains("nearest_") { #expect(page.contains(column), "\(column)") }
    }
  }

  /// Means come to 2.35 to 2.70 m at most: undecided of 2.9 m within 0.3 m.
  @Test func `a best point that is not inside was not tried again, and nothing is said of it`() async throws {
    let folder = try folder()
    let text = try folder.read("published.yaml")
    try folder.write(text.replacing("mean: 1.6, std: 0.9", with: "mean: 2.9"), to: "published.yaml")
    let output = try await Program.run(Self.command, in: folder).output
    #expect(output.contains(" 0\n  inside.") || output.contains(" 0 inside."))
    #expect(output.contains("\nbest point ") && output.contains(" undecided\nPoint "))
    #expect(!output.contains("again"))
  }

  /// Waits until so many points are in the journal.
  private func wait(for points: Int, in folder: TemporaryFolder, while process: Process) async throws {
    while process.isRunning {
      let lines = (try? folder.read(Self.results + ".journal"))?.count { $0 == "\n" } ?? 0
      if lines > points { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Ended by SIGKILL or by Ctrl-C once two points are done, of so many that none comes to its end before; then run for a few,
  /// with which they begin.
  @Test(arguments: [SIGKILL, SIGINT])
  func `a search that is ended goes on from there and comes to the same bytes`(number: Int32) async throws {
    let (whole, broken) = (try folder(points: 12), try folder(points: 12))
    let expected = try await Program.run(Self.command, in: whole)
    let process = try Program.start(
      Self.command + ["--threads", "1", "--points", "20000", "--quiet"], in: broken)
    try await wait(for: 2, in: broken, while: process)
    try #require(process.isRunning)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    let sentence =
      "beaconbench: interrupted; the finished points are in results/small-search/seed4.journal, and the same command "
      + "continues from there\n"
    let said = try broken.read(".errors")
    #expect(said == (number == SIGINT ? sentence : ""), "\(said)")
    #expect(try broken.read(".output").isEmpty && !broken.exists(Self.results))
    let before = try broken.read(Self.results + ".journal")
    let rest = try await Program.run(Self.command, in: broken)
    #expect(rest.status == 0 && rest.output == expected.output)
    let kept = before[...(before.lastIndex(of: "\n") ?? before.startIndex)]
    #expect(try broken.read(Self.results + ".journal").hasPrefix(kept))
    for file in Self.files {
      #expect(
        try broken.read("\(Self.results)/\(file)") == whole.read("\(Self.results)/\(file)"), "\(file)")
    }
  }

  @Test func `a journal that another process has open is refused in one sentence`() async throws {
    let folder = try folder(points: 1)
    let journal = Self.results + ".journal"
    #expect(try await Program.run(Self.command, in: folder).status == 0)
    let before = try folder.bytes(journal)
    let file = open(folder.path(journal), O_RDONLY)
    defer { close(file) }
    try #require(flock(file, LOCK_EX | LOCK_NB) == 0)
    let refused = try await Program.run(Self.command, in: folder)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "beaconbench: \(journal): another process is writing this journal\n"
    )
    #expect(try folder.bytes(journal) == before)
  }

  @Test func `a torn line is warned of, and other laps are refused unless replaced`() async throws {
    let folder = try folder(points: 2)
    let journal = Self.results + ".journal"
    let whole = try await Program.run(Self.command, in: folder)
    try folder.write(String(try folder.read(journal).dropLast(9)), to: journal)
    let torn = try await Program.run(Self.command, in: folder)
    #expect(
      torn.errors == "beaconbench: warning: \(journal): a line was incomplete; its point is computed again\n")
    #expect(torn.status == 0 && torn.output == whole.output)
    let other = Self.command + ["--laps", "3"]
    let refused = try await Program.run(other, in: folder)
    #expect(
      refused.status == 2
        && refused.errors.contains("name another with --name, or replace them with --replace"))
    #expect(try await Program.run(other + ["--replace"], in: folder).status == 0)
    #expect(try folder.read("\(Self.results)/search.yaml").contains("stages: [2, 3]"))
  }

  @Test func `what cannot be searched is one sentence and status 2, and leaves nothing`() async throws {
    for (right, wrong, sentence) in [
      ("seed: 4", "sead: 4", "search.sead: expected one of the keys"),
      (
        "linear: [1.4, 2.4]", "linear: [2.4, 1.4]",
        "linear[1]: expected more than where the range begins, 2.4, found 1.4"
      ),
      ("seed: 4", "seed: 5", "--seed: expected another seed than the one with which"),
    ] {
      let folder = try folder()
      try folder.write(try folder.read("small.yaml").replacing(right, with: wrong), to: "small.yaml")
      let before = try folder.contents
      let seed = sentence.hasPrefix("--seed") ? ["--seed", "3"] : []
      let outcome = try await Program.run(Self.command + seed, in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains(sentence) && outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
      #expect(try folder.contents == before)
    }
    let folder = try folder()
    try folder.write(String(try folder.read("small.yaml").split(separator: "search:")[0]), to: "small.yaml")
    let outcome = try await Program.run(Self.command, in: folder)
    #expect(
      outcome.errors
        == "beaconbench: small.yaml: expected the key search, found none\n")
  }
}
