/// Watches for a source that reports each advertiser once and keeps its later readings to itself.
///
/// Every advertiser repeats itself ten times a second or once in ten, and never only once. A session of scanning in
/// which nothing came twice was filtered, whatever the host asked for.
struct DuplicateWatch: Sendable {
  /// Reports that are the same, but for level and time, as an earlier one of their session.
  private(set) var repeats = 0
  private(set) var reports = 0
  /// Times that the host asked the controller to filter.
  private(set) var filteredSessions = 0
  private var heard: Set<UInt64> = []

  /// Whether hardly anything was heard twice. Ours: one in twenty of at least fifty.
  var isSuspected: Bool { reports >= 50 && repeats * 20 < reports }

  mutating func scanningChanged(_ change: ScanSwitch) {
    heard.removeAll(keepingCapacity: true)
    if change.isOn, change.filtersDuplicates { filteredSessions += 1 }
  }

  mutating func add(_ report: AdvertisingReport, _ data: RawSpan) {
    reports += 1
    if heard.count == Self.mostRemembered { heard.removeAll(keepingCapacity: true) }
    if !heard.insert(fingerprint(report, data)).inserted { repeats += 1 }
  }

  /// FNV-1a over address, kind and data.
  private func fingerprint(_ report: AdvertisingReport, _ data: RawSpan) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in [report.address, UInt64(report.kind.rawValue)] { hash = (hash ^ word) &* 0x100_0000_01B3 }
    for index in 0..<data.byteCount { hash = (hash ^ UInt64(data.byte(at: index))) &* 0x100_0000_01B3 }
    return hash
  }

  private static let mostRemembered = 1 << 16
}
