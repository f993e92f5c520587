import World

/// Reads pcap files of either byte order, in microseconds or nanoseconds.
///
/// Source: draft-ietf-opsawg-pcap.
struct PcapReader: RecordSequenceReader {
  static let headerSize = 24
  static let frame = RecordFrame(
    name: "a pcap record", headerName: "a pcap record header", headerSize: 16, lengthPlace: 8)

  let linkType: Int
  private let encapsulation: Encapsulation
  let order: ByteOrder
  /// The number of the file's fractions of a second per microsecond.
  private let fractionsPerMicrosecond: Int64
  /// The seconds of the latest record.
  private var latest: Int64 = 0

  /// Nil when the file does not begin as a pcap file does.
  init?(header: RawSpan, file: String) throws {
    guard header.byteCount >= 4 else { return nil }
    switch header.bigEndian32(at: 0) {
    case 0xA1B2_C3D4: (order, fractionsPerMicrosecond) = (.bigEndian, 1)
    case 0xA1B2_3C4D: (order, fractionsPerMicrosecond) = (.bigEndian, 1000)
    case 0xD4C3_B2A1: (order, fractionsPerMicrosecond) = (.littleEndian, 1)
    case 0x4D3C_B2A1: (order, fractionsPerMicrosecond) = (.littleEndian, 1000)
    default: return nil
    }
    guard header.byteCount >= Self.headerSize else {
      throw FileProblem(
        file: file, offset: header.byteCount, expected: "the 24 bytes of a pcap header", found: "the end")
    }
    // The upper half of the word may hold the length of a frame check sequence.
    linkType = Int(header.integer32(at: 20, order) & 0xFFFF)
    guard let encapsulation = Encapsulation(linkType: linkType) else {
      throw FileProblem(
        file: file, offset: 20, expected: "a Bluetooth link type (\(Encapsulation.supported))",
        found: "\(linkType)")
    }
    self.encapsulation = encapsulation
  }

  mutating func deliver(_ record: RawSpan, offset: Int, into sink: inout some RecordSink) {
    latest = Int64(record.integer32(at: 0, order))
    let fraction = Int64(record.integer32(at: 4, order))
    encapsulation.deliver(
      record.extracting(Self.frame.headerSize..<record.byteCount),
      at: latest * 1_000_000 + fraction / fractionsPerMicrosecond, offset: offset, into: &sink)
  }

  func isHeader(at place: Int, in window: RawSpan) -> Bool {
    guard window.byteCount - place >= Self.frame.headerSize else { return false }
    let (included, original) = (
      window.integer32(at: place + 8, order), window.integer32(at: place + 12, order)
    )
    guard included <= original, included <= Belief.longestRecord, original <= longestRecord else {
      return false
    }
    let apart = Int64(window.integer32(at: place, order)) - latest
    return window.integer32(at: place + 4, order) < 1_000_000 * fractionsPerMicrosecond
      && (latest == 0 || apart.magnitude * 1_000_000 < Belief.microseconds)
  }
}
