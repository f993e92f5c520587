import Documents
import Laps
import Rendering
import Results
import Sites
import TestSupport
import Testing

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
