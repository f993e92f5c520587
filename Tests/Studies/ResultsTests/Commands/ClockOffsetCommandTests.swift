import Documents
import Foundation
import TestSupport
import Testing

/// `--clock-offset auto` of `replay` and `score`, on a shipped walk whose truth is moved by a known time.
@Suite struct ClockOffsetCommandTests {
  private static let readings = Checkout.path("scenarios/recordings/rriesebos/walk-3-readings.csv.gz")
  private static let site = Checkout.path("scenarios/sites/rriesebos.yaml")

  /// The truth of the walk with seconds added to every time.
  private static func truth(moved seconds: Double, in folder: TemporaryFolder) throws -> String {
    let path = Checkout.path("scenarios/recordings/rriesebos/walk-3-truth.csv.gz")
    let rows = try TestSupport.run(["gzip", "-dc", path]).output.split(separator: "\n")
    let moved = rows.dropFirst().map { row in
      let cells = row.split(separator: ",", maxSplits: 1)
      return "\((Double(cells[0]) ?? 0) + seconds),\(cells[1])"
    }
    try folder.write(([String(rows[0])] + moved).joined(separator: "\n") + "\n", to: "truth.csv")
    return "truth.csv"
  }

  private static func replay(_ moved: Double, _ offset: String) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let truth = try truth(moved: moved, in: folder)
    return try await folder.succeed(
      "replay \(readings) --site \(site) --truth \(truth) --clock-offset \(offset) --json")
  }

  @Test func `a truth that is moved by 5 s is moved back, and no fix changes`() async throws {
    let outcomes = [try await Self.replay(0, "auto"), try await Self.replay(5, "auto")]
    let (still, moved) = (
      try Document(json: outcomes[0].output, file: ""), try Document(json: outcomes[1].output, file: "")
    )
    let offsets = try [still, moved].map { try $0["clockOffset"].number("seconds") }
    #expect(abs(offsets[0] - 5 - offsets[1]) < 0.051)
    let interval = try moved["clockOffset"].elements("interval95").map { try $0.number }
    #expect(interval[0] < offsets[1] && offsets[1] < interval[1])
    #expect(
      try moved.elements("notes").contains {
        try $0.text.hasPrefix("clock offset \(offsets[1] < 0 ? "-" : "")")
      })
    let given = try Document(json: await Self.replay(5, "\(offsets[1])").output, file: "")
    #expect(try given["fixes"] == moved["fixes"] && still["fixes"] == moved["fixes"])
    #expect(try given["scores"] == moved["scores"])
    #expect(!given.has("clockOffset"))
  }

  @Test func `a walker who stands, and a word that is none, are refused in one sentence`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("time_s,x_m,y_m\n0,3,3\n15,3,3\n", to: "truth.csv")
    let command = "replay \(Self.readings) --site \(Self.site) --truth truth.csv --clock-offset"
    let standing = try await folder.run("\(command) auto")
    #expect(standing.status == 2 && standing.output.isEmpty)
    #expect(
      standing.errors
        == "beaconbench: --clock-offset auto: expected a clock offset that the recording shows, found observations that do not depend on the time along the path, as of a walker who stands\n"
    )
    let word = try await folder.run("\(command) best")
    #expect(word.status == 2)
    #expect(word.errors.contains("expected seconds from -10000000000 to 10000000000, or auto, found best"))
  }

  @Test func `score finds the sum of clock and lag, and its results say so`() async throws {
    let folder = try TemporaryFolder()
    // A walker at 1 m/s round a square of 20 m, and fixes of a method that trails by 2 s.
    func place(_ time: Double) -> (Double, Double) {
      let way = min(max(time, 0), 80)
      let (side, rest) = (Int(way / 20), way.truncatingRemainder(dividingBy: 20))
      return [(rest, 0), (20, rest), (20 - rest, 20), (0, 20 - rest), (0, 0)][side]
    }
    let truth = (0...80).map { "\($0),\(place(Double($0)).0),\(place(Double($0)).1)" }
    let fixes = (3...80).map {
      "p,0,\($0),\(place(Double($0 - 2)).0 + 0.2 * Double($0 % 3 - 1)),\(place(Double($0 - 2)).1)"
    }
    try folder.write("time_s,x_m,y_m\n" + truth.joined(separator: "\n") + "\n", to: "truth.csv")
    try folder.write("pipeline,lap,time_s,x_m,y_m\n" + fixes.joined(separator: "\n") + "\n", to: "fixes.csv")
    try await folder.succeed(
      "score fixes.csv --site \(Checkout.path("scenarios/sites/danis.yaml")) --truth truth.csv --clock-offset auto --name n --json"
    )
    let summary = try folder.read("results/danis/n/summary.json")
    let note = try #require(summary.firstMatch(of: /clock offset ([0-9.]+) s \[([0-9.]+), ([0-9.]+)\]/))
    #expect(abs((Double(note.1) ?? 0) - 2) < 0.06)
    #expect(summary.contains("contains the time by which the methods trail the walker"))
  }
}
