import Laps
import Results
import TestSupport
import Testing

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
