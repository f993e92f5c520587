/// The sender of an extended advertisement.
struct FragmentSource: Hashable, Sendable {
  /// Nil in the later PDUs of a sniffed chain, which name only the advertising set.
  var address: UInt64?
  var isRandom: Bool
  var set: UInt16

  /// Whether a piece from this source continues data from an earlier one.
  func continues(_ earlier: FragmentSource) -> Bool {
    set == earlier.set && (address == nil || (address == earlier.address && isRandom == earlier.isRandom))
  }

  /// A report with the address of this source, where it has one.
  fileprivate func named(_ report: AdvertisingReport) -> AdvertisingReport {
    guard let address else { return report }
    var report = report
    (report.address, report.isRandom) = (address, isRandom)
    return report
  }
}

/// Joins the data of extended advertisements that come in pieces.
///
/// Pieces belong together by address and advertising set; several advertisers' pieces may be mixed. The level
/// and time of the whole are those of its last piece.
struct FragmentStore: Sendable {
  enum Status: Sendable {
    case complete
    case moreToCome
    /// The controller gave up: the data received so far are all there are.
    case cutShort

    /// Bits 5 and 6 of the event type.
    init(eventType: UInt16) {
      switch eventType >> 5 & 3 {
      case 0: self = .complete
      case 1: self = .moreToCome
      default: self = .cutShort
      }
    }
  }

  private struct Pending: Sendable {
    var source: FragmentSource
    var data: [UInt8]
  }

  /// The oldest first.
  private var pending: [Pending] = []

  /// The longest advertisement that the Core allows.
  private static let longestData = 1650
  /// More unfinished advertisements than this are not kept.
  private static let mostPending = 64

  mutating func join(
    _ data: RawSpan, of report: AdvertisingReport, source: FragmentSource, status: Status,
    into sink: inout some ReportSink
  ) {
    // Of several unfinished ones take the latest: the pieces of a chain follow each other closely.
    let known = pending.lastIndex { source.continues($0.source) }
    if known == nil, status != .moreToCome {
      sink.take(report, data: data)
      return
    }
    var whole = known.map { pending.remove(at: $0) } ?? Pending(source: source, data: [])
    let report = source.address == nil ? whole.source.named(report) : report
    guard whole.data.count + data.byteCount <= Self.longestData else {
      let count = whole.data.count + data.byteCount
      sink.damages.add(
        at: report.offset, expected: "advertising data of at most \(Self.longestData) bytes",
        found: "\(count)")
      sink.takeReportWithoutData(report)
      return
    }
    for index in 0..<data.byteCount { whole.data.append(data.byte(at: index)) }
    guard status == .moreToCome else {
      sink.take(report, data: whole.data.span.bytes)
      return
    }
    if pending.count == Self.mostPending { pending.removeFirst() }
    pending.append(whole)
    sink.takeFragment(report)
  }
}
