import NumericalMethods
public import World

/// Levels along a walk, as evidence of the offset of its clock.
///
/// A level falls with the logarithm of the distance, with a constant of its own for each beacon and one exponent for all, both
/// fitted at each offset: no power and no exponent is assumed. An exponent below 0 counts as 0, so that a path along which levels
/// rise with distance explains nothing.
public struct LevelEvidence: OffsetEvidence {
  /// One level.
  public struct Level: Hashable, Sendable {
    let time: Double
    let beacon: Int
    let position: Point
    let level: Double

    /// - Parameters:
    ///   - time: seconds on the clock of the recording; of an average, the middle of its time.
    ///   - beacon: the same number for all levels of a beacon, from 0.
    ///   - position: of the beacon.
    ///   - level: in dBm.
    public init(time: Double, beacon: Int, position: Point, level: Double) {
      (self.time, self.beacon, self.position, self.level) = (time, beacon, position, level)
    }
  }

  let times: [Double]
  var laps: [Int] { [Int](repeating: 0, count: times.count) }
  private let levels: [Level]
  private let walk: Walk
  private let beacons: Int

  /// - Parameters:
  ///   - levels: in any order.
  ///   - walk: the truth, on its own clock.
  public init(_ levels: [Level], along walk: Walk) {
    (self.levels, self.walk, times) = (levels, walk, levels.map(\.time))
    beacons = (levels.map(\.beacon).max() ?? -1) + 1
  }

  /// Metres below which a distance counts as this much: a path through a beacon would be infinitely loud.
  private static let nearest = 0.1
  /// Seconds on either side between which a derivative is taken: the truth has corners.
  private static let reach = 0.25

  func span(of observation: Int) -> ClosedRange<Double> { walk.span }

  func squares(_ observations: [Int], at offset: Double) -> OffsetSquares {
    let fit = Fit(self, observations, at: offset)
    return OffsetSquares(
      without: fit.sum(fit.levels, fit.levels), with: fit.sum(fit.residuals, fit.residuals))
  }

  func slopes(_ observations: [Int], at offset: Double) -> OffsetSlopes {
    let fit = Fit(self, observations, at: offset)
    let (before, after) = (
      distances(observations, at: offset - Self.reach), distances(observations, at: offset + Self.reach)
    )
    let rates = zip(before, after).map { fit.slope * ($1 - $0) / (2 * Self.reach) }
    let centred = centred(rates, observations)
    let share = fit.squared > 0 ? fit.sum(centred, fit.distances) / fit.squared : 0
    let slopes = zip(centred, fit.distances).map { $0 - share * $1 }
    let freedom = max(1, observations.count - beacons - 2)
    return OffsetSlopes(
      scores: zip(fit.residuals, slopes).map { $0 * $1 }, information: slopes.map { $0 * $0 },
      variance: fit.sum(fit.residuals, fit.residuals) / Double(freedom))
  }

  /// Common logarithms of distances.
  private func distances(_ observations: [Int], at offset: Double) -> [Double] {
    observations.map { index in
      let level = levels[index]
      let distance = (walk.position(at: level.time - offset) - level.position).length
      return Elementary.log10(max(distance, Self.nearest))
    }
  }

  /// Less the mean of each beacon.
  private func centred(_ values: [Double], _ observations: [Int]) -> [Double] {
    var (sums, counts) = ([Double](repeating: 0, count: beacons), [Double](repeating: 0, count: beacons))
    for (value, index) in zip(values, observations) {
      sums[levels[index].beacon] += value
      counts[levels[index].beacon] += 1
    }
    return zip(values, observations).map { $0 - sums[levels[$1].beacon] / counts[levels[$1].beacon] }
  }

  /// The regression at one offset.
  private struct Fit {
    let levels: [Double]
    let distances: [Double]
    let squared: Double
    let slope: Double
    let residuals: [Double]

    init(_ evidence: LevelEvidence, _ observations: [Int], at offset: Double) {
      let levels = evidence.centred(observations.map { evidence.levels[$0].level }, observations)
      let distances = evidence.centred(evidence.distances(observations, at: offset), observations)
      let squared = distances.reduce(0) { $0 + $1 * $1 }
      let product = zip(levels, distances).reduce(0) { $0 + $1.0 * $1.1 }
      let slope = squared > 1e-9 ? min(0, product / squared) : 0
      (self.levels, self.distances, self.squared, self.slope) = (levels, distances, squared, slope)
      residuals = zip(levels, distances).map { $0 - slope * $1 }
    }

    func sum(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}

/// Fixes along walks, as evidence of the offset of the walks' clock.
///
/// A fix is predicted to be where the walker is. A method that trails the walker by two seconds looks the same as a clock that is two
/// seconds off: what is found is the sum of both.
public struct FixEvidence: OffsetEvidence {
  /// The fixes of one lap.
  public struct Lap: Sendable {
    let fixes: [(time: Double, position: Point)]
    let walk: Walk

    /// - Parameters:
    ///   - fixes: of all pipelines, on the clock of the fixes.
    ///   - walk: the truth, on its own clock.
    public init(fixes: [(time: Double, position: Point)], walk: Walk) {
      (self.fixes, self.walk) = (fixes, walk)
    }
  }

  let times: [Double]
  let laps: [Int]
  private let positions: [Point]
  private let walks: [Walk]

  /// - Parameter laps: in their order.
  public init(_ laps: [Lap]) {
    times = laps.flatMap { $0.fixes.map(\.time) }
    positions = laps.flatMap { $0.fixes.map(\.position) }
    self.laps = laps.enumerated().flatMap { lap, of in of.fixes.map { _ in lap } }
    walks = laps.map(\.walk)
  }

  func span(of observation: Int) -> ClosedRange<Double> { walks[laps[observation]].span }

  func squares(_ observations: [Int], at offset: Double) -> OffsetSquares {
    let places = observations.map { positions[$0] }
    let mean = places.reduce(.zero, +) * (1 / Double(max(1, places.count)))
    return OffsetSquares(
      without: places.reduce(0) { $0 + Self.product($1 - mean, $1 - mean) },
      with: observations.reduce(0) { sum, index in
        let error = error(of: index, at: offset)
        return sum + Self.product(error, error)
      })
  }

  func slopes(_ observations: [Int], at offset: Double) -> OffsetSlopes {
    let velocities = observations.map { walks[laps[$0]].velocity(at: times[$0] - offset) }
    let errors = observations.map { error(of: $0, at: offset) }
    return OffsetSlopes(
      scores: zip(errors, velocities).map { -Self.product($0, $1) },
      information: velocities.map { Self.product($0, $0) },
      variance: errors.reduce(0) { $0 + Self.product($1, $1) } / Double(max(1, 2 * errors.count)))
  }

  private func error(of index: Int, at offset: Double) -> Point {
    positions[index] - walks[laps[index]].position(at: times[index] - offset)
  }

  /// On the plan.
  private static func product(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
}
