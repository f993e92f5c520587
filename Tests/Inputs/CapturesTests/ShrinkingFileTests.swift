import Captures
import Foundation
import HandMadeCaptures
import TestSupport
import Testing
import World

struct ShrinkingFileTests {
  /// More records than are read at a time, each of 66 octets.
  private static let count = 30_000
  private static let capture = events(
    [[UInt8]](repeating: legacyEvent(legacyReport(iBeacon())), count: count), every: 1000)

  @Test func `a capture that is cut short while it is read gives what was read, and says so`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.capture).write(to: URL(filePath: folder.path("log.btsnoop")))
    var source = try ReplaySource(contentsOf: folder.path("log.btsnoop"))
    var stream = AdvertisementStream()
    #expect(try source.next(into: &stream))
    #expect(truncate(folder.path("log.btsnoop"), 1000) == 0)
    while try source.next(into: &stream) {}
    // At least the first piece, and no more than that and what lay ready: the file would have given 30,000.
    #expect(8192..<Self.count ~= stream.count)
    #expect(source.tally.malformed > 0)
    let last = try #require(source.damages.last)
    #expect(
      "\(last)".hasSuffix("expected as many bytes as the file had when it was opened, found its end"))
  }

  @Test func `a capture that is cut short while it is read strictly is an error`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.capture).write(to: URL(filePath: folder.path("log.btsnoop")))
    var source = try ReplaySource(
      contentsOf: folder.path("log.btsnoop"), options: ReplayOptions(strictness: .strict))
    var stream = AdvertisementStream()
    #expect(try source.next(into: &stream))
    #expect(truncate(folder.path("log.btsnoop"), 1000) == 0)
    #expect(throws: FileProblem.self) { while try source.next(into: &stream) {} }
  }

  @Test func `a file is read in pieces, whatever its size`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.capture).write(to: URL(filePath: folder.path("log.btsnoop")))
    var source = try ReplaySource(contentsOf: folder.path("log.btsnoop"))
    var whole = AdvertisementStream()
    while try source.next(into: &whole) {}
    var inMemory = try ReplaySource(bytes: Self.capture, name: "x")
    #expect(try inMemory.stream() == whole)
    #expect(whole.count == Self.count && source.tally == inMemory.tally)
  }
}
