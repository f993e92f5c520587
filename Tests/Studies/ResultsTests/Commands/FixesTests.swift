import Foundation
import TestSupport
import Testing

@Suite struct FixesTests {
  private func folder(more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(SmallFiles.site, to: "site.yaml")
    try folder.write(SmallFiles.scenario + more, to: "tiny.yaml")
    return folder
  }

  private func rows(_ file: String, in folder: TemporaryFolder) throws -> [[String]] {
    try folder.read(file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `the fixes kept with the results are those of a replay of each lap`() async throws {
    let folder = try folder()
    try await folder.succeed("run tiny.yaml --laps 3 --keep-fixes --threads 1 --name one")
    try await folder.succeed("run tiny.yaml --laps 3 --keep-fixes --threads 3 --name many")
    let kept = try folder.read("results/tiny/one/fixes.csv")
    #expect(try folder.read("results/tiny/many/fixes.csv") == kept)
    var replayed =
      "pipeline,lap,time_s,x_m,y_m,z_m,floor,uncertainty_m,status,origin,direction,xx_m2,xy_m2,yy_m2,floor_probabilities\n"
    for lap in 0..<3 {
      _ = try await folder.run("simulate tiny.yaml --lap \(lap) --capture c.btsnoop --replace")
      try await folder.succeed("replay c.btsnoop --scenario tiny.yaml --lap \(lap) --fixes f.csv --replace")
      replayed += try folder.read("f.csv").drop { $0 != "\n" }.dropFirst()
    }
    #expect(kept == replayed)
  }

  @Test func `a row stands there for every callback, and says whose phone it was`() async throws {
    let folder = try folder(more: "walkers: [{name: ann}, {name: bo}]\n")
    try await folder.succeed("run tiny.yaml --laps 2 --keep-fixes --name n")
    let rows = try rows("results/tiny/n/fixes.csv", in: folder)
    #expect(
      rows[0] == [
        "pipeline", "lap", "walker", "time_s", "x_m", "y_m", "z_m", "floor", "uncertainty_m", "status",
        "origin", "direction", "xx_m2", "xy_m2", "yy_m2", "floor_probabilities",
      ])
    #expect(rows.allSatisfy { $0.count == 16 })
    let groups = Dictionary(grouping: rows.dropFirst()) { $0[1...2].joined(separator: " ") }
    #expect(Set(groups.keys) == ["0 ann", "0 bo", "1 ann", "1 bo"])
    for rows in groups.values {
      #expect(Set(rows.map { $0[0] }) == ["Kalman", "nearest", "room centre"])
      // Each second once, by each of the three.
      #expect(Set(rows.map { $0[3] }).count * 3 == rows.count)
    }
  }

  @Test func `compare passes the fixes over, and a run without them leaves none`() async throws {
    let folder = try folder()
    try await folder.succeed("run tiny.yaml --keep-fixes")
    try await folder.succeed("run tiny.yaml --name plain")
    try await folder.succeed("compare results/tiny/plain results/tiny/seed1-laps4")
    #expect(folder.exists("results/tiny/seed1-laps4/fixes.csv"))
    try await folder.succeed("run tiny.yaml")
    #expect(!folder.exists("results/tiny/seed1-laps4/fixes.csv"))
  }
}
