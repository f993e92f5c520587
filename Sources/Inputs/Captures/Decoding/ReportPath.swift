/// Receives the decoded contents of a capture's records.
package protocol ReportSink {
  var damages: DamageLog { get set }

  /// Every record, before its contents.
  mutating func begin(_ record: CaptureRecord)

  /// A whole advertisement. If it came in pieces, the reports before the last went to ``takeFragment(_:)``.
  mutating func take(_ report: AdvertisingReport, data: RawSpan)

  /// A whole advertisement in the log of several receivers.
  mutating func take(_ report: AdvertisingReport, data: RawSpan, receiver: LogReceiver)

  /// A step or a mark in a log.
  mutating func take(_ observation: LogObservation)

  /// A report whose data continue in a later one.
  mutating func takeFragment(_ report: AdvertisingReport)

  /// A report whose data are elsewhere, or cannot be read.
  mutating func takeReportWithoutData(_ report: AdvertisingReport)

  /// An HCI packet or another record that is not an advertisement.
  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan)

  /// A link-layer packet with a right CRC that is not an advertisement.
  mutating func takeOtherPDU(_ record: CaptureRecord)

  /// A link-layer packet whose CRC is wrong.
  mutating func takeCorrupt(_ record: CaptureRecord)
}

extension ReportSink {
  package mutating func take(_ report: AdvertisingReport, data: RawSpan, receiver: LogReceiver) {
    take(report, data: data)
  }

  package mutating func take(_ observation: LogObservation) {}
}

/// Decodes records, and hands their contents to a sink.
package struct ReportPath<Sink: ReportSink>: RecordSink {
  package var sink: Sink
  private var events = HCIDecoder()
  private var packets = LinkLayerDecoder()

  package init(sink: Sink) { self.sink = sink }

  package var damages: DamageLog {
    get { sink.damages }
    _modify { yield &sink.damages }
  }

  package mutating func take(_ record: CaptureRecord, payload: RawSpan) {
    sink.begin(record)
    switch record.kind {
    case .event: events.decode(event: payload, of: record, into: &sink)
    case .linkLayer: packets.decode(payload, of: record, into: &sink)
    default: sink.takeOther(record, payload: payload)
    }
  }

  package mutating func take(
    _ report: AdvertisingReport, data: RawSpan, of record: CaptureRecord, receiver: LogReceiver?
  ) {
    sink.begin(record)
    if let receiver {
      sink.take(report, data: data, receiver: receiver)
    } else {
      sink.take(report, data: data)
    }
  }

  package mutating func take(_ observation: LogObservation, of record: CaptureRecord) {
    sink.begin(record)
    sink.take(observation)
  }
}

extension ReportPath: Sendable where Sink: Sendable {}
