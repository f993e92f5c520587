import Testing
import World

@Suite struct BeaconIdentityTests {
  private let text = "2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEF"

  @Test func `a UUID's first eight octets are its high half`() throws {
    let uuid = try #require(BeaconUUID(text))
    #expect(uuid.high == 0x2D6C_1A5E_0B7F_4E10)
    #expect(uuid.low == 0x9A33_C0FF_EE00_BEEF)
    #expect(uuid == BeaconUUID(high: 0x2D6C_1A5E_0B7F_4E10, low: 0x9A33_C0FF_EE00_BEEF))
  }

  @Test func `a UUID prints as it was read, in upper case and with hyphens`() throws {
    #expect(try #require(BeaconUUID(text)).description == text)
    #expect(try #require(BeaconUUID(text.lowercased())).description == text)
    #expect(try #require(BeaconUUID("2d6c1a5e0b7f4e109a33c0ffee00beef")).description == text)
    #expect(BeaconUUID(high: 0, low: 1).description == "00000000-0000-0000-0000-000000000001")
    #expect(
      BeaconUUID(high: .max, low: .max).description == "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")
  }

  @Test(arguments: [
    "", "2D6C1A5E", "2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEE", "2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEF0",
    "2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEG", " 2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEF",
    "{2D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEF}", "２D6C1A5E-0B7F-4E10-9A33-C0FFEE00BEEF",
  ])
  func `anything but 32 hexadecimal digits is no UUID`(text: String) {
    #expect(BeaconUUID(text) == nil)
  }

  @Test func `identities are ordered by UUID, then major, then minor`() {
    let (low, high) = (BeaconUUID(high: 1, low: 9), BeaconUUID(high: 2, low: 0))
    let ordered = [
      IBeaconIdentity(uuid: low, major: 1, minor: 7), IBeaconIdentity(uuid: low, major: 1, minor: 8),
      IBeaconIdentity(uuid: low, major: 2, minor: 0), IBeaconIdentity(uuid: high, major: 0, minor: 0),
    ]
    #expect(ordered.reversed().sorted() == ordered)
    #expect(ordered[2].description == "00000000-0000-0001-0000-000000000009/2/0")
  }

  @Test func `an address prints its octets, the first one first`() {
    #expect(DeviceAddress(octets: 0xC098_E500_0001, isRandom: true).description == "C0:98:E5:00:00:01")
    #expect(DeviceAddress(octets: 0, isRandom: false).description == "00:00:00:00:00:00")
    #expect(DeviceAddress(octets: 0xFF_0102_0304_0506, isRandom: false).octets == 0x0102_0304_0506)
  }

  @Test func `a public and a random address of the same octets are two`() {
    let (maker, random) = (
      DeviceAddress(octets: 5, isRandom: false), DeviceAddress(octets: 5, isRandom: true)
    )
    #expect(maker != random)
    #expect(maker < random)
    #expect(!(random < maker))
    #expect(random < DeviceAddress(octets: 6, isRandom: false))
  }

  @Test func `an address is read as it is printed, in either case`() throws {
    let address = try #require(DeviceAddress("c0:98:E5:00:00:01"))
    #expect(address == DeviceAddress(octets: 0xC098_E500_0001, isRandom: true))
    #expect(try #require(DeviceAddress("00:1A:7D:DA:71:13")).isRandom == false)
    for text in [
      "", "C0:98:E5:00:00", "C0:98:E5:00:00:1", "C0:98:E5:00:00:0G", "C098E5000001", "é:98:E5:00:00:01",
    ] {
      #expect(DeviceAddress(text) == nil, "\(text)")
    }
  }

  @Test func `an Eddystone's identity is ten octets and six`() throws {
    let identity = try #require(
      EddystoneIdentity(namespace: "edd1ebeac04e5defa017", instance: "0123456789AB"))
    #expect(identity.description == "EDD1EBEAC04E5DEFA017/0123456789AB")
    #expect(identity.namespace == [0xED, 0xD1, 0xEB, 0xEA, 0xC0, 0x4E, 0x5D, 0xEF, 0xA0, 0x17])
    #expect(identity.instance == [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB])
    #expect(identity == EddystoneIdentity(identity.namespace + identity.instance))
    for (namespace, instance) in [
      ("", ""), ("edd1ebeac04e5defa01", "0123456789ABC"), ("xdd1ebeac04e5defa017", "0123456789AB"),
    ] {
      #expect(EddystoneIdentity(namespace: namespace, instance: instance) == nil)
    }
  }
}
