import Filtering
public import Radio
public import World

/// How far one beacon was at one callback of the phone, by that callback's reading alone: no filter has touched it.
public struct RangeMoment: Hashable, Sendable {
  /// Seconds since t = 0: the end of the reading's window.
  public let time: Double
  public let beacon: String
  /// How many advertisements the reading is the average of.
  public let advertisements: Int
  public let level: DBm
  /// Metres by the assumed law at that level.
  public let distance: Double
  public let zone: Zone
  /// 1 for the nearest beacon at that callback; of equally near ones the first in the site.
  public let rank: Int

  /// The beacons that were heard at one callback, the nearest first.
  static func all(
    of report: PhoneReport, directory: StreamDirectory, model: RangingModel, zones: ZoneBoundaries
  ) -> [RangeMoment] {
    let heard = report.levels.indices.compactMap { anchor in
      report.levels[anchor].map { level in
        (anchor: anchor, level: level, distance: model.distance(to: anchor, at: level))
      }
    }
    return heard.sorted { ($0.distance, $0.anchor) < ($1.distance, $1.anchor) }.enumerated().map {
      place, range in
      RangeMoment(
        time: report.time, beacon: directory.anchors[range.anchor].id,
        advertisements: report.counts[range.anchor], level: range.level, distance: range.distance,
        zone: zones.zone(at: range.distance), rank: place + 1)
    }
  }
}
