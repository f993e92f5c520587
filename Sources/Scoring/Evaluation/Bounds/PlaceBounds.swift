public import NumericalMethods
public import World

/// Lower bounds of the position error at one moment of a lap, in metres on the plan.
public struct PlaceBounds: Hashable, Sendable {
  /// From the last window alone, along the path; nil where the window holds no information. For unbiased estimates.
  public let epochAlong: Double?
  /// The same where the path is unknown: in both directions on the plan.
  public let epochPlane: Double?
  /// From everything received up to the moment.
  public let filter: Double
  /// From the whole lap.
  public let smoother: Double

  /// For levels without noise.
  public static let exact = PlaceBounds(epochAlong: 0, epochPlane: 0, filter: 0, smoother: 0)

  /// An extrapolation to ever shorter bins: the size of the change due to halving the bins is subtracted from each bound.
  ///
  /// If each halving changes the bounds at most half as much as the one before, the limit is at most that far away.
  /// Ours; docs/bounds.md shows how well it holds.
  ///
  /// - Parameter coarse: the bounds with bins twice as long.
  public func limit(from coarse: PlaceBounds) -> PlaceBounds {
    func least(_ fine: Double, _ coarse: Double) -> Double { max(fine - abs(coarse - fine), 0) }
    func least(_ fine: Double?, _ coarse: Double?) -> Double? {
      fine.flatMap { fine in coarse.map { least(fine, $0) } }
    }
    let along = least(epochAlong, coarse.epochAlong)
    return PlaceBounds(
      // Not knowing the path cannot lower a bound.
      epochAlong: along, epochPlane: least(epochPlane, coarse.epochPlane).map { max($0, along ?? 0) },
      filter: least(filter, coarse.filter), smoother: least(smoother, coarse.smoother))
  }
}

/// The bounds at the moments of one lap.
///
/// The bound of the single window is that of Cramér and Rao, with the motion within the window known. Those of filter and
/// smoother are van Trees bounds: the information of all packets about the numbers that describe the walk (`LapMotion`),
/// plus the prior information on these. They equal the recursion of Tichavský, Muravchik and Nehorai with the shadowing
/// integrated out instead of kept as states. For a walker who may be anywhere on a straight path of L metres, with the
/// information I about the position, no estimate has a lower mean square than `(1 - tanh z / z) / I`, z = L √I / 2.
///
/// Source: van Trees 1968, section 2.4.3; Tichavský, Muravchik, Nehorai 1998, doi:10.1109/78.668800; the ends of a path
/// use van Trees' inequality with the best weight that vanishes there, after Gill, Levit 1995, doi:10.2307/3318681.
public struct LapBounds: Sendable {
  private let groups: [SeriesGroup]
  private let bins: WalkedBins
  private let motion: LapMotion

  /// A moment at which a position is to be estimated.
  public struct Target: Hashable, Sendable {
    /// The moment whose position is estimated, in seconds since the stream began.
    public let time: Double
    /// Seconds up to which the filter has heard.
    public let heard: Double

    public init(time: Double, heard: Double) { (self.time, self.heard) = (time, heard) }
  }

  /// - Parameters:
  ///   - groups: the series of packets, by group of equal covariance.
  ///   - bins: of the walk; the series have the same.
  ///   - speed: what is known of the walking speed beforehand.
  public init(_ groups: [SeriesGroup], bins: WalkedBins, speed: SpeedKnowledge) {
    self.groups = groups
    self.bins = bins
    motion = LapMotion(speed, bins: bins)
  }

  /// - Parameters:
  ///   - targets: in any order.
  ///   - window: seconds of one reading.
  public func bounds(at targets: [Target], window: Double) -> [PlaceBounds] {
    let cuts = targets.map { target in min(max(bins.count(until: target.heard), 0), count) }
    let sorted = Set(cuts + [count]).sorted()
    let information = accumulated(at: sorted)
    let epoch = max(Int((window / bins.length).rounded()), 1)
    var epochs: [Int: (along: Double?, plane: Double?)] = [:]
    for cut in sorted where cut > 0 { epochs[cut] = epochBounds(max(cut - epoch, 0)..<cut) }
    return zip(targets, cuts).map { target, cut in
      func bound(_ cut: Int) -> Double {
        let index = sorted.firstIndex(of: cut) ?? 0
        return metres(information[index], at: target.time)
      }
      let epoch = epochs[cut]
      let share = bins.straightWay(at: target.time).share
      return PlaceBounds(
        epochAlong: epoch?.along.map { $0 * share }, epochPlane: epoch?.plane, filter: bound(cut),
        smoother: bound(count))
    }
  }

  private var count: Int { bins.times.count }

  private func accumulated(at cuts: [Int]) -> [InformationMatrix] {
    let directions = motion.shifts.map { shifts in
      zip(shifts, bins.ahead).map { SIMD3($1.x, $1.y, $1.z) * $0 }
    }
    let zero = [InformationMatrix](repeating: InformationMatrix(size: motion.prior.size), count: cuts.count)
    return groups.reduce(zero) { sum, group in
      let more = SeriesInformation.accumulated(
        group, directions: directions, shifts: motion.shifts.count > 1 ? motion.shifts : nil, over: 0..<count,
        at: cuts)
      return zip(sum, more).map { $0 + $1 }
    }
  }

  private func metres(_ information: InformationMatrix, at time: Double) -> Double {
    let variance = (information + motion.prior).variance(of: motion.weights(at: time))
    let way = bins.straightWay(at: time)
    return LapBounds.leastMeanSquare(
      information: 1 / (variance * way.share * way.share), within: way.metres
    ).squareRoot()
  }

  /// The least mean square of estimates of a place that may be anywhere on a line of some length, in square metres.
  ///
  /// - Parameters:
  ///   - information: of the place, in 1/m², the same all along.
  ///   - length: of the line, in metres.
  public static func leastMeanSquare(information: Double, within length: Double) -> Double {
    guard information > 0, information.isFinite, length > 0 else {
      return information > 0 ? 0 : length * length / 12
    }
    let z = length * information.squareRoot() / 2
    guard z > 1e-3 else { return length * length / 12 }
    let decay = Elementary.exp(-2 * z)
    return (1 - (1 - decay) / (1 + decay) / z) / information
  }

  private func epochBounds(_ range: Range<Int>) -> (along: Double?, plane: Double?) {
    let ahead = bins.ahead.map { SIMD3($0.x, $0.y, $0.z) }
    let axes = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0)].map { axis in
      [SIMD3<Double>](repeating: axis, count: count)
    }
    var (along, plane) = (InformationMatrix(size: 1), InformationMatrix(size: 2))
    for group in groups {
      along =
        along
        + SeriesInformation.accumulated(group, directions: [ahead], over: range, at: [range.upperBound])[0]
      plane =
        plane + SeriesInformation.accumulated(group, directions: axes, over: range, at: [range.upperBound])[0]
    }
    let (line, x, y) = (along.variance(of: [1]), plane.variance(of: [1, 0]), plane.variance(of: [0, 1]))
    return (
      line.isFinite ? line.squareRoot() : nil, (x + y).isFinite ? (x + y).squareRoot() : nil
    )
  }
}

/// The ratio of the root mean square of one method's errors to a bound.
public struct BoundRatio: Hashable, Sendable {
  /// Metres; nil when nothing was measured.
  public let rootMeanSquare: Double?
  /// The 95 % interval over laps, see ``LapJackknife``; nil with fewer than two laps.
  public let interval: ConfidenceInterval?
  /// Metres, above 0; nil where the errors have no bound.
  public let bound: Double?

  /// - Parameters:
  ///   - errors: the measured errors.
  ///   - bound: metres; nil, or 0, where there is none.
  public init(of errors: ErrorsByLap, to bound: Double?) {
    let squares = errors.values.reduce(0) { $0 + $1 * $1 }
    rootMeanSquare = errors.values.isEmpty ? nil : (squares / Double(errors.values.count)).squareRoot()
    let jackknife = LapJackknife(errors)
    // Errors of 0 have no logarithm, and no spread.
    interval =
      jackknife != nil && squares == 0
      ? ConfidenceInterval(lower: 0, upper: 0) : jackknife?.rootMeanSquare?.interval
    self.bound = bound.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The ratio, below 1 only by chance; nil where one of the two is missing.
  public var value: Double? { bound.flatMap { bound in rootMeanSquare.map { $0 / bound } } }

  /// The 95 % interval of the ratio.
  public var ratioInterval: ConfidenceInterval? {
    bound.flatMap { bound in
      interval.map { ConfidenceInterval(lower: $0.lower / bound, upper: $0.upper / bound) }
    }
  }

  /// Whether the whole interval lies below 1: no method can achieve that, and the variation between laps does not
  /// explain it.
  public var isBelow: Bool { (ratioInterval?.upper ?? 1) < 1 }
}
