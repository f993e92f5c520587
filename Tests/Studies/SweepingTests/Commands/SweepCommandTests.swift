import Documents
import Foundation
import TestSupport
import Testing

/// `sweep` as a user runs it, on a small scenario.
@Suite struct SweepCommandTests {
  private func folder(laps: Int = 4) throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(
      """
      name: small
      scenario: tiny.yaml
      seeds: 3-4
      laps: \(laps)
      block: 2
      parameters:
        - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], values: [1.6, 2.0]}
        - {name: height, unit: m, set: ["site.beacons[0].position[2]"], linear: [2, 3], steps: 2}

      """, to: "sweep.yaml")
    return folder
  }

  private static let results = "results/small-sweep/laps4"
  private static let files = [
    "cells.csv", "averages.csv", "ranking.csv", "sweep.json", "sweep.yaml", "scenario.yaml", "site.yaml",
  ]

  private func expectSameFiles(_ folder: TemporaryFolder, _ other: TemporaryFolder) throws {
    for file in Self.files {
      #expect(
        try folder.bytes("\(Self.results)/\(file)") == other.bytes("\(Self.results)/\(file)"), "\(file)")
    }
  }

  /// One pipeline has no rank.
  @Test func `a sweep of one pipeline is drawn without ranks`() async throws {
    let folder = try SmallFiles.folder()
    let swept = try await folder.run(
      "sweep tiny.yaml --vary assumes.n=1.8,2.2 --laps 2 --pipelines Kalman --name one")
    try #require(swept.status == 0, "\(swept.errors)")
    let drawn = try await folder.run("plot results/tiny-sweep/one --output one.vl.json")
    #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    let refused = try await folder.run("plot results/tiny-sweep/one --kind ranking --output ranks.vl.json")
    #expect(refused.status == 2, "\(refused.errors)")
  }

  @Test func `prints tables or JSON with the keys of the page, and the results run the same sweep`()
    async throws
  {
    let folder = try folder()
    let tables = try await folder.run("sweep sweep.yaml")
    #expect(tables.status == 0 && tables.errors.isEmpty, "\(tables.errors)")
    #expect(
      tables.output.hasPrefix(
        "small: 4 points of 2 parameters (crossed), 2 seeds, 4 laps each; mean error in m.\n"))
    #expect(tables.output.hasSuffix("\nResults: \(Self.results)/\n"))
    let again = try await folder.succeed(
      "sweep run \(Self.results)/sweep.yaml --json --threads 1 --results again")
    try DocumentedKeys.expect(
      Document(json: again.output, file: "sweep"), in: "docs/columns.md", elsewhere: ["values"])
    for file in ["cells.csv", "averages.csv", "sweep.json"] {
      #expect(try folder.read("\(Self.results)/\(file)") == folder.read("again/small-sweep/laps4/\(file)"))
    }
    let page = try String(contentsOfFile: Checkout.path("docs/sweeps.md"), encoding: .utf8)
    for file in Self.files { #expect(page.contains("`\(file)`"), "\(file)") }
    let columns = try folder.read("\(Self.results)/cells.csv").prefix { $0 != "\n" }
    #expect(columns == "point,seed,n,height,pipeline,metric,value,low,high,measured")
  }

  @Test func `shards in any order give the bytes of one process, and the last one merges`() async throws {
    let (whole, parts) = (try folder(), try folder())
    let expected = try await whole.run("sweep sweep.yaml")
    for number in [3, 1] {
      let part = try await parts.run("sweep sweep.yaml --shard \(number)/3")
      #expect(part.status == 0 && part.output.hasPrefix("shard \(number)/3 is finished; "), "\(part.errors)")
    }
    #expect(!parts.exists(Self.results))
    let early = try await parts.run("sweep merge sweep.yaml")
    #expect(early.status == 1)
    #expect(
      early.errors
        == "beaconbench: small: 11 of 16 blocks are finished: shard 2/3 is not finished; run the missing shards, or sweep run\n"
    )
    let status = try await parts.run("sweep status sweep.yaml --json")
    let document = try Document(json: status.output, file: "status")
    #expect(try document.integer("finished") == 11 && document.elements("shards").count == 3)
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    let last = try await parts.run("sweep sweep.yaml --shard 2/3 --threads 1")
    #expect(last.status == 0 && last.output == expected.output)
    try expectSameFiles(parts, whole)
    // A merge by itself gives them again.
    let merged = try await parts.run("sweep merge sweep.yaml")
    #expect(merged.status == 0 && merged.output == expected.output)
    try expectSameFiles(parts, whole)
  }

  /// Ended by SIGKILL or by Ctrl-C once two blocks are done, of so many that none comes to its end before.
  @Test(arguments: [SIGKILL, SIGINT])
  func `a sweep that is ended continues and comes to the same bytes`(number: Int32) async throws {
    let (whole, broken) = (try folder(), try folder())
    let expected = try await whole.run("sweep sweep.yaml")
    let process = try Program.start(
      ["sweep", "sweep.yaml", "--threads", "1", "--seeds", "3-500", "--quiet"], in: broken)
    let journal = Self.results + ".journal"
    while process.isRunning, ((try? broken.read(journal))?.count { $0 == "\n" } ?? 0) < 3 {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(process.isRunning)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    let sentence =
      "beaconbench: interrupted; the finished blocks are in \(journal), and the same command continues from there\n"
    #expect(try broken.read(".errors") == (number == SIGINT ? sentence : ""))
    #expect(!broken.exists(Self.results))
    let before = try broken.read(journal)
    let rest = try await broken.run("sweep sweep.yaml")
    #expect(rest.status == 0 && rest.output == expected.output, "\(rest.errors)")
    #expect(try broken.read(journal).hasPrefix(before[...(before.lastIndex(of: "\n") ?? before.startIndex)]))
    try expectSameFiles(broken, whole)
  }

  @Test func `a scenario is swept by options alone, and --estimate writes nothing`() async throws {
    let folder = try folder()
    let vary = "sweep tiny.yaml --vary assumes.n=1.6..2.0/3 --vary pipelines[0].snap=true,false --laps 2"
    let estimate = try await folder.succeed("\(vary) --estimate --json")
    let document = try Document(json: estimate.output, file: "estimate")
    #expect(try document.integer("cells") == 6 && document.integer("laps") == 12)
    #expect(try document.number("coreHours") > 0 && document.number("megabytes") > 0)
    #expect(!folder.exists("results"))
    let run = try await folder.run(vary)
    #expect(run.status == 0 && run.output.contains("tiny: 6 points of 2 parameters"), "\(run.errors)")
    #expect(run.output.contains("1.8  true "))
  }

  @Test func `--slurm without Slurm is a sentence, and --dry-run needs none`() async throws {
    let folder = try folder()
    let scripts = try await folder.run("sweep sweep.yaml --slurm --dry-run --shards 3 --partition long")
    #expect(scripts.status == 0 && scripts.output.contains("#SBATCH --array=1-3\n"), "\(scripts.errors)")
    #expect(scripts.output.contains("sweep merge sweep.yaml --results results --quiet\n"))
    #expect(!folder.exists("results"))
    let cancelled = try await folder.run("sweep cancel sweep.yaml")
    #expect(cancelled.status == 2 && cancelled.errors.contains("jobs.json"))
  }

  /// Programs of Slurm that write down what they are called with.
  private func standIns(in folder: TemporaryFolder) throws -> [String: String] {
    for (name, answer) in [("sbatch", "echo '41;cluster'"), ("squeue", ":"), ("scancel", ":")] {
      try folder.write(
        "#!/bin/sh\nfor word in \(name) \"$@\"; do echo \"$word\"; done >>\"${0%/*}/called\"\n\(answer)\n",
        to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
    }
    return ["PATH": folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")]
  }

  @Test func `a sweep is submitted and cancelled by numbers behind a double dash`() async throws {
    let folder = try folder()
    let environment = try standIns(in: folder)
    let submitted = try await folder.run("sweep sweep.yaml --slurm", environment: environment)
    try #require(submitted.status == 0, "\(submitted.errors)")
    let jobs = folder.path("\(Self.results).slurm")
    #expect(
      try folder.read("bin/called") == """
        sbatch
        --parsable
        --
        \(jobs)/shard.sh
        sbatch
        --parsable
        --dependency=afterany:41
        --
        \(jobs)/merge.sh

        """)
    try folder.write("", to: "bin/called")
    try await folder.succeed("sweep cancel sweep.yaml", environment: environment)
    #expect(try folder.read("bin/called") == "scancel\n--\n41\n41\n")
  }

  @Test(arguments: ["--user=root", "--me", "12 13", "12_3"])
  func `jobs of a folder that are no numbers reach no program of Slurm`(word: String) async throws {
    let folder = try folder()
    let environment = try standIns(in: folder)
    try folder.write(
      #"{"array": "\#(word)", "merge": "13", "shards": 4}"#, to: "\(Self.results).slurm/jobs.json")
    for verb in [["cancel", "sweep.yaml"], ["status", "sweep.yaml"], ["sweep.yaml", "--slurm"]] {
      let outcome = try await Program.run(["sweep"] + verb, in: folder, environment: environment)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains("expected the number of a job, digits alone, found \"\(word)\""),
        "\(outcome.errors)")
      #expect(
        outcome.errors.contains("\(Self.results).slurm/jobs.json") && outcome.errors.contains("array"),
        "\(outcome.errors)")
    }
    #expect(!folder.exists("bin/called"))
  }

  @Test func `a working folder with a line feed is refused for jobs beside it`() async throws {
    let folder = try folder()
    let environment = try standIns(in: folder)
    let outcome = try await Program.run(
      ["sweep", "sweep.yaml", "--slurm", "--results", "a\nb"], in: folder, environment: environment)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "expected a path without control characters and backslashes for --slurm, found"),
      "\(outcome.errors)")
    #expect(!folder.exists("bin/called"))
  }

  @Test(arguments: [
    (["tiny.yaml"], "expected a sweep, found a scenario"),
    (["sweep.yaml", "--vary", "assumes.n=1,2"], "expected a scenario, found a sweep"),
    (["tiny.yaml", "--vary", "assumes.n=1"], "--vary assumes.n=1: expected at least two different values"),
    (["tiny.yaml", "--vary", "assumes.m=1,2"], "--vary assumes.m=1,2: "),
    (["tiny.yaml", "--vary", "assumes.n=2..1/3"], "expected a range such as 1.6..2.0/5"),
    (["sweep.yaml", "--shard", "4/3"], "expected a shard such as 3/16"),
    (["sweep.yaml", "--shards", "3"], "--shards requires --slurm"),
    (["sweep.yaml", "--slurm", "--partition", "a b"], "expected letters, digits"),
    (["sweep.yaml", "--shard", "1/3", "--replace"], "--replace cannot be combined with --shard"),
    (["absent.yaml"], "no such file"),
  ])
  func `bad options are one sentence and status 2`(arguments: [String], sentence: String) async throws {
    let folder = try folder()
    let outcome = try await Program.run(["sweep"] + arguments, in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(sentence) && outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
    #expect(!folder.exists(Self.results))
  }

  @Test func `another study's results and journals are refused unless replaced`() async throws {
    let folder = try folder()
    try await folder.succeed("sweep sweep.yaml --quiet")
    try folder.write(
      folder.read("tiny.yaml").replacing("interval: 0.1", with: "interval: 0.2"), to: "tiny.yaml")
    let refused = try await folder.run("sweep sweep.yaml")
    #expect(refused.status == 2 && refused.errors.contains("--replace"), "\(refused.errors)")
    try await folder.succeed("sweep sweep.yaml --replace")
  }

  @Test func `targets say which cells lie inside, in the report, in JSON and in a table`() async throws {
    let folder = try folder()
    try folder.write(
      SmallFiles.scenario + "    published: {mean: 1.6, std: 0.9, source: \"a paper\"}\n",
      to: "published.yaml")
    try folder.write(
      """
      name: found
      about: a text
      scenario: published.yaml
      seeds: [4]
      design: sobol
      points: 5
      targets: true
      parameters:
        - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], linear: [1.4, 2.4]}
        - {name: sigma, unit: dB, set: [channel.shadowing.exponential.deviation], logarithmic: [1, 12]}

      """, to: "targets.yaml")
    let tables = try await folder.run("sweep targets.yaml")
    #expect(tables.status == 0 && tables.output.contains("Beside the published figures 5 cells: "))
    let json = try await folder.run("sweep targets.yaml --json --name other")
    let document = try Document(json: json.output, file: "sweep")
    try DocumentedKeys.expect(document, in: "docs/columns.md", elsewhere: ["figures", "levels", "distances"])
    #expect(try document["targets"]["parameters"].elements.count == 2)
    let names = try document["targets"]["cells"].members.map(\.key)
    #expect(names == ["inside", "outside", "undecided"])
    for file in ["targets.csv", "sweep.json"] {
      #expect(
        try folder.read("results/found-sweep/laps4/\(file)")
          == folder.read("results/found-sweep/other/\(file)"))
    }
  }
}
