import Foundation
public import World

/// Writes advertisement streams as a capture that tshark and btmon read.
///
/// An HCI capture begins at t = 0 with the host's LE Set Scan Enable command and the controller's answer. Each
/// advertisement is one LE Advertising Report of a non-connectable advertiser with one frame of its beacon's kind, or with
/// flags alone for a beacon that is identified by its address. With a sensor report the advertiser is scannable, and the
/// report follows in a scan response: Eddystone's telemetry or a sticker's frame, which a beacon that is identified by its address
/// sends as the advertisement itself. HCI carries no advertising channel, so the stream's is lost;
/// everything else is the same after a replay. A sniffer's capture begins with a scan request to the address of zeros,
/// which marks t = 0, and loses nothing. Both can be ended in the same way.
public struct CaptureWriter: Sendable {
  /// The file so far.
  public private(set) var bytes: [UInt8]
  private let container: any WrittenContainer

  /// 2020-01-01 00:00:00 UTC.
  public static let customaryEpoch: Int64 = 1_577_836_800_000_000

  /// Begins a capture.
  ///
  /// - Parameters:
  ///   - format: The kind of file that is written.
  ///   - epoch: When t = 0 was, in microseconds since 1970-01-01 00:00 UTC.
  public init(format: CaptureFormat, startingAt epoch: Int64 = customaryEpoch) {
    container =
      switch format {
      case .btsnoop: WrittenBtsnoop(isMonitor: false, epoch: epoch)
      case .btsnoopMonitor: WrittenBtsnoop(isMonitor: true, epoch: epoch)
      case .pcapng: WrittenPcapng(epoch: epoch)
      case .pcapSniffer: WrittenPcap(epoch: epoch)
      }
    bytes = container.header
    for packet in container.opening { container.append(packet, at: 0, level: nil, channel: 0, to: &bytes) }
  }

  /// Appends the advertisements of a stream, or of its next piece.
  ///
  /// Levels and powers must be whole dBm, and every transmitter must have an identity and an address; a sniffer's
  /// capture must have the channel of each.
  public mutating func append(_ stream: AdvertisementStream, directory: StreamDirectory)
    throws(CaptureWritingError)
  {
    guard stream.kind == .advertisements else { throw .averages }
    let written = try directory.transmitters.map { transmitter throws(CaptureWritingError) in
      try WrittenAdvertisement(transmitter, in: directory)
    }
    let packets = written.map { container.packet(of: $0) }
    var reports = stream.sensorReports[...]
    bytes.reserveCapacity(bytes.count + stream.count * 96)
    for advertisement in stream {
      guard let level = Int8(exactly: advertisement.level.value), (-127...126).contains(level) else {
        throw .level(seconds: advertisement.time, advertisement.level)
      }
      guard advertisement.channel != nil || !container.needsChannel else {
        throw .noChannel(seconds: advertisement.time)
      }
      guard container.holds(advertisement.microseconds) else { throw .time(seconds: advertisement.time) }
      func append(_ packet: WrittenPacket) {
        container.append(
          packet, at: advertisement.microseconds, level: level, channel: advertisement.channel ?? 0,
          to: &bytes)
      }
      guard let report = reports.first, report.anchor == advertisement.anchor,
        report.microseconds == advertisement.microseconds
      else {
        append(packets[advertisement.transmitter])
        continue
      }
      reports.removeFirst()
      for part in written[advertisement.transmitter].parts(with: report) {
        append(container.packet(of: part))
      }
    }
    if let report = reports.first {
      throw .sensor(anchor: directory.anchors[report.anchor].id, seconds: report.time)
    }
  }

  /// Ends the capture at a time, in microseconds since t = 0: a host turns scanning off, and a sniffer hears one more scan
  /// request to the address of zeros. A reader then knows how long the receiver listened after the last advertisement.
  ///
  /// A time that the container cannot hold is left out.
  public mutating func finish(at microseconds: Int64) {
    guard container.holds(microseconds) else { return }
    for packet in container.closing {
      container.append(packet, at: microseconds, level: nil, channel: 0, to: &bytes)
    }
  }
}

/// An advertisement without level, time and channel, which differ each time.
struct WrittenAdvertisement: Sendable {
  /// The PDU types in which one is written.
  enum Kind: Sendable {
    case nonConnectable, scannable, scanResponse
  }

  let address: DeviceAddress
  private(set) var kind = Kind.nonConnectable
  private(set) var data: [UInt8]
  private let identity: BeaconIdentity

  init(_ transmitter: StreamDirectory.Transmitter, in directory: StreamDirectory) throws(CaptureWritingError)
  {
    let anchor = directory.anchors[transmitter.anchor]
    guard let identity = anchor.identity else { throw .noIdentity(anchor: anchor.id) }
    guard let address = transmitter.address else { throw .noAddress(anchor: anchor.id) }
    (self.address, self.identity) = (address, identity)
    data = try Self.data(of: identity, anchor: anchor.id, power: transmitter.measuredPower)
  }

  /// The advertisement and its scan response with what its sensors report; for a beacon that is identified by its address one
  /// advertisement.
  func parts(with report: SensorReport) -> [WrittenAdvertisement] {
    var (own, sensors) = (self, self)
    sensors.data = sensorData(report)
    if case .address = identity { return [sensors] }
    (own.kind, sensors.kind) = (.scannable, .scanResponse)
    return [own, sensors]
  }

  private func sensorData(_ report: SensorReport) -> [UInt8] {
    switch identity {
    case .eddystone, .eddystoneURL:
      EddystoneFrame.telemetry(
        EddystoneTelemetry(
          millivolts: UInt16(max(0, min(65_535, ((report.batteryVoltage ?? 0) * 1000).rounded()))),
          temperature: Int16(max(-32_768, min(32_767, (report.temperature * 256).rounded()))),
          advertisements: 0,
          tenthsOfSeconds: UInt32(truncatingIfNeeded: report.microseconds / 100_000))
      ).advertisingData
    default: EstimoteNearable(identifier: address.octets, report).advertisingData
    }
  }

  /// - Parameter power: at 1 m; Eddystone's frames state that at 0 m.
  private static func data(
    of identity: BeaconIdentity, anchor: String, power: DBm?
  ) throws(CaptureWritingError) -> [UInt8] {
    func octet(_ level: DBm?) throws(CaptureWritingError) -> Int8 {
      guard let level, let octet = Int8(exactly: level.value) else {
        throw .power(anchor: anchor, power)
      }
      return octet
    }
    let atZero = power.map { $0 + EddystoneFrame.lossOverFirstMetre }
    switch identity {
    case .iBeacon(let numbers):
      return IBeaconFrame(identity: numbers, measuredPower: try octet(power)).advertisingData
    case .altBeacon(let numbers):
      return AltBeaconFrame(identity: numbers, measuredPower: try octet(power)).advertisingData
    case .eddystone(let uid):
      return EddystoneFrame.uid(power: try octet(atZero), namespace: uid.namespace, instance: uid.instance)
        .advertisingData
    case .eddystoneURL(let url):
      guard EddystoneURL.decoded(EddystoneURL.encoded(url)) == url else { throw .url(anchor: anchor, url) }
      return EddystoneFrame.url(power: try octet(atZero), url).advertisingData
    case .address: return AdvertisingData.flags
    case .eddystoneEID, .nearable, .telemetry: throw .noIdentity(anchor: anchor)
    }
  }
}

/// One packet, without the values that differ between advertisements.
struct WrittenPacket: Sendable {
  enum Kind: UInt8, Sendable {
    case command = 1
    case event = 4
    case linkLayer
  }

  let kind: Kind
  let octets: [UInt8]
}

/// A file format for packets.
protocol WrittenContainer: Sendable {
  var header: [UInt8] { get }
  /// The packets at t = 0.
  var opening: [WrittenPacket] { get }
  /// The packets at the end of listening.
  var closing: [WrittenPacket] { get }
  var needsChannel: Bool { get }

  func packet(of advertisement: WrittenAdvertisement) -> WrittenPacket

  /// Whether a time since t = 0 can be written.
  func holds(_ microseconds: Int64) -> Bool

  /// - Parameter level: The last octet of an event, or part of the header of a sniffed packet; nil for a packet without
  ///   one.
  func append(
    _ packet: WrittenPacket, at microseconds: Int64, level: Int8?, channel: UInt8, to bytes: inout [UInt8])
}

/// The parts that all containers of HCI packets share.
protocol WrittenHCI: WrittenContainer {}

extension WrittenHCI {
  var needsChannel: Bool { false }

  var opening: [WrittenPacket] { Self.scanning(on: true) }
  var closing: [WrittenPacket] { Self.scanning(on: false) }

  /// LE Set Scan Enable and the controller's answer.
  private static func scanning(on isOn: Bool) -> [WrittenPacket] {
    [
      WrittenPacket(kind: .command, octets: [0x0C, 0x20, 0x02, isOn ? 0x01 : 0x00, 0x00]),
      WrittenPacket(kind: .event, octets: [0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00]),
    ]
  }

  /// An LE Advertising Report without its last octet, the level.
  func packet(of advertisement: WrittenAdvertisement) -> WrittenPacket {
    let data = advertisement.data
    var event: [UInt8] = [EventCode.lowEnergy, UInt8(12 + data.count), EventCode.advertisingReport, 1]
    event += [advertisement.kind.legacyEventType, advertisement.address.isRandom ? 1 : 0]
    event.append(address: advertisement.address.octets)
    event.append(UInt8(data.count))
    return WrittenPacket(kind: .event, octets: event + data)
  }
}

extension WrittenAdvertisement.Kind {
  /// As of ``AdvertisingKind/init(legacyEventType:)``.
  var legacyEventType: UInt8 {
    switch self {
    case .nonConnectable: 3
    case .scannable: 2
    case .scanResponse: 4
    }
  }

  /// The PDU type of a link-layer packet: ADV_NONCONN_IND, ADV_SCAN_IND or SCAN_RSP.
  var pduType: UInt8 {
    switch self {
    case .nonConnectable: 2
    case .scannable: 6
    case .scanResponse: 4
    }
  }
}

/// The formats in which captures are written.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// btsnoop with datalink 1002, as Android and hcidump write it.
  case btsnoop
  /// btsnoop with datalink 2001, as `btmon -w` writes it.
  case btsnoopMonitor
  /// pcapng with link type 201, as Wireshark writes it for a Linux adapter.
  case pcapng
  /// pcap with link type 256, as sniffers write it; the only one of these formats with the advertising channel.
  case pcapSniffer
}
