import Captures
import HandMadeCaptures
import Testing
import World

struct HCIDecoderTests {
  private func levels(_ bytes: [UInt8]) throws -> [Double] {
    var source = try ReplaySource(
      bytes: bytes, name: "made by hand", options: ReplayOptions(strictness: .strict))
    return try source.stream().levels.map(\.value)
  }

  @Test func `one event may hold several reports`() throws {
    let event = legacyEvent(
      legacyReport(flags + iBeacon(), level: -61), legacyReport(flags, level: -62),
      legacyReport(iBeacon(), level: -63, address: 9))
    #expect(try levels(events([event])) == [-61, -63])
    let extended = extendedEvent(
      extendedReport(iBeacon(), level: -71), extendedReport(iBeacon(), level: -72, address: 2))
    #expect(try levels(events([extended])) == [-71, -72])
    #expect(try CaptureContents.read(bytes: events([event, extended]), name: "x").advertisingReports == 5)
  }

  @Test func `an iBeacon frame is found in every kind of PDU and behind other structures`() throws {
    let types: [UInt8] = [0, 1, 2, 3, 4]
    let all = types.map { legacyEvent(legacyReport([3, 3, 0xAA, 0xFE] + iBeacon(), type: $0, level: -60)) }
    #expect(try levels(events(all)).count == 5)
    let contents = try CaptureContents.read(bytes: events(all), name: "x")
    #expect(
      contents.reportsByKind == [
        "connectable": 1, "directed": 1, "scannable": 1, "nonConnectable": 1, "scanResponse": 1,
      ])
    #expect(contents.beacons.first?.inScanResponses == 1)
  }

  @Test func `an extended report may wrap a legacy PDU or not, and its reserved bits mean nothing`() throws {
    // Legacy ADV_IND, ADV_NONCONN_IND, SCAN_RSP to ADV_IND; then a non-legacy one.
    let types: [UInt16] = [0x13, 0x10, 0x1B, 0x00]
    let plain = types.map { extendedEvent(extendedReport(iBeacon(), eventType: $0)) }
    let reserved = types.map { extendedEvent(extendedReport(iBeacon(), eventType: $0 | 0xFF80)) }
    let expected = ["connectable": 1, "nonConnectable": 1, "scanResponse": 1, "extended": 1]
    for all in [plain, reserved] {
      let contents = try CaptureContents.read(bytes: events(all), name: "x", strictness: .strict)
      #expect(contents.reportsByKind == expected)
      #expect(contents.iBeaconFrames == 4)
    }
  }

  @Test func `data in pieces are joined by advertiser and set, also when mixed`() throws {
    let frame = flags + iBeacon()
    let (a, b) = (Array(frame[..<10]), Array(frame[10...]))
    let all = [
      extendedEvent(extendedReport(a, eventType: 0x20, level: -50, address: 1, set: 1)),
      extendedEvent(extendedReport(a, eventType: 0x20, level: -51, address: 2, set: 1)),
      extendedEvent(extendedReport(a, eventType: 0x20, level: -52, address: 1, set: 2)),
      extendedEvent(extendedReport(b, eventType: 0x00, level: -53, address: 2, set: 1)),
      extendedEvent(extendedReport(b, eventType: 0x00, level: -54, address: 1, set: 1)),
    ]
    #expect(try levels(events(all)) == [-53, -54])
    let contents = try CaptureContents.read(bytes: events(all), name: "x")
    #expect(contents.fragments == 3)
    #expect(contents.advertisingReports == 5)
  }

  @Test func `data that the controller cut short give what they hold`() throws {
    let all = [
      extendedEvent(extendedReport(flags + iBeacon() + [9, 9], eventType: 0x20)),
      extendedEvent(extendedReport([0x41], eventType: 0x40)),
    ]
    let contents = try CaptureContents.read(bytes: events(all), name: "x")
    #expect(contents.iBeaconFrames == 1)
    #expect(contents.malformedStructures == 1)
  }

  @Test func `pieces without an end do not grow beyond the Core's 1650 octets`() throws {
    let piece = extendedEvent(extendedReport([UInt8](repeating: 0, count: 229), eventType: 0x20))
    let contents = try CaptureContents.read(bytes: events([[UInt8]](repeating: piece, count: 20)), name: "x")
    // 7 x 229 = 1603 fit; the 8th piece does not, is reported, and the advertisement is begun anew.
    #expect(contents.malformed == 2)
    #expect(contents.advertisingReports == 20)
  }

  @Test func `a level of 127 is not available, and levels of zero and above are kept`() throws {
    let all = [127, 0, 3, -128, 20].map { legacyEvent(legacyReport(iBeacon(), level: $0)) }
    var source = try ReplaySource(bytes: events(all), name: "x")
    #expect(try source.stream().levels.map(\.value) == [0, 3, -128, 20])
    #expect(source.tally.levelUnavailable == 1)
    let contents = try CaptureContents.read(bytes: events(all), name: "x")
    #expect(contents.rssi.unavailable == 1)
    #expect(contents.rssi.maximum == 20)
    #expect(contents.rssi.positive == 2)
    #expect(contents.warnings.contains("2 levels above 0 dBm"))
  }

  @Test(
    arguments: [
      // A report shorter than its data, no report at all, an event shorter than it says.
      [0x3E, 0x0B, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 0x20],
      [0x3E, 0x02, 0x02, 0x01],
      [0x3E, 0x2A, 0x02, 0x01, 0x03],
      [0x3E],
      [0x3E, 0x05, 0x0D, 0x02, 0, 0, 0],
    ] as [[UInt8]])
  func `a report that does not fit its event is counted with its place`(_ event: [UInt8]) throws {
    let good = legacyEvent(legacyReport(iBeacon()))
    let contents = try CaptureContents.read(bytes: events([event, good]), name: "x")
    #expect(contents.malformed == 1)
    #expect(contents.damages.map(\.offset) == [16])
    #expect(contents.iBeaconFrames == 1)
    #expect(throws: FileProblem.self) { try levels(events([event, good])) }
  }

  @Test func `a structure longer than its data is counted, and never an error`() throws {
    let bad = legacyEvent(legacyReport(flags + [0x1B] + iBeacon().dropFirst()))
    let padded = legacyEvent(legacyReport(flags + [0, 0] + iBeacon()))
    let contents = try CaptureContents.read(bytes: events([bad, padded]), name: "x", strictness: .strict)
    #expect(contents.malformedStructures == 1)
    #expect(contents.malformed == 0)
    // A length of zero ends the data.
    #expect(contents.iBeaconFrames == 0)
  }
}
