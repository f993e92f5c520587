import World

/// Reads a log line by line.
struct LineLogReader: LineReader {
  let name: String
  let countsFrom1970: Bool
  private(set) var refusal: CaptureDamage?
  private var log: any LineLog
  private var previous: Int64?

  static let longestLine = Logs.longestLine

  /// Nil when the file begins like none of the logs.
  init?(start: RawSpan) {
    let text = start.text(atMost: start.byteCount)
    guard let kind = Logs.lines.first(where: { $0.begins(text) }) else { return nil }
    (name, countsFrom1970, log) = (kind.name, kind.countsFrom1970, kind.init())
  }

  mutating func take(_ line: RawSpan, at offset: Int, into sink: inout some RecordSink) -> Int {
    switch log.read(line.text(atMost: line.byteCount)) {
    case .nothing: return 0
    case .damage(let expected, let found):
      sink.damages.add(at: offset, expected: expected, found: found)
      return 0
    case .row(let row): return take(row, at: offset, into: &sink)
    case .rows(let held, let row):
      let count = take(held, at: offset, into: &sink)
      return count + take(row, at: offset, into: &sink)
    }
  }

  mutating func flush(into sink: inout some RecordSink) {
    if let row = log.last() { _ = take(row, at: 0, into: &sink) }
  }

  private mutating func take(_ row: LogRow, at offset: Int, into sink: inout some RecordSink) -> Int {
    guard refusal == nil else { return 0 }
    if let previous, let problem = LogClocks.problem(from: previous, to: row.microseconds) {
      refusal = CaptureDamage(offset: offset, expected: problem.expected, found: problem.found)
      return 0
    }
    previous = row.microseconds
    sink.take(row, at: offset)
    return 1
  }
}

/// Tells rows of two clocks, such as one from 1970 and one from the start of the phone, which no rule could bring together.
enum LogClocks {
  /// A day, as in ``CaptureClock``.
  private static let longestGap: Int64 = 86_400_000_000

  /// Nil where both times may be of one clock.
  static func problem(from one: Int64, to other: Int64) -> (expected: String, found: String)? {
    let (gap, overflow) = other.subtractingReportingOverflow(one)
    guard overflow || gap.magnitude > longestGap.magnitude else { return nil }
    return ("times of one clock, at most a day apart", "\(other.seconds) s after \(one.seconds) s")
  }
}

extension RecordSink {
  /// Takes a row of a log that stands at an offset.
  mutating func take(_ row: LogRow, at offset: Int) {
    var record = CaptureRecord(microseconds: row.microseconds, offset: offset, kind: .logged)
    switch row.content {
    case .observation(let observation): take(observation, of: record)
    case .motion: take(record, payload: RawSpan())
    case .other:
      record.kind = .foreign
      take(record, payload: RawSpan())
    case .advertisement(let advertisement):
      let address = advertisement.address
      let report = AdvertisingReport(
        microseconds: row.microseconds, offset: offset, address: address,
        // As of an address in a site file.
        isRandom: address >> 46 == 3, kind: .unknown, level: advertisement.level,
        channel: advertisement.channel)
      take(report, data: advertisement.data.span.bytes, of: record, receiver: advertisement.receiver)
    }
  }
}

extension RawSpan {
  /// The text at its beginning, repaired where it is no UTF-8.
  func text(atMost count: Int) -> String {
    extracting(0..<min(count, byteCount)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
