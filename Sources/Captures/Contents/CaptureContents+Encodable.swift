import Foundation
import World

extension CaptureContents: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file, container, frames, advertisingReports, reportsByKind, fragments, iBeaconFrames
    case iBeaconIdentities, framesByKind, identifiedBy
    case addresses, rssi, spanSeconds, backwardSteps, clockSettings, crcErrors, otherPdus, malformed
    case malformedStructures, skipped, damages, scanning, channels, beacons, advertisers, warnings
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(self.container, forKey: .container)
    try container.encode(frames, forKey: .frames)
    try container.encode(advertisingReports, forKey: .advertisingReports)
    try container.encode(reportsByKind, forKey: .reportsByKind)
    try container.encode(fragments, forKey: .fragments)
    try container.encode(iBeaconFrames, forKey: .iBeaconFrames)
    try container.encode(iBeaconIdentities, forKey: .iBeaconIdentities)
    try container.encode(framesByKind, forKey: .framesByKind)
    try container.encode(policy.rawValue, forKey: .identifiedBy)
    try container.encode(addresses, forKey: .addresses)
    try container.encode(rssi, forKey: .rssi)
    try container.encode(spanSeconds, forKey: .spanSeconds)
    try container.encode(backwardSteps, forKey: .backwardSteps)
    try container.encode(clockSettings, forKey: .clockSettings)
    try container.encode(crcErrors, forKey: .crcErrors)
    try container.encode(otherPdus, forKey: .otherPdus)
    try container.encode(malformed, forKey: .malformed)
    try container.encode(malformedStructures, forKey: .malformedStructures)
    try container.encode(skipped, forKey: .skipped)
    try container.encode(damages, forKey: .damages)
    try container.encode(scanning, forKey: .scanning)
    let byName = channels.map { (String($0.key), $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: byName), forKey: .channels)
    try container.encode(beacons, forKey: .beacons)
    try container.encode(advertisers, forKey: .advertisers)
    try container.encode(warnings, forKey: .warnings)
  }

  /// The contents of several files: one object for one, an array for a list; keys are sorted.
  public static func json(_ all: [CaptureContents], isList: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try isList ? encoder.encode(all) : encoder.encode(all.first)
    return String(decoding: data, as: UTF8.self).printableJSON
  }
}

extension BeaconContents: Encodable {
  private enum CodingKeys: CodingKey {
    case kind, uuid, major, minor, namespace, instance, url, identifier, address, measuredPowers, addresses,
      frames, inScanResponses, rssi,
      firstHeardSeconds
    case lastHeardSeconds, longestGapSeconds, gaps, framesPerSecond
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let identity { try encode(identity, into: &container) }
    try container.encodeIfPresent(address?.description, forKey: .address)
    try container.encode(measuredPowers, forKey: .measuredPowers)
    try container.encode(addresses, forKey: .addresses)
    try container.encode(frames, forKey: .frames)
    try container.encode(inScanResponses, forKey: .inScanResponses)
    try container.encode(rssi, forKey: .rssi)
    try container.encode(firstHeard, forKey: .firstHeardSeconds)
    try container.encode(lastHeard, forKey: .lastHeardSeconds)
    try container.encode(longestGap, forKey: .longestGapSeconds)
    try container.encode(gaps, forKey: .gaps)
    try container.encode(rate, forKey: .framesPerSecond)
  }

  private func encode(
    _ identity: BeaconIdentity, into container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    func encodeIdentifier(_ octets: UInt64, of kind: FrameKind) throws {
      try container.encode("\(kind)", forKey: .kind)
      try container.encode(hexadecimal(octets), forKey: .identifier)
    }
    switch identity {
    case .iBeacon(let numbers): try encode(numbers, of: .iBeacon, into: &container)
    case .altBeacon(let numbers): try encode(numbers, of: .altBeacon, into: &container)
    case .eddystone(let identity):
      try container.encode("\(FrameKind.eddystoneUID)", forKey: .kind)
      try container.encode(identity.namespace.hexadecimal(separator: ""), forKey: .namespace)
      try container.encode(identity.instance.hexadecimal(separator: ""), forKey: .instance)
    case .eddystoneURL(let url):
      try container.encode("\(FrameKind.eddystoneURL)", forKey: .kind)
      try container.encode(url, forKey: .url)
    case .eddystoneEID(let octets): try encodeIdentifier(octets, of: .eddystoneEID)
    case .nearable(let octets): try encodeIdentifier(octets, of: .nearable)
    case .telemetry(let octets): try encodeIdentifier(octets, of: .telemetry)
    // Its own key.
    case .address: break
    }
  }

  private func encode(
    _ numbers: IBeaconIdentity, of kind: FrameKind, into container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    try container.encode("\(kind)", forKey: .kind)
    try container.encode(numbers.uuid.description, forKey: .uuid)
    try container.encode(numbers.major, forKey: .major)
    try container.encode(numbers.minor, forKey: .minor)
  }

  private func hexadecimal(_ octets: UInt64) -> String {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: octets)
    return bytes.hexadecimal(separator: "")
  }
}

extension AdvertiserContents: Encodable {
  private enum CodingKeys: CodingKey {
    case address, isRandom, reports, rssi
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(address.description, forKey: .address)
    try container.encode(address.isRandom, forKey: .isRandom)
    try container.encode(reports, forKey: .reports)
    try container.encode(rssi, forKey: .rssi)
  }
}
