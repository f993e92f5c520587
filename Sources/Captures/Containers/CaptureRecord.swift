/// What a record of a capture carries.
enum RecordKind: UInt8, Sendable {
  /// An HCI command, without a packet type before it.
  case command
  /// An HCI event, without a packet type before it.
  case event
  /// HCI data: ACL, synchronous or isochronous.
  case data
  /// A note, a log line, or what the host says about its adapters: no traffic.
  case note
  /// A link-layer PDU caught in the air, from its header on, without access address and CRC.
  case linkLayer
  /// A packet of a kind that is not Bluetooth's.
  case foreign
}

/// One record of a capture, told apart from its container. Its payload travels beside it.
struct CaptureRecord: Sendable {
  /// Microseconds since 1970-01-01 00:00 in the capture's own clock.
  var microseconds: Int64
  /// Where the record begins, in bytes from the start of the file.
  var offset: Int
  var kind: RecordKind
}

/// Who takes the records of a container, one at a time and in the order of the file.
protocol RecordSink {
  var damages: DamageLog { get set }

  mutating func take(_ record: CaptureRecord, payload: RawSpan)
}
