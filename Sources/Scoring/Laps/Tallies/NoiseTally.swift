/// The effect of the replacement of noise on the readings of some laps.
struct NoiseTally: Hashable, Sendable {
  /// By anchor: the moments of measured and of white levels, stored as those of distance and level.
  private var levels: [LevelMoments]
  /// Readings that stay as they are, since the walker's position is unknown.
  var unplaced = 0
  private var measured = Residuals()
  private var white = Residuals()

  /// Sums over the residuals from all beacons' lines, and over pairs of them one callback apart.
  private struct Residuals: Hashable, Sendable {
    var squares = 0.0
    var count = 0
    var products = 0.0
    var firstSquares = 0.0
    var secondSquares = 0.0

    mutating func add(_ residual: Double, after last: Double?) {
      squares += residual * residual
      count += 1
      guard let last else { return }
      products += last * residual
      firstSquares += last * last
      secondSquares += residual * residual
    }

    static func + (a: Residuals, b: Residuals) -> Residuals {
      Residuals(
        squares: a.squares + b.squares, count: a.count + b.count, products: a.products + b.products,
        firstSquares: a.firstSquares + b.firstSquares, secondSquares: a.secondSquares + b.secondSquares)
    }

    var deviation: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

    var correlation: Double? {
      let scale = (firstSquares * secondSquares).squareRoot()
      return scale > 0 ? products / scale : nil
    }
  }

  init(anchors: Int) { levels = [LevelMoments](repeating: LevelMoments(), count: anchors) }

  mutating func add(
    anchor: Int, measured level: Double, white twin: Double,
    residuals: (measured: Double, white: Double), after last: (measured: Double, white: Double)?
  ) {
    levels[anchor].add(distance: level, level: twin, draw: 0)
    measured.add(residuals.measured, after: last?.measured)
    white.add(residuals.white, after: last?.white)
  }

  static func + (a: NoiseTally, b: NoiseTally) -> NoiseTally {
    var sum = a
    for anchor in sum.levels.indices { sum.levels[anchor] = a.levels[anchor] + b.levels[anchor] }
    sum.unplaced += b.unplaced
    sum.measured = a.measured + b.measured
    sum.white = a.white + b.white
    return sum
  }

  /// The summary over all laps.
  var summary: WhiteNoiseSummary {
    let heard = levels.filter { $0.count > 0 }
    return WhiteNoiseSummary(
      beacons: heard.count, readings: heard.reduce(0) { $0 + Int($1.count) }, unplaced: unplaced,
      deviation: measured.deviation,
      measuredCorrelation: measured.correlation, whiteCorrelation: white.correlation,
      largestMeanChange: heard.map { abs($0.means.y - $0.means.x) }.max() ?? 0,
      largestVarianceChange: heard.map { moments in
        moments.squares.x > 0 ? abs(moments.squares.y / moments.squares.x - 1) : 0
      }.max() ?? 0)
  }
}

/// The noise that was replaced by white noise, and how exactly its moments are preserved.
public struct WhiteNoiseSummary: Hashable, Sendable {
  /// Beacons that were heard where the walker's place is known.
  public let beacons: Int
  /// Readings whose level was changed.
  public let readings: Int
  /// Readings that stay as they are, since the walker's position is unknown.
  public let unplaced: Int
  /// Decibels: the root mean square of the replaced noise, which equals that of the white noise.
  public let deviation: Double
  /// The correlation of the replaced noise between successive callbacks of one beacon; nil without two in a row.
  public let measuredCorrelation: Double?
  /// The same correlation of the white noise.
  public let whiteCorrelation: Double?
  /// Decibels: the largest change of any beacon's mean level.
  public let largestMeanChange: Double
  /// The largest change of any beacon's variance, as a share of that variance.
  public let largestVarianceChange: Double
}
