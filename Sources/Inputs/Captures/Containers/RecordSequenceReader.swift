/// A container of consecutive records, each with a header of fixed size that holds the length of the rest.
protocol RecordSequenceReader: Sendable {
  static var frame: RecordFrame { get }

  /// The byte order of the length.
  var order: ByteOrder { get }

  /// Whether a plausible header stands at a place.
  func isHeader(at place: Int, in window: RawSpan) -> Bool

  /// Hands over one record.
  ///
  /// - Parameters:
  ///   - record: from its header on.
  ///   - offset: where it begins, in bytes from the start of the file.
  mutating func deliver(_ record: RawSpan, offset: Int, into sink: inout some RecordSink)
}

/// The layout of a record in the file.
struct RecordFrame: Sendable {
  /// The name of the record and its header in messages.
  let name: StaticString
  let headerName: StaticString
  /// The number of octets that the length does not include.
  let headerSize: Int
  /// The offset of the length in the header.
  let lengthPlace: Int
  var shortest = 0

  /// The lengths that are believed, in words.
  fileprivate var lengths: String {
    shortest == 0 ? "at most \(longestRecord)" : "\(shortest) to \(longestRecord)"
  }
}

extension RecordSequenceReader {
  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
  {
    let frame = Self.frame
    var progress = ReadingProgress(consumed: 0, records: 0, stop: .limit)
    while progress.records < limit {
      let left = window.byteCount - progress.consumed
      guard left >= frame.headerSize else {
        progress.stop = .needs(frame.headerSize, of: frame.headerName)
        return progress
      }
      let length = length(at: progress.consumed, in: window)
      guard frame.shortest...longestRecord ~= length else {
        sink.damages.add(
          at: offset + progress.consumed + frame.lengthPlace,
          expected: "a record of \(frame.lengths) bytes", found: "\(length)")
        progress.stop = .damaged
        return progress
      }
      let size = frame.headerSize + length
      guard left >= size else {
        progress.stop = .needs(size, of: frame.name)
        return progress
      }
      deliver(
        window.extracting(progress.consumed..<progress.consumed + size), offset: offset + progress.consumed,
        into: &sink)
      progress.consumed += size
      progress.records += 1
    }
    return progress
  }

  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool {
    guard isHeader(at: place, in: window) else { return false }
    let next = place + Self.frame.headerSize + length(at: place, in: window)
    return isEnd && next == window.byteCount || isHeader(at: next, in: window)
  }

  private func length(at place: Int, in window: RawSpan) -> Int {
    Int(window.integer32(at: place + Self.frame.lengthPlace, order))
  }
}
