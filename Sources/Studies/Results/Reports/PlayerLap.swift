import Documents
import Evaluation
package import Laps
import Phone
import Positioning
package import World

/// One walker's lap for the player, with a value for each callback of the phone. docs/report.md has the format.
///
/// A study has tens of thousands of callbacks, so that columns hold whole numbers, and are zipped.
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
    let truth = times.map { time in
      record.truth.walk.flatMap {
        $0.isKnown(at: time) ? (place: $0.position(at: time), floor: $0.floor(at: time)) : nil
      }
    }
    let columns: KeyValuePairs<String, Document> = [
      "time": steps(times, per: 100), "truth": places(truth),
      "bound": steps(truth.map { $0.flatMap { bound($0.place, $0.floor) } }, per: 100),
      "readings": Document(
        site.anchors.indices.map { anchor in
          let levels = anchor < record.readings.levels.count ? record.readings.levels[anchor] : []
          return column(times.indices.map { $0 < levels.count ? levels[$0]?.value : nil }, per: 10)
        }),
      "ranges": Document(
        record.callbacks.indices.map { pipeline in
          let all = times.indices.map { ranges(of: pipeline, at: $0, in: record) }
          return Document(
            (0..<Self.ranges).map { rank in
              let ranked = all.map { rank < $0.count ? $0[rank] : nil }
              return [
                column(ranked.map { $0.map { Double($0.anchor) } }, per: 1),
                column(ranked.map { $0?.metres }, per: 10),
              ]
            })
        }),
      "fixes": Document(
        record.callbacks.map { callbacks in
          places(
            callbacks.map { (try? $0.fix.get()).map { (place: $0.position, floor: $0.floor) } })
        }),
    ]
    return Array("{\(columns.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ","))}".utf8)
  }

  /// - Parameter unit: how many of a column's whole numbers are 1.
  private static func column(_ values: [Double?], per unit: Double) -> Document {
    list(whole(values, per: unit))
  }

  /// The same, each number less the last one that is there, which zips better.
  private static func steps(_ values: [Double?], per unit: Double) -> Document {
    var last = 0
    return list(
      whole(values, per: unit).map { number in
        defer { last = number ?? last }
        return number.map { $0 - last }
      })
  }

  private static func whole(_ values: [Double?], per unit: Double) -> [Int?] {
    values.map { value in
      value.flatMap { Int(exactly: ($0 * unit).rounded()) }.flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
    }
  }

  private static func list(_ numbers: [Int?]) -> Document {
    Document(numbers.map { number -> Document in number.map { Document($0) } ?? Document(.null) })
  }

  /// The columns of x, y and floor.
  private static func places(_ places: [(place: Point, floor: Int)?]) -> Document {
    [
      steps(places.map { $0?.place.x }, per: 100), steps(places.map { $0?.place.y }, per: 100),
      steps(places.map { $0.map { Double($0.floor) } }, per: 1),
    ]
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
