/// Who takes what the records of a capture say.
protocol ReportSink {
  var damages: DamageLog { get set }

  /// Every record, before what is in it.
  mutating func begin(_ record: CaptureRecord)

  /// A whole advertisement. Of one in pieces, the reports before the last went to ``takeFragment(_:)``.
  mutating func take(_ report: AdvertisingReport, data: RawSpan)

  /// A report whose data go on in a later one.
  mutating func takeFragment(_ report: AdvertisingReport)

  /// A report whose data are elsewhere, or cannot be read.
  mutating func takeReportWithoutData(_ report: AdvertisingReport)

  /// An HCI packet or another record that is no advertisement.
  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan)

  /// A sound packet of the air that is no advertisement.
  mutating func takeOtherPDU(_ record: CaptureRecord)

  /// A packet of the air whose CRC is wrong.
  mutating func takeCorrupt(_ record: CaptureRecord)
}

/// Decodes records, and hands what they say to a sink.
struct ReportPath<Sink: ReportSink>: RecordSink {
  var sink: Sink
  private var events = HCIDecoder()
  private var packets = LinkLayerDecoder()

  init(sink: Sink) { self.sink = sink }

  var damages: DamageLog {
    get { sink.damages }
    _modify { yield &sink.damages }
  }

  mutating func take(_ record: CaptureRecord, payload: RawSpan) {
    sink.begin(record)
    switch record.kind {
    case .event: events.decode(event: payload, of: record, into: &sink)
    case .linkLayer: packets.decode(payload, of: record, into: &sink)
    default: sink.takeOther(record, payload: payload)
    }
  }
}

extension ReportPath: Sendable where Sink: Sendable {}
