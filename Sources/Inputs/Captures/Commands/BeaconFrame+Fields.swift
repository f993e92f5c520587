package import Documents
import World

extension BeaconFrame {
  /// The kind's name as `inspect` counts it.
  public var kindName: String {
    switch self {
    case .iBeacon: "\(FrameKind.iBeacon)"
    case .altBeacon: "\(FrameKind.altBeacon)"
    case .eddystone(.uid): "\(FrameKind.eddystoneUID)"
    case .eddystone(.url): "\(FrameKind.eddystoneURL)"
    case .eddystone(.telemetry), .eddystone(.encryptedTelemetry): "\(FrameKind.eddystoneTLM)"
    case .eddystone(.eid): "\(FrameKind.eddystoneEID)"
    case .nearable: "\(FrameKind.nearable)"
    case .telemetry: "\(FrameKind.telemetry)"
    case .manufacturer: "\(FrameKind.manufacturer)"
    }
  }

  /// The fields of the frame by name, in order.
  public var fields: [(name: String, value: Field)] {
    switch self {
    case .iBeacon(let frame):
      frame.identity.fields + [("measuredPower", .number(Double(frame.measuredPower)))]
    case .altBeacon(let frame):
      [("company", .number(Double(frame.company)))] + frame.identity.fields + [
        ("measuredPower", .number(Double(frame.measuredPower))),
        ("reserved", .number(Double(frame.reserved))),
      ]
    case .eddystone(let frame): frame.fields
    case .nearable(let frame):
      [
        ("identifier", .text(String(frame.identifier, radix: 16))), ("celsius", .number(frame.temperature)),
        ("isMoving", .flag(frame.isMoving)), ("orientation", .text(frame.acceleration.orientation.rawValue)),
      ] + (frame.batteryVoltage.map { [("batteryVolts", .number($0))] } ?? [])
    case .telemetry(let frame): frame.fields
    case .manufacturer(let data):
      [
        ("company", .number(Double(data.company))),
        ("octets", .text(data.octets.hexadecimal(separator: " "))),
      ]
    }
  }

  /// A value as tables and JSON show it.
  public enum Field: Hashable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
  }
}

extension IBeaconIdentity {
  fileprivate var fields: [(name: String, value: BeaconFrame.Field)] {
    [
      ("uuid", .text(uuid.description)), ("major", .number(Double(major))), ("minor", .number(Double(minor))),
    ]
  }
}

extension EddystoneFrame {
  fileprivate var fields: [(name: String, value: BeaconFrame.Field)] {
    switch self {
    case .uid(let power, let namespace, let instance):
      [
        ("namespace", .text(namespace.hexadecimal(separator: ""))),
        ("instance", .text(instance.hexadecimal(separator: ""))), ("powerAtZero", .number(Double(power))),
      ]
    case .url(let power, let url): [("url", .text(url)), ("powerAtZero", .number(Double(power)))]
    case .telemetry(let telemetry):
      [
        ("batteryVolts", .number(Double(telemetry.millivolts) / 1000)),
        ("advertisements", .number(Double(telemetry.advertisements))),
        ("uptimeSeconds", .number(Double(telemetry.tenthsOfSeconds) / 10)),
      ] + (telemetry.temperature.map { [("celsius", .number($0))] } ?? [])
    case .encryptedTelemetry(let octets): [("encrypted", .text(octets.hexadecimal(separator: "")))]
    case .eid(let power, let identifier):
      [("identifier", .text(identifier.hexadecimal(separator: ""))), ("powerAtZero", .number(Double(power)))]
    }
  }
}

extension EstimoteTelemetry {
  fileprivate var fields: [(name: String, value: BeaconFrame.Field)] {
    let first: [(name: String, value: BeaconFrame.Field)] = [
      ("identifier", .text(String(identifier, radix: 16))), ("version", .number(Double(version))),
    ]
    switch content {
    case .motion(let motion):
      return first
        + [
          ("isMoving", .flag(motion.isMoving)),
          ("orientation", .text(motion.acceleration.orientation.rawValue)),
        ] + (motion.pressure.map { [("pascals", .number($0))] } ?? [])
    case .surroundings(let surroundings):
      return first
        + [("celsius", .number(surroundings.temperature)), ("lux", .number(surroundings.illuminance))]
        + (surroundings.batteryMillivolts.map { [("batteryVolts", .number(Double($0) / 1000))] } ?? [])
        + (surroundings.batteryPercent.map { [("batteryPercent", .number(Double($0)))] } ?? [])
    }
  }
}

extension BeaconFrame {
  /// An object: `kind`, then the fields of the frame.
  package var document: Document {
    let values = fields.map { name, value in
      let value =
        switch value {
        case .text(let text): Document(text)
        case .number(let number): Document(short: number)
        case .flag(let flag): Document(flag)
        }
      return Document.Member(key: name, value: value)
    }
    return Document([.init(key: "kind", value: Document(kindName))] + values)
  }
}

extension AdvertisingParameters {
  /// An object with every value.
  package var document: Document {
    [
      "leastMilliseconds": Document(short: leastMilliseconds),
      "mostMilliseconds": Document(short: mostMilliseconds),
      "kind": Document(kind), "channels": Document(channels.map { Document($0) }),
    ]
  }
}
