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

  // What is left out leaves the identities of the others as they are.
  @Test func `--without leaves out beacons of a table, and each other one hears its own signal`() async throws
  {
    let folder = try folder()
    let unknown = try await run("run tiny.yaml --without tow", in: folder)
    #expect(unknown.status == 2 && unknown.errors.contains("found tow (did you mean two?)"))
    _ = try await run("simulate tiny.yaml --lap 1 --capture c.btsnoop --readings r.csv", in: folder)
    let all = try await run("replay c.btsnoop --scenario tiny.yaml --ranges all.csv", in: folder)
    let some = try await run(
      "replay c.btsnoop --scenario tiny.yaml --without one --ranges some.csv", in: folder)
    #expect(all.status == 0 && some.status == 0, "\(some.errors)")
    /// All columns but the last, the rank among those that are heard.
    func rows(_ name: String) throws -> [Substring] {
      try folder.read(name).split(separator: "\n").map { $0[..<($0.lastIndex(of: ",") ?? $0.endIndex)] }
    }
    let rest = try rows("all.csv").filter { !$0.contains(",one,") }
    #expect(try rows("some.csv") == rest)
    #expect(rest.contains { $0.contains(",three,") })
  }

  @Test func `--without of a replay concerns the site that counts`() async throws {
    let folder = try folder()
    try folder.write(
      folder.read("site.yaml").replacing("{csv: beacons.csv}", with: "{csv: others.csv}"), to: "other.yaml")
    try folder.write("id,x_m,y_m\nfour,1,-1\nfive,5,-1\nsix,7,4\n", to: "others.csv")
    _ = try await run("simulate tiny.yaml --lap 1 --capture c.btsnoop", in: folder)
    let outcome = try await run(
      "replay c.btsnoop --scenario tiny.yaml --site other.yaml --without five", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Changed: --without five."))
    #expect(outcome.output.contains("four") && outcome.output.ranges(of: "five").count == 1)
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
