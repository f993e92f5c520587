import NumericalMethods
import World

/// The covariance of one beacon's shadowing between two moments of a walk, for unit variance.
///
/// On the path it is that of ``PathShadows``: along one edge `exp(-s / decorrelation)`. Places on different edges are correlated
/// through the nodes: a place at a on an edge of length l depends on its two nodes with the weights of the Ornstein-Uhlenbeck
/// bridge, `sinh((l - a) / D) / sinh(l / D)` and `sinh(a / D) / sinh(l / D)`, where D is the decorrelation distance. Over floors it
/// is `exp(-s / decorrelation)` of the straight distance, and 0 between floors; the effect of drawing on a grid is neglected.
struct ShadowCovariance {
  private let decorrelation: Double
  private let bins: WalkedBins
  /// On the path, by bin: the edge, the metres along it, and their derivative with respect to metres ahead.
  private var places: [(edge: Int, along: Double, growth: Double)] = []
  private var bridges: [[Bridge]] = []
  /// The covariance of the nodes.
  private var nodes: [[Double]] = []

  /// The weight of one of an edge's nodes at a place on the edge.
  private struct Bridge {
    let node: Int
    let weight: Double
    let change: Double
  }

  init(_ plan: ShadowPlan, decorrelation: Double, bins: WalkedBins, walk: Walk, duration: Double, site: Site)
  {
    self.decorrelation = decorrelation
    self.bins = bins
    guard case .path = plan, let path = site.path else { return }
    let track = Track(of: walk, on: path, duration: duration)
    places = bins.times.indices.map { index in
      let time = Int64((bins.times[index] * 1e6).rounded())
      let stretch = track.stretches[track.indices(during: time..<time + 1).lowerBound]
      let ends = path.edges[stretch.edge]
      let edge = path.nodes[ends.to].position - path.nodes[ends.from].position
      return (
        stretch.edge, stretch.along + stretch.alongRate * Double(time - stretch.start) / 1e6,
        edge.dot(bins.ahead[index]) / edge.length
      )
    }
    bridges = places.map { place in
      Self.bridge(
        path.edges[place.edge], length: path.lengths[place.edge], along: place.along, decorrelation)
    }
    nodes = path.nodes.map { node in
      path.nodes.map { Elementary.exp(-node.position.distance(to: $0.position) / decorrelation) }
    }
  }

  /// The covariance of bins i and j, and its derivative as the walker moves ahead from bin i.
  func element(_ i: Int, _ j: Int) -> (covariance: Double, forward: Double) {
    guard !places.isEmpty else { return overFloor(i, j) }
    guard places[i].edge == places[j].edge else { return betweenEdges(i, j) }
    let apart = places[i].along - places[j].along
    let covariance = Elementary.exp(-abs(apart) / decorrelation)
    let sign: Double = apart == 0 ? 0 : apart < 0 ? 1 : -1
    return (covariance, sign * places[i].growth * covariance / decorrelation)
  }

  private func overFloor(_ i: Int, _ j: Int) -> (covariance: Double, forward: Double) {
    guard bins.floors[i] == bins.floors[j] else { return (0, 0) }
    let apart = bins.positions[i] - bins.positions[j]
    let distance = apart.horizontalLength
    let covariance = Elementary.exp(-distance / decorrelation)
    guard distance > 0 else { return (1, 0) }
    let growth = (apart.x * bins.ahead[i].x + apart.y * bins.ahead[i].y) / distance
    return (covariance, -growth * covariance / decorrelation)
  }

  private func betweenEdges(_ i: Int, _ j: Int) -> (covariance: Double, forward: Double) {
    var (covariance, forward) = (0.0, 0.0)
    for here in bridges[i] {
      for there in bridges[j] {
        let alike = nodes[here.node][there.node] * there.weight
        covariance += here.weight * alike
        forward += here.change * alike
      }
    }
    return (covariance, forward * places[i].growth)
  }

  /// By node of an edge: its weight at a place, and the derivative of the weight along the edge.
  private static func bridge(
    _ edge: PathGraph.Edge, length: Double, along: Double, _ decorrelation: Double
  ) -> [Bridge] {
    func decay(_ metres: Double) -> Double { Elementary.exp(-metres / decorrelation) }
    let whole = 1 - decay(2 * length)
    let (a, b) = (decay(along), decay(2 * length - along))
    let (c, d) = (decay(length - along), decay(length + along))
    return [
      Bridge(node: edge.from, weight: (a - b) / whole, change: -(a + b) / whole / decorrelation),
      Bridge(node: edge.to, weight: (c - d) / whole, change: (c + d) / whole / decorrelation),
    ]
  }
}

/// The covariance of the terms that all packets of one beacon share at the bins of a walk: its shadowing, its power, and
/// the mean of its offsets on the three channels.
///
/// Terms that are fixed in the building are treated like those drawn for each lap; the mean is then over buildings.
struct SharedLevels {
  private let count: Int
  private let bins: WalkedBins
  private let shadowing: Shadowing?
  /// The variances of power and of the mean channel offset, in dB².
  private let power: Double
  private let offsets: Double
  /// For a fixed beacon and unit variance; nil without shadowing.
  private let still: SeriesCovariance?

  init(_ building: Building, _ beacons: BeaconSettings, bins: WalkedBins, walk: Walk, duration: Double) {
    self.bins = bins
    count = bins.times.count
    power = beacons.powerDeviation.value * beacons.powerDeviation.value
    let offset = building.channel.channelOffsets.sigma.value
    offsets = offset * offset / 3
    shadowing = building.channel.shadowing.flatMap { $0.sigma > 0 ? $0 : nil }
    guard let plan = building.shadowPlan, let shadowing else {
      still = nil
      return
    }
    let shadows = ShadowCovariance(
      plan, decorrelation: shadowing.decorrelation, bins: bins, walk: walk, duration: duration,
      site: building.site)
    still = SeriesCovariance(count: count, element: shadows.element)
  }

  /// The covariance of the terms that the packets of one series share.
  struct Shared {
    let covariance: SeriesCovariance?
    var weight = 1.0
    var constant = 0.0
  }

  /// - Parameters:
  ///   - transmitters: how many of them make one series; each has its own power and offsets.
  ///   - track: of a beacon that walks.
  func shared(by transmitters: Int, track: Walk?) -> Shared {
    let constant = (power + offsets) / Double(transmitters)
    guard let shadowing, let still else {
      guard constant > 0 else { return Shared(covariance: nil) }
      return Shared(covariance: SeriesCovariance(count: count) { _, _ in (constant, 0) })
    }
    let variance = shadowing.sigma.value * shadowing.sigma.value
    guard let track else { return Shared(covariance: still, weight: variance, constant: constant) }
    return Shared(
      covariance: SeriesCovariance(count: count) { moving($0, $1, track, shadowing) }, weight: variance,
      constant: constant)
  }

  /// The law of ``LinkShadow``.
  private func moving(
    _ i: Int, _ j: Int, _ track: Walk, _ shadowing: Shadowing
  ) -> (covariance: Double, forward: Double) {
    let apart = bins.positions[i] - bins.positions[j]
    let distance = apart.horizontalLength
    let beacons = track.position(at: bins.times[i]).horizontalDistance(to: track.position(at: bins.times[j]))
    let other = shadowing.anchorDecorrelation ?? shadowing.decorrelation
    let covariance = Elementary.exp(-distance / shadowing.decorrelation - beacons / other)
    guard distance > 0 else { return (covariance, 0) }
    let growth = (apart.x * bins.ahead[i].x + apart.y * bins.ahead[i].y) / distance
    return (covariance, -growth * covariance / shadowing.decorrelation)
  }
}
