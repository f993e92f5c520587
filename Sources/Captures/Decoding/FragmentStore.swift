/// Joins the data of extended advertisements that a controller reports in pieces.
///
/// Pieces belong together by address and advertising set; several advertisers' pieces may be mixed. The level
/// and time of the whole are those of its last piece.
struct FragmentStore: Sendable {
  enum Status: Sendable {
    case complete
    case moreToCome
    /// The controller gave up: what has come is all there is.
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
    var address: UInt64
    var isRandom: Bool
    var set: UInt8
    var data: [UInt8]
  }

  /// The oldest first.
  private var pending: [Pending] = []

  /// The longest advertisement that the Core allows.
  private static let longestData = 1650
  /// More unfinished advertisements than this are not kept.
  private static let mostPending = 64

  mutating func join(
    _ data: RawSpan, of report: AdvertisingReport, set: UInt8, status: Status,
    into sink: inout some ReportSink
  ) {
    let known = pending.firstIndex {
      $0.address == report.address && $0.isRandom == report.isRandom && $0.set == set
    }
    if known == nil, status != .moreToCome {
      sink.take(report, data: data)
      return
    }
    var whole =
      known.map { pending.remove(at: $0) }
      ?? Pending(address: report.address, isRandom: report.isRandom, set: set, data: [])
    guard whole.data.count + data.byteCount <= Self.longestData else {
      let count = whole.data.count + data.byteCount
      sink.damages.add(
        at: report.offset, expected: "advertising data of at most \(Self.longestData) bytes",
        found: "\(count)")
      sink.takeFragment(report)
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
