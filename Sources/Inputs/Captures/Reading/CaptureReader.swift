import Documents
package import Foundation
import World

/// Reads a capture of any kind, a piece at a time.
package struct CaptureReader: Sendable {
  let kind: ContainerKind
  private var input: ByteInput
  private var container: Container
  private let strictness: Strictness
  private var isFinished = false

  /// Opens a file, a FIFO, or standard input (`-`), and recognises its format by its first bytes.
  ///
  /// - Parameters:
  ///   - untimedSpacing: Microseconds between consecutive records where the file has no clock.
  ///   - stop: A descriptor; live input ends as soon as there is something to read on it, and a record cut off there does
  ///     not count as damaged.
  package init(path: String, strictness: Strictness, untimedSpacing: Int64 = 0, stop: Int32? = nil) throws {
    if path != "-", let folder = try WholeLogReader(folder: path) {
      try self.init(.whole(folder), input: ByteInput([], name: path), strictness: strictness)
      return
    }
    try self.init(
      input: ByteInput(path: path, .any, stop: stop), strictness: strictness, untimedSpacing: untimedSpacing)
  }

  package init(data: Data, name: String, strictness: Strictness, untimedSpacing: Int64 = 0) throws {
    try self.init(
      input: ByteInput(Array(data), name: name), strictness: strictness, untimedSpacing: untimedSpacing)
  }

  private init(_ container: Container, input: ByteInput, strictness: Strictness) throws {
    (self.container, kind, self.input, self.strictness) = (container, container.kind, input, strictness)
  }

  private init(input: ByteInput, strictness: Strictness, untimedSpacing: Int64) throws {
    var input = input
    _ = try input.fill(to: Container.binaryPrefix)
    if let whole = try Self.wholeLog(&input) {
      try self.init(.whole(whole), input: ByteInput([], name: input.name), strictness: strictness)
      return
    }
    let recognised = try input.withWindow { window in
      try Container.recognised(
        by: window.extracting(0..<min(window.byteCount, Container.prefix)), file: input.name,
        untimedSpacing: untimedSpacing)
    }
    guard let recognised else { throw Self.unrecognised(&input) }
    input.consume(recognised.header)
    try self.init(recognised.container, input: input, strictness: strictness)
  }

  /// A log that must be read as a whole; nil for any other input.
  private static func wholeLog(_ input: inout ByteInput) throws -> WholeLogReader? {
    // A list of JSON says only later what it lists.
    if input.withWindow({ $0.byteCount > 0 && $0.byte(at: 0) == 0x5B }) {
      _ = try input.fill(to: Container.prefix)
    }
    if input.withWindow({ $0.byteCount >= 4 && $0.bigEndian32(at: 0) == ZipArchive.magic }) {
      return try WholeLogReader(zip: input.wholeContents(), file: input.name)
    }
    let kind = input.withWindow { window in
      WholeLogReader.kind(of: window.extracting(0..<min(window.byteCount, Container.prefix)))
    }
    return try kind.map { kind in
      let name = input.name.split(separator: "/").last.map(String.init) ?? ""
      let part = LogPart(file: input.name, name: name, bytes: try input.wholeContents())
      return try WholeLogReader(kind, [part], file: input.name)
    }
  }

  /// Why an input is no capture.
  private static func unrecognised(_ input: inout ByteInput) -> FileProblem {
    let count = input.ready
    if input.isStopped {
      return FileProblem(
        file: input.name, offset: nil, expected: "at least one advertisement before the interruption",
        found: count == 0 ? "nothing" : "\(count) bytes")
    }
    if input.isLive, count == 0 {
      return FileProblem(
        file: input.name, offset: nil, expected: "a capture, the text of hcidump --raw or btmon, or a log",
        found: "nothing before its end")
    }
    return FileProblem(
      file: input.name, offset: 0,
      expected:
        "a btsnoop, pcap, pcapng or PacketLogger capture, the text of hcidump --raw or btmon"
        + (Logs.names.map { ", or a log of \($0)" } ?? ""),
      found: input.withWindow { $0.byteCount == 0 ? "an empty file" : "bytes \(hexadecimal($0, first: 8))" })
  }

  package var name: String { input.name }

  /// Whether the times of the records count from 1970.
  var countsFrom1970: Bool { container.countsFrom1970 }

  /// Whether the capture may still be written to.
  var isLive: Bool { input.isLive }

  /// Whether the input ended early because a stop was requested.
  var isStopped: Bool { input.isStopped }

  /// For a file, the unread bytes divided by those read; nil for live and for zipped input.
  var unreadShare: Double? {
    input.offset > 0 ? input.left.map { Double($0) / Double(input.offset) } : nil
  }

  /// Whether the records have times; for text this is known once a record has been read.
  var hasClock: Bool { container.hasClock }

  /// Hands over the next records, at most `limit`. From a live source it hands over those available, and waits only when
  /// there are none.
  ///
  /// - Returns: false when there are no more.
  /// - Throws: `FileProblem` when the input fails, and when it is damaged and the reader is strict.
  package mutating func read(limit: Int, into sink: inout some RecordSink) throws -> Bool {
    var records = 0
    while records < limit, !isFinished {
      let progress = step(limit: limit - records, into: &sink)
      input.consume(progress.consumed)
      records += progress.records
      switch progress.stop {
      case .limit: break
      case .refused: isFinished = true
      case .damaged: isFinished = try strictness == .strict || !resume()
      case .needs(let count, let what):
        if records > 0, input.isLive { return try check(sink.damages) }
        if try !input.fill(to: count) { try finish(needing: count, of: what, into: &sink) }
      }
    }
    return try check(sink.damages)
  }

  /// Whether there may be more.
  ///
  /// - Throws: where nothing more can be read, and at damage when strict.
  private mutating func check(_ damages: DamageLog) throws -> Bool {
    guard let damage = container.refusal ?? (strictness == .strict ? damages.first.first : nil) else {
      return !isFinished
    }
    isFinished = true
    throw FileProblem(file: name, offset: damage.offset, expected: damage.expected, found: damage.found)
  }

  /// Handles the end of the input: the rest may be a last line, a truncated record, or one with a false length that has
  /// valid records after it.
  private mutating func finish(needing count: Int, of what: StaticString, into sink: inout some RecordSink)
    throws
  {
    guard !input.isStopped else {
      isFinished = true
      return
    }
    let rest = input
    let isRead = rest.withWindow {
      container.finish($0, at: rest.offset, needing: count, of: what, into: &sink)
    }
    isFinished = try isRead || strictness == .strict || !resume()
    if isFinished, let damage = input.damage {
      sink.damages.add(at: input.offset + input.ready, expected: damage.expected, found: damage.found)
    }
  }

  /// Moves on to the next place where a record seems to begin; false when there is none.
  private mutating func resume() throws -> Bool {
    var place = 1
    while true {
      let isEnd = try !input.fill(to: place + lookAhead + 4)
      let last = isEnd ? input.ready : input.ready - lookAhead
      let found = input.withWindow { window in
        (place..<max(place, last)).first { container.isRecord(at: $0, in: window, isEnd: isEnd) }
      }
      if let found {
        input.consume(found)
        return true
      }
      guard !isEnd else { return false }
      // Some containers are aligned to four octets.
      let passed = last & ~3
      input.consume(passed)
      place = last - passed
    }
  }

  /// Room for a plausible record and the header of the next one.
  private var lookAhead: Int { 4 * Belief.longestRecord }

  private mutating func step(limit: Int, into sink: inout some RecordSink) -> ReadingProgress {
    let input = input
    return input.withWindow { container.read($0, at: input.offset, limit: limit, into: &sink) }
  }
}

private func hexadecimal(_ span: RawSpan, first count: Int) -> String {
  (0..<min(count, span.byteCount)).map { span.byte(at: $0) }.hexadecimal(separator: " ")
}
