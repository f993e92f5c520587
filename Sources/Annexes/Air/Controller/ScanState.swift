import Captures
import World

/// How a host scans, as it set it.
struct ScanState: Sendable {
  /// Whether the controller reports a device more than once.
  enum Duplicates: UInt8, Sendable {
    case reported
    case filtered
    /// Filtered within each period.
    case filteredEachPeriod
  }

  var isActive = false
  /// From one scan window to the next, in microseconds.
  var interval: Int64 = 10_000
  /// How long the controller listens in each interval, in microseconds.
  var window: Int64 = 10_000
  /// Whether only devices of the accept list are reported.
  var acceptsListed = false
  var duplicates = Duplicates.reported
  /// Whether the host scans from a random address, which it must then have set.
  var usesRandomAddress = false
  /// Whether the host asked for extended scanning.
  var isExtended = false
  /// When scanning was switched on, in microseconds; nil while it is off.
  var start: Int64?
  /// After this many microseconds scanning pauses or ends; nil for never.
  var duration: Int64?
  /// From one scan to the next, in microseconds; nil for a single one.
  var period: Int64?
  /// The period whose devices ``heard`` holds.
  private var round: Int64 = 0
  private var heard: Set<DeviceKind> = []

  private struct DeviceKind: Hashable {
    let address: UInt64
    let isRandom: Bool
    let isResponse: Bool
  }

  /// When a scan of limited duration ends for good, in microseconds; nil where it does not.
  var end: Int64? {
    guard let start, let duration, period == nil else { return nil }
    return start + duration
  }

  mutating func begin(at time: Int64) {
    (start, round, heard) = (time, 0, [])
  }

  /// Whether the controller scans at some moment.
  func isListening(at time: Int64) -> Bool {
    guard let start, time >= start else { return false }
    guard let duration else { return true }
    return (period.map { (time - start) % $0 } ?? (time - start)) < duration
  }

  /// Whether the moment is inside a scan window.
  func isInWindow(at time: Int64) -> Bool {
    guard let start else { return false }
    return (time - start) % interval < window
  }

  /// Whether a report is one of those that are filtered. Two reports of one device are duplicates whatever their data, but a scan response
  /// is none of an advertisement.
  ///
  /// Source: Bluetooth Core 5.4, volume 6, part B, 4.4.3.5.
  mutating func isDuplicate(_ content: AirContent, at time: Int64) -> Bool {
    guard duplicates != .reported, let start else { return false }
    if duplicates == .filteredEachPeriod, let period {
      let now = (time - start) / period
      if now != round { (round, heard) = (now, []) }
    }
    return !heard.insert(
      DeviceKind(
        address: content.address.octets, isRandom: content.address.isRandom,
        isResponse: content.kind == .scanResponse)
    ).inserted
  }
}
