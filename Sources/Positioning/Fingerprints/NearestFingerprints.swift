import Documents
import Filtering
public import World

/// The place of the surveyed point whose fingerprint is nearest to what is heard, or the mean of k such places.
///
/// It needs a radio map. Ties between points are broken by their order in the map. With more than one,
/// the nearest k on the floor of the very nearest count, each weighted by one over its distance to a power, where a
/// distance counts as 0.01 dB at least.
///
/// Source: Bahl and Padmanabhan 2000, "RADAR: an in-building RF-based user location and tracking system",
/// doi:10.1109/INFCOM.2000.832252, section 4.2; sorted levels, the nearest beacon's major and the least number of
/// beacons are from Son, Tuan Anh and Mai's fingerprints of iBeacons.
public struct NearestFingerprints: PositioningMethod, PositioningSession {
  public let settings: Settings
  private let map: RadioMap
  private let distance: FingerprintDistance
  /// By point of the map.
  private let surveyed: [Fingerprint]
  /// By anchor; nil for receivers, which have none.
  private let majors: [UInt16?]

  /// - Precondition: the settings have no fault, and the map fits the site.
  public init(_ map: RadioMap, of site: KnownSite, _ settings: Settings = Settings()) {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    precondition(map.fits(site), "the map must be of the site's anchors")
    self.settings = settings
    self.map = map
    distance = FingerprintDistance(metric: settings.metric, missing: settings.missing)
    surveyed = map.points.map { point in Fingerprint(point.levels.map { $0?.level }, as: settings.vector) }
    majors = site.anchors.map { $0.identity?.numbers?.major }
  }

  /// - Throws: ``NoFix/tooFewBeacons(heard:needed:)``, and ``NoFix/undetermined`` when no point of the map can be
  ///   compared with what is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let heard = Fingerprint(epoch.levels, as: settings.vector)
    guard heard.heard >= settings.leastBeacons else {
      throw .tooFewBeacons(heard: heard.heard, needed: settings.leastBeacons)
    }
    let distances = surveyed.map { distance(from: heard, to: $0) }
    guard let nearest = nearest(by: distances) else { throw .undetermined }
    let floor = map.points[nearest].floor
    guard settings.points > 1 else { return Fix(position: map.points[nearest].position, floor: floor) }
    return Fix(position: centre(on: floor, by: distances), floor: floor)
  }

  /// Nil for a point that is out of the question.
  private func distance(from heard: Fingerprint, to point: Fingerprint) -> Double? {
    let (here, there) = (heard.strongest.flatMap { majors[$0] }, point.strongest.flatMap { majors[$0] })
    switch settings.major {
    case .ignored: return distance.between(heard, point)
    case .gate: return here == there ? distance.between(heard, point) : nil
    case .coordinate:
      guard let here, let there else { return distance.between(heard, point) }
      return distance.between(heard, point, majors: (Double(here), Double(there)))
    }
  }

  private func nearest(by distances: [Double?]) -> Int? {
    var best: (point: Int, distance: Double)?
    for (point, distance) in distances.enumerated() {
      guard let distance else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (point, distance) }
    }
    return best?.point
  }

  private func centre(on floor: Int, by distances: [Double?]) -> Point {
    let candidates = distances.enumerated().compactMap { point, distance in
      map.points[point].floor == floor ? distance.map { (distance: $0, point: point) } : nil
    }
    var (sum, total) = (Point.zero, 0.0)
    for (distance, point) in candidates.sorted(by: <).prefix(settings.points) {
      let weight = WeightedCentroid.weight(at: distance, exponent: settings.weightExponent)
      sum = sum + map.points[point].position * weight
      total += weight
    }
    return sum * (1 / total)
  }
}
