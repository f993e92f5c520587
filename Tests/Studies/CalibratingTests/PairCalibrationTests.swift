import Documents
import Foundation
import TestSupport
import Testing

/// Anchors that hear each other, beside a walk.
@Suite struct PairCalibrationTests {
  private static let exponent = 2.5

  /// Four anchors on a line, a wall of 10 dB behind the second, and levels of C -55 and n 2.5 in both directions.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let places = [0.0, 1, 10, 100]
    try folder.write(
      "name: line\nwalls: [{from: [5, -1], to: [5, 1], loss: 10}]\nbeacons:\n"
        + places.map { "  - {id: x\(Int($0)), position: [\($0), 0, 2]}\n" }.joined(), to: "site.yaml")
    var rows = "receiver,beacon,rssi_dbm\ntag,x1,-50\nx1,x1,-20\n"
    for a in places {
      for b in places where a != b {
        let level = Self.level(abs(a - b)) - (min(a, b) < 5 && max(a, b) > 5 ? 10 : 0)
        // Two readings with that mean.
        for error in [-3.0, 3] { rows += "x\(Int(a)),x\(Int(b)),\(level + error)\n" }
      }
    }
    try folder.write(rows, to: "pairs.csv")
    return folder
  }

  private static func level(_ metres: Double) -> Double { -55 - 10 * exponent * log10(metres) }

  @Test func `exact pairs give their n and C, and predict an anchor left out`() async throws {
    let folder = try folder()
    let outcome = try await folder.run("calibrate --pairs pairs.csv --site site.yaml")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix(
        "24 readings of 12 pairs among 4 anchors (a pair in each direction; 12 possible); 2 readings left"),
      "\(outcome.output)")
    let json = try Document(
      json: try await folder.run("calibrate --pairs pairs.csv --site site.yaml --json").output, file: "pairs")
    #expect(try abs(json.number("n") - 2.5) < 1e-9 && abs(json.number("c") + 55) < 1e-9)
    let rows = try json.elements("errors")
    #expect(
      try rows.count == 1 && rows[0].number("levelDb") < 1e-9 && rows[0].number("distanceMetres") < 1e-7)
  }

  /// A person at (0, 4) and (3, 4) takes 6 dB of every level: distances seem longer by the factor 10^(6 / 25).
  @Test func `a walk shows the offset of a person, which pairs do not`() async throws {
    let folder = try folder()
    var (readings, distances) = ("time_s,beacon,rssi_dbm\n", [Double]())
    for (time, x) in [(0.5, 0.0), (1.5, 0.0), (2.5, 3.0), (3.5, 3.0)] {
      for anchor in [0.0, 1] {
        let metres = ((anchor - x) * (anchor - x) + 16).squareRoot()
        distances.append(metres)
        readings += "\(time),x\(Int(anchor)),\(Self.level(metres) - 6)\n"
      }
    }
    try folder.write(readings, to: "walk.csv")
    try folder.write("time_s,x_m,y_m,z_m\n0,0,4,2\n2,0,4,2\n2.1,3,4,2\n4,3,4,2\n", to: "truth.csv")
    let outcome = try await folder.run(
      "calibrate walk.csv --truth truth.csv --averaged 1 --pairs pairs.csv --site site.yaml --json")
    let json = try Document(json: outcome.output, file: "pairs")
    let rows = try json.elements("errors")
    #expect(try rows.count == 5 && json.integer("walkSeconds") == 8)
    #expect(try abs(rows[1].number("levelDb") - 6) < 1e-6 && abs(rows[1].number("offsetDb") + 6) < 1e-6)
    distances.sort()
    let median = 0.5 * (distances[3] + distances[4])
    #expect(try abs(rows[1].number("distanceMetres") - median * (pow(10, 6.0 / 25) - 1)) < 1e-6)
    // The pairs' n is right here, and so is that of the walk.
    #expect(try rows[2].number("levelDb") < 1e-6 && rows[4].number("levelDb") < 1e-6)
    #expect(try rows[3].number("n") == 2 && rows[3].number("levelDb") > 0.01)
    try DocumentedKeys.expect(json, in: "docs/columns.md")
  }

  @Test(arguments: [
    ("--pairs pairs.csv", "--pairs requires --site"),
    ("--pairs pairs.csv --site site.yaml --channel c.yaml", "--channel and --pairs cannot be combined"),
    ("walk.csv --pairs pairs.csv --site site.yaml", "expected no walk, or one recording with its --truth"),
  ])
  func `what pairs cannot be fitted with is refused`(options: String, sentence: String) async throws {
    let outcome = try await folder().run("calibrate " + options)
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  /// By NumPy, `lstsq` over the means of the 32 pairs heard at -6 dBm: n 1.243, C -77.36; predicted without each anchor in turn 4.311 dB
  /// and a median of 3.146 m.
  @Test(.enabled(if: SharedData.isPresent, "needs the folder shared/ beside the checkout"))
  func `anchors of Pisa hear each other with an n of 1.2`() async throws {
    let folder = try TemporaryFolder()
    let data = try SharedData.file("data/datasets/baronti2018")
    let text = try String(
      contentsOf: data.appending(path: "Remote-Positioning/TxPower_-6dBm/localization.csv"), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",").dropFirst().joined(separator: ",")
    }
    try folder.write("receiver,beacon,rssi_dbm\n" + rows.joined(separator: "\n") + "\n", to: "pairs.csv")
    let site = data.appending(path: "pisa-site.yaml").path
    let json = try Document(
      json: try await folder.run("calibrate --pairs pairs.csv --site \(site) --json").output, file: "pisa")
    #expect(try json.integer("pairs") == 32 && json.integer("readings") == 30_671)
    #expect(try abs(json.number("n") - 1.2426792) < 1e-6 && abs(json.number("c") + 77.3556212) < 1e-6)
    let left = try json.elements("errors")[0]
    #expect(
      try abs(left.number("levelDb") - 4.3109329) < 1e-6
        && abs(left.number("distanceMetres") - 3.1456850) < 1e-6)
  }
}
