/// The kinds of file that are recognised by their first bytes.
public enum ContainerKind: Hashable, Sendable, CustomStringConvertible {
  /// A btsnoop file with its datalink: 1001 HCI, 1002 H4 or 2001 the Linux monitor.
  case btsnoop(datalink: Int)
  /// A pcap file with its link type.
  case pcap(linkType: Int)
  case pcapng
  /// A file of Apple's PacketLogger.
  case packetLogger
  /// The output of `hcidump --raw`.
  case hcidumpText
  /// The output of `btmon`.
  case btmonText
  /// A log of an app or of receivers, with its name.
  case log(String)

  /// The container and its link type, as `inspect` prints them.
  public var description: String {
    switch self {
    case .btsnoop(let datalink): "btsnoop \(datalink)"
    case .pcap(let linkType): "pcap, link type \(linkType)"
    case .pcapng: "pcapng"
    case .packetLogger: "PacketLogger"
    case .hcidumpText: "text of hcidump"
    case .btmonText: "text of btmon"
    case .log(let name): "log of \(name)"
    }
  }
}
