import Captures

/// A command that the virtual controller knows.
///
/// Source of what is beside each: Bluetooth Core 5.4, volume 4, part E; supported commands 6.27.
struct ControllerCommand: Sendable {
  typealias Answer =
    @Sendable (inout VirtualController, CommandParameters) throws(ControllerError) -> [UInt8]

  let opcode: UInt16
  /// Where it stands in the list of supported commands; nil for what is not in it.
  let support: (octet: Int, bit: Int)?
  /// Returns what follows the status in the event that completes it.
  let answer: Answer

  /// - Parameters:
  ///   - octets: how many its parameters have, at least.
  ///   - extended: the kind of commands to which the host must keep; nil for those of both kinds.
  init(
    _ opcode: UInt16, _ support: (octet: Int, bit: Int)?, octets: Int = 0, extended: Bool? = nil,
    _ answer: @escaping Answer
  ) {
    (self.opcode, self.support) = (opcode, support)
    self.answer = { controller, parameters throws(ControllerError) in
      guard parameters.count >= octets else { throw .invalidParameters }
      if let extended { try controller.host.use(extended: extended) }
      return try answer(&controller, parameters)
    }
  }

  /// A command that returns nothing but its status.
  static func order(
    _ opcode: UInt16, _ support: (octet: Int, bit: Int)?, octets: Int = 0, extended: Bool? = nil,
    _ act: @escaping @Sendable (inout VirtualController, CommandParameters) throws(ControllerError) -> Void
  ) -> ControllerCommand {
    ControllerCommand(opcode, support, octets: octets, extended: extended) {
      controller, parameters throws(ControllerError) in
      try act(&controller, parameters)
      return []
    }
  }

  static let all = informing + scanning + extendedScanning + advertising + extendedAdvertising
  static let by = Dictionary(all.map { ($0.opcode, $0) }) { first, _ in first }

  /// The mask of supported commands, 64 octets.
  private static let supported = {
    var mask = [UInt8](repeating: 0, count: 64)
    for case let place? in all.map(\.support) { mask[place.octet] |= 1 << UInt8(place.bit) }
    return mask
  }()

  /// Version 5.4, and a company that has no number.
  private static let version: [UInt8] = [0x0D, 0, 0, 0x0D, 0xFF, 0xFF, 0, 0]
  /// LE and no BR/EDR.
  private static let features: [UInt8] = [0, 0, 0, 0, 0x60, 0, 0, 0]
  /// Extended advertising.
  private static let lowEnergyFeatures: [UInt8] = [0, 0x10, 0, 0, 0, 0, 0, 0]
  /// Advertising of any kind but directed, scanning of both kinds, and each of the one with each of the other.
  private static let states: [UInt8] = [0x37, 0x77, 0, 0, 0, 0, 0, 0]
  /// 251 octets and 8 packets, as hosts expect them, though there are no connections.
  private static let buffers: [UInt8] = [0xFB, 0x00, 8]

  private static let informing: [ControllerCommand] = [
    // 7.3.1 Set Event Mask
    .order(0x0C01, (5, 6), octets: 8) { controller, parameters throws(ControllerError) in
      controller.host.mask = try parameters.number(0, octets: 8)
    },
    // 7.3.2 Reset
    .order(0x0C03, (5, 7)) { controller, _ in
      controller.host = HostSettings()
      controller.actions.append(.reset)
    },
    // 7.3.69 Set Event Mask Page 2
    .init(0x0C63, (22, 2), octets: 8) { _, _ in [] },
    // 7.3.78 Read LE Host Support
    .init(0x0C6C, (24, 5)) { controller, _ in [controller.host.supportsLowEnergy, 0] },
    // 7.3.79 Write LE Host Support
    .order(0x0C6D, (24, 6), octets: 2) { controller, parameters throws(ControllerError) in
      controller.host.supportsLowEnergy = try parameters.choice(0, of: 2)
    },
    // 7.4.1 Read Local Version Information
    .init(0x1001, (14, 3)) { _, _ in version },
    // 7.4.2 Read Local Supported Commands
    .init(0x1002, nil) { _, _ in supported },
    // 7.4.3 Read Local Supported Features
    .init(0x1003, (14, 5)) { _, _ in features },
    // 7.4.4 Read Local Extended Features: page 0 of 0
    .init(0x1004, (14, 6), octets: 1) { _, parameters throws(ControllerError) in
      [try parameters.choice(0, of: 1), 0] + features
    },
    // 7.4.5 Read Buffer Size: no synchronous data
    .init(0x1005, (14, 7)) { _, _ in [0xFB, 0x00, 0, 8, 0, 0, 0] },
    // 7.4.6 Read BD_ADDR
    .init(0x1009, (15, 1)) { _, _ in
      var octets: [UInt8] = []
      octets.append(address: VirtualController.address)
      return octets
    },
    // 7.8.1 LE Set Event Mask
    .order(0x2001, (25, 0), octets: 8) { controller, parameters throws(ControllerError) in
      controller.host.lowEnergyMask = try parameters.number(0, octets: 8)
    },
    // 7.8.2 LE Read Buffer Size, version 1 and version 2
    .init(0x2002, (25, 1)) { _, _ in buffers },
    .init(0x2060, (41, 5)) { _, _ in buffers + [0, 0, 0] },
    // 7.8.3 LE Read Local Supported Features
    .init(0x2003, (25, 2)) { _, _ in lowEnergyFeatures },
    // 7.8.4 LE Set Random Address
    .order(0x2005, (25, 4), octets: 6) { controller, parameters throws(ControllerError) in
      guard controller.host.scan.start == nil, !controller.isAdvertising(extended: false) else {
        throw .disallowed
      }
      controller.host.randomAddress = try parameters.number(0, octets: 6)
    },
    // 7.8.14 to 7.8.17 the filter accept list: its size, clear, add, remove
    .init(0x200F, (26, 6)) { _, _ in [UInt8(HostSettings.acceptListSize)] },
    .order(0x2010, (26, 7)) { controller, _ throws(ControllerError) in
      try controller.checkAcceptList()
      controller.host.acceptList = []
    },
    .order(0x2011, (27, 0), octets: 7) { controller, parameters throws(ControllerError) in
      try controller.checkAcceptList()
      let device = try parameters.device(0)
      guard
        controller.host.acceptList.contains(device)
          || controller.host.acceptList.count < HostSettings.acceptListSize
      else { throw .memoryExceeded }
      controller.host.acceptList.insert(device)
    },
    .order(0x2012, (27, 1), octets: 7) { controller, parameters throws(ControllerError) in
      try controller.checkAcceptList()
      controller.host.acceptList.remove(try parameters.device(0))
    },
    // 7.8.27 LE Read Supported States
    .init(0x201C, (28, 3)) { _, _ in states },
  ]
}

extension VirtualController {
  /// The accept list must not change while a scan uses it.
  fileprivate func checkAcceptList() throws(ControllerError) {
    if host.scan.start != nil, host.scan.acceptsListed { throw .disallowed }
  }
}
