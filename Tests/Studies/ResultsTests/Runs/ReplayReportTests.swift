import Documents
import Foundation
import Laps
import Rendering
import Results
import Sites
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct ReplayReportTests {
  private func replay() throws -> Replay {
    let path = try SharedData.file("data/captures/govee/WimPi5-2026-05-19-H5105-info.pcapng").path
    return try Replay(
      RecordedInput(contentsOf: path, site: nil), listening: Listening(hasPath: false), site: nil,
      truth: Replay.Truth(walk: nil, presses: nil))
  }

  /// Counts by tshark: 1068 reports, 35 of them iBeacon frames of five identities, of which one claims -62 and
  /// +12 dBm.
  @Test func `says in words what was heard, what was left out and which power is not believed`() throws {
    let text = (try replay()).report().text(width: .max)
    #expect(text.hasPrefix("5 beacons heard in 101 s. No site: ranges and zones only.\n"))
    #expect(
      text.contains(
        "\nAdvertisements: 35 received, which give 26 readings; excluded: 1033 without a beacon's identity"))
    #expect(
      text.contains(
        "20597/62207 transmits measured power -62 and 12 dBm: 12 is outside -100 to -20, so none of its powers"
      ))
    #expect(!text.contains("pillar"))
  }

  @Test(arguments: [80, 100, 120, 200])
  func `no line is wider than it may be`(width: Int) throws {
    let lines = (try replay()).report().text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.displayWidth <= width && $0.last != " " })
  }
}

@Suite struct LiveLineTests {
  private static let beacon =
    "uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [1, -1, 3]"

  /// The lines of a replay of one beacon that hangs on floor 1 of so many.
  private func lines(floors: Int, width: Int = 100) throws -> [String] {
    let levels = (0..<floors).map { "{level: \($0 + 2 - floors), elevation: \(4 * ($0 + 1 - floors))}" }
    let site = try SiteFile(
      Document(
        yaml: """
          name: s
          floors: [\(levels.joined(separator: ", "))]
          beacons: [{id: one, floor: 1, \(Self.beacon)}]
          """, file: "s")
    ).site
    let folder = try TemporaryFolder()
    try folder.write("time_s,beacon,rssi_dbm\n0.2,one,-60\n0.9,one,-61\n1.5,one,-60\n", to: "r.csv")
    var replay = try LiveReplay(
      RecordedInput(contentsOf: folder.path("r.csv"), site: site), listening: Listening(hasPath: false),
      site: site)
    var lines: [String] = []
    while let moments = try replay.next() {
      lines += moments.compactMap {
        LiveLine.text(of: $0, replay.definitions, site: replay.site, width: width)
      }
    }
    return lines
  }

  @Test func `the floor stands behind a place where there are several`() throws {
    let lines = try lines(floors: 2)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(" m on floor 1\n") }, "\(lines)")
  }

  @Test func `a site of one floor has none to tell`() throws {
    let lines = try lines(floors: 1)
    #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("floor") }, "\(lines)")
  }

  @Test func `a second that needs more than the width has another line, further in`() throws {
    let lines = try lines(floors: 2, width: 40)
    #expect(lines.allSatisfy { $0.contains("\n  ") }, "\(lines)")
    #expect(lines.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.displayWidth <= 40 } }, "\(lines)")
  }
}

@Suite struct RangesTableTests {
  /// n 2, C -59: -59 dBm is 1 m, -79 dBm 10 m, -65 dBm 10^0.3 m.
  private let rows = """
    time_s,beacon,rssi_dbm
    0.25,a,-65
    0.5,a,-65
    0.5,b,-79
    1.5,b,-59

    """

  private func replay(_ folder: TemporaryFolder) throws -> Replay {
    try folder.write(rows, to: "readings.csv")
    return try Replay(
      RecordedInput(
        contentsOf: folder.path("readings.csv"), site: nil), listening: Listening(hasPath: false),
      site: nil, truth: Replay.Truth(walk: nil, presses: nil))
  }

  @Test func `has a row for each beacon heard at each callback, the nearest first`() throws {
    let folder = try TemporaryFolder()
    let lines = try replay(folder).rangesTable(lap: 3).split(separator: "\n").map(String.init)
    #expect(lines[0] == "lap,time_s,beacon,advertisements,rssi_dbm,range_m,zone,rank")
    let rows = lines.dropFirst().map { $0.split(separator: ",").map(String.init) }
    try #require(rows.count == 3)
    #expect(rows.map { $0[2] } == ["a", "b", "b"] && rows.map { $0[7] } == ["1", "2", "1"])
    #expect(rows.map { $0[0] } == ["3", "3", "3"] && rows.map { $0[1] } == ["1.0", "1.0", "2.0"])
    #expect(rows.map { $0[3] } == ["2", "1", "1"] && rows.map { $0[6] } == ["near", "far", "immediate"])
    for (row, metres) in zip(rows, [1.9952623149688795, 10, 1]) {
      #expect(try abs(#require(Double(row[5])) - metres) < 1e-12)
    }
  }
}
