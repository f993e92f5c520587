package import Documents
import Evaluation
package import Laps
import Phone
import Positioning
import Rendering
import Results
package import World

/// One callback of the phone for a player that follows a stream. docs/report.md has the format.
package struct LiveFrame: Sendable {
  /// The frame in JSON.
  package let document: Document

  /// - Parameters:
  ///   - time: seconds from the start of the lap or recording.
  ///   - truth: where the walker is; nil where that is not known.
  ///   - fixes: by pipeline.
  ///   - readings: by anchor of the site, in dBm; nil for one that was not heard.
  ///   - ranges: by pipeline: the nearest anchors by index, with the estimated distances in metres.
  private init(
    time: Double, truth: (place: Point, floor: Int)?, fixes: [Fix?], readings: [Double?],
    ranges: [[(anchor: Int, metres: Double)]]
  ) {
    document = [
      "time": Document(time), "truth": truth.map { Self.place($0.place, $0.floor) } ?? nil,
      "fixes": Document(
        fixes.map { fix -> Document in fix.map { Self.place($0.position, $0.floor) } ?? nil }),
      "readings": Document(readings.map { Document($0) }),
      "ranges": Document(
        ranges.map { ranges in
          Document(ranges.map { range -> Document in [Document(range.anchor), Document(range.metres)] })
        }),
    ]
  }

  private static func place(_ place: Point, _ floor: Int) -> Document {
    [Document(place.x), Document(place.y), Document(floor)]
  }

  /// A callback of a simulated lap.
  package init(_ record: LapRecord, callback: Int, on site: Site) {
    let time = record.readings.times[callback]
    let walk = record.truth.walk.flatMap { $0.isKnown(at: time) ? $0 : nil }
    self.init(
      time: time, truth: walk.map { ($0.position(at: time), $0.floor(at: time)) },
      fixes: record.callbacks.map { try? $0[callback].fix.get() },
      readings: site.anchors.indices.map { anchor in
        let levels = anchor < record.readings.levels.count ? record.readings.levels[anchor] : []
        return callback < levels.count ? levels[callback]?.value : nil
      },
      ranges: record.callbacks.indices.map { PlayerLap.ranges(of: $0, at: callback, in: record) })
  }

  /// A callback of a recording, whose ground truth is not known.
  package init(_ moment: LiveReplay.Moment, on site: Site) {
    let numbers = Dictionary(
      site.anchors.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var readings = [Double?](repeating: nil, count: site.anchors.count)
    var ranges: [(anchor: Int, metres: Double)] = []
    for range in moment.ranges {
      guard let anchor = numbers[range.beacon] else { continue }
      readings[anchor] = range.level.value
      ranges.append((anchor, range.distance))
    }
    self.init(
      time: moment.time, truth: nil, fixes: moment.callbacks.map { try? $0.fix.get() }, readings: readings,
      ranges: moment.callbacks.map { _ in Array(ranges.prefix(PlayerLap.ranges)) })
  }
}

/// The player's program and style with the colours of pages, for pages that are made elsewhere; in UTF-8.
package enum PlayerAssets {
  /// The program in JavaScript.
  package static let script = PackageResources.player_js
  /// The style sheet.
  package static let style = Array(PageColours.css.utf8) + PackageResources.player_css
}
