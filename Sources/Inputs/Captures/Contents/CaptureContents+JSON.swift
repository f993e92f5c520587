public import Documents
import World

extension CaptureContents {
  /// All of it, as JSON has it.
  public var document: Document {
    guard !log.isEmpty, case .object(let members) = counted.content else { return counted }
    return Document(members + [.init(key: "log", value: log.document)])
  }

  private var counted: Document {
    [
      "file": Document(file), "container": Document(container), "frames": Document(frames),
      "advertisingReports": Document(advertisingReports), "reportsByKind": Self.counts(reportsByKind),
      "fragments": Document(fragments), "iBeaconFrames": Document(iBeaconFrames),
      "iBeaconIdentities": Document(iBeaconIdentities), "framesByKind": Self.counts(framesByKind),
      "identifiedBy": Document(policy.rawValue), "addresses": Document(addresses), "rssi": rssi.document,
      "spanSeconds": Document(short: spanSeconds), "backwardSteps": Document(backwardSteps),
      "clockSettings": Document(clockSettings), "crcErrors": Document(crcErrors),
      "otherPdus": Document(otherPdus), "malformed": Document(malformed),
      "malformedStructures": Document(malformedStructures), "skipped": Document(skipped),
      "damages": Document(
        damages.map {
          ["offset": Document($0.offset), "expected": Document($0.expected), "found": Document($0.found)]
        }),
      "scanning": Document(
        scanning.map {
          [
            "time": Document(short: $0.time), "isOn": Document($0.isOn),
            "filtersDuplicates": Document($0.filtersDuplicates),
          ]
        }),
      "channels": Document(channels.map { .init(key: "\($0.key)", value: $0.value.document) }),
      "beacons": Document(beacons.map(\.document)), "advertisers": Document(advertisers.map(\.document)),
      "warnings": Document(warnings.map { Document($0) }),
    ]
  }

  private static func counts(_ counts: [String: Int]) -> Document {
    Document(counts.map { .init(key: $0.key, value: Document($0.value)) })
  }
}

extension LogContents {
  fileprivate var document: Document {
    [
      "steps": Document(steps), "marks": Document(marks),
      "receivers": Document(receivers.map(\.document)), "devices": Document(devices.map(\.document)),
    ]
  }
}

extension LogContents.Party {
  fileprivate var document: Document { ["name": Document(name), "rssi": rssi.document] }
}

extension LevelSummary {
  fileprivate var document: Document {
    [
      "minimum": Document(short: minimum.map(Double.init)), "mean": Document(short: mean),
      "maximum": Document(short: maximum.map(Double.init)), "unavailable": Document(unavailable),
    ]
  }
}

extension BeaconContents {
  fileprivate var document: Document {
    Document(
      (identity?.names ?? [])
        + .init(present: [
          "address": address.map { Document($0.description) },
          "measuredPowers": Document(measuredPowers.map { Document($0) }), "addresses": Document(addresses),
          "frames": Document(frames), "inScanResponses": Document(inScanResponses), "rssi": rssi.document,
          "firstHeardSeconds": Document(short: firstHeard), "lastHeardSeconds": Document(short: lastHeard),
          "longestGapSeconds": Document(short: longestGap), "gaps": Document(gaps),
          "framesPerSecond": Document(short: rate),
        ]))
  }
}

extension BeaconIdentity {
  /// Empty for an address, which has a key of its own.
  fileprivate var names: [Document.Member] {
    func names(_ kind: FrameKind, _ names: [Document.Member]) -> [Document.Member] {
      [.init(key: "kind", value: Document("\(kind)"))] + names
    }
    func identifier(_ octets: UInt64) -> [Document.Member] {
      let text = [UInt8](bigEndian: octets).hexadecimal(separator: "")
      return [.init(key: "identifier", value: Document(text))]
    }
    return switch self {
    case .iBeacon(let identity): names(.iBeacon, identity.fields)
    case .altBeacon(let identity): names(.altBeacon, identity.fields)
    case .eddystone(let identity): names(.eddystoneUID, identity.fields)
    case .eddystoneURL(let url): names(.eddystoneURL, [.init(key: "url", value: Document(url))])
    case .eddystoneEID(let octets): names(.eddystoneEID, identifier(octets))
    case .nearable(let octets): names(.nearable, identifier(octets))
    case .telemetry(let octets): names(.telemetry, identifier(octets))
    case .address: []
    }
  }
}

extension AdvertiserContents {
  fileprivate var document: Document {
    [
      "address": Document(address.description), "isRandom": Document(address.isRandom),
      "reports": Document(reports), "rssi": rssi.document,
    ]
  }
}

extension Document {
  /// A number without decimals where it has none, or null.
  init(short number: Double?) {
    self = number.flatMap { Int(exactly: $0) }.map { Document($0) } ?? Document(number)
  }
}
