import Documents
public import World

/// The position of the surveyed point whose fingerprint is nearest to what is heard, or the mean of the k nearest.
///
/// It needs a radio map. Ties between points are broken by their order in the map. With k above 1, the k nearest points on the
/// floor of the nearest one are averaged, each weighted by one over a power of its distance, where distances below 0.01 dB
/// count as 0.01 dB. With iterations, each weight is then divided by the point's distance on the plan from the mean, and the
/// mean is computed again.
///
/// Source: Bahl and Padmanabhan 2000, "RADAR: an in-building RF-based user location and tracking system",
/// doi:10.1109/INFCOM.2000.832252, section 4.2; sorted levels, the nearest beacon's major and the least number of beacons
/// are from Son, Tuan Anh and Mai's fingerprints of iBeacons; iterated weights are from Peng et al. 2016, "An iterative
/// weighted KNN (IW-KNN) based indoor localization method in Bluetooth low energy (BLE) environment", in a form of our own.
public struct NearestFingerprints: PositioningMethod, PositioningSession {
  let settings: Settings
  private let map: RadioMap
  /// By point, since copying a point would take as long as finding it.
  private let fixes: [Fix]
  private let table: FingerprintTable
  /// Nil where it would not give the same answer sooner.
  private var coarse: CoarseFingerprints?
  /// By anchor; nil for receivers, which have none.
  private let majors: [UInt16?]

  /// - Parameters:
  ///   - map: surveyed, or interpolated.
  ///   - site: whose anchors the map is of.
  ///   - settings: how many points count, and how they are compared and weighed.
  /// - Precondition: the settings have no fault, and the map fits the site; with `channels: separate` each advertising channel is an
  ///   anchor in both.
  public init(_ map: RadioMap, of site: KnownSite, _ settings: Settings = Settings()) {
    precondition(map.fits(site), "the map must be of the site's anchors")
    self.settings = settings.valid
    self.map = map
    fixes = map.points.map { Fix(position: $0.position, floor: $0.floor) }
    table = FingerprintTable(map, settings)
    coarse = CoarseFingerprints(map, settings)
    majors = site.anchors.map { $0.identity?.numbers?.major }
  }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)``, and ``World/NoFix/undetermined`` when no point of the map can be
  ///   compared with what is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let levels = settings.channels.levels(of: epoch)
    let heard = settings.channels.beacons(in: levels)
    guard heard >= settings.leastBeacons else {
      throw .tooFewBeacons(heard: heard, needed: settings.leastBeacons)
    }
    if let nearest = coarse?.nearest(to: levels, in: table) {
      return fixes[nearest]
    }
    let distances = distances(from: levels)
    guard let nearest = nearest(by: distances) else { throw .undetermined }
    guard settings.points > 1 else { return fixes[nearest] }
    let floor = fixes[nearest].floor
    return Fix(position: centre(on: floor, by: distances), floor: floor)
  }

  /// By point; NaN for points that are ruled out.
  private func distances(from levels: [DBm?]) -> [Double] {
    guard settings.major != .ignored else { return table.distances(from: levels) }
    let here = FingerprintTable.strongest(of: levels).flatMap { majors[$0] }
    let there = table.strongest.map { $0.flatMap { majors[$0] } }
    guard settings.major == .gate else {
      return table.distances(from: levels) { point in
        here.flatMap { here in there[point].map { Double(here) - Double($0) } }
      }
    }
    return zip(table.distances(from: levels), there).map { $1 == here ? $0 : .nan }
  }

  private func nearest(by distances: [Double]) -> Int? {
    var best: Int?
    for (point, distance) in distances.enumerated()
    where !distance.isNaN && best.map({ distance < distances[$0] }) ?? true {
      best = point
    }
    return best
  }

  private func centre(on floor: Int, by distances: [Double]) -> Point {
    let candidates = distances.enumerated().compactMap { point, distance in
      map.points[point].floor == floor && !distance.isNaN ? (distance: distance, point: point) : nil
    }
    let chosen = candidates.sorted(by: <).prefix(settings.points)
    let weights = chosen.map { WeightedCentroid.weight(at: $0.distance, exponent: settings.weightExponent) }
    let places = chosen.map { map.points[$0.point].position }
    var centre = Self.mean(of: places, weights)
    for _ in 0..<settings.iterations {
      let last = centre
      // A point that is near in signal but far from the others on the plan gets a smaller weight.
      centre = Self.mean(
        of: places,
        zip(places, weights).map { place, weight in
          weight / max(place.horizontalDistance(to: last), Self.nearestNeighbour)
        })
      if centre.horizontalDistance(to: last) < Self.settled { break }
    }
    return centre
  }

  /// Metres within which neighbours count as equally near to the fix, and below which it moves no more.
  private static let nearestNeighbour = 0.1
  private static let settled = 0.001

  private static func mean(of places: [Point], _ weights: [Double]) -> Point {
    let sum = zip(places, weights).reduce(Point.zero) { $0 + $1.0 * $1.1 }
    return sum * (1 / weights.reduce(0, +))
  }
}
