public import NumericalMethods

/// The errors of one pipeline on one site as observations that count as independent, each with its weight in the mean.
///
/// The mean is over moments within a walk, then over the walks of a data set, then over the data sets of a site. An observation is a
/// walk or, where the site has fewer than ``leastWalks``, a block of one: errors a few seconds apart are correlated. Ours.
public struct SiteErrors: Hashable, Sendable {
  /// With fewer walks than this on a site, its observations are blocks.
  public static let leastWalks = 3
  /// The length of a block in seconds, where errors are not due at places.
  public static let blockSeconds = 20.0
  /// The probability of the stated regions that are looked at.
  public static let region = 0.95

  /// With at least one error.
  public let walks: Int
  /// Whether observations are blocks of walks.
  public var isByBlock: Bool { walks < Self.leastWalks }
  /// In metres, by observation.
  public let errors: [Double]
  /// By observation; their sum is 1.
  public let weights: [Double]
  /// What was stated of the errors, by observation: their sums over its moments, each weighted as in the mean.
  private let statements: [Sums]

  /// Sums over some moments.
  public struct Sums: Hashable, Sendable {
    /// Of the errors in metres, and how many they are.
    public var (metres, count) = (0.0, 0.0)
    /// How many errors had a stated region, and how many of these regions held the truth.
    public var (stated, inside) = (0.0, 0.0)
    /// The squared errors in stated standard deviations, and the number of axes.
    public var (squares, degrees) = (0.0, 0.0)

    public init() {}

    /// Adds one error.
    ///
    /// - Parameters:
    ///   - metres: its length.
    ///   - stated: what the fix said of it; nil where it said nothing.
    public mutating func add(_ metres: Double, stated: StatedError? = nil) {
      self.metres += metres
      count += 1
      guard let stated else { return }
      self.stated += 1
      inside += stated.isInside(SiteErrors.region) ? 1 : 0
      squares += stated.normalisedSquare
      degrees += Double(stated.degrees)
    }

    fileprivate mutating func add(_ other: Sums, times factor: Double = 1) {
      metres += factor * other.metres
      count += factor * other.count
      stated += factor * other.stated
      inside += factor * other.inside
      squares += factor * other.squares
      degrees += factor * other.degrees
    }
  }

  /// - Parameter datasets: by data set, walk and block; what has no error does not count.
  public init(_ datasets: [[[Sums]]]) {
    let walked = datasets.map { $0.filter { $0.contains { $0.count > 0 } } }.filter { !$0.isEmpty }
    walks = walked.reduce(0) { $0 + $1.count }
    var observations: [(sums: Sums, weight: Double)] = []
    for walks in walked {
      for blocks in walks {
        var whole = Sums()
        for block in blocks { whole.add(block) }
        let weight = 1 / Double(walked.count * walks.count)
        if self.walks < Self.leastWalks {
          observations += blocks.filter { $0.count > 0 }.map { ($0, weight * $0.count / whole.count) }
        } else {
          observations.append((whole, weight))
        }
      }
    }
    errors = observations.map { $0.sums.metres / $0.sums.count }
    weights = observations.map(\.weight)
    statements = observations.map { sums, weight in
      var weighted = Sums()
      weighted.add(sums, times: weight / sums.count)
      return weighted
    }
  }

  /// In metres.
  public var mean: Double { zip(errors, weights).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The share of stated regions that held the truth, with an interval by a bootstrap over observations; nil where nothing was stated.
  ///
  /// - Parameter seed: of the resamples.
  public func share(seed: Seed) -> SiteFigure? { figure(seed) { ($0.inside, $0.stated) } }

  /// The normalised estimation error squared, 1 where stated errors are right; nil where nothing was stated.
  ///
  /// - Parameter seed: of the resamples.
  public func normalisedSquare(seed: Seed) -> SiteFigure? { figure(seed) { ($0.squares, $0.degrees) } }

  private func figure(_ seed: Seed, _ parts: (Sums) -> (Double, Double)) -> SiteFigure? {
    func ratio(_ sums: Sums) -> Double? {
      let (above, below) = parts(sums)
      return below > 0 ? above / below : nil
    }
    var all = Sums()
    for sums in statements { all.add(sums) }
    guard let value = ratio(all) else { return nil }
    var random = RandomStream(seed)
    let drawn = LapResamples(of: statements.count, count: ErrorRatio.resamples, using: &random)
    let values = (0..<ErrorRatio.resamples).compactMap { resample in
      var sums = Sums()
      for (index, times) in drawn.times(in: resample).enumerated() where times > 0 {
        sums.add(statements[index], times: Double(times))
      }
      return ratio(sums)
    }
    return SiteFigure(
      value: value, interval: statements.count > 1 ? ConfidenceInterval(ofMiddle: values) : nil)
  }

  /// The errors in one block of a walk: those at one test point, or of ``blockSeconds``.
  public struct Block: Hashable, Comparable, Sendable {
    private let point: Int
    private let stretch: Double

    /// - Parameters:
    ///   - point: an index of the site's test points; nil where the error was not due at one.
    ///   - time: seconds since the walk began.
    public init(point: Int?, time: Double) {
      self.point = point ?? -1
      stretch = point == nil ? (time / SiteErrors.blockSeconds).rounded(.down) : 0
    }

    public static func < (a: Block, b: Block) -> Bool { (a.point, a.stretch) < (b.point, b.stretch) }
  }
}

/// A figure of one site.
public struct SiteFigure: IntervalEstimate, Hashable, Sendable {
  public let value: Double
  /// Nil with a single observation.
  public let interval: ConfidenceInterval?
}

/// How many times the mean error of one pipeline is that of another, with an interval by a bootstrap over the observations of each
/// site, for which both are resampled together.
///
/// Source: the percentile interval is Davison and Hinkley 1997, "Bootstrap methods and their application", section 5.3.1.
public struct ErrorRatio: IntervalEstimate, Hashable, Sendable {
  /// How often each site is resampled.
  public static let resamples = 2000

  public let value: Double
  /// Nil with a single observation.
  public let interval: ConfidenceInterval?
  /// The logarithm of the ratio in each resample.
  private let logarithms: [Double]

  /// On one site.
  ///
  /// - Parameters:
  ///   - pipeline: its errors, above 0 on average.
  ///   - other: with the same observations.
  ///   - seed: of the resamples.
  public init(of pipeline: SiteErrors, to other: SiteErrors, seed: Seed) {
    precondition(pipeline.weights == other.weights, "both need the same observations")
    let (a, b, weights) = (pipeline.errors, other.errors, pipeline.weights)
    var random = RandomStream(seed)
    let drawn = LapResamples(of: max(weights.count, 1), count: Self.resamples, using: &random)
    let logarithms = (0..<Self.resamples).map { resample in
      var sums = SIMD2<Double>.zero
      for (index, times) in drawn.times(in: resample).enumerated() where times > 0 {
        sums += SIMD2(a[index], b[index]) * (weights[index] * Double(times))
      }
      return Elementary.log(sums[0] / sums[1])
    }
    self.init(Elementary.log(pipeline.mean / other.mean), weights.count > 1 ? logarithms : [])
  }

  /// The geometric mean over sites, each of which counts equally; nil without any.
  public init?(geometricMeanOf ratios: [ErrorRatio]) {
    guard !ratios.isEmpty else { return nil }
    func mean(_ logarithms: some Sequence<Double>) -> Double {
      logarithms.reduce(0, +) / Double(ratios.count)
    }
    let isKnown = ratios.allSatisfy { !$0.logarithms.isEmpty }
    self.init(
      mean(ratios.map { Elementary.log($0.value) }),
      isKnown ? (0..<Self.resamples).map { resample in mean(ratios.map { $0.logarithms[resample] }) } : [])
  }

  private init(_ logarithm: Double, _ logarithms: [Double]) {
    (value, self.logarithms) = (Elementary.exp(logarithm), logarithms)
    interval = ConfidenceInterval(ofMiddle: logarithms).map {
      ConfidenceInterval(lower: Elementary.exp($0.lower), upper: Elementary.exp($0.upper))
    }
  }
}

/// The limits that a pipeline must keep on sites that it has not seen, against the rival that was best on the others.
public enum UnseenLimits {
  /// Of the geometric mean of the ratios, whose interval must end below 1.
  public static let mean = 0.95
  /// Above which no site's interval may begin.
  public static let site = 1.05
  /// Within which the share of regions must be that hold the truth: on each site its interval meets this.
  public static let regions = 0.90...0.99
  /// Within which the normalised estimation error squared must be.
  public static let normalisedSquare = 0.5...2.0
  /// Of the ratio to the rival that is best in hindsight, on any site.
  public static let regret = 1.25
  /// With fewer walks a site has no verdict of its own.
  public static let leastWalks = 8

  /// The place of the row with the smallest geometric mean over sites; of equal ones the first.
  ///
  /// - Parameters:
  ///   - means: by row and site, in metres; at least one row.
  ///   - site: the place of the one that does not count; nil for none.
  public static func best(of means: [[Double]], without site: Int? = nil) -> Int {
    let logarithms = means.map { row in
      row.enumerated().reduce(0.0) { $0 + ($1.offset == site ? 0 : Elementary.log($1.element)) }
    }
    return logarithms.indices.min { (logarithms[$0], $0) < (logarithms[$1], $1) } ?? 0
  }
}
