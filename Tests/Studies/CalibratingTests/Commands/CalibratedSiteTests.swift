import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

/// A site with fitted levels: what calibrate writes, and what scenarios take from it.
@Suite struct CalibratedSiteTests {
  /// Readings made from n 2.5 with C -61, -62 and -63, without noise, at places between the beacons of the site.
  private func calibrated() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    let beacons = [("one", 1.0, -1.0, -61.0), ("two", 5.0, -1.0, -62.0), ("three", 7.0, 4.0, -63.0)]
    var (readings, truth) = ("time_s,beacon,rssi_dbm\n", "time_s,x_m,y_m,z_m\n")
    for second in 0..<7 {
      truth += "\(second),\(second),0,1.2\n"
      for (id, x, y, level) in beacons {
        let (dx, dz) = (x - Double(second), 3 - 1.2)
        let distance = (dx * dx + y * y + dz * dz).squareRoot()
        readings += "\(second),\(id),\(level - 25 * log10(distance))\n"
      }
    }
    try folder.write(readings, to: "r.csv")
    try folder.write(truth, to: "t.csv")
    let outcome = try await folder.run(
      "calibrate r.csv --site site.yaml --truth t.csv --write-site fitted.yaml")
    #expect(outcome.status == 0 && outcome.errors == "")
    return folder
  }

  @Test func `calibrate writes the levels and the n that they belong to`() async throws {
    let folder = try await calibrated()
    let site = try SiteFile(contentsOf: folder.path("fitted.yaml")).site
    #expect(abs(try #require(site.calibratedExponent) - 2.5) < 1e-6)
    for (anchor, level) in zip(site.anchors, [-61.0, -62, -63]) {
      #expect(abs(try #require(anchor.calibratedLevel).value - level) < 1e-6)
    }
    // A second fit to some of the beacons leaves no level of the first, which another n belonged to.
    try folder.write(
      try folder.read("r.csv").split(separator: "\n").filter { !$0.contains("three") }.joined(
        separator: "\n"), to: "r.csv")
    _ = try await folder.run("calibrate r.csv --site fitted.yaml --truth t.csv --write-site again.yaml")
    let again = try SiteFile(contentsOf: folder.path("again.yaml")).site
    #expect(again.anchors.map { $0.calibratedLevel == nil } == [false, false, true])
  }

  @Test func `n and C may be taken from the site, and another n is cautioned`() async throws {
    let folder = try await calibrated()
    func scenario(_ assumes: String) throws {
      try folder.write(
        SmallFiles.scenario.replacing("site: site.yaml", with: "site: fitted.yaml")
          .replacing("assumes: {n: 1.8}", with: "assumes: \(assumes)"), to: "tiny.yaml")
    }
    try scenario("{n: site, c: site}")
    let both = try await folder.run("run tiny.yaml --name both --verbose")
    #expect(both.status == 0 && !both.output.contains("Note: n "), "\(both.errors)")
    #expect(both.output.contains("All pipelines assume the n of the site's fit and the site's C per beacon."))
    try scenario("{n: 1.8, c: site}")
    let other = try await folder.run("run tiny.yaml --name other")
    #expect(
      other.unwrapped.contains(
        /Note: n 1\.8 is assumed with a C that was fitted with n 2\.\d{1,3}: distances are wrong even where the RSSI is right \(Kalman; nearest\)\.\n/
      ))
    #expect(try folder.bytes("results/tiny/both/errors.csv") != folder.bytes("results/tiny/other/errors.csv"))
    let replayed = try await folder.run("replay r.csv --scenario tiny.yaml")
    #expect(replayed.output.contains("Note: n 1.8 is assumed with a C that was fitted with n 2."))
    let json = try await folder.run("replay r.csv --scenario tiny.yaml --json")
    #expect(try Document(json: json.output, file: "replay").elements("notes").count == 1)
  }

  @Test func `a measured power that no beacon can have is noted where it is not used`() async throws {
    let folder = try SmallFiles.folder()
    let odd = SmallFiles.site.replacing(
      "minor: 2\n    measuredPower: -59", with: "minor: 2\n    measuredPower: 12")
    try folder.write(odd, to: "site.yaml")
    let outcome = try await folder.run("run tiny.yaml")
    #expect(
      outcome.unwrapped.contains(
        "Note: C -59.0 dBm is assumed for 1 of 3 anchors, whose measuredPower in the site is outside -100.0 to -20.0 dBm: two 12.0 dBm (Kalman; nearest).\n"
      ))
    // Where all assume a number, nobody uses it.
    try folder.write(SmallFiles.scenario.replacing("{n: 1.8}", with: "{n: 1.8, c: -59}"), to: "tiny.yaml")
    #expect(!(try await folder.run("run tiny.yaml --name other").output.contains("measuredPower")))
  }

  @Test func `a C that the site's beacons do not claim is noted`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.site.replacing("    minor: 2\n    measuredPower: -59\n", with: "    minor: 2\n"),
      to: "site.yaml")
    let outcome = try await folder.run("run tiny.yaml")
    #expect(
      outcome.unwrapped.contains(
        "Note: C -59.0 dBm is assumed for 1 of 3 anchors, which have no measuredPower in the site: two (Kalman; nearest).\n"
      ))
  }
}
