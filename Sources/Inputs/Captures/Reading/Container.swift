/// The reader for a file, chosen by its first bytes.
enum Container: Sendable {
  case btsnoop(BtsnoopReader)
  case pcap(PcapReader)
  case pcapng(PcapngReader)
  case packetLogger(PacketLoggerReader)
  case hcidump(HcidumpLines)
  case btmon(BtmonLines)
  case log(LineLogReader)
  case whole(WholeLogReader)

  /// The reader for a file with these first bytes, and the number of header bytes that it takes.
  ///
  /// - Returns: nil when they belong to no supported container.
  /// - Throws: `FileProblem` when the container is supported, but not its contents.
  static func recognised(by start: RawSpan, file: String, untimedSpacing: Int64) throws
    -> (container: Container, header: Int)?
  {
    if let reader = try BtsnoopReader(header: start, file: file) {
      return (.btsnoop(reader), BtsnoopReader.headerSize)
    }
    if let reader = try PcapReader(header: start, file: file) {
      return (.pcap(reader), PcapReader.headerSize)
    }
    if PcapngReader.begins(start) { return (.pcapng(PcapngReader()), 0) }
    if let reader = PacketLoggerReader(start: start) { return (.packetLogger(reader), 0) }
    let line = TextLine(start.extracting(0..<(start.firstLineFeed(from: 0) ?? start.byteCount)))
    if HcidumpLines.begins(line) { return (.hcidump(HcidumpLines(untimedSpacing: untimedSpacing)), 0) }
    if BtmonLines.begins(line) { return (.btmon(BtmonLines(untimedSpacing: untimedSpacing)), 0) }
    if let reader = LineLogReader(start: start) { return (.log(reader), 0) }
    return nil
  }

  /// The largest number of bytes that ``recognised(by:file:untimedSpacing:)`` looks at.
  static let prefix = 512
  /// The number of bytes that identify every binary container; from a live source it waits for no more.
  static let binaryPrefix = 24

  var kind: ContainerKind {
    switch self {
    case .btsnoop(let reader): .btsnoop(datalink: reader.datalink)
    case .pcap(let reader): .pcap(linkType: reader.linkType)
    case .pcapng: .pcapng
    case .packetLogger: .packetLogger
    case .hcidump: .hcidumpText
    case .btmon: .btmonText
    case .log(let reader): .log(reader.name)
    case .whole(let reader): .log(reader.name)
    }
  }

  /// Whether the records have times.
  var hasClock: Bool {
    switch self {
    case .hcidump(let reader): reader.hasClock
    case .btmon(let reader): reader.hasClock
    default: true
    }
  }

  /// Whether the times of the records count from 1970.
  var countsFrom1970: Bool {
    if case .log(let reader) = self { reader.countsFrom1970 } else { true }
  }

  /// Why nothing more can be read; nil as long as it can.
  var refusal: CaptureDamage? {
    if case .log(let reader) = self { reader.refusal } else { nil }
  }

  /// Hands over the whole records at the start of a window, at most `limit` of them.
  ///
  /// - Parameter offset: where the window begins, in bytes from the start of the file.
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
    case .packetLogger(var reader):
      defer { self = .packetLogger(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .hcidump(var reader):
      defer { self = .hcidump(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .btmon(var reader):
      defer { self = .btmon(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .log(var reader):
      defer { self = .log(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    case .whole(var reader):
      // The rows must not be held twice while the reader changes.
      self = .pcapng(PcapngReader())
      defer { self = .whole(reader) }
      return reader.read(window, at: offset, limit: limit, into: &sink)
    }
  }

  /// Whether a plausible record begins at a place, where reading can resume after damage. Lines need none: every line shows
  /// where it begins.
  ///
  /// - Parameter isEnd: whether the file ends with the window.
  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool {
    switch self {
    case .btsnoop(let reader): reader.isRecord(at: place, in: window, isEnd: isEnd)
    case .pcap(let reader): reader.isRecord(at: place, in: window, isEnd: isEnd)
    case .pcapng(let reader): reader.isRecord(at: place, in: window)
    case .packetLogger(let reader): reader.isRecord(at: place, in: window, isEnd: isEnd)
    case .hcidump, .btmon, .log, .whole: false
    }
  }

  /// Takes the last bytes of a file, for which ``read(_:at:limit:into:)`` needed more.
  ///
  /// - Returns: whether they were read rather than only counted as damage.
  mutating func finish(
    _ rest: RawSpan, at offset: Int, needing count: Int, of what: StaticString,
    into sink: inout some RecordSink
  ) -> Bool {
    switch self {
    case .hcidump(var reader):
      defer { self = .hcidump(reader) }
      reader.finish(rest, at: offset, into: &sink)
    case .btmon(var reader):
      defer { self = .btmon(reader) }
      reader.finish(rest, at: offset, into: &sink)
    case .log(var reader):
      defer { self = .log(reader) }
      reader.finish(rest, at: offset, into: &sink)
    case .btsnoop, .pcap, .pcapng, .packetLogger, .whole:
      let found = rest.byteCount
      guard found > 0 else { return true }
      sink.damages.add(
        at: offset, expected: "\(what) of \(count) bytes", found: "\(found) and the end of the file")
      return false
    }
    return true
  }
}
