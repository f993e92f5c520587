import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// A results folder holds all that it can be run again from, and is not lost to another scenario's results.
@Suite struct SavedScenarioTests {
  private static let results = ["errors.csv", "scenario.yaml", "site.yaml", "summary.json"]

  /// Runs the scenario of the results `first` again without the files it came from, to the same bytes.
  private func expectSame(
    of scenario: String = "tiny", without names: [String], _ files: [String] = [], data: String = "",
    in folder: TemporaryFolder
  ) async throws {
    for name in names { try FileManager.default.removeItem(atPath: folder.path(name)) }
    let results = "results/\(scenario)"
    let again = try await folder.succeed("run \(results)/first/scenario.yaml --name second \(data)")
    #expect(again.errors == "")
    for file in Self.results + files {
      let one = try folder.bytes("\(results)/first/\(file)")
      #expect(try one == folder.bytes("\(results)/second/\(file)") && !one.isEmpty, "\(file)")
    }
  }

  /// The recordings lie beside the shipped declaration, and nothing says so but the results.
  @Test func `results of recorded walks find their recordings again from anywhere`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["BEACONBENCH_DATASETS": "nowhere"]
    func run(_ arguments: String...) async throws -> Outcome {
      try await Program.run(arguments, in: folder, environment: environment)
    }
    let scenario = Checkout.path("scenarios/danis-walks.yaml")
    let first = try await run("run", scenario, "--set", "walks=1", "--name", "first", "--quiet")
    #expect(first.status == 0, "\(first.errors)")
    let saved = "results/danis-walks/first"
    let provenance = try Document(contentsOf: folder.path("\(saved)/provenance.json"))
    #expect(
      try provenance.elements("dataFolders").map { try $0.text } == [Checkout.path("scenarios/recordings")])
    let again = try await run("run", "\(saved)/scenario.yaml", "--name", "again", "--quiet")
    #expect(again.status == 0, "\(again.errors)")
    for file in ["errors.csv", "scenario.yaml", "summary.json"] {
      #expect(
        try folder.bytes("\(saved)/\(file)") == folder.bytes("results/danis-walks/again/\(file)"), "\(file)")
    }
    let explained = try await run("explain", saved)
    #expect(explained.status == 0, "\(explained.errors)")
    let tracks = try await run("plot", saved, "--kind", "tracks", "--output", "t.json", "--quiet")
    #expect(tracks.status == 0, "\(tracks.errors)")
    // Without that memory the folder is asked for, and all pictures that need it are named in one sentence.
    try FileManager.default.removeItem(atPath: folder.path("\(saved)/provenance.json"))
    let lost = try await run("plot", saved, "--format", "json", "--quiet")
    #expect(lost.status == 0, "\(lost.errors)")
    let sentences = lost.unwrapped.components(separatedBy: "Not drawn: ")
    #expect(sentences.count(where: { $0.contains("found no folder nowhere") }) == 1, "\(lost.output)")
  }

  @Test func `the scenario of a results folder runs again to the same bytes, without the files it came from`()
    async throws
  {
    let folder = try SmallFiles.folder()
    // The site lies elsewhere than beside the scenario.
    try folder.write(SmallFiles.site, to: "sites/small.yaml")
    try folder.write(
      SmallFiles.scenario.replacing("site: site.yaml", with: "site: sites/small.yaml"), to: "tiny.yaml")
    _ = try await folder.run("run tiny.yaml --laps 2 --seed 5 --name first")
    try await expectSame(without: ["tiny.yaml", "site.yaml", "sites"], in: folder)
    // Over itself, too.
    let over = try await folder.run("run results/tiny/first/scenario.yaml --name first")
    #expect(over.status == 0 && over.errors == "")
  }

  @Test func `a recorded track lies beside the scenario that names it`() async throws {
    let folder = try SmallFiles.folder()
    let walk = "walk: {track: {truth: tables/truth.csv, presses: tables/presses.csv}}"
    try folder.write(SmallFiles.scenario.replacing(/walk: .*/, with: walk), to: "tiny.yaml")
    try folder.write("time_s,x_m,y_m,lap\n0,0,0,1\n9,3,0,1\n0,3,0,2\n8,0,0,2\n", to: "tables/truth.csv")
    try folder.write("time_s,point\n4,1\n", to: "tables/presses.csv")
    let first = try await folder.run("run tiny.yaml --laps 3 --name first")
    #expect(first.status == 0 && first.errors == "")
    try await expectSame(
      without: ["tiny.yaml", "site.yaml", "tables"], ["track-1.csv", "track-2.csv"], in: folder)
    // Another track under the same name is other results.
    let table = try String(decoding: folder.bytes("results/tiny/first/track-1.csv"), as: UTF8.self)
    try folder.write(table.replacing("3.0", with: "2.5"), to: "results/tiny/first/track-1.csv")
    let over = try await folder.run("run results/tiny/second/scenario.yaml --name first")
    #expect(over.status == 2 && over.errors.contains("track-1.csv differs"))
  }

  @Test func `a radio map lies beside the scenario that names it`() async throws {
    let folder = try SmallFiles.folder()
    let row = "pipelines: [{name: f, method: nearestFingerprints, snap: false, given: [survey]}]"
    try folder.write(
      SmallFiles.scenario.replacing(/pipelines:[\s\S]*/, with: row + "\nsurvey: {file: maps/map.csv}\n"),
      to: "tiny.yaml")
    try folder.write("x_m,y_m,beacon,rssi_dbm\n0,0,one,-60\n3,0,one,-70\n", to: "maps/map.csv")
    let first = try await folder.run("run tiny.yaml --laps 2 --name first")
    #expect(first.status == 0 && first.errors == "", "\(first.errors)")
    try await expectSame(without: ["tiny.yaml", "site.yaml", "maps"], ["survey.csv"], in: folder)
    // Another map under the same name is other results.
    let table = try String(decoding: folder.bytes("results/tiny/first/survey.csv"), as: UTF8.self)
    try folder.write(table.replacing("-70", with: "-71"), to: "results/tiny/first/survey.csv")
    let over = try await folder.run("run results/tiny/second/scenario.yaml --name first")
    #expect(over.status == 2 && over.errors.contains("survey.csv differs"), "\(over.errors)")
  }

  /// Two walks, of which the first is taken.
  private func recorded() throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try SmallFiles.declareDigest(in: folder)
    let dataset = try folder.read("dataset.yaml")
    let walk = try #require(dataset.range(of: "  - name: first"))
    try folder.write(
      dataset + dataset[walk.lowerBound...].replacing("name: first", with: "name: second"), to: "dataset.yaml"
    )
    try folder.write(
      SmallFiles.recorded.replacing("{n: calibration, c: calibration}", with: "{n: 2}"), to: "walks.yaml")
    return folder
  }

  @Test func `recorded walks are run again from their digests, as many as were taken`() async throws {
    let folder = try recorded()
    let first = try await folder.run("run walks.yaml --data . --laps 1 --name first")
    #expect(first.status == 0 && first.errors == "")
    try await expectSame(
      of: "walks", without: ["walks.yaml", "dataset.yaml", "site.yaml"], ["dataset.yaml"], data: "--data .",
      in: folder)
    #expect(try folder.read("results/walks/first/summary.json").contains("lap 0 is first\""))
    try folder.write("t,beacon,rssi,x,y\n0,one,-61,0,0\n", to: "walk.csv")
    let changed = try await folder.run("run results/walks/first/scenario.yaml --data . --name third")
    #expect(changed.status == 2 && changed.errors.contains("expected the SHA-256 digest"))
  }

  @Test func `more walks than there are is a note`() async throws {
    let folder = try recorded()
    let outcome = try await folder.run("run walks.yaml --data . --laps 7")
    #expect(outcome.output.contains("Note: 7 walks were requested, but the data set lent has 2.\n"))
    #expect(folder.exists("results/walks/seed1-laps2"))
  }

  @Test func `results of another scenario stay unless they are to be replaced`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --name mine")
    let before = try folder.bytes("results/tiny/mine/errors.csv")
    let cases = [
      (
        "tiny.yaml", "deviation: 4", "deviation: 5.5", "run tiny.yaml --name mine",
        "scenario.yaml differs: channel.shadowing.exponential.deviation is 4.0 there and 5.5 here"
      ),
      (
        "tiny.yaml", "name: tiny", "name: tiny", "run tiny.yaml --name mine --seed 2",
        "scenario.yaml differs: seed is 1 there and 2 here"
      ),
      (
        "tiny.yaml", "name: tiny", "name: tiny\nabout: mine", "run tiny.yaml --name mine",
        "scenario.yaml differs: about is absent there and \"mine\" here"
      ),
      (
        "site.yaml", "[1, -1, 3]", "[1, -1, 2.5]", "run tiny.yaml --name mine",
        "site.yaml differs: beacons[one].position[2] is 3.0 there and 2.5 here"
      ),
    ]
    for (file, text, replacement, command, difference) in cases {
      let original = try folder.read(file)
      try folder.write(original.replacing(text, with: replacement), to: file)
      let outcome = try await folder.run(command)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(
        outcome.errors
          == "beaconbench: results/tiny/mine: expected the results of the same scenario and seed, or none, found those of a study whose \(difference); name another with --name, or replace them with --replace\n"
      )
      #expect(try folder.bytes("results/tiny/mine/errors.csv") == before)
      try folder.write(original, to: file)
    }
    let replaced = try await folder.run("run tiny.yaml --name mine --seed 2 --replace")
    #expect(replaced.status == 0 && replaced.errors == "")
    #expect(try folder.bytes("results/tiny/mine/errors.csv") != before)
  }

  @Test func `--replace does not reach a foreign folder`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("precious", to: "results/tiny/mine/thesis.tex")
    let outcome = try await folder.run("run tiny.yaml --name mine --replace")
    #expect(outcome.status == 2)
    #expect(try folder.read("results/tiny/mine/thesis.tex") == "precious")
  }
}
