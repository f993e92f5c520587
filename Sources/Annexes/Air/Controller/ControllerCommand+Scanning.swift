import Captures
import World

extension ControllerCommand {
  /// Bluetooth Core 5.4, volume 4, part E, 7.8.10 and 7.8.11.
  static let scanning: [ControllerCommand] = [
    // LE Set Scan Parameters
    .order(0x200B, (26, 2), octets: 7) { controller, parameters throws(ControllerError) in
      try controller.prepare(extended: false)
      let type = try parameters.choice(0, of: 2)
      try controller.set(
        type, interval: parameters.word(1, in: 4...0x4000), window: parameters.word(3, in: 4...0x4000),
        own: parameters.choice(5, of: 4), policy: parameters.choice(6, of: 4))
    },
    // LE Set Scan Enable
    .order(0x200C, (26, 3), octets: 2, extended: false) { controller, parameters throws(ControllerError) in
      let isOn = try parameters.choice(0, of: 2) == 1
      let filter = try parameters.choice(1, of: 2)
      try controller.scan(isOn, filter, duration: 0, period: 0)
    },
  ]

  /// Bluetooth Core 5.4, volume 4, part E, 7.8.64 and 7.8.65.
  static let extendedScanning: [ControllerCommand] = [
    // LE Set Extended Scan Parameters: on the 1M PHY alone
    .order(0x2041, (37, 5), octets: 8) { controller, parameters throws(ControllerError) in
      try controller.prepare(extended: true)
      guard try parameters.octet(2) == 1 else { throw .unsupported }
      let type = try parameters.choice(3, of: 2)
      try controller.set(
        type, interval: parameters.word(4, in: 4...0xFFFF), window: parameters.word(6, in: 4...0xFFFF),
        own: parameters.choice(0, of: 4), policy: parameters.choice(1, of: 4))
    },
    // LE Set Extended Scan Enable
    .order(0x2042, (37, 6), octets: 6, extended: true) { controller, parameters throws(ControllerError) in
      let isOn = try parameters.choice(0, of: 2) == 1
      let filter = try parameters.choice(1, of: 3)
      try controller.scan(isOn, filter, duration: parameters.word(2), period: parameters.word(4))
    },
  ]
}

extension VirtualController {
  /// Refuses parameters while a scan uses them.
  fileprivate mutating func prepare(extended: Bool) throws(ControllerError) {
    try host.use(extended: extended)
    if host.scan.start != nil { throw .disallowed }
    host.scan.isExtended = extended
  }

  /// - Parameters:
  ///   - type: 1 for an active scan.
  ///   - interval: in steps of 0.625 ms, like the window.
  ///   - own: the type of the host's own address.
  ///   - policy: its lowest bit stands for the accept list.
  fileprivate mutating func set(
    _ type: UInt8, interval: UInt64, window: UInt64, own: UInt8, policy: UInt8
  ) throws(ControllerError) {
    guard window <= interval else { throw .invalidParameters }
    host.scan.isActive = type == 1
    (host.scan.interval, host.scan.window) = (Int64(interval) * 625, Int64(window) * 625)
    host.scan.acceptsListed = policy & 1 == 1
    host.scan.usesRandomAddress = own & 1 == 1
  }

  /// Switches scanning on, with new settings where it is on already, or off.
  ///
  /// - Parameters:
  ///   - duration: in steps of 10 ms; 0 for no end.
  ///   - period: in steps of 1.28 s; 0 for a single scan.
  fileprivate mutating func scan(
    _ isOn: Bool, _ filter: UInt8, duration: UInt64, period: UInt64
  ) throws(ControllerError) {
    guard isOn else {
      if host.scan.start != nil { actions.append(.stopsScanning) }
      host.scan.start = nil
      return
    }
    if host.scan.usesRandomAddress, host.randomAddress == nil { throw .invalidParameters }
    let (lasting, every) = (Int64(duration) * 10_000, Int64(period) * 1_280_000)
    guard let duplicates = ScanState.Duplicates(rawValue: filter),
      duplicates != .filteredEachPeriod || (lasting > 0 && every > 0), every == 0 || lasting < every
    else { throw .invalidParameters }
    host.scan.duplicates = duplicates
    host.scan.duration = lasting > 0 ? lasting : nil
    host.scan.period = lasting > 0 && every > 0 ? every : nil
    host.scan.isExtended = host.usesExtended == true
    host.scan.begin(at: now)
    actions.append(.scans(host.scan.words))
  }
}

extension ScanState {
  /// `active, extended, duplicates filtered`.
  fileprivate var words: String {
    var words = [isActive ? "active" : "passive", isExtended ? "extended" : "legacy"]
    if window < interval { words.append("\(100 * window / interval) % of the time") }
    if acceptsListed { words.append("accept list") }
    if duplicates != .reported { words.append("duplicates filtered") }
    return words.joined(separator: ", ")
  }
}

extension CommandParameters {
  /// The type of an address and the address.
  func device(_ place: Int) throws(ControllerError) -> DeviceAddress {
    let type = try octet(place)
    return DeviceAddress(octets: try number(place + 1, octets: 6), isRandom: type & 1 == 1)
  }
}
