/// The lines that btmon prints about one packet, converted back to octets.
enum BtmonContent: Sendable {
  /// Not needed.
  case none
  /// An LE meta event whose kind is on the next line.
  case meta
  case legacy(BtmonReports)
  case extended(BtmonReports)
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
      if line.text.contains("LE Advertising Report (0x02)") {
        self = .legacy(BtmonReports(isExtended: false))
      } else if line.text.contains("LE Extended Advertising Report (0x0d)") {
        self = .extended(BtmonReports(isExtended: true))
      } else {
        self = .none
      }
    case .legacy(var reports):
      self = .none
      reports.take(line)
      self = .legacy(reports)
    case .extended(var reports):
      self = .none
      reports.take(line)
      self = .extended(reports)
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
    if case .legacy(let reports) = self { return reports.areComplete }
    return false
  }

  /// The event or command; empty when there is none to build.
  var payload: [UInt8] {
    switch self {
    case .none, .meta: return []
    case .legacy(let reports), .extended(let reports): return reports.event
    case .scanning(let opcode, let isOn, let filters):
      return [UInt8(opcode & 0xFF), UInt8(opcode >> 8), 2, isOn, filters]
    }
  }

  /// The contradiction in the text, when it is not as btmon prints it; otherwise nil.
  var problem: String? {
    switch self {
    case .legacy(let reports), .extended(let reports): reports.problem
    default: nil
    }
  }
}
