import Documents
import Evaluation
package import Laps
import Phone
import Positioning
package import World

/// One walker's lap for the player, with a value for each callback of the phone. docs/report.md has the format.
///
/// A study has tens of thousands of callbacks, so that columns of whole numbers are written as bytes at once, and zipped.
package struct PlayerLap: Sendable {
  /// Such as `lap 7, clockwise, left hand`.
  package let title: String
  /// A gzip file of JSON.
  package let columns: [UInt8]

  /// Beacons whose estimated distances are given, the nearest ones.
  package static let ranges = 4

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
    // Higher levels take four times as long for 2 % of the size.
    columns = Gzip.zip(Self.text(of: record, on: site, bound: bound), level: 6)
  }

  private static func text(
    of record: LapRecord, on site: Site, bound: (_ place: Point, _ floor: Int) -> Double?
  ) -> [UInt8] {
    let times = record.readings.times
    let places = times.map { time in
      record.truth.walk.flatMap {
        $0.isKnown(at: time) ? (place: $0.position(at: time), floor: $0.floor(at: time)) : nil
      }
    }
    var text = ColumnText()
    text.object {
      $0.column("time", times.map { $0 }, per: 100)
      $0.places("truth", places)
      $0.column("bound", places.map { $0.flatMap { bound($0.place, $0.floor) } }, per: 100)
      $0.list("readings", site.anchors.indices) { text, anchor in
        let levels = anchor < record.readings.levels.count ? record.readings.levels[anchor] : []
        text.column(times.indices.map { $0 < levels.count ? levels[$0]?.value : nil }, per: 10)
      }
      $0.list("ranges", record.callbacks.indices) { text, pipeline in
        let ranges = times.indices.map { Self.ranges(of: pipeline, at: $0, in: record) }
        text.list(0..<Self.ranges) { text, rank in
          let ranked = ranges.map { rank < $0.count ? $0[rank] : nil }
          text.list([true, false]) { text, isAnchor in
            text.column(
              ranked.map { isAnchor ? $0.map { Double($0.anchor) } : $0?.metres }, per: isAnchor ? 1 : 10)
          }
        }
      }
      $0.list("fixes", record.callbacks.indices) { text, pipeline in
        text.places(
          record.callbacks[pipeline].map { callback in
            (try? callback.fix.get()).map { (place: $0.position, floor: $0.floor) }
          })
      }
    }
    return text.bytes
  }

  package static func ranges(
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

/// JSON of columns of whole numbers, written from left to right.
private struct ColumnText {
  private(set) var bytes: [UInt8] = []

  mutating func object(_ write: (inout ColumnText) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    write(&self)
    if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func list<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ write: (inout ColumnText, Elements.Element) -> Void
  ) {
    key(name)
    list(elements, write)
    bytes.append(UInt8(ascii: ","))
  }

  mutating func list<Elements: Sequence>(
    _ elements: Elements, _ write: (inout ColumnText, Elements.Element) -> Void
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

  mutating func column(_ name: String, _ values: [Double?], per unit: Double) {
    key(name)
    column(values, per: unit, areSteps: true)
    bytes.append(UInt8(ascii: ","))
  }

  mutating func places(_ name: String, _ places: [(place: Point, floor: Int)?]) {
    key(name)
    self.places(places)
    bytes.append(UInt8(ascii: ","))
  }

  /// The columns of x, y and floor.
  mutating func places(_ places: [(place: Point, floor: Int)?]) {
    let columns = [
      places.map { $0?.place.x }, places.map { $0?.place.y }, places.map { $0.map { Double($0.floor) } },
    ]
    list(columns.indices) { text, index in
      text.column(columns[index], per: index < 2 ? 100 : 1, areSteps: true)
    }
  }

  /// - Parameters:
  ///   - unit: how many of it are 1.
  ///   - areSteps: whether each number is the difference from the last one that is there, which zips better.
  mutating func column(_ values: [Double?], per unit: Double, areSteps: Bool = false) {
    var last = 0
    list(values) { text, value in
      guard let value, let number = Int(exactly: (value * unit).rounded()), number.magnitude < 1 << 53 else {
        text.bytes += "null".utf8
        return
      }
      text.bytes += "\(number - last)".utf8
      if areSteps { last = number }
    }
  }

  private mutating func key(_ name: String) { bytes += "\"\(name)\":".utf8 }
}
