/// The lines that btmon prints about one packet, converted back to octets.
enum BtmonContent: Sendable {
  /// Not needed.
  case none
  /// An LE meta event whose kind is on the next line.
  case meta
  case reports(BtmonReports)
  /// LE Set Scan Enable, or its extended form.
  case scanning(opcode: UInt16, isOn: UInt8, filters: UInt8)

  init(header: TextLine, of kind: RecordKind) {
    self = .none
    if kind == .event, header.text.contains("LE Meta Event (0x3e)") { self = .meta }
    if kind == .command {
      if header.text.contains("(0x08|0x000c)") { self = .scanning(opcode: 0x200C, isOn: 0, filters: 0) }
      if header.text.contains("(0x08|0x0042)") { self = .scanning(opcode: 0x2042, isOn: 0, filters: 0) }
    }
  }

  mutating func take(_ line: TextLine) {
    switch self {
    case .none: break
    case .meta:
      let isExtended = line.text.contains("LE Extended Advertising Report (0x0d)")
      let areReports = isExtended || line.text.contains("LE Advertising Report (0x02)")
      self = areReports ? .reports(BtmonReports(isExtended: isExtended)) : .none
    case .reports(var reports):
      self = .none
      reports.take(line)
      self = .reports(reports)
    case .scanning(let opcode, let isOn, let filters):
      guard let number = line.bracketedNumber.flatMap({ UInt8(exactly: $0) }) else { return }
      if line.value(of: "Scanning") != nil || line.value(of: "Extended scan") != nil {
        self = .scanning(opcode: opcode, isOn: number, filters: filters)
      } else if line.value(of: "Filter duplicates") != nil {
        self = .scanning(opcode: opcode, isOn: isOn, filters: number)
      }
    }
  }

  /// Whether no later line can belong to it.
  var isComplete: Bool {
    if case .reports(let reports) = self { reports.areComplete } else { false }
  }

  /// The event or command; empty when there is none to build.
  var payload: [UInt8] {
    switch self {
    case .none, .meta: return []
    case .reports(let reports): return reports.event
    case .scanning(let opcode, let isOn, let filters):
      return [UInt8(opcode & 0xFF), UInt8(opcode >> 8), 2, isOn, filters]
    }
  }

  /// The contradiction in the text, when it is not as btmon prints it; otherwise nil.
  var problem: String? {
    if case .reports(let reports) = self { reports.problem } else { nil }
  }
}
