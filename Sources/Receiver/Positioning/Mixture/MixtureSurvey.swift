import NumericalMethods
import World

/// A survey as a ``Mixture`` uses it: a level for each cell and anchor, and the surveyed places themselves.
struct MixtureSurvey: Sendable {
  /// The level in dBm that stands for an anchor that was not heard.
  static let unheard: Double = -97
  /// What is left of the density of cells beyond ``reach`` of the surveyed places, as a logarithm.
  private static let elsewhere: Double = -8
  /// Times the median distance between neighbouring surveyed places.
  private static let reach = 1.5

  /// By anchor; nil for one that is absent from the survey. By cell: the level in dBm and its variance in dB².
  let levels: [(means: [Lane], variances: [Lane])?]
  /// Between -1 and 1: whether at the surveyed places the stronger of two anchors is the nearer.
  let agreement: Double
  /// By surveyed place, then by anchor: dBm; ``unheard`` where it was not heard.
  let fingerprints: [[Double]]
  /// By cell: the logarithm of its density before anything is heard.
  let start: [Lane]
  /// By cell: the surveyed places near it with their weights, which add up to 1.
  private let near: [[(place: Int, weight: Double)]]

  init(_ map: RadioMap, _ site: RangedSite, _ ground: MixtureGround) throws(PipelineError) {
    let interpolation = try SurveyInterpolation(map, site)
    let residuals = try interpolation.map(at: zip(ground.places, ground.floors).map { ($0, $1) })
    let anchors = site.site.anchors.count
    levels = (0..<anchors).map { anchor in
      guard let first = interpolation.levelsAtOneMetre[anchor] else { return nil }
      return (
        ground.places.indices.map { cell in
          let decades =
            10 * site.logarithm(of: anchor, at: ground.places[cell], floor: ground.floors[cell])
            / logarithmOf10
          return first - interpolation.n * decades + residuals.means[cell * anchors + anchor]
        }.lanes(padding: 0),
        ground.places.indices.map { residuals.variances[$0 * anchors + anchor] }.lanes(padding: 1)
      )
    }
    agreement = Self.agreement(of: map, with: site.site)
    fingerprints = map.points.map { $0.levels.map { $0?.level.value ?? Self.unheard } }
    let gaps = map.points.indices.compactMap { point in
      map.points.lazy.filter { $0.floor == map.points[point].floor }
        .map { $0.position.horizontalDistance(to: map.points[point].position) }.filter { $0 > 0 }.min()
    }.sorted()
    let gap = max(gaps.isEmpty ? 0 : gaps[gaps.count / 2], ground.side)
    near = zip(ground.places, ground.floors).map { place, floor in
      let found = map.points.indices.filter { map.points[$0].floor == floor }.map { point in
        let z = map.points[point].position.horizontalDistance(to: place) / gap
        return (place: point, square: z * z)
      }
      guard let least = found.map(\.square).min() else { return [] }
      let weights = found.filter { $0.square < least + 18 }.map {
        (place: $0.place, weight: Elementary.exp((least - $0.square) / 2))
      }
      let sum = weights.reduce(0) { $0 + $1.weight }
      return weights.map { ($0.place, $0.weight / sum) }
    }
    start = zip(ground.places, ground.floors).map { place, floor in
      let isNear = map.points.contains {
        $0.floor == floor && $0.position.horizontalDistance(to: place) <= Self.reach * gap
      }
      return isNear ? 0 : Self.elsewhere
    }.lanes(padding: Self.elsewhere)
  }

  /// The sum over surveyed places and pairs of anchors of their floor, +1 where the stronger is the nearer and -1 where it is not, weighted
  /// by how clear both are; a form of Kendall's tau (1938, doi:10.1093/biomet/30.1-2.81). 0 without pairs.
  private static func agreement(of map: RadioMap, with site: KnownSite) -> Double {
    var (sum, whole) = (0.0, 0.0)
    for point in map.points {
      let heard = point.levels.enumerated().compactMap { anchor, level in
        site.anchors[anchor].isMobile || site.anchors[anchor].floor != point.floor
          ? nil
          : level.map {
            (
              level: $0.level.value,
              logarithm: Elementary.log(
                site.anchors[anchor].position.horizontalDistance(to: point.position) + 0.5)
            )
          }
      }
      for (index, first) in heard.enumerated() {
        for second in heard[..<index] {
          let stronger = MixtureModels.tanh((first.level - second.level) / 8)
          let clear = stronger * (second.logarithm - first.logarithm)
          sum += clear
          whole += abs(clear)
        }
      }
    }
    return whole > 0 ? sum / whole : 0
  }

  /// By cell: the logarithm of a kernel density of the levels over the surveyed places, up to a constant.
  ///
  /// The levels count less the median of their differences from those of a place, within 10 dB. Differences beyond 15 dB count as
  /// those. The deviations are ours.
  ///
  /// - Parameter heard: the anchors with their levels in dBm.
  func kernelDensity(_ heard: [(anchor: Int, level: Double)]) -> [Lane] {
    let anchors = levels.count
    var window = [Double](repeating: Self.unheard, count: anchors)
    for (anchor, level) in heard { window[anchor] = level }
    let fits = fingerprints.map { fingerprint in
      let common = heard.filter { fingerprint[$0.anchor] != Self.unheard }.map {
        $0.level - fingerprint[$0.anchor]
      }
      .sorted()
      let middle = common.count / 2
      let median =
        common.isEmpty
        ? 0 : common.count.isMultiple(of: 2) ? (common[middle - 1] + common[middle]) / 2 : common[middle]
      let shift = min(max(median, -10), 10)
      var sum: Double = 0
      for anchor in 0..<anchors where window[anchor] != fingerprint[anchor] {
        let isCommon = window[anchor] != Self.unheard && fingerprint[anchor] != Self.unheard
        let difference = min(max(window[anchor] - fingerprint[anchor] - (isCommon ? shift : 0), -15), 15)
        sum += difference * difference
      }
      return sum / (4 * 49)
    }
    let least = fits.min() ?? 0
    let weights = fits.map { Elementary.exp(least - $0) }
    return near.map { places in
      let sum = places.reduce(0) { $0 + $1.weight * weights[$1.place] }
      return 2 * Elementary.log(sum + 1e-12)
    }.lanes(padding: 0)
  }
}

/// ln 10.
let logarithmOf10 = 2.302585092994046

extension RangedSite {
  /// The natural logarithm of the metres from a phone carried at a place to an anchor, at least half a metre. Each floor between them counts
  /// as ``floorFactor`` times the distance.
  func logarithm(of anchor: Int, at place: Point, floor: Int) -> Double {
    let across = place.horizontalDistance(to: site.anchors[anchor].position)
    let own = site.anchors[anchor].floor
    let rise =
      own == floor
      ? rises[anchor] : rises[anchor] + site.elevation(ofFloor: own) - site.elevation(ofFloor: floor)
    let distance = max((across * across + rise * rise).squareRoot(), 0.5)
    return Elementary.log(distance) + Double(abs(own - floor)) * Self.floorLoss
  }

  /// As many decibels as 13 at an exponent of 2.5: Rappaport 2002, "Wireless communications", table 4.5, for one floor.
  private static let floorLoss = 13 * logarithmOf10 / 25
}
