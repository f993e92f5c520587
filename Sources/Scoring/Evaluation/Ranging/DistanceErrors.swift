/// The errors of estimated distances, and the deviations of their levels from the assumed path-loss law.
public struct DistanceErrors: Hashable, Sendable {
  /// Callbacks at which the beacon had a level.
  public private(set) var count = 0
  /// Callbacks at which it had none.
  public private(set) var unheard = 0
  /// Sums of the error in metres, and of the level's deviation in decibels.
  private var sums = SIMD2<Double>.zero
  /// Sums of the squares of the same.
  private var squares = SIMD2<Double>.zero
  /// The sum of the absolute errors, in metres.
  private var magnitudes = 0.0

  public init() {}

  mutating func add(metres error: Double, decibels deviation: Double) {
    count += 1
    let both = SIMD2(error, deviation)
    sums += both
    squares += both * both
    magnitudes += error.magnitude
  }

  mutating func addUnheard(_ callbacks: Int) { unheard += callbacks }

  mutating func add(_ other: DistanceErrors) {
    count += other.count
    unheard += other.unheard
    sums += other.sums
    squares += other.squares
    magnitudes += other.magnitudes
  }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  /// Estimated less true, in metres: positive when beacons seem too far.
  public var meanError: Double? { mean(sums[0]) }
  /// The mean magnitude of the error, in metres; nil without a distance.
  public var meanMagnitude: Double? { mean(magnitudes) }
  /// In metres; nil without a distance.
  public var rootMeanSquare: Double? { mean(squares[0])?.squareRoot() }
  /// The level less that of the assumed law at the true distance, in decibels: positive when beacons seem too near.
  public var meanDecibels: Double? { mean(sums[1]) }
  /// Divided by n.
  public var deviationDecibels: Double? {
    guard let mean = meanDecibels, let square = self.mean(squares[1]) else { return nil }
    return max(square - mean * mean, 0).squareRoot()
  }
}

/// The true distances that ranging is scored by: up to 1, 3, 5, 10 and 20 m, and beyond.
public enum DistanceBins {
  /// Metres at which one bin ends, itself included, and the next begins.
  public static let edges = [1.0, 3, 5, 10, 20]
  /// The number of bins, the last without an upper end included.
  public static let count = edges.count + 1

  /// Metres between which a bin lies; nil for no end.
  public static func bounds(of bin: Int) -> (from: Double, to: Double?) {
    (bin == 0 ? 0 : edges[bin - 1], bin < edges.count ? edges[bin] : nil)
  }

  static func bin(of distance: Double) -> Int {
    var bin = 0
    while bin < edges.count, distance > edges[bin] { bin += 1 }
    return bin
  }
}
