import Documents
import Foundation
import Sites
import TestSupport
import Testing

@Suite struct CalibrateTests {
  /// One lap of the small floor, which takes some 20 s.
  private func lap() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try await folder.succeed("simulate tiny.yaml --capture lap.btsnoop --truth truth.csv")
    return folder
  }

  @Test func `what it writes is what run takes`() async throws {
    let folder = try await lap()
    let outcome = try await folder.run(
      "calibrate lap.btsnoop --site site.yaml --truth truth.csv --channel c.yaml --residuals r.csv")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try folder.read("r.csv").hasPrefix("recording,beacon,time_s,distance_m,rssi_dbm,channel,"))
    try await folder.succeed("run tiny.yaml --channel c.yaml --name fitted")
    let resolved = try Document(contentsOf: folder.path("results/tiny/fitted/scenario.yaml"))
    let fitted = try Document(contentsOf: folder.path("c.yaml"))
    let law = try fitted["channel"]["pathLoss"]
    #expect(try resolved["channel"]["pathLoss"] == law)
    #expect(try resolved["receiver"].number("sensitivity") == fitted["receiver"].number("sensitivity"))
    // What calibrate does not fit is as the scenario has it.
    #expect(try resolved["walk"].number("walkIn") == 5)
  }

  @Test func `documents every key of its JSON`() async throws {
    let folder = try await lap()
    let outcome = try await folder.run("calibrate lap.btsnoop --site site.yaml --truth truth.csv --json")
    let document = try Document(json: outcome.output, file: "calibrate")
    try DocumentedKeys.expect(document, in: "docs/columns.md")
    // The simulation sends every 0.1 s and up to 10 ms, and loses 3 in 10.
    #expect(abs(try document["readings"].number("intervalSeconds") - 0.105) < 0.001)
    let law = try #require(
      try ["faded", "robust", "normal"].first {
        try document[$0].content != .null && document[$0]["loss"]["interval95"].content != .null
      })
    #expect(try document["tellsFades"].content == .boolean(true))
    let bounds = try document[law]["loss"].elements("interval95").map { try $0.number }
    #expect(bounds[0] < 0.3 && 0.3 < bounds[1])
  }

  /// Levels of -60 and -59 dBm in turns, and two of each lost.
  @Test func `readings from a metre give C, its interval and the byte to program`() async throws {
    let folder = try TemporaryFolder()
    var rows = "time_s,beacon,rssi_dbm\n"
    for index in 0..<60 where index % 20 > 1 {
      rows += "\(Double(index) / 10),b,\(index % 4 == 3 ? -59 : -60)\n"
    }
    try folder.write(rows, to: "metre.csv")
    let outcome = try await folder.run("calibrate metre.csv --distance 1")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("All advertisements are from 1.00 m, which determines C but not n.\n"))
    #expect(outcome.output.contains("Measured power to program, from the robust fit: -60 dBm, byte 0xC4.\n"))
    let json = try await folder.run("calibrate metre.csv --distance 1 --json")
    let document = try Document(json: json.output, file: "calibrate")
    #expect(try document["robust"].has("n") && document["robust"]["n"].content == .null)
    let bounds = try document["normal"]["c"].elements("interval95").map { try $0.number }
    #expect(bounds[0] < -59.72 && -59.72 < bounds[1] && bounds[1] - bounds[0] < 1)
    #expect(try document["oneDistance"].text("measuredPowerByte") == "0xC4")
    let site = try await folder.run("calibrate metre.csv --distance 1 --write-site s.yaml")
    #expect(
      site.status == 2 && site.errors == "beaconbench: --write-site: requires --site\n")
    // At 10 m with n 2 the level at a metre is 20 dB more.
    let far = try await folder.run("calibrate metre.csv --distance 10 --n 2")
    #expect(far.output.contains("Measured power to program, from the robust fit: -40 dBm, byte 0xD8.\n"))
  }

  /// Without a stated sensitivity a level is the mean of what was heard, however few that is.
  @Test func `few averages from a metre have the mean of what was heard`() async throws {
    let folder = try TemporaryFolder()
    let levels = [-56, -60, -53, -59, -57, -51, -58, -58, -56, -56]
    let rows = levels.enumerated().map { "\($0.offset + 1),b,\($0.element)\n" }.joined()
    try folder.write("time_s,beacon,rssi_dbm\n" + rows, to: "ten.csv")
    let json = try await folder.run("calibrate ten.csv --distance 1 --averaged 1 --json")
    let document = try Document(json: json.output, file: "calibrate")
    let (limit, losses) = (try document["sensitivityDbm"], try document["losses"])
    #expect(limit.content == .null && losses.content == .null)
    let level = try document["normal"]["c"]
    let mean = -56.4
    #expect(abs(try level.number("value") - mean) < 0.01)
    let bounds = try level.elements("interval95").map { try $0.number }
    // By Python: a Newton step of level and scale without each of the ten, whose standard error is 1.315183, and Student's t
    // of 4.7021 degrees of freedom after Satterthwaite, by numerical integration.
    #expect(abs(bounds[1] - mean - 3.446235) < 1e-5 && abs(mean - bounds[0] - 3.446235) < 1e-5)
    try folder.write(
      "time_s,beacon,rssi_dbm\n" + (1...30).map { "\($0),b,-60\n" }.joined(), to: "same.csv")
    let same = try await folder.run("calibrate same.csv --distance 1 --averaged 1")
    #expect(same.status == 0 && same.output.contains("robust fit: -60 dBm, byte 0xC4."))
  }

  /// The upper end of Wilson's interval of none among n is 1.96² / (n + 1.96²).
  @Test func `where nothing was lost none is told, and an interval that cannot be is refused`() async throws {
    let folder = try TemporaryFolder()
    let rows = (0..<300).map { "\(Double($0) / 10),b,\([-58, -57, -56][$0 % 3])\n" }.joined()
    try folder.write("time_s,beacon,rssi_dbm\n" + rows, to: "all.csv")
    let json = try await folder.run("calibrate all.csv --distance 1 --json")
    let loss = try Document(json: json.output, file: "calibrate")["normal"]["loss"]
    #expect(try loss.number("value") == 0)
    let bounds = try loss.elements("interval95").map { try $0.number }
    #expect(bounds[0] == 0 && abs(bounds[1] - 3.8415 / 303.8415) < 0.02 * bounds[1])
    let refused = try await folder.run("calibrate all.csv --distance 1 --interval 5")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "beaconbench: all.csv: expected an interval that fits the recording, found 5.0 s, while b was heard 300 times in 29.9 s\n"
    )
  }

  @Test func `two distances are refused, three give n`() async throws {
    let folder = try TemporaryFolder()
    for (metres, level) in [(1, -60), (2, -66), (4, -72)] {
      let rows = (0..<30).map { "\(Double($0) / 10),b,\(level + $0 % 3 - 1)\n" }.joined()
      try folder.write("time_s,beacon,rssi_dbm\n" + rows, to: "d\(metres).csv")
    }
    let two = try await folder.run("calibrate d1.csv d2.csv --distance 1 --distance 2")
    #expect(two.status == 2 && two.output.isEmpty)
    #expect(
      two.errors
        == "beaconbench: d1.csv, d2.csv: expected recordings from one distance, which determine C, or from at least three, which also determine n, found 2 distances\n"
    )
    let three = try await folder.run(
      "calibrate d1.csv d2.csv d4.csv --distance 1 --distance 2 --distance 4 --json")
    let plain = try Document(json: three.output, file: "calibrate")["plain"]
    // 6 dB an octave.
    #expect(abs(try plain.number("n") - 6 / (10 * log10(2))) < 1e-9)
    #expect(abs(try plain.number("c") + 60) < 1e-9)
  }
}
