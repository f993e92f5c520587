import Foundation
import World

/// Reads a capture of any kind, a piece at a time.
struct CaptureReader: Sendable {
  let kind: ContainerKind
  private var input: ByteInput
  private var container: Container
  private let strictness: Strictness
  private var isFinished = false

  /// Opens a file, a FIFO, or standard input (`-`), and tells from its first bytes what it is.
  init(path: String, strictness: Strictness) throws {
    try self.init(input: ByteInput(path: path), strictness: strictness)
  }

  init(data: Data, name: String, strictness: Strictness) throws {
    try self.init(input: ByteInput(data, name: name), strictness: strictness)
  }

  private init(input: ByteInput, strictness: Strictness) throws {
    self.strictness = strictness
    var input = input
    _ = try input.fill(to: Container.prefix)
    let recognised = try input.withWindow { window in
      try Container.recognised(
        by: window.extracting(0..<min(window.byteCount, Container.prefix)), file: input.name)
    }
    guard let recognised else {
      throw FileProblem(
        file: input.name, offset: 0, expected: "a btsnoop, pcap or pcapng capture",
        found: input.withWindow { $0.byteCount == 0 ? "an empty file" : "bytes \(hexadecimal($0, first: 8))" }
      )
    }
    input.consume(recognised.header)
    container = recognised.container
    kind = recognised.container.kind
    self.input = input
  }

  var name: String { input.name }

  /// Bytes of the file that have been read.
  var offset: Int { input.offset }

  /// Hands over the next records, at most `limit`. Of a live source it hands over what has come, and waits
  /// only when that is nothing.
  ///
  /// - Returns: false when there are no more.
  /// - Throws: `FileProblem` when the input fails, and when it is damaged and the reader is strict.
  mutating func read(limit: Int, into sink: inout some RecordSink) throws -> Bool {
    var records = 0
    while records < limit, !isFinished {
      let progress = step(limit: limit - records, into: &sink)
      input.consume(progress.consumed)
      records += progress.records
      switch progress.stop {
      case .limit: break
      case .damaged: isFinished = true
      case .skips(let count): isFinished = try !skip(count, damages: &sink.damages)
      case .needs(let count, let what):
        if records > 0 { return try check(sink.damages) }
        isFinished = try !wait(for: count, of: what, damages: &sink.damages)
      }
    }
    return try check(sink.damages)
  }

  /// Whether there may be more, unless a strict reader has met damage.
  private mutating func check(_ damages: DamageLog) throws -> Bool {
    guard strictness == .strict, let damage = damages.first.first else { return !isFinished }
    isFinished = true
    throw FileProblem(file: name, offset: damage.offset, expected: damage.expected, found: damage.found)
  }

  private mutating func skip(_ count: Int, damages: inout DamageLog) throws -> Bool {
    let start = input.offset
    if try input.skip(count) { return true }
    let found = input.offset - start
    damages.add(at: start, expected: "a block of \(count) bytes", found: "\(found) and the end of the file")
    return false
  }

  private mutating func wait(for count: Int, of what: StaticString, damages: inout DamageLog) throws -> Bool {
    if try input.fill(to: count) { return true }
    let (place, found) = (input.offset, input.ready)
    guard found > 0 else { return false }
    damages.add(at: place, expected: "\(what) of \(count) bytes", found: "\(found) and the end of the file")
    return false
  }

  private mutating func step(limit: Int, into sink: inout some RecordSink) -> ReadingProgress {
    let input = input
    return input.withWindow { container.read($0, at: input.offset, limit: limit, into: &sink) }
  }
}

private func hexadecimal(_ span: RawSpan, first count: Int) -> String {
  (0..<min(count, span.byteCount)).map { index in
    let octet = String(span.byte(at: index), radix: 16, uppercase: true)
    return octet.count == 1 ? "0" + octet : octet
  }.joined(separator: " ")
}
