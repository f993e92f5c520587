import Captures
import Files
import Foundation
import Testing
import World

struct GzipTests {
  /// A header without any options, as RFC 1952 has it.
  private let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  private func gzipped(_ bytes: [UInt8], _ options: [String]) throws -> [UInt8] {
    try Tool.gzip.zipped(bytes, options)
  }

  /// A capture of 20,000 reports that differ: long enough for many blocks and far repetitions.
  private var capture: [UInt8] {
    let reports = (0..<20_000).map { index -> [UInt8] in
      let frame = iBeacon(UInt16(index % 977), UInt16(index &* 31 & 0xFF))
      return legacyReport(flags + frame, level: Int8(-(index % 90) - 1))
    }
    return events(reports.map { legacyEvent($0) })
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"), arguments: ["-1", "-6", "-9"])
  func `a gzip file gives what is in it`(_ level: String) throws {
    let bytes = capture
    var plain = try ReplaySource(bytes: bytes, name: "x")
    var zipped = try ReplaySource(
      bytes: gzipped(bytes, [level]), name: "x", options: ReplayOptions(strictness: .strict))
    #expect(try zipped.stream() == plain.stream())
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"))
  func `several members follow each other`() throws {
    let bytes = Array(capture[..<100_000])
    let members = try gzipped(Array(bytes[..<40_001]), []) + gzipped(Array(bytes[40_001...]), ["-1"])
    let (a, b) = (
      try CaptureContents.read(bytes: bytes, name: "x"), try CaptureContents.read(bytes: members, name: "x")
    )
    #expect(a.frames == b.frames)
    #expect(b.file == "x (unzipped)")
  }

  @Test func `blocks that are stored, with fixed codes and with a name in front are read`() throws {
    // Python's zlib made these of "hello hello hello hello beacon beacon\n": the error names its first bytes.
    let stored: [UInt8] =
      [0x01, 0x26, 0x00, 0xD9, 0xFF] + Array("hello hello hello hello beacon beacon\n".utf8)
    let fixed: [UInt8] = [
      0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0xC0, 0x20, 0x93, 0x52, 0x13, 0x93, 0xF3, 0xF3, 0xA0, 0x14,
      0x17, 0,
    ]
    let trailer: [UInt8] = [0xF9, 0x58, 0x8F, 0x9E, 38, 0, 0, 0]
    let named: [UInt8] = [0x1F, 0x8B, 8, 0x08, 0, 0, 0, 0, 0, 3, 0x61, 0x62, 0]
    for bytes in [header + stored + trailer, header + fixed + trailer, named + fixed + trailer] {
      let error = #expect(throws: FileProblem.self) { try CaptureContents.read(bytes: bytes, name: "x") }
      #expect(error?.found == "bytes 68 65 6C 6C 6F 20 68 65")
      #expect(error?.file == "x (unzipped)")
    }
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"))
  func `a gzip file cut at any byte gives what came before and counts the cut`() throws {
    let bytes = Array(capture[..<4096])
    let zipped = try gzipped(bytes, [])
    var most = 0
    for length in 0..<zipped.count {
      guard let contents = try? CaptureContents.read(bytes: Array(zipped[..<length]), name: "x") else {
        continue
      }
      #expect(contents.malformed > 0, "\(length)")
      most = max(most, contents.frames)
    }
    // (4096 - 16) / 69 octets a record.
    #expect(most == 59)
    #expect(throws: FileProblem.self) {
      try CaptureContents.read(bytes: Array(zipped.dropLast(3)), name: "x", strictness: .strict)
    }
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"))
  func `with any byte changed nothing crashes, and what is damaged is said to be`() throws {
    let zipped = try gzipped(Array(capture[..<2000]), ["-n"])
    var unnoticed = 0
    for place in 10..<zipped.count {
      for mask in [1, 0x80, 0xFF] as [UInt8] {
        var changed = zipped
        changed[place] ^= mask
        if let contents = try? CaptureContents.read(bytes: changed, name: "x"), contents.malformed == 0 {
          unnoticed += 1
        }
      }
    }
    #expect(unnoticed == 0)
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"))
  func `a copy of a source goes on by itself`() throws {
    let bytes = try gzipped(capture, [])
    var source = try ReplaySource(bytes: bytes, name: "x")
    var stream = AdvertisementStream()
    _ = try source.next(into: &stream)
    var copy = source
    var other = stream
    while try source.next(into: &stream) {}
    while try copy.next(into: &other) {}
    #expect(stream == other)
    #expect(stream.count == 20_000)
  }

  @Test(.enabled(if: Tool.gzip.isInstalled, "needs gzip"), arguments: [0, 1, 65_536, 200_000])
  func `gzip unzips what is zipped, which holds no time`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    let zipped = Gzip.zip(bytes)
    // Magic, deflate, no flags, four bytes of time, the best compression, Unix.
    #expect(zipped[..<10] == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3])
    let file = try TemporaryFile(zipped)
    #expect(try Tool.gzip.bytes(["-dc", "-S", String(file.path.suffix(4)), file.path]) == Data(bytes))
    #expect(try Gzip.unzip(zipped, stoppingAfter: count) == bytes)
  }

  @Test func `unzipping stops soon after the bytes that are wanted`() throws {
    let zipped = Gzip.zip([UInt8](repeating: 0, count: 10_000_000))
    let count = try Gzip.unzip(zipped, stoppingAfter: 100_000).count
    #expect(100_001...200_000 ~= count)
  }
}
