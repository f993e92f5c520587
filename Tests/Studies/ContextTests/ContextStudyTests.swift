import Captures
import Context
import Documents
import Evaluation
import Foundation
import Rendering
import Results
import Scenarios
import Sites
import TestSupport
import Testing
import World

@Suite struct ContextStudyTests {
  private func result(_ name: String, laps: Int? = nil, width: Int = 2) async throws -> ContextResult {
    try await ContextScenario(
      contentsOf: Checkout.path("scenarios/context/\(name).yaml"), laps: laps, dataRoot: ""
    ).run(width: width, progress: { _ in })
  }

  @Test func `monitoring is scored by half and twice the radius, with the same notices`() async throws {
    let result = try await result("monitoring", laps: 4)
    let enters = result.radii.filter { $0.score.application == "30 s (iOS)" && $0.score.kind == "enter" }
    #expect(enters.map(\.radius) == [4, 8, 16])
    let own = try #require(
      result.events.first { $0.application == "30 s (iOS)" && $0.kind == "enter" })
    #expect(enters[1].score.early == own.early && enters[1].score.falseAlarms == own.falseAlarms)
    for score in enters.map(\.score) {
      #expect(
        score.happened == score.found + score.early
          + Int((score[.missed]?.value ?? 0) * Double(score.happened) + 0.5))
      #expect(score.found + score.early + score.falseAlarms == own.found + own.early + own.falseAlarms)
    }
    // A larger circle is entered sooner.
    #expect(enters[0].score.early > enters[2].score.early)
  }

  @Test func `the same bytes come of any number of threads`() async throws {
    let one = try await result("services", laps: 3, width: 1)
    let three = try await result("services", laps: 3, width: 3)
    #expect(one.document.json == three.document.json && one.eventsTable == three.eventsTable)
  }

  /// The right seconds of holding the last nearest scanner were counted by a program in Python on the published file: 798, 797 and 798
  /// of 798 in the second half, and 794, 794 and 797 of 797 in the first.
  @Test func `presence on recorded rooms is for no beacon worse than holding the last nearest scanner`()
    async throws
  {
    func right(_ name: String) async throws -> [String: [Int]] {
      let result = try await result(name)
      #expect(result.laps == 3)
      return Dictionary(
        uniqueKeysWithValues: result.states.map { ($0.application, $0.laps.map(\.own.right)) })
    }
    let first = try await right("two-rooms-first-half")
    #expect(first["last nearest scanner"] == [794, 794, 797])
    let second = try await right("two-rooms")
    #expect(second["last nearest scanner"] == [798, 797, 798])
    #expect(second["mean of 5 s"] == [798, 798, 798])
    #expect(first["mean of 5 s"] == [794, 794, 797])
  }

  @Test func `presence with a mean beats the strongest beacon in a hall, and the interval is clear of zero`()
    async throws
  {
    let states = try await result("presence", laps: 16).states
    let gain = try #require(states.first { $0.application == "mean of 5 s" }?.gain)
    let interval = try #require(gain.interval)
    #expect(gain.value > 0.03 && interval.lower > 0)
    let flips = states.map { $0.tally.flips }
    #expect(flips[2] < flips[0] / 2)
  }

  @Test func `walking past finds more stickers than running past`() async throws {
    let walking = try await result("exhibition-walking", laps: 24).events
    let running = try await result("exhibition-running", laps: 24).events
    for (slow, fast) in zip(walking, running) { #expect(slow.found > fast.found) }
    let (slow, fast) = (
      try #require(walking[1][.missed]?.interval), try #require(running[1][.missed]?.interval)
    )
    #expect(slow.upper < fast.lower)
  }

  @Test func `10 dB of RSSI make far larger deviations of distance than were published`() async throws {
    let zones = try await result("nearables-zones", laps: 20).zones
    for zone in zones {
      #expect(zone.verdict(zone.levels, zone.published.levelDeviation) == "inside")
      #expect(zone.verdict(zone.distances, zone.published.distanceDeviation) == "smaller")
    }
  }

  @Test func `a recorded capture goes through monitoring and fleet, on its site or on none`() throws {
    let scenario = try ContextScenario(
      contentsOf: Checkout.path("scenarios/context/fleet-noise-free.yaml"), dataRoot: "")
    let capture = Checkout.path("scenarios/recordings/wimpi5.btsnoop")
    var replay = try ContextReplay(
      contentsOf: capture, through: scenario, site: scenario.study.site)
    let result = try replay.result()
    // The capture has five iBeacons, none of them the site's.
    #expect(result.events.first { $0.kind == "unknown" }?.subjects == 5)
    #expect(result.tally.delivered == 35)
  }

  @Test(arguments: [("C6:05:04:03:02:01", true), ("C6:05:04:03:02:02", false)])
  func `a sticker is the beacon that the site identifies by its address`(address: String, isThere: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    try Data(StickerCapture.bytes([(0, 21.5), (2, 3)])).write(
      to: URL(filePath: folder.path("sticker.btsnoop")))
    try folder.write(
      """
      name: sticker
      floors: [{level: 0, elevation: 0}]
      path: {nodes: {a: [0, 0], b: [7, 0]}, edges: [[a, b]]}
      beacons:
        - {id: chair, address: "\(address)", position: [0, 0, 0.8]}
        - {id: other, address: "C0:98:E5:00:00:77", position: [1, 0, 0.8]}
      """, to: "site.yaml")
    try folder.write(
      """
      name: fridge
      site: site.yaml
      laps: {count: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      context:
        applications:
          - {name: food, application: {transport: {items: [chair], hold: 0}}}
          - {name: fleet, application: {fleet: {}}}
      """, to: "fridge.yaml")
    let scenario = try ContextScenario(contentsOf: folder.path("fridge.yaml"), dataRoot: "")
    var replay = try ContextReplay(
      contentsOf: folder.path("sticker.btsnoop"), through: scenario, site: scenario.study.site)
    let result = try replay.result()
    #expect(result.events.contains { $0.application == "food" } == isThere)
    #expect(result.events.contains { $0.kind == "unknown" } == !isThere)
  }

  @Test func `the sensor frames of a sticker come through the seam of captures`() throws {
    var source = try ReplaySource(bytes: StickerCapture.bytes([(0, 21.5)]), name: "sticker")
    let stream = try source.stream()
    #expect(stream.count == 1 && source.directory.anchors.map(\.id) == ["nearable:0123456789ABCDEF"])
    let sensed = try #require(stream.sensorReports.first)
    #expect(sensed.temperature == 21.5 && sensed.isMoving == true && sensed.orientation == .vertical)
    #expect(sensed.batteryVoltage.map { abs($0 - 3.6 * 677 / 1023) < 1e-12 } == true)
  }
}

/// A btsnoop capture of one sticker, written by hand.
enum StickerCapture {
  /// - Parameter reports: seconds since the capture began, and degrees Celsius in sixteenths.
  static func bytes(_ reports: [(seconds: UInt64, temperature: Double)]) -> [UInt8] {
    Array("btsnoop\0".utf8) + big(1, 4) + big(1001, 4)
      + reports.flatMap { record(at: 0x00DC_DDB3_0F2F_8000 + $0.seconds * 1_000_000, $0.temperature) }
  }

  private static func record(at microseconds: UInt64, _ temperature: Double) -> [UInt8] {
    let sixteenths = UInt16(bitPattern: Int16(temperature * 16)) & 0x0FFF
    // Estimote's company, frame 1, identifier 0123456789abcdef, hardware 1, firmware 2, the temperature with the four low
    // bits of the voltage above, moving with 0x2A << 4 | 0x5 = 677 of 1023 of 3.6 V, acceleration 0, 64, 0, durations 0, status 0.
    let sticker: [UInt8] =
      [0x17, 0xFF, 0x5D, 0x01, 0x01, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 1, 2]
      + [UInt8(sixteenths & 0xFF), UInt8(sixteenths >> 8) | 0x50, 0x6A, 0, 64, 0, 0, 0, 0]
    // LE Meta, one legacy advertising report, non-connectable, random address, the data, -60 dBm.
    let report: [UInt8] =
      [0x3E, UInt8(12 + sticker.count), 0x02, 1, 3, 1, 1, 2, 3, 4, 5, 0xC6, UInt8(sticker.count)] + sticker
      + [0xC4]
    return big(UInt64(report.count), 4) + big(UInt64(report.count), 4) + big(3, 4) + big(0, 4)
      + big(microseconds, 8) + report
  }

  private static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
