import World

/// One row of a log.
struct LogRow: Sendable {
  enum Content: Sendable {
    case advertisement(LogAdvertisement)
    case observation(LogObservation)
    /// A reading of a motion sensor, in which steps are looked for.
    case motion
    /// Anything that is not needed.
    case other
  }

  /// By the log's own clock.
  var microseconds: Int64
  var content: Content
}

/// What became of one line of a log.
enum LogLine: Sendable {
  case row(LogRow)
  /// One that was held back, and this one.
  case rows(LogRow, LogRow)
  /// A comment, a title or an empty line.
  case nothing
  /// As the ends of "expected …, found …".
  case damage(expected: String, found: String)

  /// Damage in a line, of which the first characters are shown.
  static func damage(_ expected: String, _ line: String) -> LogLine {
    .damage(expected: expected, found: "\"\(line.prefix(60))\"")
  }
}

/// An advertisement as a log states it.
struct LogAdvertisement: Sendable {
  /// What the log states of its data.
  enum Frame: Hashable, Sendable {
    case none
    case iBeacon(IBeaconIdentity, power: Int8)
    case altBeacon(IBeaconIdentity, power: Int8)
    case eddystone(EddystoneIdentity, powerAtZero: Int8)
    /// Manufacturer-specific data, the company's number first.
    case manufacturer([UInt8])
  }

  /// 48 bits; 0 where the log has none.
  var address: UInt64
  var level: Int8
  /// 37, 38 or 39; 0 where the log does not state it.
  var channel: UInt8 = 0
  var frame: Frame = .none
  /// Nil for the log of a single receiver.
  var receiver: LogReceiver?

  /// Whole dBm of a level that a log states with decimals, as after a filter.
  static func level(_ level: Double) -> Int8? { Int8(exactly: level.rounded()) }

  /// The advertising data, as far as they are known.
  var data: [UInt8] {
    switch frame {
    case .none: []
    case .iBeacon(let identity, let power):
      IBeaconFrame(identity: identity, measuredPower: power).advertisingData
    case .altBeacon(let identity, let power):
      AltBeaconFrame(identity: identity, measuredPower: power).advertisingData
    case .eddystone(let identity, let power):
      EddystoneFrame.uid(power: power, namespace: identity.namespace, instance: identity.instance)
        .advertisingData
    case .manufacturer(let octets): AdvertisingData.structure(AdvertisingData.manufacturer, octets)
    }
  }
}
