import Documents
import Foundation
import World

extension CaptureContents {
  /// An object with sorted keys, laid out as Foundation does.
  public var json: String { document.foundationJSON().printableJSON }

  private var document: Document {
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
    let names = (identity?.names ?? []) + (address.map { [("address", Document($0.description))] } ?? [])
    let heard = [
      ("measuredPowers", Document(measuredPowers.map { Document($0) })), ("addresses", Document(addresses)),
      ("frames", Document(frames)), ("inScanResponses", Document(inScanResponses)), ("rssi", rssi.document),
      ("firstHeardSeconds", Document(short: firstHeard)), ("lastHeardSeconds", Document(short: lastHeard)),
      ("longestGapSeconds", Document(short: longestGap)), ("gaps", Document(gaps)),
      ("framesPerSecond", Document(short: rate)),
    ]
    return Document((names + heard).map { .init(key: $0, value: $1) })
  }
}

extension BeaconIdentity {
  /// Empty for an address, which has a key of its own.
  fileprivate var names: [(String, Document)] {
    func frame(_ kind: FrameKind, _ names: [(String, Document)]) -> [(String, Document)] {
      [("kind", Document("\(kind)"))] + names
    }
    func numbers(_ numbers: IBeaconIdentity) -> [(String, Document)] {
      [
        ("uuid", Document(numbers.uuid.description)), ("major", Document(Int(numbers.major))),
        ("minor", Document(Int(numbers.minor))),
      ]
    }
    func identifier(_ octets: UInt64) -> [(String, Document)] {
      var bytes: [UInt8] = []
      bytes.append(bigEndian: octets)
      return [("identifier", Document(bytes.hexadecimal(separator: "")))]
    }
    switch self {
    case .iBeacon(let identity): return frame(.iBeacon, numbers(identity))
    case .altBeacon(let identity): return frame(.altBeacon, numbers(identity))
    case .eddystone(let identity):
      return frame(
        .eddystoneUID,
        [
          ("namespace", Document(identity.namespace.hexadecimal(separator: ""))),
          ("instance", Document(identity.instance.hexadecimal(separator: ""))),
        ])
    case .eddystoneURL(let url): return frame(.eddystoneURL, [("url", Document(url))])
    case .eddystoneEID(let octets): return frame(.eddystoneEID, identifier(octets))
    case .nearable(let octets): return frame(.nearable, identifier(octets))
    case .telemetry(let octets): return frame(.telemetry, identifier(octets))
    case .address: return []
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

  /// JSON over several lines, with spaces around colons and every element on a line of its own, as Foundation lays it out.
  fileprivate func foundationJSON(_ indent: String = "") -> String {
    func lines(_ opening: String, _ parts: [String], _ closing: String) -> String {
      "\(opening)\n" + parts.map { "\(indent)  \($0)" }.joined(separator: ",\n")
        + "\n\(indent)\(closing)"
    }
    switch content {
    case .array(let elements):
      return lines("[", elements.map { $0.foundationJSON(indent + "  ") }, "]")
    case .object(let members):
      let parts = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { "\"\($0.key)\" : \($0.value.foundationJSON(indent + "  "))" }
      return lines("{", parts, "}")
    case .text(let text):
      let data = try? JSONSerialization.data(
        withJSONObject: text, options: [.fragmentsAllowed, .withoutEscapingSlashes])
      return data.map { String(decoding: $0, as: UTF8.self) } ?? json
    default: return json
    }
  }
}
