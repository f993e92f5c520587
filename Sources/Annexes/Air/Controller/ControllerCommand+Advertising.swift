import Captures

extension ControllerCommand {
  /// Bluetooth Core 5.4, volume 4, part E, 7.8.5 to 7.8.9.
  static let advertising: [ControllerCommand] = [
    // LE Set Advertising Parameters
    .order(0x2006, (25, 5), octets: AdvertisingParameters.size, extended: false) {
      controller, parameters throws(ControllerError) in
      guard !controller.isAdvertising(extended: false) else { throw .disallowed }
      guard try parameters.octet(4) <= 4 else { throw .invalidParameters }
      let steps = try parameters.word(2)
      controller.change(HostSettings.legacySet) { $0.milliseconds = Double(steps) * 0.625 }
    },
    // LE Read Advertising Physical Channel Tx Power: 0 dBm
    .init(0x2007, (25, 6)) { _, _ in [0] },
    // LE Set Advertising Data
    .order(0x2008, (25, 7), octets: 1, extended: false) { controller, parameters throws(ControllerError) in
      let length = try parameters.choice(0, of: UInt8(AirContent.mostLegacy + 1))
      let data = try parameters.data(1, count: Int(length))
      controller.change(HostSettings.legacySet) { $0.data = data }
    },
    // LE Set Scan Response Data
    .order(0x2009, (26, 0), octets: 1, extended: false) { _, _ in },
    // LE Set Advertising Enable
    .order(0x200A, (26, 1), octets: 1, extended: false) { controller, parameters throws(ControllerError) in
      let isOn = try parameters.choice(0, of: 2) == 1
      controller.change(HostSettings.legacySet) { $0.isOn = isOn }
    },
  ]

  /// Bluetooth Core 5.4, volume 4, part E, 7.8.52 to 7.8.60.
  static let extendedAdvertising: [ControllerCommand] = [
    // LE Set Advertising Set Random Address
    .order(0x2035, (36, 1), octets: 7, extended: true) { controller, parameters throws(ControllerError) in
      guard controller.host.advertisers[Int(try parameters.octet(0))] != nil else { throw .unknownAdvertiser }
    },
    // LE Set Extended Advertising Parameters: at 0 dBm
    .init(0x2036, (36, 2), octets: 25, extended: true) { controller, parameters throws(ControllerError) in
      let set = Int(try parameters.octet(0))
      let advertisers = controller.host.advertisers
      if advertisers[set]?.isOn == true { throw .disallowed }
      guard advertisers[set] != nil || advertisers.count < HostSettings.mostAdvertisers else {
        throw .memoryExceeded
      }
      let steps = try parameters.number(6, octets: 3)
      controller.change(set) { $0.milliseconds = Double(steps) * 0.625 }
      return [0]
    },
    // LE Set Extended Advertising Data
    .order(0x2037, (36, 3), octets: 4, extended: true) { controller, parameters throws(ControllerError) in
      let (set, operation) = (Int(try parameters.octet(0)), try parameters.choice(1, of: 5))
      let data = try parameters.data(4, count: Int(parameters.octet(3)))
      guard controller.host.advertisers[set] != nil else { throw .unknownAdvertiser }
      controller.change(set) {
        switch operation {
        // The first part of some, or all of it.
        case 1, 3: $0.data = data
        // What was there before, under a new number.
        case 4: break
        default: $0.data = Array(($0.data + data).prefix(Int(mostData)))
        }
      }
    },
    // LE Set Extended Scan Response Data
    .order(0x2038, (36, 4), octets: 4, extended: true) { controller, parameters throws(ControllerError) in
      guard controller.host.advertisers[Int(try parameters.octet(0))] != nil else { throw .unknownAdvertiser }
    },
    // LE Set Extended Advertising Enable
    .order(0x2039, (36, 5), octets: 2, extended: true) { controller, parameters throws(ControllerError) in
      let isOn = try parameters.choice(0, of: 2) == 1
      let count = Int(try parameters.octet(1))
      var sets: [Int] = []
      for index in 0..<count { sets.append(Int(try parameters.octet(2 + 4 * index))) }
      guard !sets.isEmpty || !isOn else { throw .invalidParameters }
      if sets.isEmpty { sets = controller.host.advertisers.keys.sorted() }
      guard sets.allSatisfy({ controller.host.advertisers[$0] != nil }) else { throw .unknownAdvertiser }
      for set in sets { controller.change(set) { $0.isOn = isOn } }
    },
    // LE Read Maximum Advertising Data Length
    .init(0x203A, (36, 6)) { _, _ in [UInt8](littleEndian: mostData) },
    // LE Read Number of Supported Advertising Sets
    .init(0x203B, (36, 7)) { _, _ in [UInt8(HostSettings.mostAdvertisers)] },
    // LE Remove Advertising Set
    .order(0x203C, (37, 0), octets: 1, extended: true) { controller, parameters throws(ControllerError) in
      let set = Int(try parameters.octet(0))
      guard let advertiser = controller.host.advertisers[set] else { throw .unknownAdvertiser }
      guard !advertiser.isOn else { throw .disallowed }
      controller.host.advertisers[set] = nil
    },
    // LE Clear Advertising Sets
    .order(0x203D, (37, 1), extended: true) { controller, _ throws(ControllerError) in
      guard !controller.isAdvertising(extended: true) else { throw .disallowed }
      controller.host.advertisers = [:]
    },
  ]

  /// The most octets of extended advertising data.
  private static let mostData: UInt16 = 1650
}

extension VirtualController {
  func isAdvertising(extended: Bool) -> Bool {
    host.advertisers.contains { ($0.key != HostSettings.legacySet) == extended && $0.value.isOn }
  }

  /// Changes one of the host's advertisers, and notes what can now be heard of it.
  fileprivate mutating func change(
    _ set: Int, _ change: (inout HostSettings.Advertiser) -> Void
  ) {
    let before = host.advertisers[set] ?? HostSettings.Advertiser()
    var after = before
    change(&after)
    host.advertisers[set] = after
    if after.isOn, !before.isOn || after.data != before.data {
      actions.append(.advertises(set: set, data: after.data, milliseconds: after.milliseconds))
    } else if before.isOn, !after.isOn {
      actions.append(.stopsAdvertising(set: set))
    }
  }
}
