import Captures
import Documents
import HandMadeCaptures
import Testing
import World

/// Beacons of every kind, each from an address of its own, and a phone that says nothing of itself.
private let kinds = events(
  [
    legacyReport(flags + iBeacon(), address: 1), legacyReport(flags + altBeacon, level: -61, address: 2),
    legacyReport(flags + eddystoneUID, level: -62, address: 3),
    legacyReport(flags + eddystoneURL, level: -63, address: 4),
    legacyReport(flags + eddystoneEID, level: -64, address: 5), legacyReport(flags, level: -65, address: 6),
  ].map { legacyEvent($0) })

struct BeaconKindsTests {
  private static let uid = EddystoneIdentity(namespace: "EDD1EBEAC04E5DEFA017", instance: "0000000000b1")

  private func replayed(_ options: ReplayOptions) throws -> (source: ReplaySource, anchors: [Int32]) {
    var source = try ReplaySource(bytes: kinds, name: "x", options: options)
    let stream = try source.stream()
    return (source, stream.anchors)
  }

  @Test func `without a site every lasting identity is an anchor`() throws {
    let (source, anchors) = try replayed(ReplayOptions())
    #expect(anchors == [0, 1, 2, 3])
    #expect(
      source.directory.anchors.map(\.id) == [
        "1/2", "altBeacon:2D6C1A5E-0000-0000-0000-000000000001/1/2", "0000000000B1", "https://example.org/a",
      ])
    // Eddystone's -18 dBm at no distance are 41 dB more than at one metre.
    #expect(source.directory.transmitters.map(\.measuredPower) == [-59, -59, -59, -59])
    #expect(source.tally.notBeacons == 2 && source.tally.delivered == 4)
  }

  @Test func `a site's beacons are found by whatever identity it gives them`() throws {
    func anchor(_ id: String, _ identity: BeaconIdentity?) -> Anchor {
      Anchor(id: id, identity: identity, position: .zero)
    }
    let site = Site(
      name: "made",
      anchors: [
        anchor("tag", .address(try #require(DeviceAddress("c0:98:e5:00:00:06")))),
        anchor("eid", .address(try #require(DeviceAddress("C0:98:E5:00:00:05")))),
        anchor("url", .eddystoneURL("https://example.org/a")),
        anchor("uid", .eddystone(try #require(Self.uid))), anchor("alt", .altBeacon(ownNumbers)),
      ])
    let (source, anchors) = try replayed(ReplayOptions(site: site))
    #expect(anchors == [4, 3, 2, 1, 0])
    // The iBeacon: the site has its UUID, in an AltBeacon.
    #expect(source.tally.unknownIdentities == 1 && source.tally.notBeacons == 0)
    #expect(try replayed(ReplayOptions(site: site, policy: .address)).anchors == [1, 0])
  }

  @Test func `inspect lists identities of every kind and all addresses, with count and levels`() throws {
    let contents = try CaptureContents.read(bytes: kinds, name: "x")
    #expect(
      contents.beacons.map(\.name) == [
        "2D6C1A5E-0000-0000-0000-000000000001/1/2", "altBeacon:2D6C1A5E-0000-0000-0000-000000000001/1/2",
        "eddystone:EDD1EBEAC04E5DEFA017/0000000000B1", "https://example.org/a", "eid:0102030405060708",
      ])
    #expect(contents.beacons.map(\.rssi.mean) == [-70, -61, -62, -63, -64])
    #expect(contents.beacons.map(\.measuredPowers) == [[-59], [-59], [-59], [-59], [-59]])
    #expect(contents.advertisers.map(\.address.description) == (1...6).map { "C0:98:E5:00:00:0\($0)" })
    #expect(contents.advertisers.map(\.reports) == [1, 1, 1, 1, 1, 1])
    #expect(contents.advertisers.last?.rssi.mean == -65)
    #expect(contents.iBeaconIdentities == 1)
    let json = contents.document.json
    for part in [
      #""kind":"altBeacon""#, #""instance":"0000000000B1""#, #""url":"https://example.org/a""#,
      #""identifier":"0102030405060708""#,
    ] { #expect(json.contains(part), "\(part)") }
  }

  @Test(arguments: CaptureFormat.allCases)
  func `beacons of every kind are written and replayed the same`(_ format: CaptureFormat) throws {
    let identities: [BeaconIdentity] = [
      .altBeacon(ownNumbers), .eddystone(try #require(Self.uid)), .eddystoneURL("https://example.org/a"),
      .address(DeviceAddress(octets: 0xC098_E500_0009, isRandom: true)),
    ]
    let site = Site(
      name: "made",
      anchors: identities.enumerated().map { Anchor(id: "b\($0)", identity: $1, position: .zero) })
    var directory = StreamDirectory(of: site)
    var stream = AdvertisementStream()
    for (anchor, identity) in identities.enumerated() {
      let own = DeviceAddress(octets: 0xC098_E500_0001 + UInt64(anchor), isRandom: true)
      let address = if case .address(let address) = identity { address } else { own }
      let transmitter = directory.index(
        of: .init(anchor: anchor, address: address, measuredPower: anchor == 3 ? nil : -59))
      stream.append(
        Advertisement(
          microseconds: Int64(1 + anchor), anchor: anchor, transmitter: transmitter, level: -60,
          channel: format == .pcapSniffer ? 38 : nil))
    }
    var writer = CaptureWriter(format: format)
    try writer.append(stream, directory: directory)
    var source = try ReplaySource(bytes: writer.bytes, name: "x", options: ReplayOptions(site: site))
    #expect(try source.stream() == stream)
    #expect(source.directory == directory)
  }

  @Test func `a URL that no frame holds, and an identity that changes, are refused`() {
    for (identity, expected) in [
      (
        BeaconIdentity.eddystoneURL("https://a-long-name.example/path"),
        CaptureWritingError.url(anchor: "b", "https://a-long-name.example/path")
      ), (.eddystoneEID(1), .noIdentity(anchor: "b")),
    ] {
      var directory = StreamDirectory(anchors: [.init(id: "b", identity: identity)])
      _ = directory.index(
        of: .init(anchor: 0, address: DeviceAddress(octets: 1, isRandom: true), measuredPower: -59))
      var writer = CaptureWriter(format: .btsnoop)
      #expect(throws: expected) { try writer.append(AdvertisementStream(), directory: directory) }
    }
  }
}

extension BeaconContents {
  /// The identity, the address, or both.
  var name: String {
    [identity?.description, address?.description].compactMap(\.self).joined(separator: "@")
  }
}
