import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// `simulate --laps --into`: all laps as files.
@Suite struct SimulatedLapsTests {
  private func names(in folder: TemporaryFolder, _ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }

  @Test func `each lap's files are those of a single lap, on any number of threads`() async throws {
    let folder = try SmallFiles.folder()
    let one = try await folder.succeed("simulate tiny.yaml --into one --threads 1")
    try await folder.succeed("simulate tiny.yaml --into many --threads 3")
    #expect(one.output.hasPrefix("4 laps of tiny in one: 15 files, "))
    let names = try names(in: folder, "one")
    let laps = (0..<4).flatMap { lap in
      ["presses", "readings", "truth"].map { "lap-000\(lap)-\($0).csv" }
    }
    #expect(names == laps + ["scenario.yaml", "site.json", "site.yaml"])
    for name in names { #expect(try folder.bytes("one/\(name)") == folder.bytes("many/\(name)")) }
    _ = try await folder.run("simulate tiny.yaml --lap 2 --readings r --truth t --presses p")
    for (file, name) in [("r", "readings"), ("t", "truth"), ("p", "presses")] {
      #expect(try folder.bytes(file) == folder.bytes("one/lap-0002-\(name).csv"))
    }
    #expect(
      try Document(contentsOf: folder.path("one/site.json")).json
        == Document(contentsOf: folder.path("one/site.yaml")).json)
  }

  @Test func `replaying a written lap gives the fixes and errors of a run`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --keep-fixes --name n")
    // Into an empty folder that is there already.
    try FileManager.default.createDirectory(atPath: folder.path("laps"), withIntermediateDirectories: false)
    try await folder.succeed("simulate tiny.yaml --laps 3 --into laps")
    #expect(try !names(in: folder, "laps").contains { $0.hasPrefix("lap-0003") })
    let start = "laps/lap-0002-"
    try await folder.succeed(
      "replay \(start)readings.csv --scenario laps/scenario.yaml --truth \(start)truth.csv --presses \(start)presses.csv --lap 2 --fixes f.csv --json"
    )
    func rows(_ file: String) throws -> [Substring] {
      try folder.read(file).split(separator: "\n").filter { $0.split(separator: ",")[1] == "2" }
    }
    let fixes = try rows("f.csv")
    #expect(try fixes == rows("results/tiny/n/fixes.csv") && !fixes.isEmpty)
    // The written scenario is the one that was run.
    try await folder.succeed("run laps/scenario.yaml --name again")
    #expect(
      try folder.bytes("results/tiny/again/errors.csv") == folder.bytes("results/tiny/n/errors.csv"))
  }

  @Test func `the working folder is refused even when it is empty`() async throws {
    let folder = try SmallFiles.folder()
    let outcome = try TestSupport.run([
      "sh", "-c",
      "mkdir '\(folder.path)/w' && cd '\(folder.path)/w' && '\(Program.path)' simulate ../tiny.yaml --laps 1 --into . 2>&1",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.output == "beaconbench: .: is the working folder, which cannot be replaced\n")
  }

  @Test func `several walkers have files each, and the document names them`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.scenario + "walkers: [{name: ann}, {name: bo}]\n", to: "two.yaml")
    let outcome = try await folder.succeed("simulate two.yaml --laps 1 --into laps --json")
    let document = try Document(json: outcome.output, file: "")
    let laps = try document["laps"].elements
    #expect(try laps.map { try $0.text("walker") } == ["ann", "bo"])
    #expect(
      try laps.map { try $0["files"].elements.map { try $0.text } }
        == [1, 2].map { walker in
          ["readings", "truth", "presses"].map { "lap-0000-walker-\(walker)-\($0).csv" }
        })
    let bytes = try names(in: folder, "laps").reduce(0) { try $0 + folder.bytes("laps/\($1)").count }
    #expect(try document.integer("bytes") == bytes)
    _ = try await folder.run("simulate two.yaml --walker bo --readings r")
    #expect(try folder.bytes("r") == folder.bytes("laps/lap-0000-walker-2-readings.csv"))
  }

  @Test func `a name that ends in .gz makes a gzip file, which is replayed like the table`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --readings r.csv.gz --presses p.csv.gz")
    _ = try await folder.run("simulate tiny.yaml --readings r.csv --presses p.csv")
    #expect(try folder.bytes("r.csv.gz").count * 2 < folder.bytes("r.csv").count)
    let zipped = try await folder.run("replay r.csv.gz --scenario tiny.yaml --presses p.csv.gz --json")
    let plain = try await folder.run("replay r.csv --scenario tiny.yaml --presses p.csv --json")
    #expect(zipped.status == 0 && zipped.output == plain.output, "\(zipped.errors)")
  }
}
