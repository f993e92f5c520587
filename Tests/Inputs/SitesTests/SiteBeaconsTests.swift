import Documents
import Sites
import Testing
import World

/// The identities that a site may give its beacons.
@Suite struct SiteBeaconsTests {
  static let kinds = """
    name: kinds
    beacons:
      - {id: apple, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1, position: [0, 1, 3]}
      - {id: alt, altBeacon: {uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1}, position: [1, 1, 3]}
      - {id: uid, eddystone: {namespace: EDD1EBEAC04E5DEFA017, instance: "0000000000b1"}, position: [2, 1, 3]}
      - {id: url, eddystone: {url: "https://example.org/a"}, position: [3, 1, 3]}
      - {id: tag, address: "C0:98:E5:00:00:01", position: [4, 1, 3]}

    """

  @Test func `a beacon is known by an iBeacon, AltBeacon or Eddystone identity or by its address`() throws {
    let file = try SiteFile(Document(yaml: Self.kinds, file: "s.yaml"))
    let uuid = try #require(BeaconUUID("2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"))
    let numbers = IBeaconIdentity(uuid: uuid, major: 8, minor: 1)
    #expect(
      file.site.anchors.map(\.identity) == [
        .iBeacon(numbers), .altBeacon(numbers),
        .eddystone(
          try #require(EddystoneIdentity(namespace: "EDD1EBEAC04E5DEFA017", instance: "0000000000B1"))),
        .eddystoneURL("https://example.org/a"),
        .address(DeviceAddress(octets: 0xC098_E500_0001, isRandom: true)),
      ])
    // What is written out with its defaults reads back as the same site.
    #expect(try SiteFile(Document(yaml: file.document.yaml, file: "")).site == file.site)
  }

  @Test(arguments: [
    (
      ", major: 8, minor: 1, position: [0, 1, 3]", ", minor: 1, position: [0, 1, 3]",
      "3: beacons[0]: expected the key major, here or under defaults, found only id, uuid, minor, position"
    ),
    (
      "address: \"C0:98:E5:00:00:01\"", "address: \"C0:98:E5:00:00:01\", eddystone: {url: \"http://a.b\"}",
      "7: beacons[4]: expected at most one of the keys uuid, altBeacon, eddystone or address, found eddystone and address"
    ),
    (
      "address: \"C0:98:E5:00:00:01\"", "address: \"C0:98:E5:00:00:01\", major: 3",
      "7: beacons[4].major: expected no such key beside address, found 3"
    ),
    (
      "C0:98:E5:00:00:01", "C0-98-E5-00-00-01",
      #"7: beacons[4].address: expected a device address such as C0:98:E5:00:00:01, found "C0-98-E5-00-00-01""#
    ),
    (
      "\"0000000000b1\"", "123456789012",
      "5: beacons[2].eddystone.instance: expected 12 hexadecimal digits in quotes, found 123456789012"
    ),
    (
      ", instance: \"0000000000b1\"", "",
      "5: beacons[2].eddystone: expected the key instance, found only namespace"
    ),
    (
      "https://example.org/a", "example.org",
      #"6: beacons[3].eddystone.url: expected a URL that begins with http:// or https://, without spaces, found "example.org""#
    ),
    (
      "address: \"C0:98:E5:00:00:01\"", "eddystone: {url: \"https://example.org/a\"}",
      "7: beacons[4]: expected an identity of its own, or the same pillar as url, found the identity of url, https://example.org/a"
    ),
  ])
  func `refuses a wrong identity in one sentence`(part: String, other: String, expected: String) throws {
    try #require(Self.kinds.contains(part))
    let text = Self.kinds.replacing(part, with: other)
    #expect(sentence { _ = try SiteFile(Document(yaml: text, file: "s.yaml")) } == "s.yaml:\(expected)")
  }
}
