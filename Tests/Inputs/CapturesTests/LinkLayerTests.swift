import Captures
import HandMadeCaptures
import Testing
import World

struct LinkLayerTests {
  private func contents(_ linkType: UInt32, _ packets: [[UInt8]]) throws -> CaptureContents {
    try CaptureContents.read(bytes: sniffed(linkType, packets), name: "x", strictness: .strict)
  }

  private func stream(_ linkType: UInt32, _ packets: [[UInt8]]) throws -> [Advertisement] {
    var source = try ReplaySource(bytes: sniffed(linkType, packets), name: "x")
    return Array(try source.stream())
  }

  @Test func `a packet without a radio's header has neither level nor channel`() throws {
    let contents = try contents(251, [beaconPacket, requestPacket])
    #expect(contents.container == "pcap, link type 251")
    #expect(contents.advertisingReports == 1)
    #expect(contents.reportsByKind == ["nonConnectable": 1])
    #expect(contents.otherPdus == 1)
    #expect(contents.iBeaconFrames == 1)
    #expect(contents.rssi.unavailable == 1)
    #expect(contents.rssi.count == 0)
    #expect(contents.channels.isEmpty)
    #expect(try stream(251, [beaconPacket]).isEmpty)
  }

  @Test(arguments: [(0, 37), (12, 38), (39, 39)] as [(UInt8, UInt8)])
  func `the radio's header gives level and channel by frequency`(_ place: UInt8, _ channel: UInt8) throws {
    let advertisements = try stream(256, [withRadio(beaconPacket, place: place, level: -71)])
    #expect(advertisements.map(\.channel) == [channel])
    #expect(advertisements.map(\.level) == [-71])
    #expect(try contents(256, [withRadio(beaconPacket, place: place)]).channels.keys.sorted() == [channel])
  }

  @Test func `a level that the radio does not vouch for is not available`() throws {
    let contents = try contents(256, [withRadio(beaconPacket, flags: 0x0011)])
    #expect(contents.rssi.unavailable == 1)
    #expect(contents.rssi.count == 0)
  }

  @Test func `the CRC is computed where the file did not check it, and believed where it did`() throws {
    let wrong = packet(beaconPDU, crc: [0x9B, 0x91, 0x34])
    // Unchecked; checked and wrong; checked and right, although it is not.
    #expect(try contents(256, [withRadio(wrong), withRadio(beaconPacket)]).crcErrors == 1)
    #expect(try contents(256, [withRadio(beaconPacket, flags: 0x0413)]).crcErrors == 1)
    #expect(try contents(256, [withRadio(wrong, flags: 0x0C13)]).iBeaconFrames == 1)
    #expect(try contents(272, [withNordicHeader(beaconPacket, flags: 0)]).crcErrors == 1)
    // Any octet changed, from the header on.
    for place in 4..<beaconPacket.count {
      var changed = beaconPacket
      changed[place] ^= 0x10
      let contents = try contents(251, [changed])
      #expect(contents.crcErrors == 1, "\(place)")
      #expect(contents.advertisingReports == 0)
    }
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt8])
  func `the nRF Sniffer's header is read in every version`(_ version: UInt8) throws {
    let kind: UInt8 = version == 3 ? 2 : 6
    let packets = [
      withNordicHeader(beaconPacket, version: version, kind: kind, channel: 39, below: 77),
      // What the sniffer says to its host is no packet of the air.
      withNordicHeader(beaconPacket, version: version, kind: 0x0E),
    ]
    let advertisements = try stream(272, packets)
    #expect(advertisements.map(\.channel) == [39])
    #expect(advertisements.map(\.level) == [-77])
    #expect(try contents(272, packets).skipped == 1)
  }

  @Test func `a packet on the coded PHY has an octet more behind its address`() throws {
    var coded = beaconPacket
    coded.insert(1, at: 4)
    #expect(try stream(256, [withRadio(coded, flags: 0x8013)]).count == 1)
    #expect(try stream(272, [withNordicHeader(coded, flags: 0x21)]).count == 1)
  }

  @Test func `a packet that is still whitened is skipped`() throws {
    let contents = try contents(256, [withRadio(beaconPacket, flags: 0x0012)])
    #expect(contents.skipped == 1)
    #expect(contents.advertisingReports == 0)
  }

  @Test func `packets of connections are others`() throws {
    let data: [UInt8] = [0x11, 0x22, 0x33, 0x44] + beaconPDU + beaconCRC
    let contents = try contents(256, [withRadio(data)])
    #expect(contents.otherPdus == 1)
    #expect(contents.crcErrors == 0)
  }

  @Test func `a chain of extended PDUs is one advertisement with the level of its last piece`() throws {
    let packets = zip(chainPackets, [-50, -51, -52] as [Int8]).map { withRadio($0, place: 5, level: $1) }
    let advertisements = try stream(256, packets)
    #expect(advertisements.map(\.level) == [-52])
    // Data channels are not named.
    #expect(advertisements.map(\.channel) == [nil])
    let contents = try contents(256, packets)
    #expect(contents.reportsByKind == ["extended": 3])
    #expect(contents.fragments == 1)
    #expect(contents.addresses == 1)
    #expect(contents.iBeaconFrames == 1)
  }

  @Test func `a packet that is too short for what it says is counted, and never read beyond`() throws {
    for length in 0..<beaconPacket.count {
      for linkType in [251, 256, 272] as [UInt32] {
        let cut = Array(beaconPacket[..<length])
        let packet =
          linkType == 256 ? withRadio(cut, flags: 0x0C13) : linkType == 272 ? withNordicHeader(cut) : cut
        let contents = try CaptureContents.read(bytes: sniffed(linkType, [packet, packet]), name: "x")
        #expect(contents.frames == 2)
        #expect(contents.iBeaconFrames == 0)
        #expect(contents.malformed + contents.crcErrors + contents.otherPdus > 0)
      }
    }
  }
}
