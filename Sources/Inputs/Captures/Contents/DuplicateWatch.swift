/// Detects a source that reports each advertiser only once and suppresses its later readings.
///
/// Advertisers repeat themselves between ten times a second and once in ten seconds, and never send only once. A scanning
/// session in which nothing was reported twice was therefore filtered, whatever the host requested.
struct DuplicateWatch: Sendable {
  /// Reports that equal an earlier one of their session in all but level and time.
  private(set) var repeats = 0
  private(set) var reports = 0
  /// How often the host asked the controller to filter.
  private(set) var filteredSessions = 0
  private var heard: Set<UInt64> = []

  /// Whether almost nothing was reported twice. Ours: fewer than one in twenty of at least fifty reports.
  var isSuspected: Bool { reports >= 50 && repeats * 20 < reports }

  mutating func scanningChanged(_ change: ScanSwitch) {
    heard.removeAll(keepingCapacity: true)
    if change.isOn, change.filtersDuplicates { filteredSessions += 1 }
  }

  /// Whether the next report makes it forget all others.
  var isFull: Bool { heard.count == Self.mostRemembered }

  /// Counts a report that equals one of the session's.
  mutating func countRepeat() {
    reports += 1
    repeats += 1
  }

  mutating func add(_ report: AdvertisingReport, _ data: RawSpan) {
    reports += 1
    if isFull { heard.removeAll(keepingCapacity: true) }
    if !heard.insert(fingerprint(report, data)).inserted { repeats += 1 }
  }

  /// Over address, kind, length and data, eight bytes at a time like FNV-1a; the upper half of each product goes into the lower too.
  private func fingerprint(_ report: AdvertisingReport, _ data: RawSpan) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let length = data.byteCount
    add(report.address)
    add(UInt64(report.kind.rawValue) << 32 | UInt64(length))
    guard length >= 8 else {
      for index in 0..<length { add(UInt64(data.byte(at: index))) }
      return hash
    }
    // The last eight bytes once more, in place of those behind the last whole word.
    for index in stride(from: 0, to: length - 7, by: 8) { add(data.bigEndian64(at: index)) }
    add(data.bigEndian64(at: length - 8))
    return hash
  }

  private static let mostRemembered = 1 << 16
}

/// Address, kind and data of a report: all but level and time.
struct ReportContent: Hashable, Sendable {
  private let sender: UInt64
  private let form: Int
  private let (first, second, third, last): (UInt64, UInt64, UInt64, UInt64)

  /// Of legacy advertisements, whose data are the first 24 octets and the last 8; nil for shorter and longer data.
  init?(_ report: AdvertisingReport, _ data: RawSpan) {
    let end = data.byteCount - 8
    guard 0...24 ~= end else { return nil }
    (sender, form) = (report.address, report.kind.rawValue << 8 | end << 1 | (report.isRandom ? 1 : 0))
    first = data.bigEndian64(at: 0)
    second = data.bigEndian64(at: min(8, end))
    third = data.bigEndian64(at: min(16, end))
    last = data.bigEndian64(at: end)
  }

  /// A number below ``slots`` that differs for most contents.
  var slot: Int { Int(truncatingIfNeeded: ((sender ^ last) &* 0x9E37_79B9_7F4A_7C15) >> 54) }

  /// By ten bits.
  static let slots = 1024
}
