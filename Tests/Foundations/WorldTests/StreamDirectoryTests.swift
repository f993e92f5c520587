import Testing
import World

@Suite struct StreamDirectoryTests {
  private let identity = BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 4097, minor: 1)

  @Test func `a site's anchors keep their indices and new ones follow`() {
    let site = Site(
      name: "hall",
      anchors: [
        Anchor(id: "b01", identity: identity, position: .zero),
        Anchor(id: "r02", identity: nil, position: .zero),
      ])
    var directory = StreamDirectory(of: site)
    #expect(directory.anchors.map(\.id) == ["b01", "r02"])
    #expect(directory.anchors[0].identity == identity)
    #expect(directory.receivers == ["receiver"])
    #expect(directory.add(StreamDirectory.Anchor(id: "4097/9", identity: nil)) == 2)
    #expect(directory.add(receiver: "second") == 1)
    #expect(directory.receivers == ["receiver", "second"])
  }

  @Test func `a transmitter is entered once, and one that changes its power is another`() {
    var directory = StreamDirectory()
    let address = DeviceAddress(octets: 0xC098_E500_0001, isRandom: true)
    func transmitter(_ anchor: Int, _ power: DBm?) -> StreamDirectory.Transmitter {
      StreamDirectory.Transmitter(anchor: anchor, address: address, measuredPower: power)
    }
    let indices = [
      transmitter(0, -59), transmitter(1, -59), transmitter(0, -59), transmitter(0, 12), transmitter(0, nil),
      transmitter(1, -59),
    ].map { directory.index(of: $0) }
    #expect(indices == [0, 1, 0, 2, 3, 1])
    #expect(directory.transmitters.map(\.measuredPower) == [-59, -59, 12, nil])
  }
}
