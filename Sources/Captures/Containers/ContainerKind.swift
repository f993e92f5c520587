/// The kinds of file that are told apart by their first bytes.
public enum ContainerKind: Hashable, Sendable, CustomStringConvertible {
  /// A btsnoop file with its datalink: 1001 HCI, 1002 H4 or 2001 the Linux monitor.
  case btsnoop(datalink: Int)
  /// A pcap file with its link type.
  case pcap(linkType: Int)
  case pcapng

  public var description: String {
    switch self {
    case .btsnoop(let datalink): "btsnoop \(datalink)"
    case .pcap(let linkType): "pcap, link type \(linkType)"
    case .pcapng: "pcapng"
    }
  }
}

/// The reader for a file, chosen by its first bytes.
enum Container: Sendable {
  case btsnoop(BtsnoopReader)
  case pcap(PcapReader)
  case pcapng(PcapngReader)

  /// The reader for a file with these first bytes, and the bytes of the header that it takes.
  ///
  /// - Returns: nil when they belong to no container.
  /// - Throws: `FileProblem` when the container is known, but not what is in it.
  static func recognised(by start: RawSpan, file: String) throws -> (container: Container, header: Int)? {
    if let reader = try BtsnoopReader(header: start, file: file) {
      return (.btsnoop(reader), BtsnoopReader.headerSize)
    }
    if let reader = try PcapReader(header: start, file: file) {
      return (.pcap(reader), PcapReader.headerSize)
    }
    if PcapngReader.begins(start) { return (.pcapng(PcapngReader()), 0) }
    return nil
  }

  /// The most bytes that ``recognised(by:file:)`` looks at.
  static let prefix = 24

  var kind: ContainerKind {
    switch self {
    case .btsnoop(let reader): .btsnoop(datalink: reader.datalink)
    case .pcap(let reader): .pcap(linkType: reader.linkType)
    case .pcapng: .pcapng
    }
  }

  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
  {
    switch self {
    case .btsnoop(var reader):
      defer { self = .btsnoop(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .pcap(var reader):
      defer { self = .pcap(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .pcapng(var reader):
      defer { self = .pcapng(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    }
  }
}
