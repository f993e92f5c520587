/// Reads printed captures: lines of text from `hcidump --raw` or `btmon`.
struct TextReader: ContainerReader {
  private var printer: Printer

  private enum Printer: Sendable {
    case hcidump(HcidumpLines)
    case btmon(BtmonLines)
  }

  /// Nil when the file begins like neither of the two.
  init?(start: RawSpan, untimedSpacing: Int64) {
    let text = TextLine(start.extracting(0..<(start.firstLineFeed(from: 0) ?? start.byteCount)))
    if text.words.starts(with: ["HCI", "sniffer"]) || HcidumpLines.isPacket(text) {
      printer = .hcidump(HcidumpLines(untimedSpacing: untimedSpacing))
    } else if text.words.starts(with: ["Bluetooth", "monitor"]) || BtmonLines.isHeader(text) {
      printer = .btmon(BtmonLines(untimedSpacing: untimedSpacing))
    } else {
      return nil
    }
  }

  var kind: ContainerKind {
    switch printer {
    case .hcidump: .hcidumpText
    case .btmon: .btmonText
    }
  }

  var hasClock: Bool {
    switch printer {
    case .hcidump(let lines): lines.hasClock
    case .btmon(let lines): lines.hasClock
    }
  }

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
    }
    return ReadingProgress(consumed: place, records: records, stop: .limit)
  }

  /// Not needed: every line shows where it begins.
  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool { false }

  mutating func finish(
    _ rest: RawSpan, at offset: Int, needing count: Int, of what: StaticString,
    into sink: inout some RecordSink
  ) -> Bool {
    if rest.byteCount > 0 { _ = take(rest, at: offset, into: &sink) }
    switch printer {
    case .hcidump(var lines):
      lines.flush(into: &sink)
      printer = .hcidump(lines)
    case .btmon(var lines):
      lines.flush(into: &sink)
      printer = .btmon(lines)
    }
    return true
  }

  /// The number of records that the line completed.
  private mutating func take(_ line: RawSpan, at offset: Int, into sink: inout some RecordSink) -> Int {
    switch printer {
    case .hcidump(var lines):
      defer { printer = .hcidump(lines) }
      return lines.take(TextLine(line), at: offset, into: &sink)
    case .btmon(var lines):
      defer { printer = .btmon(lines) }
      return lines.take(TextLine(line), at: offset, into: &sink)
    }
  }

  private static let longestLine = 4096
}

extension RawSpan {
  func firstLineFeed(from start: Int) -> Int? {
    (start..<byteCount).first { byte(at: $0) == 0x0A }
  }
}
