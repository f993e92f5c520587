import Evaluation
import Filtering
package import Laps
import Positioning
import Propagation
import Scenarios
package import World

/// One walker's lap for the player: a frame for each callback of the phone. docs/report.md has the format.
///
/// Frames are written as bytes at once: a study has tens of thousands of them.
package struct PlayerLap: Sendable {
  /// Such as `lap 7, clockwise, left hand`.
  package let title: String
  /// JSON: an array of frames.
  package let frames: [UInt8]

  /// Beacons whose estimated distances are given, the nearest ones.
  static let ranges = 4

  /// - Parameters:
  ///   - record: the lap.
  ///   - site: as the pipelines know it.
  ///   - bound: the lower bound at a place on a floor; nil where there is none.
  package init(
    _ record: LapRecord, on site: Site, directions: DirectionNames,
    bound: (_ place: Point, _ floor: Int) -> Double?
  ) {
    let truth = record.truth
    let parts = [
      "lap \(truth.lap)", truth.walker?.name, truth.direction.map(directions.name),
      truth.hand.map { "\($0.rawValue) hand" },
    ]
    title = parts.compactMap(\.self).joined(separator: ", ").printable()
    var text = JSONText()
    text.list(record.readings.times.indices) { text, callback in
      let time = record.readings.times[callback]
      text.raw("{\"time\":")
      text.number(time)
      let walk = truth.walk.flatMap { $0.isKnown(at: time) ? $0 : nil }
      let place = walk.map { ($0.position(at: time), $0.floor(at: time)) }
      if let (place, floor) = place {
        text.raw(",\"truth\":")
        text.place(place, floor)
        if let bound = bound(place, floor) {
          text.raw(",\"bound\":")
          text.number(bound)
        }
      }
      text.raw(",\"readings\":")
      text.list(site.anchors.indices) { text, anchor in
        let levels = anchor < record.readings.levels.count ? record.readings.levels[anchor] : []
        text.number(callback < levels.count ? levels[callback]?.value : nil, decimals: 1)
      }
      text.raw(",\"ranges\":")
      text.list(record.callbacks.indices) { text, pipeline in
        text.list(Self.ranges(of: pipeline, at: callback, in: record)) { text, range in
          text.list([Double(range.anchor), range.metres]) { $0.number($1) }
        }
      }
      text.raw(",\"fixes\":")
      text.list(record.callbacks.indices) { text, pipeline in
        guard let fix = try? record.callbacks[pipeline][callback].fix.get() else {
          text.raw("null")
          return
        }
        text.place(fix.position, fix.floor, more: place.map { $0.0.horizontalDistance(to: fix.position) })
      }
      text.raw("}")
    }
    frames = text.bytes
  }

  private static func ranges(
    of pipeline: Int, at callback: Int, in record: LapRecord
  ) -> [(anchor: Int, metres: Double)] {
    let levels = record.levels[pipeline].levels(at: callback)
    let model = record.ranging[pipeline]
    let ranges = levels.indices.compactMap { anchor in
      levels[anchor].map { (anchor: anchor, metres: model.distance(to: anchor, at: $0)) }
    }
    return Array(ranges.sorted { ($0.metres, $0.anchor) < ($1.metres, $1.anchor) }.prefix(Self.ranges))
  }
}

/// JSON that is written from left to right.
private struct JSONText {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) { bytes += text.utf8 }

  mutating func list<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONText, Elements.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A place with its floor, and where there is one a number behind them.
  mutating func place(_ place: Point, _ floor: Int, more: Double? = nil) {
    list([place.x, place.y, Double(floor)] + (more.map { [$0] } ?? [])) { $0.number($1) }
  }

  /// With so many decimals and without zeros at their end; `null` for what JSON has no number for.
  mutating func number(_ value: Double?, decimals: Int = 2) {
    let scale = decimals == 1 ? 10 : 100
    guard let value, let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return raw("null") }
    if scaled < 0 { raw("-") }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    raw("\(whole)")
    guard rest > 0 else { return }
    raw(scale == 100 && rest < 10 ? ".0" : ".")
    raw(scale == 100 && rest % 10 == 0 ? "\(rest / 10)" : "\(rest)")
  }
}
