import World

/// The fingerprints of a radio map as one column per coordinate, so that many points are compared with a reading at once.
struct FingerprintTable: Sendable {
  private typealias Lanes = SIMD8<Double>

  private let settings: NearestFingerprints.Settings
  private let points: Int
  private let blocks: Int
  /// By coordinate, and then eight points at a time: levels; missing ones have the assumed level, or NaN where missing
  /// beacons are left out. NaN beyond the last point.
  private let columns: [Lanes]
  /// By coordinate, and then eight points at a time, for the distance of Mahalanobis: one over the standard deviation.
  private let precisions: [Lanes]
  /// By point: its strongest anchor.
  let strongest: [Int?]

  init(_ map: RadioMap, _ settings: NearestFingerprints.Settings) {
    self.settings = settings
    points = map.points.count
    blocks = (points + Lanes.scalarCount - 1) / Lanes.scalarCount
    let rows = map.points.map { Self.vector($0.levels.map { $0?.level }, settings) }
    let deviations = map.points.map { point in
      point.levels.map { max($0?.deviation?.value ?? 0, settings.leastDeviation) }
    }
    func columns(_ value: (_ point: Int, _ coordinate: Int) -> Double) -> [Lanes] {
      map.anchors.indices.flatMap { coordinate in
        stride(from: 0, to: rows.count, by: Lanes.scalarCount).map { first in
          var lanes = Lanes(repeating: .nan)
          for lane in 0..<min(Lanes.scalarCount, rows.count - first) {
            lanes[lane] = value(first + lane, coordinate)
          }
          return lanes
        }
      }
    }
    self.columns = columns { rows[$0][$1] }
    precisions = settings.metric == .mahalanobis ? columns { 1 / deviations[$0][$1] } : []
    strongest = map.points.map { Self.strongest(of: $0.levels.map { $0?.level }) }
  }

  /// The anchor that was received the most strongly, the first of equals; nil without any.
  package static func strongest(of levels: [DBm?]) -> Int? {
    var strongest: (anchor: Int, level: DBm)?
    for (anchor, level) in levels.enumerated() {
      guard let level else { continue }
      if strongest.map({ level > $0.level }) ?? true { strongest = (anchor, level) }
    }
    return strongest?.anchor
  }

  /// The coordinates of one fingerprint.
  private static func vector(_ levels: [DBm?], _ settings: NearestFingerprints.Settings) -> [Double] {
    let missing =
      switch settings.missing {
      case .level(let level): level.value
      case .leftOut: Double.nan
      }
    guard settings.vector == .sorted else { return levels.map { $0?.value ?? missing } }
    // Without the identity of the beacons, as in Son, Tuan Anh and Mai.
    let sorted = levels.compactMap { $0?.value }.sorted(by: >)
    return sorted + [Double](repeating: missing, count: levels.count - sorted.count)
  }

  /// How far each point is from a reading, in decibels, or in standard deviations by the distance of Mahalanobis: the root of
  /// the mean square, or the mean, of the coordinates' differences. NaN where there is nothing to compare.
  ///
  /// A mean rather than a sum, so that leaving out missing beacons does not make a point nearer.
  ///
  /// - Parameter more: by point, the difference in one additional coordinate; nil for none.
  func distances(from levels: [DBm?], more: ((_ point: Int) -> Double?)? = nil) -> [Double] {
    let reading = Self.vector(levels, settings)
    var distances: [Double] = []
    distances.reserveCapacity(points)
    for block in 0..<blocks {
      let lanes = self.distances(ofBlock: block, from: reading, more: more)
      for lane in 0..<min(Lanes.scalarCount, points - block * Lanes.scalarCount) {
        distances.append(lanes[lane])
      }
    }
    return distances
  }

  /// How far one point is from a reading.
  func distance(of point: Int, from levels: [DBm?]) -> Double {
    let block = point / Lanes.scalarCount
    return distances(ofBlock: block, from: Self.vector(levels, settings), more: nil)[
      point % Lanes.scalarCount]
  }

  /// - Parameter reading: as ``vector(_:_:)`` makes it.
  private func distances(
    ofBlock block: Int, from reading: [Double], more: ((_ point: Int) -> Double?)?
  ) -> Lanes {
    let isSquared = settings.metric != .manhattan
    var (sum, count) = (Lanes.zero, Lanes.zero)
    func add(_ difference: Lanes) {
      let isMissing = difference .!= difference
      let term =
        isSquared
        ? difference * difference : difference.replacing(with: -difference, where: difference .< 0)
      sum = (sum + term).replacing(with: sum, where: isMissing)
      count = (count + 1).replacing(with: count, where: isMissing)
    }
    if let more {
      var lanes = Lanes(repeating: .nan)
      for lane in 0..<Lanes.scalarCount where block * Lanes.scalarCount + lane < points {
        lanes[lane] = more(block * Lanes.scalarCount + lane) ?? .nan
      }
      add(lanes)
    }
    for (coordinate, level) in reading.enumerated() {
      let index = coordinate * blocks + block
      let difference = level - columns[index]
      add(precisions.isEmpty ? difference : difference * precisions[index])
    }
    let mean = sum / count
    return isSquared ? mean.squareRoot() : mean
  }
}
