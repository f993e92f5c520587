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

  /// With at least one error.
  public let walks: Int
  /// Whether observations are blocks of walks.
  public var isByBlock: Bool { walks < Self.leastWalks }
  /// In metres, by observation.
  public let errors: [Double]
  /// By observation; their sum is 1.
  public let weights: [Double]

  /// - Parameter datasets: by data set, walk and block the sum of the errors in metres and their number; what has none does not count.
  public init(_ datasets: [[[SIMD2<Double>]]]) {
    let walked = datasets.map { $0.filter { $0.contains { $0[1] > 0 } } }.filter { !$0.isEmpty }
    walks = walked.reduce(0) { $0 + $1.count }
    var observations: [(error: Double, weight: Double)] = []
    for walks in walked {
      for blocks in walks {
        let whole = blocks.reduce(.zero, +)
        let weight = 1 / Double(walked.count * walks.count)
        if self.walks < Self.leastWalks {
          observations += blocks.filter { $0[1] > 0 }.map { ($0[0] / $0[1], weight * $0[1] / whole[1]) }
        } else {
          observations.append((whole[0] / whole[1], weight))
        }
      }
    }
    (errors, weights) = (observations.map(\.error), observations.map(\.weight))
  }

  /// In metres.
  public var mean: Double { zip(errors, weights).reduce(0) { $0 + $1.0 * $1.1 } }

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
