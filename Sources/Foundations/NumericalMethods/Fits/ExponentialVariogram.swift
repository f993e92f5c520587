/// How residuals part with the distance between their places: `nugget + sill (1 - exp(-h / range))` is half the
/// mean squared difference of two that are h apart.
///
/// Differences know nothing of means, so a fitted mean does not bend it. The fit is weighted least squares over
/// distance bins, each weighted by its pairs over the square of the fitted value.
///
/// Source: Matheron 1963, "Principles of geostatistics", doi:10.2113/gsecongeo.58.8.1246; Cressie 1985, "Fitting
/// variogram models by weighted least squares", doi:10.1007/BF01032109, equation 13; the correlation is that of
/// Gudmundson 1991, doi:10.1049/el:19911328.
public struct ExponentialVariogram: Hashable, Sendable {
  /// Pairs of residuals at like distances.
  public struct Bin: Hashable, Sendable {
    /// The mean distance of its pairs.
    public var distance: Double
    /// Half the mean squared difference of its pairs.
    public var value: Double
    /// The number of pairs, which is the weight of the bin.
    public var pairs: Double

    public init(distance: Double, value: Double, pairs: Double) {
      self.distance = distance
      self.value = value
      self.pairs = pairs
    }
  }

  /// The variance that two readings at one place do not share.
  public let nugget: Double
  /// The variance that they do.
  public let sill: Double
  /// The distance over which the correlation of the shared part falls to 1/e.
  public let range: Double

  public init(nugget: Double, sill: Double, range: Double) {
    self.nugget = nugget
    self.sill = sill
    self.range = range
  }

  /// The one that fits best; nil when fewer than four bins hold pairs, or when no range fits better than one beyond the bins' reach: the
  /// readings then do not tell. Where none fits better than one below it, or where the nugget leaves less than a tenth of
  /// the total, neighbours have no detectable correlation, and all is nugget.
  ///
  /// - Parameters:
  ///   - bins: of pairs of residuals, by distance; those without pairs or at distance 0 do not count.
  ///   - total: the whole variance, for bins whose reach is too short to tell it; nil leaves it open.
  public static func fitted(to bins: [Bin], total: Double? = nil) -> ExponentialVariogram? {
    let bins = bins.filter { $0.pairs > 0 && $0.value > 0 && $0.distance > 0 }
    guard bins.count >= 4, let nearest = bins.map(\.distance).min(),
      let farthest = bins.map(\.distance).max(), farthest > nearest
    else { return nil }
    var weights = bins.map { $0.pairs / ($0.value * $0.value) }
    var best = search(bins, weights, from: nearest / 2, to: farthest * 2, total: total)
    for _ in 0..<3 {
      guard let found = best, found.sill > 0 else { break }
      weights = zip(bins, bins.map { found.value(at: $0.distance) }).map { $0.pairs / max($1 * $1, 1e-12) }
      best = search(bins, weights, from: nearest / 2, to: farthest * 2, total: total)
    }
    return best
  }

  /// One of neighbours that share nothing.
  public init(flat bins: [Bin]) {
    self = Self.flat(bins, bins.map(\.pairs), range: 1, total: nil)
  }

  /// Half the mean squared difference of two residuals at a distance; the nugget at 0.
  public func value(at distance: Double) -> Double {
    nugget + sill * (1 - Elementary.exp(-distance / range))
  }

  /// The best range by a sweep of 60 in equal ratios and a golden section beside the best of them; nil when that is the
  /// longest, and without a sill when it is the shortest.
  private static func search(
    _ bins: [Bin], _ weights: [Double], from low: Double, to high: Double, total: Double?
  ) -> ExponentialVariogram? {
    let (start, width) = (Elementary.log(low), Elementary.log(high / low) / 60)
    func fit(_ place: Double) -> (model: ExponentialVariogram, squares: Double) {
      linear(bins, weights, range: Elementary.exp(start + width * place), total: total)
    }
    let sweep = (0...60).map { fit(Double($0)).squares }
    let best = sweep.indices.min { (sweep[$0], $0) < (sweep[$1], $1) } ?? 0
    if best == 60 {
      // No end of the rise is in sight; where there is hardly one, that does not matter.
      guard let total, fit(60).model.nugget >= 0.9 * total else { return nil }
      return flat(bins, weights, range: low, total: nil)
    }
    if best == 0 { return flat(bins, weights, range: low, total: total) }
    var (a, b) = (Double(best - 1), Double(best + 1))
    for _ in 0..<40 {
      let (c, d) = (b - 0.6180339887498949 * (b - a), a + 0.6180339887498949 * (b - a))
      if fit(c).squares < fit(d).squares { b = d } else { a = c }
    }
    let model = fit(0.5 * (a + b)).model
    return model.sill > 0 ? model : flat(bins, weights, range: low, total: total)
  }

  private static func flat(
    _ bins: [Bin], _ weights: [Double], range: Double, total: Double?
  ) -> ExponentialVariogram {
    let mean = zip(bins, weights).reduce(0) { $0 + $1.0.value * $1.1 } / weights.reduce(0, +)
    return ExponentialVariogram(nugget: total ?? mean, sill: 0, range: range)
  }

  /// Nugget and sill, neither below 0, for a given range and, if it is known, a given sum of the two.
  private static func linear(
    _ bins: [Bin], _ weights: [Double], range: Double, total: Double?
  ) -> (model: ExponentialVariogram, squares: Double) {
    var (w, wf, wff, wg, wfg) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let rises = bins.map { 1 - Elementary.exp(-$0.distance / range) }
    for (index, bin) in bins.enumerated() {
      let (weight, rise) = (weights[index], rises[index])
      w += weight
      wf += weight * rise
      wff += weight * rise * rise
      wg += weight * bin.value
      wfg += weight * rise * bin.value
    }
    let determinant = w * wff - wf * wf
    var sill = determinant > 0 ? max((w * wfg - wf * wg) / determinant, 0) : 0
    var nugget = (wg - sill * wf) / w
    if nugget < 0 { (nugget, sill) = (0, wff > 0 ? wfg / wff : 0) }
    if let total {
      // value = total - sill × (1 - rise).
      let (shared, square) = (total * (w - wf) - (wg - wfg), w - 2 * wf + wff)
      sill = square > 0 ? min(max(shared / square, 0), total) : 0
      nugget = total - sill
    }
    var squares = 0.0
    for (index, bin) in bins.enumerated() {
      let left = bin.value - nugget - sill * rises[index]
      squares += weights[index] * left * left
    }
    return (ExponentialVariogram(nugget: nugget, sill: sill, range: range), squares)
  }
}
