/// The advertising reports of one event, from btmon's lines about them.
///
/// btmon prints an iBeacon's UUID from the last octet to the first, and major and minor as if their least significant octet
/// came first: both are reversed here. Of a legacy report it prints only the structures that it understands, so flags,
/// manufacturer and service data are rebuilt and other structures are left out; of an extended one it prints all octets.
struct BtmonReports: Sendable {
  private let isExtended: Bool
  private var expected = 1
  private var reports: [BtmonReport] = []

  init(isExtended: Bool) { self.isExtended = isExtended }

  /// Whether all reports are complete, levels included. The data of extended ones follow the level.
  var areComplete: Bool { !isExtended && reports.count == expected && reports.allSatisfy(\.hasLevel) }

  var problem: String? {
    if reports.count < expected { return "\(reports.count) of \(expected)" }
    if reports.contains(where: { !$0.hasLevel }) { return "no RSSI" }
    return nil
  }

  mutating func take(_ line: TextLine) {
    if let number = line.value(of: "Num reports") {
      expected = Int(number) ?? 1
    } else if line.value(of: "Event type") != nil, reports.count < 25 {
      // An event has no room for more.
      reports.append(BtmonReport())
      reports[reports.count - 1].eventType =
        line.bracketedNumber ?? line.words.last.flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
    } else if !reports.isEmpty {
      reports[reports.count - 1].take(line, isExtended: isExtended)
    }
  }

  /// An LE Advertising Report or LE Extended Advertising Report event; empty when it would be too long.
  var event: [UInt8] {
    let body = reports.flatMap { isExtended ? $0.extendedOctets : $0.legacyOctets }
    guard body.count <= 253, !reports.isEmpty else { return [] }
    let code = isExtended ? EventCode.extendedAdvertisingReport : EventCode.advertisingReport
    return [EventCode.lowEnergy, UInt8(body.count + 2), code, UInt8(reports.count)] + body
  }
}
