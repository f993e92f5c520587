import Foundation
import Rendering
import Sweeping
import TestSupport
import Testing

/// No line of any verb is wider than COLUMNS says, whatever standard output is.
@Suite struct LineWidthTests {
  static let widths = [60, 80, 100]

  /// Runs a command at every width.
  ///
  /// - Parameters:
  ///   - whole: what cannot be broken: paths and what is to be pasted. A line that is too wide may hold one of these and a
  ///     label of at most a dozen characters, and nothing else.
  ///   - leastLines: how many lines there are at least, so that there is something to be seen.
  private func expectNarrow(
    _ arguments: [String], in folder: TemporaryFolder, status: Int32 = 0, whole: [String] = [],
    leastLines: Int = 10, widths: [Int] = widths
  ) async throws {
    for width in widths {
      let outcome = try await Program.run(arguments, in: folder, columns: width)
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.status == status && lines.count >= leastLines, "\(arguments): \(outcome.errors)")
      for line in lines where line.displayWidth > width {
        let rest = whole.first(where: line.contains).map {
          line.replacing($0, with: "").trimmingCharacters(in: .whitespaces)
        }
        #expect(
          (rest?.count ?? .max) <= 12, "\(arguments) at \(width): \(line.displayWidth) columns: \(line)")
      }
    }
  }

  private func expectNarrow(
    _ arguments: String, in folder: TemporaryFolder, status: Int32 = 0, whole: [String] = [],
    leastLines: Int = 10
  ) async throws {
    try await expectNarrow(
      arguments.split(separator: " ").map(String.init), in: folder, status: status, whole: whole,
      leastLines: leastLines)
  }

  /// Names of many words, two floors, and rows that were published.
  @Test(arguments: [
    ("two-floors", "--laps 2 --metrics --cost"), ("visitor", "--laps 2 --metrics"),
    ("floor35", "--laps 2 --metrics --white-noise-twin"), ("lag-budget", "--laps 2 --cost"),
  ])
  func run(scenario: String, options: String) async throws {
    let path = Checkout.path("scenarios/\(scenario).yaml")
    try await expectNarrow("run \(path) --quiet --verbose \(options)", in: TemporaryFolder(), leastLines: 60)
  }

  @Test(arguments: widths) func `percentiles stay in their order, whatever goes to a table below`(width: Int)
    async throws
  {
    let path = Checkout.path("scenarios/floor35.yaml")
    let outcome = try await TemporaryFolder().run("run \(path) --laps 2 --quiet", columns: width)
    let titles = outcome.output.matches(of: /P(50|75|90|95)/).map { String($0.1) }
    #expect(titles.prefix(4) == ["50", "75", "90", "95"], "\(outcome.output)")
  }

  @Test func `plot`() async throws {
    let folder = try SmallFiles.folder()
    try await expectNarrow(
      "plot tiny.yaml --kind errormap --output a-long-name-of-a-file.json --quiet", in: folder, leastLines: 4)
  }

  @Test func `run with bounds`() async throws {
    try await expectNarrow("run tiny.yaml --bounds --verbose", in: SmallFiles.folder(), leastLines: 30)
  }

  @Test func `run with a long path to its results`() async throws {
    let path = String(repeating: "long/", count: 24) + "end"
    try await expectNarrow(
      "run tiny.yaml --results \(path)", in: SmallFiles.folder(),
      whole: ["\(path)/tiny/seed1-laps4/"]
        + ["report", "explain"].map { "beaconbench \($0) \(path)/tiny/seed1-laps4" })
  }

  @Test(arguments: ["floor35", "two-floors"])
  func `compare with laps missing, and within one folder`(scenario: String) async throws {
    let folder = try TemporaryFolder()
    let path = Checkout.path("scenarios/\(scenario).yaml")
    for (name, laps) in [("all", "5"), ("some", "3")] {
      try await folder.succeed("run \(path) --laps \(laps) --name \(name) --quiet --results r")
    }
    let (all, some) = ("r/\(scenario)/all", "r/\(scenario)/some")
    try await expectNarrow("compare \(all) \(some) --verbose", in: folder, status: 1, leastLines: 15)
    try await expectNarrow("compare \(all) \(all) --pipelines \(Self.pair(scenario)) --verbose", in: folder)
    try await expectNarrow("compare \(all) \(some) --accept --verbose", in: folder, leastLines: 8)
  }

  private static func pair(_ scenario: String) -> String {
    scenario == "floor35" ? "Kalman,feedback" : "centroid,nearest"
  }

  /// The lap of a shipped scenario, with what goes with it.
  private func lap(of scenario: String) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await folder.succeed(
      "simulate \(scenario) --capture c --truth t.csv --presses p.csv --readings r.csv")
    return folder
  }

  @Test func `simulate, inspect, replay and calibrate`() async throws {
    let scenario = Checkout.path("scenarios/floor35.yaml")
    let folder = try await lap(of: scenario)
    try await expectNarrow("simulate \(scenario)", in: folder, leastLines: 3)
    for policy in ["identity", "address", "both"] {
      try await expectNarrow("inspect c --by \(policy)", in: folder, leastLines: 40)
      try await expectNarrow("replay c --by \(policy)", in: folder, leastLines: 35)
    }
    try await expectNarrow(["inspect", "c"], in: folder, leastLines: 40, widths: [40])
    try await expectNarrow("replay r.csv --scenario \(scenario) --verbose", in: folder, leastLines: 35)
    for known in ["--truth t.csv", "--presses p.csv"] {
      try await expectNarrow(
        "replay c --scenario \(scenario) \(known) --metrics --verbose", in: folder, leastLines: 55)
    }
    let site = Checkout.path("scenarios/sites/floor35.yaml")
    try await expectNarrow("calibrate c --site \(site) --truth t.csv", in: folder, leastLines: 40)
  }

  @Test func `live replay`() async throws {
    let scenario = Checkout.path("scenarios/two-floors.yaml")
    let folder = try await lap(of: scenario)
    let bytes = [UInt8](try folder.bytes("c"))
    for width in Self.widths {
      let fifo = try Fifo()
      fifo.write([bytes])
      let outcome = try await folder.run("replay \(fifo.path) --scenario \(scenario)", columns: width)
      #expect(outcome.status == 0 && outcome.output.contains("\n4.0 s: "), "\(outcome.errors)")
      for line in outcome.output.split(separator: "\n") { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  @Test func encode() async throws {
    let folder = try TemporaryFolder()
    let beacon = "--uuid 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21 --major 4097 --minor 1"
    // One argument of the command for btmgmt, which has no spaces to break it at.
    let octets = "02011A1AFF4C0002152D6C1A5E7B1F4C399E553A0B6F3D9C2110010001C5"
    try await expectNarrow("encode \(beacon)", in: folder, whole: [octets])
    let made = try await folder.run("encode \(beacon)")
    // What is pasted from the table, backslashes and all, is read as it was made.
    let pasted = try #require(
      made.output.firstMatch(of: /(?s)btmgmt    (btmgmt.*?)\nto transmit it.*?on\n(.*?)\nto stop/))
    for text in [pasted.1, pasted.2] {
      #expect(text.contains(" \\\n"))
      let read = try await Program.run(["encode", "--decode", String(text), "--json"], in: folder)
      #expect(read.status == 0 && read.output.contains(#""major":4097"#), "\(read.errors)")
      try await expectNarrow(["encode", "--decode", String(text)], in: folder, leastLines: 5)
    }
  }

  @Test func explain() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --quiet")
    try await expectNarrow("explain results/tiny/seed1-laps4 --threshold 1", in: folder, leastLines: 40)
  }

  @Test func `sensitivity and reproduce`() async throws {
    try await expectNarrow(
      "sensitivity \(Checkout.path("scenarios/floor35.yaml")) --laps 2 --quiet", in: TemporaryFolder(),
      leastLines: 30)
    try await expectNarrow(
      "reproduce motion small.yaml --quiet --verbose",
      in: SmallFiles.reproduction(published: 2, matches: false),
      leastLines: 20)
    let rooms = try Checkout.files(in: "scenarios/fingerprint", ending: ".yaml").map { Checkout.path($0) }
    try await expectNarrow(
      ["reproduce", "fingerprint", "--laps", "2", "--quiet", "--verbose"] + rooms, in: TemporaryFolder(),
      leastLines: 20)
  }

  /// A walk of one minute along the small floor, with levels that are off by -5 to 5 dB.
  @Test func twin() async throws {
    let folder = try SmallFiles.folder()
    var rows = "t,beacon,rssi,x,y\n"
    for second in 0..<60 {
      let x = Double(second) / 10
      for (index, beacon) in [("one", 1.0, -1.0), ("two", 5, -1), ("three", 7, 4)].enumerated() {
        let metres = ((x - beacon.1) * (x - beacon.1) + beacon.2 * beacon.2 + 3.24).squareRoot()
        let level = Int(-59 - 6 * metres + Double((7 * second + 3 * index) % 11 - 5))
        rows += "\(second),\(beacon.0),\(level),\(x),0\n"
      }
    }
    try folder.write(rows, to: "walk.csv")
    try SmallFiles.declareDigest(in: folder)
    try folder.write(
      """
      name: walks
      dataset: dataset.yaml
      assumes: {n: 2, c: -59}
      pipelines:
        - {name: "phone's smoothing, nearest", method: nearest, snap: false}
        - {name: "phone's smoothing, centroid", method: {weightedCentroid: {k: 3}}, snap: false}
        - {name: room centre, method: roomCentre, snap: false}

      """, to: "walks.yaml")
    try await expectNarrow("twin walks.yaml --replicas 20 --quiet --data .", in: folder)
  }

  @Test(arguments: Verbs.all)
  func help(verb: String) async throws {
    try await expectNarrow(
      "\(verb) --help", in: TemporaryFolder(),
      whole: [
        "time_s,beacon,temperature_c,moving,orientation.", "scenarios/reproductions/motion.yaml)",
        "channel.pathLoss.logDistance.n=1.6,1.8,2.0,",
      ], leastLines: 6)
  }
}
