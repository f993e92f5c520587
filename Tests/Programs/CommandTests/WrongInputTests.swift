import Documents
import Foundation
import TestSupport
import Testing

/// Inputs of new users that are no errors, but of which the program says what is odd, and those that are right after all.
@Suite struct WrongInputTests {
  /// Row 4 of the list: lengths in other units, by what takes the place of the small site's metres.
  struct Units: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Factors of the plan and of heights.
    let plan: Double
    let height: Double
    let warnings: [String]
  }

  static let units = [
    Units(
      testDescription: "centimetres", plan: 100, height: 100,
      warnings: ["3 of 3 anchors are over 30 m above or below their floor, one at 300 m"]),
    Units(
      testDescription: "millimetres", plan: 1000, height: 1000,
      warnings: [
        "3 of 3 anchors are over 30 m above or below their floor, one at 3000 m",
        "it extends over 7000 m by 5000 m, over 2000 m",
        "3 of 3 anchors lie over 100 m off the path, one by 1000 m",
      ]),
    Units(
      testDescription: "kilometres", plan: 0.001, height: 0.001,
      warnings: ["it extends over 0.007 m by 0.005 m, less than 0.5 m"]),
    Units(
      testDescription: "a plan in kilometres and heights in metres", plan: 0.001, height: 1,
      warnings: ["it extends over 0.007 m by 0.005 m, less than 0.5 m"]),
    Units(testDescription: "metres", plan: 1, height: 1, warnings: []),
  ]

  @Test(arguments: units)
  func `warns of a site in other units and keeps the warnings among the notes`(_ units: Units) async throws {
    let folder = try SmallFiles.folder()
    let site = SmallFiles.site.replacing(/\[(-?\d+), (-?\d+)(?:, (\d+))?\]/) { match in
      let plan = [match.1, match.2].map { "\((Double($0) ?? 0) * units.plan)" }
      let height = match.3.map { ["\((Double($0) ?? 0) * units.height)"] } ?? []
      return "[\((plan + height).joined(separator: ", "))]"
    }
    try folder.write(site, to: "site.yaml")
    let sentences = units.warnings.map { "site small: \($0); all coordinates are in metres" }
    let errors = sentences.map { "beaconbench: warning: \($0)\n" }.joined()
    // A walk of hundreds of metres would take long, and is not what is tested.
    let capture = try await folder.run("simulate tiny.yaml --readings r.csv")
    #expect(capture.status == 0 && capture.errors == errors)
    try folder.write("time_s,beacon,rssi_dbm\n0,one,-60\n1,two,-61\n2,three,-62\n", to: "r.csv")
    let replay = try await folder.run("replay r.csv --site site.yaml --json")
    #expect(replay.status == 0 && replay.errors == errors)
    let notes = try Document(json: replay.output, file: "json").elements("notes").map { try $0.text }
    #expect(notes.filter { $0.hasPrefix("site ") } == sentences)
  }

  @Test func `warns of test points and anchors far off the path in the summary of a run too`() async throws {
    let folder = try SmallFiles.folder()
    let site = SmallFiles.site.replacing("position: [6, 2]", with: "position: [600, 200]")
      .replacing("position: [7, 4, 3]", with: "position: [700, 4, 3]")
    try folder.write(site, to: "site.yaml")
    let outcome = try await folder.run("run tiny.yaml --name mine")
    // The path's farthest corner is at [6, 4].
    let sentences = [
      "site small: 1 of 3 anchors lie over 100 m off the path, three by 694 m; all coordinates are in metres",
      "site small: 1 of 2 test points lie over 100 m off the path, 2 by 625.5 m; all coordinates are in metres",
    ]
    #expect(outcome.errors == sentences.map { "beaconbench: warning: \($0)\n" }.joined())
    #expect(outcome.status == 0)
    let summary = try Document(json: folder.read("results/tiny/mine/summary.json"), file: "summary.json")
    let notes = try summary.elements("notes").map { try $0.text }
    #expect(Array(notes.filter { $0.hasPrefix("site ") }) == sentences)
    for sentence in sentences { #expect(outcome.unwrapped.contains("Note: \(sentence)")) }
  }

  @Test(arguments: ["\r\n", "\n"], ["\u{FEFF}", ""])
  func `reads line ends of Windows and byte order marks`(_ lineEnd: String, _ mark: String) async throws {
    // Rows 17 and 18.
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --readings r.csv --presses p.csv")
    for file in ["tiny.yaml", "site.yaml", "r.csv", "p.csv"] {
      try folder.write(mark + folder.read(file).replacing("\n", with: lineEnd), to: file)
    }
    let outcome = try await folder.run("replay r.csv --scenario tiny.yaml --presses p.csv")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("Each pipeline: 2 errors, none missed."))
  }

  @Test func `reads a capture that was cut and warns of the place`() async throws {
    // Row 25.
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture lap.btsnoop")
    try folder.write(try folder.bytes("lap.btsnoop").prefix(1000), to: "cut.btsnoop")
    let outcome = try await folder.succeed("replay cut.btsnoop --site site.yaml")
    #expect(
      outcome.errors
        == "beaconbench: warning: cut.btsnoop: byte 974: expected a btsnoop record of 69 bytes, found 26 and the end of the file\n"
    )
  }

  @Test func `warns of truth in centimetres`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,beacon,rssi_dbm\n0,one,-60\n1,two,-61\n5,three,-62\n", to: "r.csv")
    try folder.write("time_s,x_m,y_m\n0,0,0\n5,600,0\n", to: "t.csv")
    let outcome = try await folder.run("replay r.csv --site site.yaml --truth t.csv --json")
    // The path's nearest corner is at [6, 0].
    let warning =
      "t.csv: the ground truth lies up to 594 m off the path of the site small, over 100 m; all coordinates are in metres"
    #expect(outcome.status == 0 && outcome.errors == "beaconbench: warning: \(warning)\n")
    let notes = try Document(json: outcome.output, file: "json").elements("notes").map { try $0.text }
    #expect(notes.contains(warning))
  }

  @Test func `notes how many presses lie outside the recording`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,beacon,rssi_dbm\n0,one,-60\n1,two,-61\n5,three,-62\n", to: "r.csv")
    // The last callback is at 5 s or 6 s and counts for a second: 8 s and -1 s are outside, 5.5 s is not.
    try folder.write("time_s,point\n-1,1\n3,2\n5.5,1\n8,2\n", to: "p.csv")
    let outcome = try await folder.run("replay r.csv --site site.yaml --presses p.csv")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.unwrapped.contains(
        "Note: 2 of 4 presses of p.csv lie outside the recording (0 to 5.0 s) and count as missed"
      ))
  }

  @Test func `the note on presses outside names milliseconds`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write("time_s,beacon,rssi_dbm\n0,one,-60\n5,two,-61\n10,three,-62\n", to: "r.csv")
    try folder.write("time_s,point\n5,1\n4000,2\n9000,1\n", to: "p.csv")
    let outcome = try await folder.run("replay r.csv --site site.yaml --presses p.csv")
    #expect(
      outcome.unwrapped.contains(
        "Note: 2 of 3 presses of p.csv lie outside the recording (0 to 10.0 s) and count as missed; times are in seconds, not in milliseconds"
      ))
  }

  @Test func `takes the clock offset that the sentence about presses since 1970 gives`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture lap.btsnoop --presses p.csv")
    // A simulated capture begins with the year 2020, 1577836800 s after 1970.
    let presses = try folder.read("p.csv").replacing(/(\d+)(\.\d+),(\d)/) { match in
      "\(1_577_836_800 + (Int(match.1) ?? 0))\(match.2),\(match.3)"
    }
    try folder.write(presses, to: "p.csv")
    let outcome = try await folder.run(
      "replay lap.btsnoop --site site.yaml --presses p.csv --clock-offset -1577836800.0")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("none missed"))
  }

  @Test func `notes rows that answer by their fallback nearly always`() async throws {
    // Two circles take two beacons.
    let folder = try SmallFiles.folder()
    let beacons = SmallFiles.site.components(separatedBy: "  - id: ")
    try folder.write(beacons[0...1].joined(separator: "  - id: "), to: "site.yaml")
    let outcome = try await folder.run("run tiny.yaml --name mine --json")
    #expect(outcome.status == 0 && outcome.errors == "")
    let notes = try Document(json: outcome.output, file: "json").elements("notes").map { try $0.text }
    #expect(
      notes.contains(
        "pipelines that nearly always use the fallback, so that the method itself is hardly scored: Kalman at 100.0 % of its fixes"
      ))
  }

  @Test func `notes rows that are worse than the room's centre with confidence`() async throws {
    // The one beacon is 90 m away, so that the nearest beacon is 84 m wrong or more at every press.
    let folder = try SmallFiles.folder()
    let beacons = SmallFiles.site.replacing("[1, -1, 3]", with: "[90, -1, 3]").components(
      separatedBy: "  - id: ")
    try folder.write(beacons[0...1].joined(separator: "  - id: "), to: "site.yaml")
    let unsnapped = SmallFiles.scenario.replacing(
      "method: nearest\n", with: "method: nearest\n    snap: false\n")
    try folder.write(unsnapped, to: "tiny.yaml")
    let outcome = try await folder.run("run tiny.yaml --name mine")
    #expect(outcome.status == 0 && outcome.errors == "")
    // The centre of the path is [3, 2]; test point 1 is 2 m and test point 2 is 3 m away from it: 2.5 m on the whole.
    let note = "the pipeline nearest is worse than always answering the room's centre (2.50 m)"
    #expect(outcome.unwrapped.contains("Note: \(note).\n"))
    let summary = try Document(json: folder.read("results/tiny/mine/summary.json"), file: "summary.json")
    #expect(try summary.elements("notes").map { try $0.text }.contains(note))
    #expect(!outcome.output.contains("the row room centre"))
  }

  @Test func `the help of a run names the folder that it writes`() async throws {
    let folder = try SmallFiles.folder()
    let run = try await folder.run("run --help")
    #expect(run.output.contains(/\(default:\s+seed<S>-laps<N>,/))
  }
}
