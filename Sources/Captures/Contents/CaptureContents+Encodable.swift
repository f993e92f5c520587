import Foundation
import World

extension CaptureContents: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file, container, frames, advertisingReports, reportsByKind, fragments, iBeaconFrames
    case iBeaconIdentities, framesByKind, identifiedBy
    case addresses, rssi, spanSeconds, backwardSteps, clockSettings, crcErrors, otherPdus, malformed
    case malformedStructures, skipped, damages, scanning, channels, beacons, warnings
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
    case uuid, major, minor, address, measuredPowers, addresses, frames, inScanResponses, rssi,
      firstHeardSeconds
    case lastHeardSeconds, longestGapSeconds, gaps, framesPerSecond
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(identity?.uuid.description, forKey: .uuid)
    try container.encodeIfPresent(identity?.major, forKey: .major)
    try container.encodeIfPresent(identity?.minor, forKey: .minor)
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
}
