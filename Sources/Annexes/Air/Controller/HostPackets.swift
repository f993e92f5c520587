import Captures

/// The packets that a host sends, cut out of the octets of a line.
///
/// Source: Bluetooth Core 5.4, volume 4, part A, section 2 for the indicator in front of each packet, and part E, 5.4.1 to 5.4.5 for the
/// headers.
public struct HostPackets: Sendable {
  /// What a host sends to a controller; the raw value is the indicator.
  public enum Kind: UInt8, Sendable {
    case command = 1
    case asynchronousData = 2
    case synchronousData = 3
    case isochronousData = 5

    /// The octets of its header, behind the indicator.
    fileprivate var header: Int { self == .command || self == .synchronousData ? 3 : 4 }

    /// The octets behind its header.
    fileprivate func length(_ header: ArraySlice<UInt8>) -> Int {
      let low = Int(header[header.startIndex + 2])
      return switch self {
      case .command, .synchronousData: low
      case .asynchronousData: low | Int(header[header.startIndex + 3]) << 8
      case .isochronousData: low | Int(header[header.startIndex + 3] & 0x3F) << 8
      }
    }
  }

  /// An octet where a packet should begin that is the indicator of none. What follows it cannot be divided into packets.
  public struct Garbled: Error, Hashable, CustomStringConvertible {
    /// Octets that came before it.
    public let offset: Int
    public let octet: UInt8

    /// As the rest of a sentence that begins with the host.
    public var description: String {
      "byte \(offset): expected the indicator of an HCI packet (01, 02, 03 or 05), found \([octet].hexadecimal(separator: ""))"
    }
  }

  private var octets: [UInt8] = []
  /// Octets of the packets that have been taken out.
  private var offset = 0

  public init() {}

  /// The octets of a packet that is not complete.
  public var waiting: Int { octets.count }

  /// Adds octets as they came.
  public mutating func append(_ more: some Sequence<UInt8>) { octets += more }

  /// Takes out the next packet that is complete: its kind, and its octets from the header on.
  public mutating func next() throws(Garbled) -> (kind: Kind, octets: [UInt8])? {
    guard let first = octets.first else { return nil }
    guard let kind = Kind(rawValue: first) else { throw Garbled(offset: offset, octet: first) }
    guard octets.count > kind.header else { return nil }
    let end = 1 + kind.header + kind.length(octets[1...kind.header])
    guard octets.count >= end else { return nil }
    let packet = Array(octets[1..<end])
    octets.removeFirst(end)
    offset += end
    return (kind, packet)
  }
}
