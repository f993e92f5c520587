/// The contents of a record of a capture.
package enum RecordKind: UInt8, Sendable {
  /// An HCI command, without a packet type before it.
  case command
  /// An HCI event, without a packet type before it.
  case event
  /// HCI data: ACL, synchronous or isochronous.
  case data
  /// A note, a log line, or a message of the host about its adapters: no traffic.
  case note
  /// A link-layer packet caught in the air, from its access address to its CRC.
  case linkLayer
  /// A packet that is not Bluetooth, or that cannot be read.
  case foreign
  /// A row of a log: an advertisement as an app saw it, a reading of its motion sensors, or a mark of its user.
  case logged
}

/// A sniffer's radio data about a packet.
package struct RadioReading: Hashable, Sendable {
  package enum Checksum: UInt8, Sendable {
    /// The file does not state whether the CRC is right.
    case unchecked
    case right
    case wrong
  }

  /// 37, 38 or 39; 0 on another channel, or where the file does not state it.
  package var channel: UInt8 = 0
  /// Whole dBm; 127 where the radio reported none.
  package var level = AdvertisingReport.levelUnavailable
  package var checksum = Checksum.unchecked
  /// Whether the packet was sent on the coded PHY, and therefore has a coding indicator after its address.
  package var isCoded = false
}

/// One record of a capture, without its container. Its payload is passed separately.
package struct CaptureRecord: Sendable {
  /// Microseconds since 1970-01-01 00:00 by the capture's own clock; since the first record when it has none.
  package var microseconds: Int64
  /// Where the record begins, in bytes from the start of the file.
  package var offset: Int
  package var kind: RecordKind
  /// Of link-layer packets only.
  package var radio = RadioReading()
}

/// Receives the records of a container, one at a time and in the order of the file.
package protocol RecordSink {
  var damages: DamageLog { get set }

  mutating func take(_ record: CaptureRecord, payload: RawSpan)

  /// Takes an advertisement that is not in a packet: a log states what a frame contains.
  ///
  /// - Parameter receiver: The receiver that heard it and the device that sent it; nil for the log of a single receiver.
  mutating func take(
    _ report: AdvertisingReport, data: RawSpan, of record: CaptureRecord, receiver: LogReceiver?)

  /// Takes what a log tells beside advertisements.
  mutating func take(_ observation: LogObservation, of record: CaptureRecord)
}
