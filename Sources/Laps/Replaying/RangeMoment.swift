import Filtering
public import Radio
import SiteFiles
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
  ///
  /// - Parameter model: takes over what the frames of the window are the first to claim.
  static func all(
    of report: PhoneReport, directory: StreamDirectory, model: inout RangingModel, zones: ZoneBoundaries
  ) -> [RangeMoment] {
    _ = model.hear(report.firstHeard, of: directory)
    let model = model
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

extension Replay {
  /// Every range as CSV: `lap,time_s,beacon,advertisements,rssi_dbm,range_m,zone,rank`.
  public func rangesTable(lap: Int) -> String {
    var text = "lap,time_s,beacon,advertisements,rssi_dbm,range_m,zone,rank\n"
    for range in rangesOverTime {
      text += "\(lap),\(range.time),\(csvField(range.beacon)),\(range.advertisements),"
      text += "\(range.level.value),\(range.distance),\(range.zone),\(range.rank)\n"
    }
    return text
  }
}
