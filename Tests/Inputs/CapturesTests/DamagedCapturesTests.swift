import Captures
import Documents
import Foundation
import HandMadeCaptures
import PhoneLogs
import TestSupport
import Testing
import World

struct DamagedCapturesTests {
  init() { PhoneLogs.add() }

  /// Small captures of every container with several kinds of record.
  static let captures: [String: [UInt8]] = {
    let packets: [[UInt8]] = [
      [1, 0x0C, 0x20, 2, 1, 0], [4] + legacyEvent(legacyReport(flags + iBeacon()), legacyReport(flags)),
      [4] + extendedEvent(extendedReport(Array(iBeacon()[..<9]), eventType: 0x20)),
      [4] + extendedEvent(extendedReport(Array(iBeacon()[9...]), eventType: 0)), [2, 0, 0, 1, 0, 5],
    ]
    let timed = packets.enumerated().map { index, packet in
      TimedPacket(microseconds: 1_700_000_000_000_000 + Int64(index) * 1000, octets: packet)
    }
    let directed = timed.map { TimedPacket(microseconds: $0.microseconds, octets: [0, 0, 0, 1] + $0.octets) }
    let monitor = timed.map {
      let opcode: UInt32 = $0.octets[0] == 1 ? 2 : $0.octets[0] == 4 ? 3 : 5
      return TimedPacket(
        microseconds: $0.microseconds, octets: Array($0.octets.dropFirst()), flags: opcode)
    }
    let logged = timed.map { packet in
      let type: UInt8 = packet.octets[0] == 1 ? 0 : packet.octets[0] == 4 ? 1 : 3
      return TimedPacket(microseconds: packet.microseconds, octets: [type] + packet.octets.dropFirst())
    }
    let ng =
      sectionBlock() + interfaceBlock(linkType: 201, resolution: 9) + block(0x0BAD, [1, 2, 3, 4, 5])
      + directed.flatMap { packetBlock($0.octets, ticks: UInt64($0.microseconds) * 1000) }
    return [
      "btsnoop 1002": btsnoop(1002, timed), "btsnoop 2001": btsnoop(2001, monitor),
      "pcap": pcap(linkType: 201, directed), "pcap big-endian": pcap(linkType: 187, timed, bigEndian: true),
      "pcapng": ng, "PacketLogger": packetLogger(logged),
      "PacketLogger little-endian": packetLogger(logged, bigEndian: false),
    ]
  }()

  @Test(arguments: captures.keys.sorted())
  func `cut at any byte, what can be read is read and the rest is counted or refused`(_ name: String) throws {
    let bytes = try #require(Self.captures[name])
    let whole = try CaptureContents.read(bytes: bytes, name: "x", strictness: .strict)
    #expect(whole.frames == 5)
    #expect(whole.iBeaconFrames == 2)
    var cleanCuts = 0
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      guard let contents = try? CaptureContents.read(bytes: cut, name: "x") else {
        // Too little to say what it is; every container's own header is at most 24 bytes long.
        #expect(length < 24, "\(length)")
        continue
      }
      #expect(contents.frames <= whole.frames)
      if contents.malformed == 0 {
        cleanCuts += 1
      } else {
        #expect(contents.malformed == 1)
        #expect(contents.damages.first.map { $0.offset <= length } == true)
        let error = #expect(throws: FileProblem.self) {
          try CaptureContents.read(bytes: cut, name: "x", strictness: .strict)
        }
        #expect(error?.place == contents.damages.first.map { .byte($0.offset) })
      }
    }
    // Between the header and the five records; pcapng has three more blocks, and PacketLogger no header.
    #expect(cleanCuts == (name == "pcapng" ? 8 - 1 : name.hasPrefix("PacketLogger") ? 4 : 5))
  }

  @Test(arguments: captures.keys.sorted())
  func `with any byte changed, nothing crashes and nothing hangs`(_ name: String) throws {
    let bytes = try #require(Self.captures[name])
    for place in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[place] ^ 1, bytes[place] ^ 0x80] as [UInt8] {
        var changed = bytes
        changed[place] = value
        if let contents = try? CaptureContents.read(bytes: changed, name: "x") {
          #expect(contents.frames <= 6)
          #expect(contents.document.json.contains("frames"))
        }
        if var source = try? ReplaySource(bytes: changed, name: "x") {
          let stream = try source.stream()
          #expect(zip(stream.microseconds, stream.microseconds.dropFirst()).allSatisfy { $0 <= $1 })
        }
      }
    }
  }

  @Test(arguments: 0..<200)
  func `random bytes behind a good header neither crash nor hang`(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for (_, bytes) in Self.captures.sorted(by: { $0.key < $1.key }) {
      var noisy = Array(bytes.prefix(60))
      for _ in 0..<400 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        // Small numbers are lengths that fit, and lead further in.
        noisy.append(state & 0x300 == 0 ? UInt8(truncatingIfNeeded: state) : UInt8(state & 3))
      }
      _ = try? CaptureContents.read(bytes: noisy, name: "x")
    }
  }

  /// The first block of an unknown type, and its claim: more than there is, and more than is ever passed over.
  @Test(arguments: [0x1000, 0x4000_0000] as [UInt32])
  func `a block of unknown type that claims too much is the same damage in a file and in a pipe`(
    claim: UInt32
  ) throws {
    let event = legacyEvent(legacyReport(flags + iBeacon()))
    var unknown = block(0x0BAD, [1, 2, 3, 4])
    for index in 0..<4 { unknown[4 + index] = UInt8(truncatingIfNeeded: claim >> UInt32(8 * index)) }
    let head = sectionBlock() + interfaceBlock(linkType: 187)
    let file =
      head + packetBlock([4] + event, ticks: 1) + unknown + packetBlock([4] + event, ticks: 2)
      + packetBlock([4] + event, ticks: 3)
    let fifo = try Fifo()
    fifo.write([file])
    let piped = try CaptureContents.read(fifo.path)
    let plain = try CaptureContents.read(bytes: file, name: fifo.path)
    #expect(plain.iBeaconFrames == 3)
    #expect(plain.damages.count == 1)
    #expect(piped == plain)
  }

  @Test func `the sentences name file, byte, what was expected and what was found`() throws {
    func sentence(_ bytes: [UInt8]) -> String {
      refusal { try CaptureContents.read(bytes: bytes, name: "walk.btsnoop", strictness: .strict) }
    }
    let good = events([legacyEvent(legacyReport(flags + iBeacon()))])
    let formats =
      "walk.btsnoop: byte 0: expected a btsnoop, pcap, pcapng or PacketLogger capture, the text of hcidump --raw or btmon, or a log of GetSensorData, SensorReadoutApp, ESPresense or room-assistant, Sensor Logger, the app of rriesebos"
    #expect(sentence([]) == "\(formats), found an empty file")
    #expect(sentence(Array("name: floor35".utf8)) == "\(formats), found bytes 6E 61 6D 65 3A 20 66 6C")
    #expect(
      sentence(Array(good.prefix(60)))
        == "walk.btsnoop: byte 16: expected a btsnoop record of 69 bytes, found 44 and the end of the file")
    #expect(
      sentence(Array(good.prefix(20)))
        == "walk.btsnoop: byte 16: expected a btsnoop record header of 24 bytes, found 4 and the end of the file"
    )
    #expect(
      sentence(btsnoop(1003, []))
        == "walk.btsnoop: byte 12: expected a btsnoop datalink of 1001, 1002 or 2001, found 1003")
    #expect(
      sentence(pcap(linkType: 1, []))
        == "walk.btsnoop: byte 20: expected a Bluetooth link type (187, 201, 251, 254, 256 or 272), found 1")
    var long = good
    long[20] = 0x7F
    #expect(
      sentence(long)
        == "walk.btsnoop: byte 20: expected a record of at most 1048576 bytes, found 2130706477")
  }

  @Test func `a file that is not there, and a folder, are said to be that`() throws {
    let folder = FileManager.default.temporaryDirectory
    let missing = folder.appending(path: "no-such-capture").path
    let error = #expect(throws: FileProblem.self) { try ReplaySource(contentsOf: missing) }
    #expect(error?.description == "\(missing): no such file")
    let second = #expect(throws: FileProblem.self) { try ReplaySource(contentsOf: folder.path) }
    #expect(second?.found == "is a folder, not a file")
  }
}
