import Glibc

/// A container whose records are lines of text, or stand on several lines.
protocol LineReader: Sendable {
  /// The longest plausible line, in bytes.
  static var longestLine: Int { get }

  /// Reads one line, which has no line feed.
  ///
  /// - Returns: The number of records that the line completed.
  mutating func take(_ line: RawSpan, at offset: Int, into sink: inout some RecordSink) -> Int

  /// Hands over what is still unfinished after the last line.
  mutating func flush(into sink: inout some RecordSink)

  /// Why nothing after the latest line can be read; nil as long as it can.
  var refusal: CaptureDamage? { get }
}

extension LineReader {
  var refusal: CaptureDamage? { nil }

  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
  {
    var place = 0
    var records = 0
    while records < limit {
      guard let end = window.firstLineFeed(from: place) else {
        let left = window.byteCount - place
        guard left > Self.longestLine else {
          return ReadingProgress(consumed: place, records: records, stop: .needs(left + 1, of: "a line"))
        }
        sink.damages.add(
          at: offset + place, expected: "a line of at most \(Self.longestLine) bytes", found: "a longer one")
        place = window.byteCount
        continue
      }
      records += take(window.extracting(place..<end), at: offset + place, into: &sink)
      place = end + 1
      if refusal != nil { return ReadingProgress(consumed: place, records: records, stop: .refused) }
    }
    return ReadingProgress(consumed: place, records: records, stop: .limit)
  }

  /// Takes what follows the last line feed.
  mutating func finish(_ rest: RawSpan, at offset: Int, into sink: inout some RecordSink) {
    if rest.byteCount > 0 { _ = take(rest, at: offset, into: &sink) }
    flush(into: &sink)
  }
}

/// Lines that a program printed for people: `hcidump --raw` or `btmon`.
protocol PrintedLines: LineReader {
  /// The same of a line as text.
  mutating func take(_ line: TextLine, at offset: Int, into sink: inout some RecordSink) -> Int
}

extension PrintedLines {
  static var longestLine: Int { 4096 }

  mutating func take(_ line: RawSpan, at offset: Int, into sink: inout some RecordSink) -> Int {
    take(TextLine(line), at: offset, into: &sink)
  }
}

extension RawSpan {
  package func firstLineFeed(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard start < bytes.count, let first = bytes.baseAddress.map({ $0 + start }),
        let found = memchr(first, 0x0A, bytes.count - start)
      else { return nil }
      return start + (UnsafeRawPointer(found) - first)
    }
  }
}
