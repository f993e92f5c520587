import Foundation
import TestSupport
import Testing

/// A site whose beacons stand in a table, without identities.
@Suite struct ShortSiteTests {
  private func run(_ arguments: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await Program.run(arguments.split(separator: " ").map(String.init), in: folder)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    let head = SmallFiles.site.components(separatedBy: "beacons:")[0]
    try folder.write(
      head + "defaults: {height: 3, measuredPower: -59}\nbeacons: {csv: beacons.csv}\n", to: "site.yaml")
    try folder.write("id,x_m,y_m\none,1,-1\ntwo,5,-1\nthree,7,4\n", to: "beacons.csv")
    return folder
  }

  @Test func `gives the errors of the site that says all, and its saved copy needs no table`() async throws {
    let (short, long) = (try folder(), try SmallFiles.folder())
    for folder in [short, long] {
      let outcome = try await run("run tiny.yaml --name one --quiet", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let errors = try long.read("results/tiny/one/errors.csv")
    #expect(try short.read("results/tiny/one/errors.csv") == errors)
    try FileManager.default.removeItem(atPath: short.path("beacons.csv"))
    let again = try await run("run results/tiny/one/scenario.yaml --name again --quiet", in: short)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try short.read("results/tiny/again/errors.csv") == errors)
    #expect(
      try short.read("results/tiny/again/site.yaml").contains("uuid: BEAC0BE4-C000-4000-8000-000000000000"))
  }

  @Test func `hears in a capture of its own all that its tables of readings hold`() async throws {
    let folder = try folder()
    let written = try await run("simulate tiny.yaml --lap 1 --capture c.btsnoop --readings r.csv", in: folder)
    #expect(written.status == 0, "\(written.errors)")
    for (input, fixes) in [("c.btsnoop", "c.csv"), ("r.csv", "r-fixes.csv")] {
      let outcome = try await run("replay \(input) --scenario tiny.yaml --fixes \(fixes)", in: folder)
      #expect(outcome.status == 0 && outcome.output.contains("3 beacons heard"), "\(outcome.errors)")
    }
    #expect(try folder.read("c.csv") == folder.read("r-fixes.csv"))
  }

  @Test func `a recording of real beacons needs their identities`() async throws {
    let (short, long) = (try folder(), try SmallFiles.folder())
    _ = try await run("simulate tiny.yaml --lap 1 --capture c.btsnoop", in: long)
    let outcome = try await run("replay \(long.path("c.btsnoop")) --site site.yaml", in: short)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors.contains(
        "advertisements; the site does not state the identities of its beacons"))
  }

  @Test func `a wrong cell of the table of beacons is one sentence, and nothing is written`() async throws {
    let folder = try folder()
    try folder.write("id,x_m,y_m\none,1,-1\ntwo,west,-1\n", to: "beacons.csv")
    let outcome = try await run("run tiny.yaml", in: folder)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors
        == "beaconbench: beacons.csv:3: column x_m: expected a number in m, found \"west\"\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("results")))
  }
}
