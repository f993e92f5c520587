import Captures
import Documents
import Evaluation
import Rendering
import World

/// What became of everything that was in the air, over all hosts.
struct AirSummary: Sendable {
  var hosts = 0
  /// Laps that began.
  var laps = 0
  /// Hosts that were turned away, since they sent what is no HCI.
  var garbled = 0
  /// Advertisements that were lost because the host did not read.
  var unread = 0
  private var fates = [Int](repeating: 0, count: VirtualController.Fate.allCases.count)
  private var commands = 0
  private var refused = 0
  private var data = 0
  private var unknown: [UInt16: Int] = [:]
  /// Hosts that left within a packet.
  private var incomplete = 0

  mutating func add(_ tally: VirtualController.Tally, incomplete octets: Int) {
    for fate in VirtualController.Fate.allCases { fates[fate.rawValue] += tally[fate] }
    commands += tally.commands
    refused += tally.refused
    data += tally.data
    unknown.merge(tally.unknown, uniquingKeysWith: +)
    if octets > 0 { incomplete += 1 }
  }

  private subscript(fate: VirtualController.Fate) -> Int { fates[fate.rawValue] }

  /// Commands that the controller does not know, in the order of their numbers.
  private var unknownCommands: [(opcode: String, count: Int)] {
    unknown.sorted { $0.key < $1.key }.map { ("0x" + padded($0, to: 4, uppercase: true), $1) }
  }

  private struct Unknown: Described {
    let opcode: String
    let count: Int
    static let figures: [Figure<Unknown>] = [.init("opcode", \.opcode), .init("count", \.count)]
  }

  private static func count(_ key: String, _ fate: VirtualController.Fate) -> Figure<AirSummary> {
    .init(key) { $0[fate] }
  }
}

// docs/air.md lists the keys.

extension AirSummary: Described {
  /// What `air --json` prints at the end.
  static let figures: [Figure<AirSummary>] = [
    .init("hosts", \.hosts), .init("laps", \.laps), count("reported", .reported),
    count("notScanning", .notScanning), count("outsideWindow", .outsideWindow), count("notAsked", .notAsked),
    count("extendedOnly", .extendedOnly), count("notListed", .notListed), count("duplicates", .duplicate),
    count("masked", .masked), .init("unread", \.unread), .init("commands", \.commands),
    .init("refusedCommands", \.refused),
    .init("unknownCommands") { $0.unknownCommands.map { Unknown(opcode: $0.opcode, count: $0.count) } },
    .init("dataPackets", \.data), .init("garbledHosts", \.garbled), .init("incompletePackets", \.incomplete),
  ]

  /// Everything that is not 0, in sentences.
  var sentences: [String] {
    let lost: [(Int, String)] = [
      (self[.notScanning], "while the host did not scan"), (self[.outsideWindow], "outside its scan window"),
      (self[.notAsked], "scan responses that a passive scan does not ask for"),
      (self[.extendedOnly], "extended ones that a legacy scan does not hear"),
      (self[.notListed], "not in its accept list"), (self[.duplicate], "duplicates that it filtered"),
      (self[.masked], "left out by its event masks"), (unread, "unread by a host that was too slow"),
    ]
    let others: [(Int, String)] = [
      (refused, "refused"),
      (unknown.values.reduce(0, +), "unknown: " + Counted.list(unknownCommands.map(\.opcode))),
    ]
    var sentences = [
      "\(Counted.text(hosts, "host")), \(Counted.text(laps, "lap")): \(self[.reported]) advertisements reported"
        + lost.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined() + ".",
      Counted.text(commands, "command") + others.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        + ".",
    ]
    if data > 0 {
      sentences.append("\(Counted.text(data, "packet")) of data for connections that there are not.")
    }
    if garbled > 0 { sentences.append("\(Counted.text(garbled, "host")) sent what is no HCI.") }
    if incomplete > 0 { sentences.append("\(Counted.text(incomplete, "host")) left within a packet.") }
    return sentences
  }
}
