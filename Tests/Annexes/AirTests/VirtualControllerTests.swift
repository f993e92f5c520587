import Air
import Captures
import HandMadeCaptures
import Testing

/// What a virtual controller answers, octet by octet from Bluetooth Core 5.4, volume 4, part E.
@Suite struct VirtualControllerTests {
  private var controller = VirtualController()

  /// Sends a command, and returns the events that answer it.
  private mutating func send(_ opcode: UInt16, _ parameters: [UInt8] = [], at time: Int64 = 0) -> [UInt8] {
    let octets = [UInt8(opcode & 0xFF), UInt8(opcode >> 8), UInt8(parameters.count)] + parameters
    controller.take((.command, octets), at: time)
    defer { controller.output = [] }
    return controller.output
  }

  private func complete(_ opcode: UInt16, _ returned: UInt8...) -> [UInt8] {
    [4, 0x0E, UInt8(3 + returned.count), 1, UInt8(opcode & 0xFF), UInt8(opcode >> 8)] + returned
  }

  private static let first = legacyReport(flags + iBeacon(), level: -61)
  private static let second = legacyReport(flags, level: -62, address: 9)

  private func traffic(_ reports: [UInt8]...) throws -> AirTraffic {
    try AirTraffic(bytes: events(reports.map { legacyEvent($0) }), name: "made by hand")
  }

  /// Hears everything of a capture, and returns the events.
  private mutating func hear(_ traffic: AirTraffic, at time: Int64 = 0) -> [UInt8] {
    for index in 0..<traffic.count { controller.hear(index, of: traffic, at: time) }
    defer { controller.output = [] }
    return controller.output
  }

  /// Lets LE events through, and scans.
  private mutating func scan(_ filter: UInt8 = 0, type: UInt8 = 0, policy: UInt8 = 0) {
    _ = send(0x0C01, [UInt8](repeating: 0xFF, count: 8))
    _ = send(0x200B, [type, 0x10, 0, 0x10, 0, 0, policy])
    _ = send(0x200C, [1, filter])
  }

  private mutating func scanExtended(_ filter: UInt8 = 0, duration: UInt8 = 0, period: UInt8 = 0) {
    _ = send(0x0C01, [UInt8](repeating: 0xFF, count: 8))
    _ = send(0x2001, [UInt8](repeating: 0xFF, count: 8))
    #expect(send(0x2041, [0, 0, 1, 0, 0x10, 0, 0x10, 0]) == complete(0x2041, 0))
    #expect(send(0x2042, [1, filter, duration, 0, period, 0]) == complete(0x2042, 0))
  }

  @Test mutating func `a legacy scan gets the reports as a capture has them`() throws {
    let heard = try traffic(Self.first, Self.second)
    scan()
    #expect(hear(heard) == [4] + legacyEvent(Self.first) + [4] + legacyEvent(Self.second))
    #expect(controller.tally[.reported] == 2)
  }

  @Test
  mutating func `an extended scan gets legacy advertisements with their kind, and no set, power or target`()
    throws
  {
    let heard = try traffic(legacyReport(flags, type: 2, level: -62, address: 9))
    scanExtended()
    #expect(
      hear(heard) == [
        4, 0x3E, 29, 0x0D, 1, 0x12, 0x00, 1, 9, 0, 0, 0xE5, 0x98, 0xC0, 1, 0, 0xFF, 0x7F, 0xC2, 0, 0, 0, 0, 0,
        0, 0, 0,
        0, 3, 2, 1, 6,
      ])
  }

  @Test mutating func `long data come in pieces of 229 octets, and to extended scans alone`() throws {
    let data = [UInt8](repeating: 0, count: 300)
    let report = extendedReport(Array(data.prefix(200)), eventType: 0x20)
    let rest = extendedReport(Array(data.prefix(100)))
    let heard = try AirTraffic(bytes: events([extendedEvent(report), extendedEvent(rest)]), name: "x")
    #expect(heard.count == 1)
    scanExtended()
    let output = hear(heard)
    #expect(output[2] == 255 && output[5] == 0x20 && output[258..<261] == [4, 0x3E, 26 + 71])
    #expect(output.count == 258 + 29 + 71)
    controller = VirtualController()
    scan()
    #expect(hear(heard).isEmpty && controller.tally[.extendedOnly] == 1)
  }

  @Test mutating func `nothing is reported before a scan, and nothing that the masks leave out`() throws {
    let heard = try traffic(Self.first)
    #expect(hear(heard).isEmpty && controller.tally[.notScanning] == 1)
    // After a reset the mask has no LE events.
    _ = send(0x200C, [1, 0])
    #expect(hear(heard).isEmpty && controller.tally[.masked] == 1)
    _ = send(0x0C01, [0, 0, 0, 0, 0, 0, 0, 0x20])
    #expect(!hear(heard).isEmpty)
    _ = send(0x2001, [0x1D, 0, 0, 0, 0, 0, 0, 0])
    #expect(hear(heard).isEmpty && controller.tally[.masked] == 2)
  }

  @Test
  mutating func
    `duplicates are one device's reports whatever they say, and a scan response is none of an advertisement`()
    throws
  {
    let heard = try traffic(
      Self.second, legacyReport(flags + flags, level: -50, address: 9),
      legacyReport(flags, type: 4, level: -50, address: 9), Self.first)
    scan(1, type: 1)
    _ = hear(heard)
    #expect(controller.tally[.reported] == 3 && controller.tally[.duplicate] == 1)
    // A new scan begins again.
    _ = send(0x200C, [1, 1])
    _ = hear(heard)
    #expect(controller.tally[.reported] == 6)
  }

  @Test mutating func `a passive scan asks for no scan responses`() throws {
    let heard = try traffic(legacyReport(flags, type: 4, level: -50))
    scan()
    #expect(hear(heard).isEmpty && controller.tally[.notAsked] == 1)
  }

  @Test mutating func `with the accept list only its devices are reported`() throws {
    let heard = try traffic(Self.first, Self.second)
    #expect(send(0x2011, [1, 9, 0, 0, 0xE5, 0x98, 0xC0]) == complete(0x2011, 0))
    scan(policy: 1)
    #expect(hear(heard) == [4] + legacyEvent(Self.second))
    #expect(controller.tally[.notListed] == 1)
    // The list does not change while a scan uses it.
    #expect(send(0x2010) == complete(0x2010, 0x0C))
  }

  @Test mutating func `a full accept list says so`() {
    for device in 0..<64 {
      #expect(send(0x2011, [1, UInt8(device), 0, 0, 0, 0, 0xC0]) == complete(0x2011, 0))
    }
    #expect(send(0x2011, [1, 64, 0, 0, 0, 0, 0xC0]) == complete(0x2011, 0x07))
    #expect(send(0x2011, [1, 63, 0, 0, 0, 0, 0xC0]) == complete(0x2011, 0))
    #expect(send(0x200F) == complete(0x200F, 0, 64))
  }

  @Test mutating func `a scan of limited duration ends with an event`() throws {
    let heard = try traffic(Self.first)
    scanExtended(duration: 5)
    #expect(controller.scanEnd == 50_000 && controller.isListening(at: 49_999))
    controller.expire(at: 49_999)
    #expect(controller.output.isEmpty)
    controller.expire(at: 50_000)
    #expect(controller.output == [4, 0x3E, 1, 0x11] && controller.scanEnd == nil)
    #expect(hear(heard, at: 60_000) == [4, 0x3E, 1, 0x11])
  }

  /// Every 1.28 s for 0.05 s.
  @Test mutating func `a scan with a period pauses, and hears a device again in each period`() throws {
    let heard = try traffic(Self.first)
    scanExtended(2, duration: 5, period: 1)
    for time: Int64 in [0, 10_000, 50_000, 1_280_000, 1_330_000] { _ = hear(heard, at: time) }
    #expect(controller.tally[.reported] == 2 && controller.tally[.duplicate] == 1)
    #expect(controller.tally[.notScanning] == 2 && controller.scanEnd == nil)
  }

  @Test mutating func `outside the scan window nothing is heard where that counts`() throws {
    let heard = try traffic(Self.first)
    controller = VirtualController(observesWindow: true)
    _ = send(0x0C01, [UInt8](repeating: 0xFF, count: 8))
    // 20 ms in every 80 ms.
    _ = send(0x200B, [0, 0x80, 0, 0x20, 0, 0, 0])
    _ = send(0x200C, [1, 0])
    for time in stride(from: Int64(0), to: 160_000, by: 10_000) { _ = hear(heard, at: time) }
    #expect(controller.tally[.reported] == 4 && controller.tally[.outsideWindow] == 12)
  }

  @Test mutating func `what it is, as hosts ask for it`() {
    #expect(send(0x1001) == complete(0x1001, 0, 0x0D, 0, 0, 0x0D, 0xFF, 0xFF, 0, 0))
    #expect(send(0x1003) == complete(0x1003, 0, 0, 0, 0, 0, 0x60, 0, 0, 0))
    #expect(send(0x1009) == complete(0x1009, 0, 0x01, 0x00, 0x04, 0xAC, 0xBE, 0x02))
    #expect(send(0x2003) == complete(0x2003, 0, 0, 0x10, 0, 0, 0, 0, 0, 0))
    let commands = send(0x1002)
    // Reset is bit 7 of octet 5; LE Set Extended Scan Enable is bit 6 of octet 37; LE Create Connection, bit 4 of octet 26, is none of it.
    #expect(commands.count == 7 + 64 && commands[7 + 5] == 0xC0 && commands[7 + 37] & 0x40 != 0)
    #expect(commands[7 + 26] & 0x10 == 0)
  }

  @Test mutating func `unknown commands are answered and counted by number`() {
    #expect(send(0x200D) == [4, 0x0F, 4, 0x01, 1, 0x0D, 0x20])
    #expect(send(0xFC01) == [4, 0x0F, 4, 0x01, 1, 0x01, 0xFC])
    #expect(controller.tally.unknown == [0x200D: 1, 0xFC01: 1] && controller.tally.commands == 2)
  }

  @Test mutating func `commands that do not fit are refused`() {
    // Too few parameters, a window above the interval, a reserved type, the coded PHY, a period within the duration.
    #expect(send(0x200C, [1]) == complete(0x200C, 0x12))
    #expect(send(0x200B, [0, 0x10, 0, 0x11, 0, 0, 0]) == complete(0x200B, 0x12))
    #expect(send(0x200B, [2, 0x10, 0, 0x10, 0, 0, 0]) == complete(0x200B, 0x12))
    controller = VirtualController()
    #expect(send(0x2041, [0, 0, 5, 0, 0x10, 0, 0x10, 0, 0, 0x10, 0, 0x10, 0]) == complete(0x2041, 0x11))
    #expect(send(0x2042, [1, 0, 200, 0, 1, 0]) == complete(0x2042, 0x12))
    // Legacy commands do not mix with these.
    #expect(send(0x200C, [1, 0]) == complete(0x200C, 0x0C))
    // A random address that there is not.
    _ = send(0x0C03)
    #expect(send(0x200B, [0, 0x10, 0, 0x10, 0, 1, 0]) == complete(0x200B, 0))
    #expect(send(0x200C, [1, 0]) == complete(0x200C, 0x12))
    #expect(send(0x2005, [1, 2, 3, 4, 5, 0xC6]) == complete(0x2005, 0))
    #expect(send(0x200C, [1, 0]) == complete(0x200C, 0))
    #expect(controller.tally.refused == 4)
  }

  @Test mutating func `a host that advertises is noted with what it says`() {
    _ = send(0x2006, [0xA0, 0, 0xA0, 0, 3, 0, 0] + [UInt8](repeating: 0, count: 6) + [7, 0])
    _ = send(0x2008, [3, 2, 1, 6] + [UInt8](repeating: 0, count: 28))
    #expect(controller.actions.isEmpty)
    _ = send(0x200A, [1])
    _ = send(0x200A, [0])
    #expect(
      controller.actions == [
        .advertises(set: -1, data: [2, 1, 6], milliseconds: 100), .stopsAdvertising(set: -1),
      ])
  }

  @Test mutating func `extended advertising has sets, whose data may come in pieces`() {
    let parameters: [UInt8] = [1, 0x10, 0, 0x20, 0x03, 0, 0x20, 0x03, 0] + [UInt8](repeating: 0, count: 16)
    #expect(send(0x2037, [1, 3, 0, 1, 0xAA]) == complete(0x2037, 0x42))
    #expect(send(0x2036, parameters) == complete(0x2036, 0, 0))
    #expect(send(0x2037, [1, 1, 0, 2, 1, 2]) == complete(0x2037, 0))
    #expect(send(0x2037, [1, 2, 0, 1, 3]) == complete(0x2037, 0))
    #expect(send(0x2039, [1, 1, 1, 0, 0, 0]) == complete(0x2039, 0))
    #expect(controller.actions == [.advertises(set: 1, data: [1, 2, 3], milliseconds: 500)])
    #expect(send(0x203C, [1]) == complete(0x203C, 0x0C))
    #expect(send(0x2039, [0, 0]) == complete(0x2039, 0))
    #expect(send(0x203C, [1]) == complete(0x203C, 0) && send(0x203C, [1]) == complete(0x203C, 0x42))
  }

  @Test func `packets are cut out of pieces of any length`() throws {
    let sent: [UInt8] = [1, 3, 0x0C, 0, 2, 0, 0, 2, 0, 0xAA, 0xBB, 3, 0, 0, 1, 7, 5, 0, 0, 1, 0x40, 9]
    for size in 1...sent.count {
      var packets = HostPackets()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: sent.count, by: size) {
        packets.append(sent[start..<min(start + size, sent.count)])
        while let packet = try packets.next() { found.append(packet.octets) }
      }
      #expect(
        found == [[3, 0x0C, 0], [0, 0, 2, 0, 0xAA, 0xBB], [0, 0, 1, 7], [0, 0, 1, 0x40, 9]]
          && packets.waiting == 0)
    }
  }

  @Test func `an octet that begins no packet is named with its place`() throws {
    var packets = HostPackets()
    packets.append([1, 3, 0x0C, 0, 4, 0])
    _ = try packets.next()
    let problem = #expect(throws: HostPackets.Garbled.self) { try packets.next() }
    #expect(
      problem?.description == "byte 4: expected the indicator of an HCI packet (01, 02, 03 or 05), found 04")
  }

  /// Whatever a host sends: no trap, and output that is a row of whole events.
  @Test mutating func `random commands are answered, each with one event`() {
    var state: UInt64 = 1
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    let opcodes: [UInt16] = [
      0x0C01, 0x0C03, 0x0C63, 0x0C6D, 0x1002, 0x1004, 0x2001, 0x2005, 0x2006, 0x2008, 0x200A, 0x200B, 0x200C,
      0x2010,
      0x2011, 0x2012, 0x2035, 0x2036, 0x2037, 0x2038, 0x2039, 0x203C, 0x203D, 0x2041, 0x2042, 0x0401,
    ]
    for turn in 0..<20_000 {
      let opcode = opcodes[random(opcodes.count)]
      let parameters = (0..<random(40)).map { _ in UInt8(random(3) == 0 ? random(256) : random(3)) }
      let output = send(opcode, parameters, at: Int64(turn) * 1000)
      #expect(output.count == 3 + Int(output[2]) && (output[1] == 0x0E || output[1] == 0x0F))
      controller.expire(at: Int64(turn) * 1000)
      controller.output = []
    }
  }
}
