/// Assembles packets from the lines of `hcidump --raw`: `>` or `<` and the octets, continued in lines that begin with two
/// spaces. With `-t` a time precedes them.
struct HcidumpLines: PrintedLines {
  /// Whether a packet had a time.
  private(set) var hasClock = false
  private var packet: [UInt8] = []
  /// Where the packet begins; nil outside of one.
  private var offset: Int?
  private var microseconds: Int64 = 0
  private let untimedSpacing: Int64

  /// - Parameter untimedSpacing: Microseconds between consecutive packets until one has a time.
  init(untimedSpacing: Int64) { self.untimedSpacing = untimedSpacing }

  /// Whether a file begins with such a line.
  static func begins(_ line: TextLine) -> Bool {
    line.words.starts(with: ["HCI", "sniffer"]) || isPacket(line)
  }

  /// Whether a line begins a packet: a direction and an octet, with or without a time before them.
  static func isPacket(_ line: TextLine) -> Bool {
    guard let place = direction(of: line) else { return false }
    return !line.octets(from: place + 1).isEmpty
  }

  /// The number of records that the line completed: 0 or 1.
  mutating func take(_ line: TextLine, at offset: Int, into sink: inout some RecordSink) -> Int {
    let first: Int
    if let place = Self.direction(of: line), Self.isPacket(line) {
      flush(into: &sink)
      self.offset = offset
      first = place + 1
      if place > 0,
        let time = PrintedTime.microseconds(day: place > 1 ? line.words[0] : nil, time: line.words[place - 1])
      {
        microseconds = time
        hasClock = true
      }
    } else if self.offset != nil, line.indentation == 2 {
      first = 0
    } else {
      return 0
    }
    let octets = line.octets(from: first)
    packet += octets
    if octets.count < line.words.count - first {
      sink.damages.add(
        at: offset, expected: "octets of two hexadecimal digits", found: "\(line.words[first + octets.count])"
      )
      drop()
      return 0
    }
    guard let length = Self.length(of: packet), packet.count >= length else { return 0 }
    deliver(into: &sink)
    return 1
  }

  /// Counts a packet that was never completed.
  mutating func flush(into sink: inout some RecordSink) {
    guard let offset else { return }
    let (count, length) = (packet.count, Self.length(of: packet))
    sink.damages.add(at: offset, expected: "a packet of \(length ?? 4) bytes", found: "\(count)")
    drop()
  }

  private mutating func deliver(into sink: inout some RecordSink) {
    defer {
      drop()
      if !hasClock { microseconds &+= untimedSpacing }
    }
    guard let offset, let type = packet.first else { return }
    let record = CaptureRecord(microseconds: microseconds, offset: offset, kind: RecordKind(h4Type: type))
    sink.take(record, payload: packet.span.bytes.extracting(1..<packet.count))
  }

  private mutating func drop() {
    offset = nil
    packet.removeAll(keepingCapacity: true)
  }

  /// Which word is the direction: the first, or the second or third after a time.
  private static func direction(of line: TextLine) -> Int? {
    guard let place = line.words.prefix(3).firstIndex(where: { $0 == ">" || $0 == "<" }) else { return nil }
    guard place > 0 else { return place }
    return PrintedTime.microseconds(day: nil, time: line.words[place - 1]) == nil ? nil : place
  }

  /// The length that a packet states, with its type; nil before that octet.
  private static func length(of packet: [UInt8]) -> Int? {
    guard let type = packet.first else { return nil }
    let place = type == 4 ? 2 : 3
    guard packet.count > place + (type == 2 || type == 5 ? 1 : 0) else { return nil }
    switch type {
    case 1, 3: return 4 + Int(packet[3])
    case 2, 5: return 5 + Int(packet[3]) + Int(packet[4] & 0x3F) << 8
    case 4: return 3 + Int(packet[2])
    // The length of other kinds is unknown, so they end with the line.
    default: return packet.count
    }
  }
}
