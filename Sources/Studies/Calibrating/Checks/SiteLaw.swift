import NumericalMethods
import World

/// The most probable fault of one beacon.
struct SiteEvidence {
  var fault: SiteFault
  /// The natural logarithm of the mean likelihood ratio.
  var logRatio: Double
  var isNamed: Bool
}

/// The path loss fitted to a recorded walk, and the likelihood of windows under it.
struct SiteLaw {
  let slope: Double
  let level: Double
  let deviation: Double
  /// By how much correlation inflates the variance of a beacon's mean residual; at least 1.
  private(set) var inflation = 1.0
  private let loss: Double
  private let windows: SiteWindows
  private let site: Site

  init(_ windows: SiteWindows, _ site: Site, beacons: [Int]) throws(FitError) {
    (self.windows, self.site) = (windows, site)
    let rows = beacons.flatMap { beacon in
      Self.levels(windows, site, of: beacon).map { window, level in
        LevelRow(
          x: Self.regressor(site.anchors[beacon].position, windows.places[window].place), y: level, group: 0,
          cluster: beacon)
      }
    }
    let fit = try LevelRegression(rows, law: .normal, limit: windows.limit, silence: .counted).solve()
    (slope, level) = (fit.slope, fit.levels[0] ?? 0)
    (deviation, loss) = (max(fit.deviation, 1), fit.loss ?? 0.01)
    let means = beacons.compactMap { beacon -> Double? in
      let residuals = residuals(of: beacon)
      guard residuals.count >= 5 else { return nil }
      let sum = residuals.reduce(0, +)
      return sum * sum / Double(residuals.count)
    }.sorted()
    // The mean of the lower four fifths of chi-squared values of one degree of freedom is 0.4378.
    let kept = means.prefix(means.count - means.count / 5)
    let variance = kept.reduce(0, +) / Double(max(kept.count, 1)) / (means.count >= 5 ? 0.4378 : 1)
    inflation = max(variance / (deviation * deviation), 1)
  }

  /// The windows on the beacon's floor, with the levels received in them.
  private static func levels(_ windows: SiteWindows, _ site: Site, of beacon: Int) -> [(Int, Double?)] {
    windows.places.indices.filter { windows.places[$0].floor == site.anchors[beacon].floor }.map {
      ($0, windows.levels[beacon][$0])
    }
  }

  private static func regressor(_ beacon: Point, _ place: Point) -> Double {
    -10 * Elementary.log10(max(beacon.distance(to: place), 0.1))
  }

  func residuals(of beacon: Int) -> [Double] {
    Self.levels(windows, site, of: beacon).compactMap { window, level in
      level.map { $0 - mean(site.anchors[beacon].position, windows.places[window].place) }
    }
  }

  private func mean(_ beacon: Point, _ place: Point) -> Double {
    level + slope * Self.regressor(beacon, place)
  }

  /// The logarithm of a window's probability (density), up to a constant.
  private func logLikelihood(_ received: Double?, mean: Double) -> Double {
    if let received {
      let z = (received - mean) / deviation
      return -0.5 * z * z
    }
    let below = 0.5 * Elementary.erfc((mean - windows.limit) / deviation * 0.7071067811865476)
    return Elementary.log(max(loss + (1 - loss) * below, 1e-300))
  }

  /// The log-likelihood of all windows of a beacon if it were at another place, and stronger by some dB.
  private func sum(_ levels: [(Int, Double?)], at place: Point, shift: Double = 0) -> Double {
    levels.reduce(0) { sum, window in
      sum + logLikelihood(window.1, mean: mean(place, windows.places[window.0].place) + shift)
    }
  }

  /// The most probable fault of each beacon, and whether it exceeds its threshold.
  ///
  /// - Parameter thresholds: natural logarithms, for one beacon and for a pair.
  func evidence(beacons: [Int], thresholds: (one: Double, pair: Double)) -> [Int: SiteEvidence] {
    let columns = Dictionary(uniqueKeysWithValues: beacons.map { ($0, Self.levels(windows, site, of: $0)) })
    let own = Dictionary(
      uniqueKeysWithValues: columns.map { ($0, sum($1, at: site.anchors[$0].position)) })
    var found: [Int: SiteEvidence] = [:]
    for beacon in beacons {
      let column = columns[beacon] ?? []
      let (dead, most) = dead(column, site.anchors[beacon].position)
      var best =
        [
          power(column, site.anchors[beacon].position, own: own[beacon] ?? 0),
          misplaced(column, site.anchors[beacon], own: own[beacon] ?? 0),
        ].max { $0.logRatio < $1.logRatio } ?? dead
      // A weak or distant beacon explains silence too, but not as well as a dead one.
      if dead.logRatio > best.logRatio || (dead.logRatio > thresholds.one && most >= best.logRatio) {
        best = dead
      }
      best.isNamed = best.logRatio > thresholds.one
      found[beacon] = best
    }
    let single = found.mapValues { $0.isNamed ? $0.logRatio : 0 }
    let pairs = exchanged(columns, own, beacons, single: single, threshold: thresholds.pair)
    return found.merging(pairs) { $1 }
  }

  /// The pairs that are better explained by an exchange than by a fault of each, the clearest first; a beacon is in one pair
  /// at most.
  ///
  /// - Parameters:
  ///   - columns: the levels of each beacon by window.
  ///   - own: by beacon, the log-likelihood at its own place.
  ///   - single: by beacon, the log ratio of its own fault; 0 where none was named.
  private func exchanged(
    _ columns: [Int: [(Int, Double?)]], _ own: [Int: Double], _ beacons: [Int], single: [Int: Double],
    threshold: Double
  ) -> [Int: SiteEvidence] {
    var pairs: [(a: Int, b: Int, logRatio: Double)] = []
    for (place, a) in beacons.enumerated() {
      for b in beacons[(place + 1)...] {
        let swapped =
          sum(columns[a] ?? [], at: site.anchors[b].position)
          + sum(columns[b] ?? [], at: site.anchors[a].position)
        let logRatio = (swapped - (own[a] ?? 0) - (own[b] ?? 0)) / inflation
        if logRatio > threshold, logRatio >= (single[a] ?? 0) + (single[b] ?? 0) {
          pairs.append((a, b, logRatio))
        }
      }
    }
    var found: [Int: SiteEvidence] = [:]
    for pair in pairs.sorted(by: { $0.logRatio > $1.logRatio })
    where found[pair.a] == nil && found[pair.b] == nil {
      for (one, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
        found[one] = SiteEvidence(
          fault: .exchanged(with: site.anchors[other].id), logRatio: pair.logRatio, isNamed: true)
      }
    }
    return found
  }

  /// Silent from a window on; returns the logarithm of the largest ratio too.
  private func dead(_ column: [(Int, Double?)], _ place: Point) -> (SiteEvidence, most: Double) {
    let last = column.lastIndex { $0.1 != nil } ?? -1
    var gains: [Double] = []
    var gain = 0.0
    for (window, _) in column[(last + 1)...].reversed() {
      gain -= logLikelihood(nil, mean: mean(place, windows.places[window].place)) / inflation
      gains.append(gain)
    }
    let since = last + 1 < column.count ? windows.places[column[last + 1].0].time - 0.5 : 0
    return (
      SiteEvidence(
        fault: .dead(since: since), logRatio: Self.logMean(gains, of: column.count), isNamed: false),
      gains.max() ?? 0
    )
  }

  /// Weaker or stronger by 4 dB and more.
  private func power(_ column: [(Int, Double?)], _ place: Point, own: Double) -> SiteEvidence {
    let shifts = (4...30).flatMap { [Double($0), -Double($0)] }
    let gains = shifts.map { (sum(column, at: place, shift: $0) - own) / inflation }
    let best = gains.indices.max { gains[$0] < gains[$1] } ?? 0
    return SiteEvidence(
      fault: .weak(by: -shifts[best]), logRatio: Self.logMean(gains, of: gains.count), isNamed: false)
  }

  /// At another place of its floor and height, 2 m and more away.
  private func misplaced(_ column: [(Int, Double?)], _ anchor: Anchor, own: Double) -> SiteEvidence {
    let places = site.places(besides: anchor)
    let gains = places.map { (sum(column, at: $0) - own) / inflation }
    guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }) else {
      return SiteEvidence(fault: .misplaced(anchor.position), logRatio: 0, isNamed: false)
    }
    return SiteEvidence(
      fault: .misplaced(places[best]), logRatio: Self.logMean(gains, of: gains.count), isNamed: false)
  }

  /// The logarithm of the mean of ratios, of which those that are not listed are 0.
  private static func logMean(_ logs: [Double], of count: Int) -> Double {
    guard let most = logs.max() else { return -700 }
    return most + Elementary.log(logs.reduce(0) { $0 + Elementary.exp($1 - most) } / Double(max(count, 1)))
  }
}

extension Site {
  /// A grid of 2 m, or of at most some 1000 places, round all beacons of the anchor's floor at its height.
  fileprivate func places(besides anchor: Anchor) -> [Point] {
    let known = anchors.filter { $0.floor == anchor.floor && !$0.isMobile }.map(\.position)
    let (x, y) = (known.map(\.x), known.map(\.y))
    guard let west = x.min(), let east = x.max(), let south = y.min(), let north = y.max() else { return [] }
    let step = max(
      2, ((east - west) * (north - south) / 1000).squareRoot(), (east - west + north - south) / 1000)
    return stride(from: west, through: east, by: step).flatMap { x in
      stride(from: south, through: north, by: step).map { Point(x: x, y: $0, z: anchor.position.z) }
    }.filter { $0.distance(to: anchor.position) >= 2 }
  }
}
