import Foundation
public import World

/// Why a stream cannot be written as a capture.
public enum CaptureWritingError: InputProblem, Hashable, Sendable {
  /// Averages are no advertisements.
  case averages
  /// The anchor has no iBeacon identity.
  case noIdentity(anchor: String)
  /// The transmitter has no address.
  case noAddress(anchor: String)
  /// The power is not a whole number of dBm from -128 to 127.
  case power(anchor: String, DBm?)
  /// The level is not a whole number of dBm from -127 to 126.
  case level(seconds: Double, DBm)

  public var description: String {
    switch self {
    case .averages: "a capture holds single advertisements, and the stream holds averages"
    case .noIdentity(let anchor): "anchor \(anchor): expected an iBeacon identity to write, found none"
    case .noAddress(let anchor): "anchor \(anchor): expected a device address to write, found none"
    case .power(let anchor, let power):
      "anchor \(anchor): expected a measured power in whole dBm from -128 to 127, found \(power?.description ?? "none")"
    case .level(let seconds, let level):
      "the advertisement at \(seconds) s: expected a level in whole dBm from -127 to 126, found \(level)"
    }
  }
}

/// Writes advertisement streams as a capture that tshark and btmon read.
///
/// The capture begins at t = 0 with the host's LE Set Scan Enable command and the controller's answer; each
/// advertisement is one LE Advertising Report of a non-connectable advertiser with one iBeacon frame. HCI carries
/// no advertising channel, so the stream's is lost; replayed, all else is the same.
public struct CaptureWriter: Sendable {
  public let format: CaptureFormat
  /// The file so far.
  public private(set) var bytes: [UInt8] = []
  private let epoch: Int64

  /// 2020-01-01 00:00:00 UTC.
  public static let customaryEpoch: Int64 = 1_577_836_800_000_000

  /// Begins a capture.
  ///
  /// - Parameter epoch: When t = 0 was, in microseconds since 1970-01-01 00:00 UTC.
  public init(format: CaptureFormat, startingAt epoch: Int64 = customaryEpoch) {
    self.format = format
    self.epoch = epoch
    appendHeader()
    append(.command, at: 0, [0x0C, 0x20, 0x02, 0x01, 0x00])
    append(.event, at: 0, [0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00])
  }

  /// Appends the advertisements of a stream, or of its next piece.
  ///
  /// Levels and powers must be whole dBm, and every transmitter must have an identity and an address.
  public mutating func append(_ stream: AdvertisementStream, directory: StreamDirectory)
    throws(CaptureWritingError)
  {
    guard stream.kind == .advertisements else { throw .averages }
    let events = try directory.transmitters.map { transmitter throws(CaptureWritingError) in
      try Self.event(of: transmitter, in: directory)
    }
    bytes.reserveCapacity(bytes.count + stream.count * 72)
    for advertisement in stream {
      guard let level = Int8(exactly: advertisement.level.value), (-127...126).contains(level) else {
        throw .level(seconds: advertisement.time, advertisement.level)
      }
      append(
        .event, at: advertisement.microseconds, events[advertisement.transmitter],
        last: UInt8(bitPattern: level))
    }
  }

  /// Writes the file, whole or not at all.
  public func write(to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path), options: .atomic)
  }

  /// An LE Advertising Report without its last octet, the level.
  private static func event(of transmitter: StreamDirectory.Transmitter, in directory: StreamDirectory)
    throws(CaptureWritingError) -> [UInt8]
  {
    let anchor = directory.anchors[transmitter.anchor]
    guard let identity = anchor.identity else { throw .noIdentity(anchor: anchor.id) }
    guard let address = transmitter.address else { throw .noAddress(anchor: anchor.id) }
    guard let power = transmitter.measuredPower.flatMap({ Int8(exactly: $0.value) }) else {
      throw .power(anchor: anchor.id, transmitter.measuredPower)
    }
    let data = IBeaconFrame(identity: identity, measuredPower: power).advertisingData
    var event: [UInt8] = [EventCode.lowEnergy, UInt8(12 + data.count), EventCode.advertisingReport, 1]
    event += [0x03, address.isRandom ? 1 : 0]
    event.append(address: address.octets)
    event.append(UInt8(data.count))
    event += data
    return event
  }
}

/// The containers.
extension CaptureWriter {
  private enum PacketType: UInt8 {
    case command = 1
    case event = 4

    var monitorOpcode: UInt32 { self == .command ? 2 : 3 }
    /// Bit 0 says received, bit 1 says command or event.
    var flags: UInt32 { self == .command ? 2 : 3 }
  }

  private mutating func appendHeader() {
    bytes += Array("btsnoop\0".utf8)
    bytes.append(bigEndian: UInt32(1))
    bytes.append(bigEndian: UInt32(format == .btsnoop ? 1002 : 2001))
    if format == .btsnoopMonitor {
      // The monitor tells of every adapter before its traffic: type, bus, address, name.
      let adapter = [0, 0] + [UInt8](repeating: 0, count: 6) + Array("hci0\0\0\0\0".utf8)
      appendRecordHeader(at: 0, length: adapter.count, flags: 0)
      bytes += adapter
    }
  }

  private mutating func append(
    _ type: PacketType, at microseconds: Int64, _ packet: [UInt8], last: UInt8? = nil
  ) {
    let length = packet.count + (last == nil ? 0 : 1)
    switch format {
    case .btsnoop:
      appendRecordHeader(at: microseconds, length: length + 1, flags: type.flags)
      bytes.append(type.rawValue)
    case .btsnoopMonitor:
      appendRecordHeader(at: microseconds, length: length, flags: type.monitorOpcode)
    }
    bytes += packet
    if let last { bytes.append(last) }
  }

  private mutating func appendRecordHeader(at microseconds: Int64, length: Int, flags: UInt32) {
    bytes.append(bigEndian: UInt32(length))
    bytes.append(bigEndian: UInt32(length))
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: UInt32(0))
    bytes.append(bigEndian: UInt64(bitPattern: epoch + microseconds + BtsnoopReader.epoch))
  }
}
