import World

/// A frame of an Eddystone beacon.
///
/// Source: Google, "Eddystone Protocol Specification": service data of 0xFEAA whose first octet is the kind.
/// Powers are levels at 0 m; the level at one metre is 41 dB lower.
public enum EddystoneFrame: Hashable, Sendable {
  /// A namespace of ten octets and an instance of six.
  case uid(power: Int8, namespace: [UInt8], instance: [UInt8])
  case url(power: Int8, String)
  case telemetry(EddystoneTelemetry)
  /// Telemetry that only the owner can read, as sent.
  case encryptedTelemetry([UInt8])
  /// Eight octets that change with time.
  case eid(power: Int8, identifier: [UInt8])

  static let service: UInt16 = 0xFEAA
  /// The loss from 0 m to one metre.
  static let lossOverFirstMetre: Decibels = 41

  /// The kind of service data with the UUID of Eddystone; nil when the kind is unknown or the data are too short.
  static func kind(of data: RawSpan) -> FrameKind? {
    let count = data.byteCount
    guard count >= 3 else { return nil }
    switch data.byte(at: 2) {
    // Two reserved octets at the end are often left out.
    case 0x00: return count >= 20 ? .eddystoneUID : nil
    case 0x10: return count >= 5 ? .eddystoneURL : nil
    case 0x20:
      guard count >= 4 else { return nil }
      return data.byte(at: 3) == 0 ? (count >= 16 ? .eddystoneTLM : nil) : count >= 20 ? .eddystoneTLM : nil
    case 0x30: return count >= 12 ? .eddystoneEID : nil
    default: return nil
    }
  }

  /// Reads service data; nil when they are not an Eddystone frame, or the URL is invalid.
  init?(serviceData data: RawSpan) {
    guard let kind = Self.kind(of: data), data.littleEndian16(at: 0) == Self.service else { return nil }
    func octets(_ range: Range<Int>) -> [UInt8] { range.map { data.byte(at: $0) } }
    switch kind {
    case .eddystoneUID:
      self = .uid(power: data.signedByte(at: 3), namespace: octets(4..<14), instance: octets(14..<20))
    case .eddystoneURL:
      guard let url = EddystoneURL.decoded(octets(4..<data.byteCount)) else { return nil }
      self = .url(power: data.signedByte(at: 3), url)
    case .eddystoneTLM where data.byte(at: 3) == 0:
      self = .telemetry(
        EddystoneTelemetry(
          millivolts: data.bigEndian16(at: 4), temperature: Int16(bitPattern: data.bigEndian16(at: 6)),
          advertisements: data.bigEndian32(at: 8), tenthsOfSeconds: data.bigEndian32(at: 12)))
    case .eddystoneTLM: self = .encryptedTelemetry(octets(4..<20))
    case .eddystoneEID: self = .eid(power: data.signedByte(at: 3), identifier: octets(4..<12))
    default: return nil
    }
  }

  /// Flags, the list of services and the frame. A URL that does not fit is cut to its first 17 octets.
  public var advertisingData: [UInt8] {
    var content: [UInt8]
    switch self {
    case .uid(let power, let namespace, let instance):
      content =
        [0x00, UInt8(bitPattern: power)] + namespace.fitted(to: 10) + instance.fitted(to: 6) + [0, 0]
    case .url(let power, let url): content = [0x10, UInt8(bitPattern: power)] + EddystoneURL.encoded(url)
    case .telemetry(let telemetry):
      let temperature = UInt16(bitPattern: telemetry.temperatureIn256ths)
      content =
        [0x20, 0x00]
        + [UInt8](
          bigEndian: telemetry.millivolts, temperature, telemetry.advertisements, telemetry.tenthsOfSeconds)
    case .encryptedTelemetry(let octets): content = [0x20, 0x01] + octets.fitted(to: 16)
    case .eid(let power, let identifier):
      content = [0x30, UInt8(bitPattern: power)] + identifier.fitted(to: 8)
    }
    return AdvertisingData.service(Self.service, content)
  }
}

/// An Eddystone beacon's telemetry about itself.
public struct EddystoneTelemetry: Hashable, Sendable {
  /// Of the battery; 0 when the beacon has none.
  public let millivolts: UInt16
  /// As sent, in 1/256 of a degree Celsius.
  public let temperatureIn256ths: Int16
  /// The number of advertisements since it was switched on.
  public let advertisements: UInt32
  /// The time since it was switched on.
  public let tenthsOfSeconds: UInt32

  /// - Parameters:
  ///   - millivolts: of the battery; 0 when it has none.
  ///   - temperature: in 1/256 of a degree Celsius; -32768 for none.
  ///   - advertisements: how many were sent since it was switched on.
  ///   - tenthsOfSeconds: since it was switched on.
  public init(millivolts: UInt16, temperature: Int16, advertisements: UInt32, tenthsOfSeconds: UInt32) {
    self.millivolts = millivolts
    temperatureIn256ths = temperature
    self.advertisements = advertisements
    self.tenthsOfSeconds = tenthsOfSeconds
  }

  /// Volts; nil when the beacon has no battery.
  public var batteryVoltage: Double? { millivolts == 0 ? nil : Double(millivolts) / 1000 }

  /// Degrees Celsius; nil when the beacon has no thermometer.
  public var temperature: Double? {
    temperatureIn256ths == .min ? nil : Double(temperatureIn256ths) / 256
  }
}

extension [UInt8] {
  /// The octets cut off, or filled up with zeros, to `count`.
  func fitted(to count: Int) -> [UInt8] {
    Array(prefix(count)) + [UInt8](repeating: 0, count: Swift.max(0, count - self.count))
  }
}

/// The compressed form of URLs in Eddystone: one octet for the beginning, and octets for common endings.
enum EddystoneURL {
  private static let beginnings = ["http://www.", "https://www.", "http://", "https://"]
  private static let endings = [
    ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info",
    ".biz", ".gov",
  ]

  /// Nil when the first octet is not a known beginning, or a later one is neither an ending nor a graphic character.
  static func decoded(_ octets: [UInt8]) -> String? {
    guard let first = octets.first, first < beginnings.count else { return nil }
    var url = beginnings[Int(first)]
    for octet in octets.dropFirst() {
      if octet < endings.count {
        url += endings[Int(octet)]
      } else if 0x21...0x7E ~= octet {
        url.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        return nil
      }
    }
    return url
  }

  /// The beginning and at most 17 octets; the longest matching abbreviation is used.
  static func encoded(_ url: String) -> [UInt8] {
    let scheme = beginnings.firstIndex { url.hasPrefix($0) } ?? 3
    var rest = Substring(url)
    if url.hasPrefix(beginnings[scheme]) { rest = rest.dropFirst(beginnings[scheme].count) }
    var octets = [UInt8(scheme)]
    while let first = rest.utf8.first, octets.count < 18 {
      if let ending = endings.firstIndex(where: { rest.hasPrefix($0) }) {
        octets.append(UInt8(ending))
        rest = rest.dropFirst(endings[ending].count)
      } else {
        octets.append(first)
        rest = Substring(rest.utf8.dropFirst())
      }
    }
    return octets
  }
}
