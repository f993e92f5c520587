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
  package var fields: [Document.Member] {
    switch self {
    case .iBeacon(let frame):
      frame.identity.fields + .init(present: ["measuredPower": frame.measuredPower.document])
    case .altBeacon(let frame):
      .init(present: ["company": frame.company.document]) + frame.identity.fields
        + .init(present: ["measuredPower": frame.measuredPower.document, "reserved": frame.reserved.document])
    case .eddystone(let frame): .init(present: frame.fields)
    case .nearable(let frame):
      .init(present: [
        "identifier": Document(String(frame.identifier, radix: 16)),
        "celsius": Document(short: frame.temperature), "isMoving": Document(frame.isMoving),
        "orientation": Document(frame.acceleration.orientation.rawValue),
        "batteryVolts": frame.batteryVoltage.map { Document(short: $0) },
      ])
    case .telemetry(let frame):
      .init(present: [
        "identifier": Document(String(frame.identifier, radix: 16)), "version": Document(frame.version),
      ]) + .init(present: frame.content.fields)
    case .manufacturer(let data):
      .init(present: [
        "company": data.company.document, "octets": Document(data.octets.hexadecimal(separator: " ")),
      ])
    }
  }

  /// An object: `kind`, then the fields of the frame.
  package var document: Document { Document([.init(key: "kind", value: Document(kindName))] + fields) }
}

extension IBeaconIdentity {
  var fields: [Document.Member] {
    .init(present: ["uuid": Document(uuid.description), "major": major.document, "minor": minor.document])
  }
}

extension EddystoneIdentity {
  var fields: [Document.Member] {
    .init(present: [
      "namespace": Document(namespace.hexadecimal(separator: "")),
      "instance": Document(instance.hexadecimal(separator: "")),
    ])
  }
}

extension EddystoneFrame {
  fileprivate var fields: KeyValuePairs<String, Document?> {
    switch self {
    case .uid(let power, let namespace, let instance):
      [
        "namespace": Document(namespace.hexadecimal(separator: "")),
        "instance": Document(instance.hexadecimal(separator: "")), "powerAtZero": power.document,
      ]
    case .url(let power, let url): ["url": Document(url), "powerAtZero": power.document]
    case .telemetry(let telemetry):
      [
        "batteryVolts": Document(short: Double(telemetry.millivolts) / 1000),
        "advertisements": telemetry.advertisements.document,
        "uptimeSeconds": Document(short: Double(telemetry.tenthsOfSeconds) / 10),
        "celsius": telemetry.temperature.map { Document(short: $0) },
      ]
    case .encryptedTelemetry(let octets): ["encrypted": Document(octets.hexadecimal(separator: ""))]
    case .eid(let power, let identifier):
      ["identifier": Document(identifier.hexadecimal(separator: "")), "powerAtZero": power.document]
    }
  }
}

extension EstimoteTelemetry.Content {
  fileprivate var fields: KeyValuePairs<String, Document?> {
    switch self {
    case .motion(let motion):
      [
        "isMoving": Document(motion.isMoving),
        "orientation": Document(motion.acceleration.orientation.rawValue),
        "pascals": motion.pressure.map { Document(short: $0) },
      ]
    case .surroundings(let surroundings):
      [
        "celsius": Document(short: surroundings.temperature),
        "lux": Document(short: surroundings.illuminance),
        "batteryVolts": surroundings.batteryMillivolts.map { Document(short: Double($0) / 1000) },
        "batteryPercent": surroundings.batteryPercent.map { Document($0) },
      ]
    }
  }
}

extension FixedWidthInteger {
  fileprivate var document: Document { Document(Int(clamping: self)) }
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
