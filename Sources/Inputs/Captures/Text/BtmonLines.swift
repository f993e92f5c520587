/// Assembles packets from the lines that `btmon` prints.
///
/// Each begins with a line `> HCI Event: …`, `< HCI Command: …`, `@ MGMT …` or `= Note: …` that ends with its
/// time; its contents follow in lines that are indented further. Reports are converted back to the event from which they
/// were printed, as far as the text allows; everything else is only counted.
struct BtmonLines: PrintedLines {
  /// Whether a packet had a time.
  private(set) var hasClock = false
  private var record: CaptureRecord?
  private var content = BtmonContent.none
  private var latest: Int64 = 0
  private var isFirst = true
  private let untimedSpacing: Int64

  /// - Parameter untimedSpacing: Microseconds between consecutive packets until one has a time.
  init(untimedSpacing: Int64) { self.untimedSpacing = untimedSpacing }

  /// Whether a file begins with such a line.
  static func begins(_ line: TextLine) -> Bool {
    line.words.starts(with: ["Bluetooth", "monitor"]) || isHeader(line)
  }

  /// Whether a line begins a packet.
  static func isHeader(_ line: TextLine) -> Bool {
    guard line.indentation == 0, line.words.count > 1, let mark = line.words.first else { return false }
    switch mark {
    case ">", "<": return ["HCI", "ACL", "SCO", "ISO"].contains(line.words[1])
    case "@": return ["MGMT", "RAW", "USER"].contains(line.words[1])
    case "=":
      return ["Note:", "New", "Open", "Close", "Delete", "Index"].contains(line.words[1])
        || line.words[1].hasSuffix(":")
    default: return false
    }
  }

  /// The number of records that the line completed.
  mutating func take(_ line: TextLine, at offset: Int, into sink: inout some RecordSink) -> Int {
    if Self.isHeader(line) {
      let completed = record == nil ? 0 : 1
      flush(into: &sink)
      begin(line, at: offset)
      return completed
    }
    guard record != nil else { return 0 }
    content.take(line)
    // A live source may be silent for long after this line.
    guard content.isComplete else { return 0 }
    flush(into: &sink)
    return 1
  }

  /// Hands over the packet as far as it has been read.
  mutating func flush(into sink: inout some RecordSink) {
    guard let record else { return }
    if let problem = content.problem {
      sink.damages.add(at: record.offset, expected: "a report as btmon prints it", found: problem)
    }
    let payload = content.payload
    if payload.isEmpty {
      var bare = record
      // An event without its contents is passed on as data, which is not decoded.
      if record.kind == .event { bare.kind = .data }
      sink.take(bare, payload: payload.span.bytes)
    } else {
      sink.take(record, payload: payload.span.bytes)
    }
    self.record = nil
    content = .none
  }

  private mutating func begin(_ line: TextLine, at offset: Int) {
    if let time = Self.time(of: line) {
      latest = time
      hasClock = true
    } else if !hasClock, !isFirst {
      latest &+= untimedSpacing
    }
    isFirst = false
    let kind: RecordKind
    switch (line.words[0], line.words[1]) {
    case (">", "HCI"): kind = .event
    case ("<", "HCI"): kind = .command
    case (">", _), ("<", _): kind = .data
    default: kind = .note
    }
    record = CaptureRecord(microseconds: latest, offset: offset, kind: kind)
    content = BtmonContent(header: line, of: kind)
  }

  /// The last word is a time; the one before it may be a day.
  private static func time(of line: TextLine) -> Int64? {
    guard let time = line.words.last else { return nil }
    return PrintedTime.microseconds(day: line.words.dropLast().last, time: time)
  }
}
