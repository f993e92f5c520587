import Captures
import HandMadeCaptures
import Testing
import World

/// Two identities over three addresses: 1/2 from addresses 1 and 2, 7/8 from 2 and 3, and a phone at 4.
private let mixed = events(
  [
    legacyReport(iBeacon(1, 2), address: 1), legacyReport(iBeacon(1, 2), address: 2),
    legacyReport(iBeacon(7, 8), address: 2), legacyReport(iBeacon(7, 8), address: 3),
    legacyReport(flags, address: 4),
  ].map { legacyEvent($0) })

struct IdentityPolicyTests {
  private func source(_ options: ReplayOptions) throws -> (
    anchors: [Int32], ids: [String], tally: StreamTally
  ) {
    var source = try ReplaySource(bytes: mixed, name: "x", options: options)
    let stream = try source.stream()
    return (stream.anchors, source.directory.anchors.map(\.id), source.tally)
  }

  @Test func `by identity, addresses do not matter`() throws {
    let (anchors, ids, _) = try source(ReplayOptions())
    #expect(anchors == [0, 0, 1, 1])
    #expect(ids == ["1/2", "7/8"])
  }

  @Test func `by address, identities do not matter`() throws {
    let (anchors, ids, tally) = try source(ReplayOptions(policy: .address))
    #expect(anchors == [0, 1, 1, 2, 3])
    #expect(ids == (1...4).map { "C0:98:E5:00:00:0\($0)" })
    #expect(tally.delivered == 5)
    #expect(tally.notBeacons == 0)
  }

  @Test func `by both, each pair is an anchor`() throws {
    let (anchors, ids, _) = try source(ReplayOptions(policy: .both))
    #expect(anchors == [0, 1, 2, 3])
    #expect(
      ids == [
        "1/2@C0:98:E5:00:00:01", "1/2@C0:98:E5:00:00:02", "7/8@C0:98:E5:00:00:02", "7/8@C0:98:E5:00:00:03",
      ])
  }

  @Test func `by address and by both, a site's anchors are found by their ids`() throws {
    func site(_ ids: String...) -> Site {
      Site(
        name: "made",
        anchors: ids.map { Anchor(id: $0, identity: ownIdentity, position: Point(x: 0, y: 0)) })
    }
    let byAddress = try source(
      ReplayOptions(site: site("C0:98:E5:00:00:03", "C0:98:E5:00:00:02"), policy: .address))
    #expect(byAddress.anchors == [1, 1, 0])
    #expect(byAddress.tally.unknownIdentities == 2)
    let byBoth = try source(ReplayOptions(site: site("7/8@C0:98:E5:00:00:02"), policy: .both))
    #expect(byBoth.anchors == [0])
    #expect(byBoth.tally.unknownIdentities == 3)
  }

  @Test func `inspect groups by the same policies`() throws {
    func beacons(_ policy: IdentityPolicy) throws -> [String] {
      try CaptureContents.read(bytes: mixed, name: "x", policy: policy).beacons.map {
        "\($0.name) \($0.frames)"
      }
    }
    let uuid = "2D6C1A5E-0000-0000-0000-000000000001"
    #expect(try beacons(.identity) == ["\(uuid)/1/2 2", "\(uuid)/7/8 2"])
    #expect(
      try beacons(.address) == [
        "C0:98:E5:00:00:01 1", "C0:98:E5:00:00:02 2", "C0:98:E5:00:00:03 1", "C0:98:E5:00:00:04 1",
      ])
    #expect(try beacons(.both).count == 4)
    for policy in IdentityPolicy.allCases {
      #expect(try CaptureContents.read(bytes: mixed, name: "x", policy: policy).iBeaconIdentities == 2)
    }
  }

  /// A command that switches scanning makes everything new again: then nothing is recognised, and all is read anew.
  @Test(arguments: IdentityPolicy.allCases)
  func `reports that came before count as those that never did`(policy: IdentityPolicy) throws {
    // Empty, short, whole, with two frames, too long for what is remembered, and torn.
    let kinds: [[UInt8]] = [
      [], flags, flags + iBeacon(1, 2), iBeacon(1, 2) + iBeacon(3, 4), flags + iBeacon(1, 2) + iBeacon(5, 6),
      Array(iBeacon(1, 2).dropLast(2)), [9, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8], [9, 0xFF, 1, 2, 3, 4, 5, 6, 7, 9],
    ]
    let reports = (0..<3).flatMap { _ in
      kinds.indices.flatMap { kind in
        [1, 2].map { legacyEvent(legacyReport(kinds[kind], address: UInt8($0))) }
      }
    }
    let scanning: [UInt8] = [1, 0x0C, 0x20, 2, 1, 0]
    func read(switching: Bool) throws -> CaptureContents {
      let packets = reports.flatMap { event -> [[UInt8]] in
        (switching ? [scanning] : []) + [[4] + event]
      }
      let timed = packets.map { TimedPacket(microseconds: 1_700_000_000_000_000, octets: $0) }
      var contents = try CaptureContents.read(bytes: btsnoop(1002, timed), name: "x", policy: policy)
      (contents.frames, contents.scanning, contents.warnings) = (0, [], [])
      return contents
    }
    let contents = try read(switching: false)
    #expect(try contents == read(switching: true))
    #expect(contents.advertisingReports == 48 && contents.iBeaconFrames == 3 * 2 * 5)
    #expect(contents.malformedStructures == 6 && contents.advertisers.map(\.reports) == [24, 24])
  }
}
