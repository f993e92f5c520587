import NumericalMethods
import TestSupport
import Testing
import World

@testable import Calibrating

/// What is known of single readings, and how they are told apart.
@Suite struct CalibrationReadingsTests {
  private func readings(
    _ heard: [(link: Int, time: Double, distance: Double, level: Double, channel: UInt8?)],
    links: [(recording: Int, beacon: Int)] = [(0, 0)], beacons: Int = 1
  ) -> ChannelReadings {
    var readings = ChannelReadings(beacons: (0..<beacons).map { "b\($0)" })
    for (recording, beacon) in links { _ = readings.link(recording: recording, beacon: beacon) }
    readings.recordings = (0...(links.map(\.recording).max() ?? 0)).map { "r\($0)" }
    readings.heard = heard.map {
      .init(
        link: $0.link, time: $0.time, place: nil, distance: $0.distance, level: DBm($0.level),
        channel: $0.channel,
        count: 1)
    }
    return readings
  }

  @Test func `a link is entered once`() {
    var readings = readings([], links: [(0, 0), (0, 1), (0, 0)], beacons: 2)
    #expect(readings.links.count == 2)
    #expect(readings.link(recording: 0, beacon: 1) == 1 && readings.link(recording: 1, beacon: 0) == 2)
  }

  @Test func `readings are counted by beacon, and what was sent with what was silent`() {
    var readings = readings(
      [(0, 0, 1, -60, nil), (1, 0, 1, -60, nil), (1, 1, 1, -60, nil)], links: [(0, 0), (0, 2)], beacons: 3)
    readings.silent = [.init(link: 0, time: 1, distance: 1, count: 2.5)]
    #expect(readings.heardByBeacon == [1, 0, 2] && readings.sent == 5.5)
  }

  /// Ten a second for 10 s are 101; an interval of 0.2 s allows 3 + 1.2 × 50 = 63, and one of 0.1 s 123.
  @Test func `an interval that is too long for what was heard is refused`() throws {
    var readings = readings((0...100).map { (0, Double($0) / 10, 1, -60, nil) })
    readings.statedInterval = 0.2
    #expect(
      throws: CalibrationProblem.heardTooOften(
        source: "a", beacon: "b0", interval: 0.2, heard: 101, seconds: 10)
    ) { try readings.checkInterval(source: "a") }
    readings.statedInterval = 0.1
    try readings.checkInterval(source: "a")
    (readings.statedInterval, readings.knowsSilence) = (0.2, false)
    try readings.checkInterval(source: "a")
  }

  @Test(arguments: [
    (5, 1, false, CalibrationParts(kind: .beacons, count: 5)),
    (2, 3, true, .init(kind: .recordings, count: 3)), (4, 1, false, .init(kind: .stretches, count: 12)),
    (1, 1, false, .init(kind: .stretches, count: 10)), (3, 1, true, .init(kind: .recordings, count: 1)),
  ])
  func `parts are beacons from five on, else recordings of known distances, else at least ten stretches`(
    beacons: Int, recordings: Int, areStatic: Bool, expected: CalibrationParts
  ) {
    let links = (0..<recordings).flatMap { recording in (0..<beacons).map { (recording, $0) } }
    var readings = readings(links.indices.map { ($0, 0, 1, -60, nil) }, links: links, beacons: beacons)
    readings.areStatic = areStatic
    #expect(CalibrationParts(readings, isOneDistance: false) == expected)
  }

  @Test func `each link has at least one stretch, and few links have ten together`() {
    for links in 1...12 {
      var readings = readings(
        (0..<links).map { ($0, 0, 1, -60, nil) }, links: (0..<links).map { ($0, 0) }, beacons: 1)
      readings.areStatic = false
      let count = CalibrationParts(readings, isOneDistance: false).count
      #expect(count >= 10 && count % links == 0 && count < 10 + links)
    }
  }

  @Test func `recordings from one distance are cut into stretches`() {
    var readings = readings([(0, 0, 1, -60, nil)])
    readings.areStatic = true
    let parts = CalibrationParts(readings, isOneDistance: true)
    #expect(parts.name == "stretches" && parts.count == 10)
  }

  @Test func `stretches hold as many heard readings each, and silence goes with its time`() {
    var readings = readings((0..<20).map { (0, Double($0), 10, -80, nil) })
    readings.silent = [
      .init(link: 0, time: 0.5, distance: 100, count: 3), .init(link: 0, time: 18.5, distance: 100, count: 1),
    ]
    let rows = CalibrationRows(readings, parts: .init(kind: .stretches, count: 10), countsSilence: true)
    #expect(rows.clusterOfHeard == (0..<20).map { $0 / 2 })
    #expect(rows.rows.suffix(2).map(\.cluster) == [0, 9] && rows.rows.suffix(2).map(\.weight) == [3, 1])
    // -10 log10 of the distance.
    #expect(
      rows.rows.map { ($0.x * 1e9).rounded() / 1e9 } == [Double](repeating: -10, count: 20) + [-20, -20])
    #expect(rows.rows.count { $0.y == nil } == 2)
    #expect(
      CalibrationRows(readings, parts: .init(kind: .stretches, count: 10), countsSilence: false).rows.count
        == 20)
    #expect(rows.plain.count == 20)
  }

  /// Six readings of one beacon on each channel, whose levels lie 2 dB above, at and 2 dB below the mean: a variance over channels of
  /// 4 dB², and no chance in it.
  @Test func `channels whose levels never vary have exactly their own offsets`() throws {
    let heard = (0..<18).map { index in
      (link: 0, time: Double(index), distance: 1.0, level: -60.0, channel: UInt8?(UInt8(37 + index % 3)))
    }
    let readings = readings(heard)
    let residuals: [Double?] = heard.indices.map { [2, 0, -2][$0 % 3] }
    let spread = try #require(ChannelSpread(residuals, of: readings))
    #expect(spread.links == 1 && spread.medianSpread == 4 && spread.deviation.value == 2)
    #expect(spread.means.map(\.value) == [2, 0, -2])
    #expect(spread.means.allSatisfy { $0.standardError == nil } && spread.deviation.lower == nil)
    #expect(spread.removed(from: residuals, of: readings).allSatisfy { $0 == 0 })
  }

  @Test func `a link needs five readings on each channel`() {
    let heard = (0..<14).map { index in
      (link: 0, time: Double(index), distance: 1.0, level: -60.0, channel: UInt8?(UInt8(37 + index % 3)))
    }
    #expect(ChannelSpread(heard.map { _ in 1 }, of: readings(heard)) == nil)
    let none = heard.map {
      (link: $0.link, time: $0.time, distance: 1.0, level: $0.level, channel: UInt8?.none)
    }
    #expect(ChannelSpread(none.map { _ in 1 }, of: readings(none)) == nil)
  }
}

/// The table of residuals that is read back, and the sentences of refusals.
@Suite struct CalibrationFilesTests {
  private func residuals(_ rows: String) throws -> CalibrationResiduals {
    let folder = try TemporaryFolder()
    try folder.write("beacon,distance_m,residual_db,outlier\n" + rows, to: "r.csv")
    return try CalibrationResiduals(contentsOf: folder.path("r.csv"))
  }

  @Test func `residuals are read in the order of the file`() throws {
    let rows = try residuals("a,1.5,-2.25,0\nb,3,40,1\n").rows
    #expect(
      rows == [
        .init(beacon: "a", distance: 1.5, residual: -2.25, isOutlier: false),
        .init(beacon: "b", distance: 3, residual: 40, isOutlier: true),
      ])
  }

  @Test(arguments: [
    ("", "expected at least one residual, found none"),
    ("a,0,1,0\n", "distance_m: expected a number above 0 and at most 1000000 m, found \"0\""),
    ("a,1,1001,0\n", "residual_db: expected a number from -1000 to 1000, found \"1001\""),
    ("a,1,1,2\n", "outlier: expected a whole number from 0 to 1, found \"2\""),
  ])
  func `a damaged table is refused by its line and column`(rows: String, expected: String) {
    let found = refusal { try residuals(rows) }
    #expect(found.hasSuffix(expected), "\(found)")
  }

  @Test func `a table is known by its column of residuals`() throws {
    let folder = try TemporaryFolder()
    try folder.write("time_s,beacon,rssi_dbm\n", to: "readings.csv")
    try folder.write("beacon,residual_db\n", to: "residuals.csv")
    #expect(try CalibrationResiduals.isOne(folder.path("residuals.csv")))
    #expect(try !CalibrationResiduals.isOne(folder.path("readings.csv")))
  }

  @Test(arguments: [
    (
      CalibrationProblem.tooFewReadings(source: "a", found: 3, needed: 10, from: "of one beacon"),
      "a: expected at least 10 readings of one beacon to fit a channel, found 3"
    ),
    (
      .severalBeacons(source: "a", found: ["b", "c", "d", "e", "f", "g", "h", "i"]),
      "a: expected one beacon, or --beacon with one of them, found b, c, d, e, f, g and 2 more"
    ),
    (.noSuchBeacon(source: "a", beacon: "z", found: []), "a: expected the beacon z, found none"),
    (.noSuchBeacon(source: "a", beacon: "z", found: ["x", "y"]), "a: expected the beacon z, found x, y"),
    (
      .tooFewDistances(source: "a", found: 2),
      "a: expected recordings from one distance, which determine C, or from at least three, which also determine n, found 2 distances"
    ),
    (
      .outsideTruth(source: "a", readings: 5...9, truth: 100...200, advice: " (in milliseconds?)"),
      "a: expected readings within the ground truth, from 100.0 to 200.0 s, found readings from 5.0 to 9.0 s only; times count from the first record (in milliseconds?)"
    ),
    (
      .fit(source: "a", problem: .didNotConverge(iterations: 40), plain: nil),
      "a: \(FitError.didNotConverge(iterations: 40))"
    ),
    (
      .heardBelowSensitivity(source: "a", sensitivity: DBm(-90), weakest: DBm(-95)),
      "a: expected no RSSI below the sensitivity of -90.0 dBm, found -95.0 dBm"
    ),
    (
      .heardTooOften(source: "a", beacon: "b", interval: 1, heard: 100, seconds: 12.3456),
      "a: expected an interval that fits the recording, found 1.0 s, while b was heard 100 times in 12.35 s"
    ),
    (
      .steadyDistances(source: "a", spread: 0.01234),
      "a: expected distances to each beacon whose common logarithm has a standard deviation of at least 0.05 (12 %), found 0.0123: n cannot be estimated when distances hardly vary"
    ),
  ])
  func `a refusal says what was expected and what was found`(problem: CalibrationProblem, sentence: String) {
    #expect("\(problem)" == sentence)
  }
}
