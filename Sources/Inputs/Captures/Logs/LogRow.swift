package import World

/// One row of a log.
package struct LogRow: Sendable {
  package enum Content: Sendable {
    case advertisement(LogAdvertisement)
    case observation(LogObservation)
    /// A reading of a motion sensor, in which steps are looked for.
    case motion
    /// Anything that is not needed.
    case other
  }

  /// By the log's own clock.
  package var microseconds: Int64
  package var content: Content

  package init(microseconds: Int64, content: Content) {
    (self.microseconds, self.content) = (microseconds, content)
  }
}

/// What became of one line of a log.
package enum LogLine: Sendable {
  case row(LogRow)
  /// One that was held back, and this one.
  case rows(LogRow, LogRow)
  /// A comment, a title or an empty line.
  case nothing
  /// As the ends of "expected …, found …".
  case damage(expected: String, found: String)

  /// Damage in a line, of which the first characters are shown.
  package static func damage(_ expected: String, _ line: String) -> LogLine {
    .damage(expected: expected, found: "\"\(line.prefix(60))\"")
  }
}

/// An advertisement as a log states it.
package struct LogAdvertisement: Sendable {
  /// What the log states of its data.
  package enum Frame: Hashable, Sendable {
    case none
    case iBeacon(IBeaconIdentity, power: Int8)
    case altBeacon(IBeaconIdentity, power: Int8)
    case eddystone(EddystoneIdentity, powerAtZero: Int8)
    /// Manufacturer-specific data, the company's number first.
    case manufacturer([UInt8])
  }

  /// 48 bits; 0 where the log has none.
  package var address: UInt64
  package var level: Int8
  /// 37, 38 or 39; 0 where the log does not state it.
  package var channel: UInt8
  package var frame: Frame
  /// Nil for the log of a single receiver.
  package var receiver: LogReceiver?

  package init(
    address: UInt64, level: Int8, channel: UInt8 = 0, frame: Frame = .none, receiver: LogReceiver? = nil
  ) {
    (self.address, self.level, self.channel, self.frame) = (address, level, channel, frame)
    self.receiver = receiver
  }

  /// Whole dBm of a level that a log states with decimals, as after a filter.
  package static func level(_ level: Double) -> Int8? { Int8(exactly: level.rounded()) }

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
