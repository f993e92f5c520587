import Documents
import Sites
package import World

/// What the anchors of a site received of each other: a mean for each receiver and beacon.
package struct AnchorPairs: Sendable {
  /// One anchor as heard by another.
  package struct Pair: Hashable, Sendable {
    /// An index into the site's anchors.
    package let receiver: Int
    /// An index into the site's anchors.
    package let beacon: Int
    /// How many readings there are.
    package let readings: Int
    /// Their mean level with the losses of the walls between added, and the metres between the two.
    let point: LevelPoint
  }

  /// In order of receivers, then beacons.
  package let pairs: [Pair]
  /// How many fixed anchors the site has.
  package let anchors: Int
  /// Readings of which one end is no fixed anchor of the site, or both are the same place.
  package let leftOut: Int
  /// As the user named the table.
  package let source: String

  private enum Column: Int {
    case receiver, beacon, level, time
  }

  private static let names = ["receiver", "beacon", "rssi_dbm", "time_s"]

  /// - Parameter path: of a CSV file with `receiver,beacon,rssi_dbm[,time_s]`, ids of anchors.
  /// - Throws: one sentence that names the line and the column.
  package init(contentsOf path: String, site: Site) throws(FileProblem) {
    var table = try TableReader(contentsOf: path, columns: Self.names, required: 3)
    var ids: [String: Int] = [:]
    for (index, anchor) in site.anchors.enumerated() where !anchor.isMobile { ids[anchor.id] = index }
    var sums: [SIMD2<Int>: (sum: Double, count: Int)] = [:]
    var leftOut = 0
    while let row = try table.next() {
      let ends = (
        try row.requiredText(Column.receiver.rawValue), try row.requiredText(Column.beacon.rawValue)
      )
      let level = try row.requiredNumber(Column.level.rawValue, in: .between(-150, 50))
      guard let receiver = ids[String(ends.0)], let beacon = ids[String(ends.1)],
        site.anchors[receiver].position != site.anchors[beacon].position
      else {
        leftOut += 1
        continue
      }
      let old = sums[SIMD2(receiver, beacon)] ?? (0, 0)
      sums[SIMD2(receiver, beacon)] = (old.sum + level, old.count + 1)
    }
    pairs = sums.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map { ends, mean in
      let (a, b) = (site.anchors[ends.x], site.anchors[ends.y])
      let walls = site.obstacleLoss(from: a.position, to: b.position, floors: (a.floor, b.floor))
      return Pair(
        receiver: ends.x, beacon: ends.y, readings: mean.count,
        point: LevelPoint(
          level: mean.sum / Double(mean.count) + walls.value, metres: a.position.distance(to: b.position)))
    }
    (anchors, self.leftOut, source) = (ids.count, leftOut, path)
  }
}
