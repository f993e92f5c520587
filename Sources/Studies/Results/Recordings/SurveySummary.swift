package import Positioning
package import Rendering
import World

/// A summary of a survey.
package struct SurveySummary: Sendable {
  /// One beacon.
  package struct Row: Sendable {
    package let beacon: String
    /// Points at which it was received.
    package let points: Int
    /// Over all points.
    package let readings: Int
    /// The lowest and the highest of the mean levels at those points, in dBm; nil when it was never received.
    package let weakest: Double?
    package let strongest: Double?
    /// The root of the mean variance of its readings about the mean of their point, in dB; nil with single readings only.
    package let deviation: Double?
  }

  /// The survey itself.
  package let map: RadioMap
  /// Seconds of standing or walking; nil where that is not known.
  package let seconds: Double?
  /// Advertisements of a recording without an advertising channel; nil where channels were not surveyed.
  package let withoutChannel: Int?
  /// By beacon, in the order of the map.
  package let rows: [Row]

  package init(_ map: RadioMap, seconds: Double?, withoutChannel: Int? = nil) {
    self.map = map
    self.seconds = seconds
    self.withoutChannel = withoutChannel
    rows = map.anchors.indices.map { anchor in
      let levels = map.points.compactMap { $0.levels[anchor] }
      let several = levels.filter { $0.deviation != nil }
      let freedom = several.reduce(0) { $0 + $1.count - 1 }
      let squares = several.reduce(0.0) { sum, level in
        let deviation = level.deviation?.value ?? 0
        return sum + deviation * deviation * Double(level.count - 1)
      }
      return Row(
        beacon: map.anchors[anchor], points: levels.count, readings: levels.reduce(0) { $0 + $1.count },
        weakest: levels.map(\.level.value).min(), strongest: levels.map(\.level.value).max(),
        deviation: freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil)
    }
  }

  /// Points at which nothing was received.
  package var silent: Int { map.points.count { $0.levels.allSatisfy { $0 == nil } } }

  /// Pairs of a point and a beacon received there, but not on all three channels; nil where channels were not surveyed.
  var missingChannels: Int? {
    guard map.hasChannels else { return nil }
    return map.points.reduce(0) { sum, point in
      sum
        + point.levels.indices.count { anchor in
          point.levels[anchor] != nil
            && point.channelLevels.dropFirst(AdvertisingChannel.count * anchor)
              .prefix(AdvertisingChannel.count).contains { $0 == nil }
        }
    }
  }
}

extension SurveySummary: Described {
  package static let figures: [Figure<SurveySummary>] = [
    .init("points", \.map.points.count),
    .init("silentPoints", about: "Points at which nothing was received.", \.silent),
    .init("seconds", \.seconds),
    .init(
      "missingChannels", isOptional: true, about: "Points and beacons that lack a channel.", \.missingChannels
    ),
    .init(
      "withoutChannel", isOptional: true, about: "Advertisements of a recording without a channel.",
      \.withoutChannel),
    .init("beacons", \.rows),
  ]
}

extension SurveySummary.Row: Described {
  package static let figures: [Figure<SurveySummary.Row>] = [
    .init("beacon", "beacon", \.beacon), .init("points", "points", \.points),
    .init("readings", "readings", \.readings),
    .init("weakestDbm", "weakest", unit: "dBm", decimals: 1, \.weakest),
    .init("strongestDbm", "strongest", unit: "dBm", decimals: 1, \.strongest),
    .init("deviationDb", "std at a point", unit: "dB", decimals: 1, \.deviation),
  ]
}

extension SurveySummary {
  /// The beacons as they were received.
  package var report: [ReportSection] {
    var head =
      "Radio map of \(Counted.text(map.points.count, "point")) and \(Counted.text(rows.count, "beacon"))"
    if let seconds { head += ", surveyed in \(FixedPoint.text(seconds / 60, decimals: 1)) minutes" }
    head += "."
    if silent > 0 { head += " Nothing was received at \(Counted.text(silent, "point"))." }
    if let missingChannels {
      let pairs = rows.reduce(0) { $0 + $1.points }
      head +=
        " Each advertising channel was surveyed by itself too; of \(Counted.text(pairs, "pair")) of a point and a beacon received "
        + "there, \(Counted.number(missingChannels)) \(missingChannels == 1 ? "lacks" : "lack") one or two of the channels."
    }
    if let withoutChannel, withoutChannel > 0 {
      head +=
        " \(Counted.text(withoutChannel, "advertisement")) without a channel count in the mean of all channels only."
    }
    let legend =
      "Points: those at which the beacon was received; weakest and strongest: of the map's RSSI; std at a point: of single readings about "
      + "the mean of their point."
    return [.paragraph(head), .table(rows, Row.figures), .paragraph(legend)]
  }
}
