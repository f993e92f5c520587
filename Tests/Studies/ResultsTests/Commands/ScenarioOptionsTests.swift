import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// Options that change the scenario of a run, which the results folder then holds.
@Suite struct ScenarioOptionsTests {
  private func expectSame(_ files: [String], _ one: String, _ two: String, in folder: TemporaryFolder) throws
  {
    for file in files {
      let (old, new) = ("results/tiny/\(one)/\(file)", "results/tiny/\(two)/\(file)")
      #expect(try folder.bytes(old) == folder.bytes(new), "\(file)")
    }
  }

  /// The saved scenario of a run gives the same errors again.
  private func checkRerun(_ name: String, in folder: TemporaryFolder) async throws {
    let again = try await folder.run("run results/tiny/\(name)/scenario.yaml --name again")
    #expect(again.status == 0 && again.errors == "")
    try expectSame(["errors.csv", "scenario.yaml", "site.yaml"], name, "again", in: folder)
  }

  @Test func `a report begins with what was changed, if anything was`() async throws {
    let folder = try SmallFiles.folder()
    let plain = try await folder.run("run tiny.yaml")
    #expect(plain.output.hasPrefix("tiny: 4 laps, "))
    let of = "The names of pipelines and published figures are those of tiny.yaml.\n"
    let changed = try await folder.run("run tiny.yaml --set walk.walkIn=6 --without two")
    #expect(changed.unwrapped.hasPrefix("Changed: --set walk.walkIn=6; --without two. " + of))
    _ = try await folder.run("simulate tiny.yaml --readings r.csv --presses p.csv")
    let replayed = try await folder.run("replay r.csv --scenario tiny.yaml --presses p.csv --n 2.2")
    #expect(replayed.unwrapped.hasPrefix("Changed: --n 2.2. " + of))
    // Scores stand above what was heard, and take the place of the ranges.
    let parts = replayed.output.components(separatedBy: "3 beacons heard")
    #expect(parts.count == 2 && parts[0].contains("RMSE m") && parts[1].contains("--ranges FILE"))
  }

  @Test func `--set gives the results of a file with that value, and saves it`() async throws {
    let folder = try SmallFiles.folder()
    let set = try await Program.run(
      [
        "run", "tiny.yaml", "--name", "set", "--set", "channel.pathLoss.logDistance.n=2.2", "--set",
        "pipelines[0].filters=[{kalman: {q: 5, r: 5}}]", "--set", "pipelines[nearest].snap=false", "--set",
        "channel.shadowing=none", "--set", "channel.fading.independent.k=2",
      ], in: folder)
    #expect(set.status == 0 && set.errors == "")
    // The same, written into the file.
    try folder.write(
      SmallFiles.scenario.replacing("n: 1.8, c: -59", with: "n: 2.2, c: -59").replacing(
        "{q: 20, r: 5}", with: "{q: 5, r: 5}"
      ).replacing("method: nearest", with: "method: nearest\n    snap: false").replacing(
        "shadowing: {exponential: {deviation: 4}}", with: "shadowing: none\n  fading: {independent: {k: 2}}"),
      to: "edited.yaml")
    let edited = try await folder.run("run edited.yaml --name edited")
    #expect(edited.status == 0 && edited.errors == "")
    try expectSame(["errors.csv", "scenario.yaml", "summary.json"], "set", "edited", in: folder)
    try await checkRerun("set", in: folder)
  }

  @Test func `--set changes the scenario of simulate and of replay too`() async throws {
    let folder = try SmallFiles.folder()
    func readings(_ name: String, _ options: String...) async throws -> String {
      let outcome = try await Program.run(
        ["simulate", "tiny.yaml", "--readings", name] + options, in: folder)
      #expect(outcome.status == 0 && outcome.errors == "")
      return try folder.read(name)
    }
    let plain = try await readings("plain.csv")
    let weak = try await readings("weak.csv", "--set", "receiver.sensitivity=-70")
    #expect(weak.split(separator: "\n").count < plain.split(separator: "\n").count)
    let replay = try await folder.run(
      "replay plain.csv --scenario tiny.yaml --set pipelines[0].name=mine --pipelines mine")
    #expect(replay.status == 0 && replay.output.contains("\nmine "))
    #expect(!replay.output.contains("\nnearest "))
  }

  @Test func `--pipelines runs those named, and the baseline`() async throws {
    let folder = try SmallFiles.folder()
    let all = try await folder.run("run tiny.yaml --name all")
    let one = try await folder.run("run tiny.yaml --name one --pipelines nearest")
    #expect(one.status == 0 && one.errors == "")
    let errors = try folder.read("results/tiny/one/errors.csv").split(separator: "\n")
    let names = Set(errors.dropFirst().map { String($0.prefix { $0 != "," }) })
    #expect(names == ["nearest", "room centre"])
    // Every pipeline hears the same, whichever others there are.
    let others = try folder.read("results/tiny/all/errors.csv").split(separator: "\n")
    #expect(errors.dropFirst() == others.filter { names.contains(String($0.prefix { $0 != "," })) }[...])
    #expect(all.status == 0)
    try await checkRerun("one", in: folder)
  }

  @Test func `--without gives the results of a site without the beacon`() async throws {
    let folder = try SmallFiles.folder()
    let without = try await folder.run("run tiny.yaml --name without --without two")
    #expect(without.status == 0 && without.errors == "")
    let site = try Document(contentsOf: folder.path("results/tiny/without/site.yaml"))
    #expect(try site.elements("beacons").map { try $0.text("id") } == ["one", "three"])
    let start = try #require(SmallFiles.site.range(of: "  - id: two"))
    let end = try #require(SmallFiles.site.range(of: "  - id: three"))
    try folder.write(
      String(SmallFiles.site[..<start.lowerBound] + SmallFiles.site[end.lowerBound...]), to: "site.yaml")
    _ = try await folder.run("run tiny.yaml --name edited")
    try expectSame(["errors.csv", "site.yaml"], "without", "edited", in: folder)
    try await checkRerun("without", in: folder)
  }

  @Test func `--without takes what the scenario says of the beacon too`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.scenario.replacing(
        "beacons: {interval: 0.1}",
        with: "beacons: {interval: 0.1, moving: [{beacon: two, walk: {speed: 1}}]}"),
      to: "tiny.yaml")
    let outcome = try await folder.run("run tiny.yaml --name a --without two")
    #expect(outcome.status == 0 && outcome.errors == "")
    try await checkRerun("a", in: folder)
  }

  @Test func `--seeds runs each seed as if it were alone, and prints the spread of their means`() async throws
  {
    let folder = try SmallFiles.folder()
    let seeds = try await folder.run("run tiny.yaml --seeds 1-2,5 --json")
    #expect(seeds.status == 0 && seeds.errors == "")
    let spread = try Document(json: seeds.output, file: "output")
    #expect(try spread["seeds"] == [1, 2, 5])
    var means: [Double] = []
    for seed in [1, 2, 5] {
      try await folder.succeed("run tiny.yaml --seed \(seed) --results alone")
      for file in ["errors.csv", "scenario.yaml", "summary.json"] {
        let name = "tiny/seed\(seed)-laps4/\(file)"
        #expect(try folder.bytes("results/\(name)") == folder.bytes("alone/\(name)"), "\(name)")
      }
      let summary = try Document(contentsOf: folder.path("alone/tiny/seed\(seed)-laps4/summary.json"))
      means.append(try summary.elements("scores")[0].number("meanMetres"))
    }
    let row = try spread.elements("pipelines")[0]
    let mean = (means[0] + means[1] + means[2]) / 3
    let squares = means.map { ($0 - mean) * ($0 - mean) }
    #expect(abs(try row.number("meanMetres") - mean) < 1e-12)
    #expect(
      abs(try row.number("stdBetweenSeeds") - ((squares[0] + squares[1] + squares[2]) / 2).squareRoot())
        < 1e-12)
    #expect(try row.number("minMetres") == means.min() && row.number("maxMetres") == means.max())
    #expect(try row.elements("bySeed").map { try $0.number("meanMetres") } == means)
    let named = try await folder.succeed("run tiny.yaml --seeds 3,4 --name mine")
    #expect(folder.exists("results/tiny/mine-seed3") && folder.exists("results/tiny/mine-seed4"))
    #expect(named.output.hasPrefix("tiny: 2 seeds, 4 laps each; errors in metres.\n"))
  }
}
