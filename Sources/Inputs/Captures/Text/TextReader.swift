/// Reads printed captures: lines of text from `hcidump --raw` or `btmon`.
struct TextReader: LineReader {
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

  mutating func flush(into sink: inout some RecordSink) {
    switch printer {
    case .hcidump(var lines):
      lines.flush(into: &sink)
      printer = .hcidump(lines)
    case .btmon(var lines):
      lines.flush(into: &sink)
      printer = .btmon(lines)
    }
  }

  mutating func take(_ line: RawSpan, at offset: Int, into sink: inout some RecordSink) -> Int {
    switch printer {
    case .hcidump(var lines):
      defer { printer = .hcidump(lines) }
      return lines.take(TextLine(line), at: offset, into: &sink)
    case .btmon(var lines):
      defer { printer = .btmon(lines) }
      return lines.take(TextLine(line), at: offset, into: &sink)
    }
  }

  static let longestLine = 4096
}
