/// A Bluetooth Low Energy controller without a radio: a host sends commands and hears the advertisements that it is given.
///
/// It scans, by legacy and by extended commands, and accepts everything that makes a host advertise, which nothing hears. It connects to
/// nothing. Any other command is unknown to it. Time is given with each call, in microseconds of any clock.
///
/// Source: Bluetooth Core 5.4, volume 4, part E; the sections are beside the commands.
public struct VirtualController: Sendable {
  /// What became of an advertisement.
  public enum Fate: Int, CaseIterable, Sendable {
    case reported
    /// The host does not scan.
    case notScanning
    /// Outside the scan window, where that counts.
    case outsideWindow
    /// A scan response that a passive scan does not ask for.
    case notAsked
    /// An extended advertisement that a legacy scan does not hear.
    case extendedOnly
    /// The device is not in the accept list.
    case notListed
    /// Reported before, and the host filters duplicates.
    case duplicate
    /// The host's event masks leave the report out.
    case masked
  }

  /// What a host did that its user may want to see.
  public enum Action: Hashable, Sendable {
    case reset
    /// In words, such as `active, extended, duplicates filtered`.
    case scans(String)
    case stopsScanning
    /// With what it says, and how often in milliseconds.
    case advertises(set: Int, data: [UInt8], milliseconds: Double)
    case stopsAdvertising(set: Int)
  }

  /// Since the controller was made; a reset changes nothing of it.
  public struct Tally: Sendable {
    /// Advertisements by ``Fate``.
    public fileprivate(set) var fates = [Int](repeating: 0, count: Fate.allCases.count)
    public fileprivate(set) var commands = 0
    /// Commands that it does not know, by opcode.
    public fileprivate(set) var unknown: [UInt16: Int] = [:]
    /// Commands that it refused.
    public fileprivate(set) var refused = 0
    /// Packets of data, though there is no connection.
    public fileprivate(set) var data = 0

    public subscript(fate: Fate) -> Int { fates[fate.rawValue] }
  }

  public private(set) var tally = Tally()
  /// Events for the host that have not been sent. The caller sends and removes them.
  public var output: [UInt8] = []
  /// What the host did since this was last emptied.
  public var actions: [Action] = []
  var host = HostSettings()
  /// The device's public address. Locally administered, so that it belongs to no manufacturer.
  static let address: UInt64 = 0x02_BE_AC_04_00_01
  private let observesWindow: Bool
  /// The moment of the command that is being answered.
  private(set) var now: Int64 = 0

  /// - Parameter observesWindow: Whether advertisements outside the host's scan window are lost, as with a radio.
  public init(observesWindow: Bool = false) { self.observesWindow = observesWindow }

  /// Whether the host scans at a moment.
  public func isListening(at time: Int64) -> Bool { host.scan.isListening(at: time) }

  /// When a scan of limited duration ends; nil where it does not.
  public var scanEnd: Int64? { host.scan.end }

  /// Answers a packet of the host.
  public mutating func take(_ packet: (kind: HostPackets.Kind, octets: [UInt8]), at time: Int64) {
    guard packet.kind == .command else {
      tally.data += 1
      return
    }
    now = time
    tally.commands += 1
    let opcode = UInt16(packet.octets[0]) | UInt16(packet.octets[1]) << 8
    guard let command = ControllerCommand.by[opcode] else {
      tally.unknown[opcode, default: 0] += 1
      output += HCIEvent.status(.unknownCommand, of: opcode)
      return
    }
    do throws(ControllerError) {
      let returned = try command.answer(&self, CommandParameters(packet.octets.dropFirst(3)))
      output += HCIEvent.complete(opcode, 0, returned)
    } catch {
      tally.refused += 1
      output += HCIEvent.complete(opcode, error.rawValue)
    }
  }

  /// Ends a scan whose duration is over.
  public mutating func expire(at time: Int64) {
    guard let end = host.scan.end, time >= end else { return }
    host.scan.start = nil
    actions.append(.stopsScanning)
    if host.hears(.scanTimeout) { output += HCIEvent.scanTimeout }
  }

  /// Reports an advertisement where the host is to hear it.
  public mutating func hear(_ index: Int, of traffic: AirTraffic, at time: Int64) {
    let moment = traffic.moments[index]
    let fate = fate(of: traffic.contents[moment.content], at: time)
    tally.fates[fate.rawValue] += 1
    guard fate == .reported else { return }
    let content = traffic.contents[moment.content]
    let level = UInt8(bitPattern: moment.level)
    if host.scan.isExtended {
      for report in content.extended {
        output += report
        output[output.count - report.count + AirContent.levelPlace] = level
      }
    } else if let report = content.legacy {
      output += report
      output.append(level)
    }
  }

  private mutating func fate(of content: AirTraffic.Content, at time: Int64) -> Fate {
    let scan = host.scan
    guard scan.isListening(at: time) else { return .notScanning }
    if observesWindow, !scan.isInWindow(at: time) { return .outsideWindow }
    if content.content.kind == .scanResponse, !scan.isActive { return .notAsked }
    if content.legacy == nil, !scan.isExtended { return .extendedOnly }
    if scan.acceptsListed, !host.acceptList.contains(content.content.address) { return .notListed }
    guard host.hears(scan.isExtended ? .extendedReport : .report) else { return .masked }
    return host.scan.isDuplicate(content.content, at: time) ? .duplicate : .reported
  }
}
