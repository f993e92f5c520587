import Captures
import Foundation
import HandMadeCaptures
import TestSupport
import Testing
import World

/// What is delivered of pieces of one advertisement each, of which the writer sends the next only after the one before has come out:
/// waiting for more would never end.
func delivered(_ pieces: [[UInt8]]) throws -> (stream: AdvertisementStream, source: ReplaySource) {
  let fifo = try Fifo()
  let signal = DispatchSemaphore(value: 0)
  fifo.write(pieces, after: signal)
  var source = try ReplaySource(contentsOf: fifo.path)
  var stream = AdvertisementStream()
  for index in pieces.indices {
    while stream.count == index { #expect(try source.next(into: &stream)) }
    #expect(stream.count == index + 1)
    signal.signal()
  }
  #expect(try !source.next(into: &stream))
  #expect(stream.count == pieces.count)
  return (stream, source)
}

struct LiveInputTests {
  private static let count = 40
  private static let capture = events(
    (0..<count).map { legacyEvent(legacyReport(iBeacon(), level: Int8(-$0 - 1))) }, every: 100_000)
  /// The header, then records of 66 octets.
  private static let recordSize = 66

  private static func text() -> [UInt8] {
    let lines = (0..<count).map { index in
      let event = ([4] + legacyEvent(legacyReport(iBeacon(), level: Int8(-index - 1))))
        .map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }
      return "> " + event[..<20].joined(separator: " ") + "\n  " + event[20...].joined(separator: " ") + "\n"
    }
    return Array(lines.joined().utf8)
  }

  @Test(.timeLimit(.minutes(1)))
  func `each advertisement is delivered when it comes, while the writer waits`() throws {
    try expectDelivery(of: (0..<Self.count).map(Self.record))
  }

  /// The octets of a record, with the header before the first.
  private static func record(_ index: Int) -> [UInt8] {
    Array(capture[(index == 0 ? 0 : 16 + index * recordSize)..<(16 + (index + 1) * recordSize)])
  }

  private func expectDelivery(of pieces: [[UInt8]]) throws {
    let (stream, source) = try delivered(pieces)
    #expect(stream.levels.map(\.value) == pieces.indices.map { Double(-$0 - 1) })
    #expect(source.tally.malformed == 0)
  }

  @Test(.timeLimit(.minutes(1)), .enabled(if: Tool.gzip.isInstalled, "needs gzip"))
  func `what is zipped record by record is delivered when it comes`() throws {
    try expectDelivery(of: (0..<10).map { try Tool.gzip.zipped(Self.record($0)) })
  }

  @Test(.timeLimit(.minutes(1)))
  func `lines of hcidump are delivered when a packet is whole`() throws {
    let lines = Self.text().split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      Array($0) + [0x0A]
    }
    try expectDelivery(of: stride(from: 0, to: lines.count, by: 2).map { lines[$0] + lines[$0 + 1] })
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 7, 100])
  func `pieces of any size give the same as the file`(_ size: Int) throws {
    for bytes in [Self.capture, Self.text()] {
      let fifo = try Fifo()
      fifo.write(
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) })
      var live = try ReplaySource(contentsOf: fifo.path)
      var file = try ReplaySource(bytes: bytes, name: "x")
      #expect(try live.stream() == file.stream())
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `an endless source gives pieces of bounded size`() throws {
    let fifo = try Fifo()
    let body = Array(Self.capture[16...])
    let rounds = 1000
    fifo.write([Self.capture] + [[UInt8]](repeating: body, count: rounds - 1))
    var source = try ReplaySource(contentsOf: fifo.path)
    var stream = AdvertisementStream()
    var total = 0
    while try source.next(into: &stream) {
      total += stream.count
      // What a read of 64 kB can hold: the window never grows beyond what one record needs.
      #expect(stream.count <= 65_536 / Self.recordSize + 1)
      stream.removeAll()
    }
    #expect(total + stream.count == rounds * Self.count)
  }
}
