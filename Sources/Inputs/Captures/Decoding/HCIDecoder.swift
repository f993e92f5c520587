/// Finds the advertising reports in HCI events.
///
/// Source: Bluetooth Core 5.4, volume 4, part E, 7.7.65.2 and 7.7.65.13. The fields of several reports in one
/// event follow each other report by report, as controllers send them.
struct HCIDecoder: Sendable {
  private var fragments = FragmentStore()

  mutating func decode(event: RawSpan, of record: CaptureRecord, into sink: inout some ReportSink) {
    let count = event.byteCount
    guard count >= 2, count >= 2 + Int(event.byte(at: 1)) else {
      let length = count < 2 ? 2 : 2 + Int(event.byte(at: 1))
      sink.damages.add(at: record.offset, expected: "an HCI event of \(length) bytes", found: "\(count)")
      sink.takeOther(record, payload: event)
      return
    }
    let end = 2 + Int(event.byte(at: 1))
    guard event.byte(at: 0) == EventCode.lowEnergy, end > 3 else {
      sink.takeOther(record, payload: event)
      return
    }
    let reports = event.extracting(4..<end)
    switch event.byte(at: 2) {
    case EventCode.advertisingReport:
      decodeLegacy(reports, count: Int(event.byte(at: 3)), of: record, into: &sink)
    case EventCode.extendedAdvertisingReport:
      decodeExtended(reports, count: Int(event.byte(at: 3)), of: record, into: &sink)
    default:
      sink.takeOther(record, payload: event)
    }
  }

  private func decodeLegacy(
    _ reports: RawSpan, count: Int, of record: CaptureRecord, into sink: inout some ReportSink
  ) {
    var place = 0
    for index in 0..<count {
      let left = reports.byteCount - place
      let length = left >= 9 ? 10 + Int(reports.byte(at: place + 8)) : 10
      guard left >= length else {
        sink.damages.add(
          at: record.offset, expected: "\(length) bytes of advertising report \(index + 1) of \(count)",
          found: "\(left)")
        return
      }
      let report = AdvertisingReport(
        microseconds: record.microseconds, offset: record.offset, address: reports.address(at: place + 2),
        isRandom: reports.byte(at: place + 1) & 1 != 0,
        kind: AdvertisingKind(legacyEventType: reports.byte(at: place)),
        level: reports.signedByte(at: place + length - 1))
      sink.take(report, data: reports.extracting(place + 9..<place + length - 1))
      place += length
    }
  }

  private mutating func decodeExtended(
    _ reports: RawSpan, count: Int, of record: CaptureRecord, into sink: inout some ReportSink
  ) {
    var place = 0
    for index in 0..<count {
      let left = reports.byteCount - place
      let length = left >= 24 ? 24 + Int(reports.byte(at: place + 23)) : 24
      guard left >= length else {
        sink.damages.add(
          at: record.offset, expected: "\(length) bytes of extended report \(index + 1) of \(count)",
          found: "\(left)")
        return
      }
      let eventType = reports.littleEndian16(at: place)
      let report = AdvertisingReport(
        microseconds: record.microseconds, offset: record.offset, address: reports.address(at: place + 3),
        isRandom: reports.byte(at: place + 2) & 1 != 0, kind: AdvertisingKind(extendedEventType: eventType),
        level: reports.signedByte(at: place + 13))
      let data = reports.extracting(place + 24..<place + length)
      fragments.join(
        data, of: report,
        source: FragmentSource(
          address: report.address, isRandom: report.isRandom, set: UInt16(reports.byte(at: place + 11))),
        status: FragmentStore.Status(eventType: eventType), into: &sink)
      place += length
    }
  }
}

/// The events that are read here.
package enum EventCode {
  package static let lowEnergy: UInt8 = 0x3E
  package static let advertisingReport: UInt8 = 0x02
  package static let extendedAdvertisingReport: UInt8 = 0x0D
}
