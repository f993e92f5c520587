import Captures
import Foundation
import HandMadeCaptures
import TestSupport
import Testing
import World

struct PacketLoggerTests {
  private static let start: Int64 = 1_700_000_000_000_000
  private static let event = legacyEvent(legacyReport(flags + iBeacon(), level: -66))

  /// Every type of packet that Wireshark knows, and one that it does not, a millisecond apart.
  private static func everyType(bigEndian: Bool) -> [UInt8] {
    let packets: [[UInt8]] = [
      [0x00, 0x0C, 0x20, 0x02, 0x01, 0x00], [0x01] + event, [0x02, 0, 0, 1, 0, 5], [0x03, 0, 0, 1, 0, 5],
      [0x08, 0, 0, 1, 5], [0x09, 0, 0, 1, 5], [0x0A, 1, 2], [0x0B, 1, 2], [0xF7, 0x61], [0xF8, 0x61],
      [0xF9, 0x61], [0xFA, 0x61], [0xFB, 0x61], [0xFC, 0x61], [0xFD, 0x61], [0xFE, 0x61], [0x42, 9],
      [0x01] + event,
    ]
    return packetLogger(
      packets.enumerated().map { index, packet in
        TimedPacket(microseconds: start + 1000 * Int64(index), octets: packet)
      }, bigEndian: bigEndian)
  }

  @Test(arguments: [true, false])
  func `reads commands, events and data, and counts what else there is as skipped`(_ bigEndian: Bool) throws {
    let file = Self.everyType(bigEndian: bigEndian)
    let contents = try CaptureContents.read(bytes: file, name: "x", strictness: .strict)
    #expect(contents.container == "PacketLogger")
    #expect(contents.frames == 18)
    #expect(contents.iBeaconFrames == 2)
    #expect(contents.scanning.map(\.isOn) == [true])
    // Two packets of the link manager, eight notes, and the unknown type.
    #expect(contents.skipped == 11)
    #expect(contents.malformed == 0)
    #expect(contents.spanSeconds == 0.017)
    var source = try ReplaySource(bytes: file, name: "x")
    #expect(try source.stream().microseconds == [1000, 17_000])
  }

  @Test(arguments: [true, false])
  func `goes on behind a record that claims to be longer than the file`(_ bigEndian: Bool) throws {
    let records = (0..<6).map { index in
      packetLogger(
        [TimedPacket(microseconds: Self.start + 1000 * Int64(index), octets: [1] + Self.event)],
        bigEndian: bigEndian)
    }
    var file = Array(records.joined())
    let second = records[0].count
    // 256 times as long as it is, or longer.
    file[bigEndian ? second + 2 : second + 1] = 0x7F
    let contents = try CaptureContents.read(bytes: file, name: "x")
    #expect(contents.iBeaconFrames == 5)
    #expect(contents.damages.map(\.offset) == [second])
  }

  @Test func `a record that is too short for its time is damage`() throws {
    let good = packetLogger([TimedPacket(microseconds: Self.start, octets: [1] + Self.event)])
    let error = #expect(throws: FileProblem.self) {
      try CaptureContents.read(bytes: good + [0, 0, 0, 7, 0, 0], name: "walk.pklg", strictness: .strict)
    }
    #expect(
      error?.description
        == "walk.pklg: byte \(good.count): expected a record of 8 to 1048576 bytes, found 7")
  }

  @Test(.timeLimit(.minutes(1)))
  func `each advertisement is delivered when it comes, while the writer waits`() throws {
    let (stream, source) = try delivered(
      (0..<5).map {
        packetLogger([TimedPacket(microseconds: Self.start + 1000 * Int64($0), octets: [1] + Self.event)])
      })
    #expect(stream.microseconds == [0, 1000, 2000, 3000, 4000])
    #expect(source.isLive)
  }

  @Test(.enabled(if: Tool.tshark.isInstalled, "tshark is not installed"), arguments: [true, false])
  func `tshark finds the same reports at the same times`(_ bigEndian: Bool) throws {
    let packets = [-66, -70, -81].enumerated().map { index, level in
      TimedPacket(
        microseconds: Self.start + 250_000 * Int64(index),
        octets: [1] + legacyEvent(legacyReport(flags + iBeacon(), level: Int8(level))))
    }
    let bytes = packetLogger(packets, bigEndian: bigEndian)
    let file = try TemporaryFile(bytes)
    let rows = try Tool.tshark.output([
      "-r", file.path, "-Y", "bthci_evt.le_meta_subevent == 2", "-T", "fields", "-e", "frame.time_relative",
      "-e", "bthci_evt.rssi",
    ]).split(separator: "\n").map { $0.split(separator: "\t").compactMap { Double($0) } }
    var source = try ReplaySource(bytes: bytes, name: "x")
    let stream = try source.stream()
    #expect(rows.map { $0[0] } == stream.microseconds.map { Double($0) / 1e6 })
    #expect(rows.map { $0[1] } == stream.levels.map(\.value))
  }
}
