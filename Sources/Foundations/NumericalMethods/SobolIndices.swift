/// How much of the variance of a function comes from each of its inputs, alone and together with others.
///
/// The function is evaluated on the rows of two matrices A and B of independent points, and for each input i on A with the
/// column i of B. With f(A), f(B) and f(AB_i) at the same row, the first-order index is the mean of
/// f(B) (f(AB_i) - f(A)) over the variance (Saltelli et al. 2010, table 2 (b)), and the total index half the mean of
/// (f(A) - f(AB_i))² over it (Jansen 1999). The variance is that of all f(A) and f(B) together; their common mean is taken from
/// f(A) and f(B) first, which changes no expectation and makes the first-order estimate steadier.
///
/// Sources: Sobol 2001, "Global sensitivity indices for nonlinear mathematical models and their Monte Carlo estimates",
/// doi:10.1016/S0378-4754(00)00270-6; Saltelli et al. 2010, "Variance based sensitivity analysis of model output",
/// doi:10.1016/j.cpc.2009.09.018; Jansen 1999, "Analysis of variance designs for model output",
/// doi:10.1016/S0010-4655(98)00154-4.
public struct SobolIndices: Hashable, Sendable {
  /// An index with the bounds between which 95 % of its values lie when rows are resampled.
  public struct Index: Hashable, Sendable {
    /// The estimate, a share of the variance; chance can put it outside 0 to 1.
    public let value: Double
    /// The 2.5 % quantile of the resamples.
    public let lower: Double
    /// The 97.5 % quantile of the resamples.
    public let upper: Double
  }

  /// By input.
  public let first: [Index]
  /// By input: alone and together with others.
  public let total: [Index]

  /// The points of one row at which the function is evaluated: that of A, that of B, then A with one input of B at a time.
  ///
  /// - Parameter row: the inputs of A, and behind them as many of B.
  public static func points(ofRow row: [Double]) -> [[Double]] {
    let count = row.count / 2
    let (a, b) = (Array(row[..<count]), Array(row[count...]))
    return [a, b]
      + (0..<count).map { input in
        var mixed = a
        mixed[input] = b[input]
        return mixed
      }
  }

  /// Nil with fewer than two rows, and where the function is constant.
  ///
  /// - Parameters:
  ///   - rows: for each row the values at its points, in the order of ``points(ofRow:)``.
  ///   - resamples: of rows, for the bounds.
  ///   - seed: of the resamples.
  public init?(_ rows: [[Double]], resamples: Int = 1000, seed: Seed) {
    guard rows.count >= 2, let inputs = rows.first.map({ $0.count - 2 }), inputs >= 1,
      let whole = Self.estimate(rows, Array(rows.indices))
    else { return nil }
    var random = RandomStream(seed)
    var resampled: [Estimate] = []
    for _ in 0..<resamples {
      let chosen = rows.indices.map { _ in random.uniform(below: rows.count) }
      if let estimate = Self.estimate(rows, chosen) { resampled.append(estimate) }
    }
    func index(_ value: (Estimate) -> Double) -> Index {
      let values = resampled.map(value).sorted()
      guard !values.isEmpty else {
        return Index(value: value(whole), lower: value(whole), upper: value(whole))
      }
      func quantile(_ share: Double) -> Double {
        values[min(Int(share * Double(values.count)), values.count - 1)]
      }
      return Index(value: value(whole), lower: quantile(0.025), upper: quantile(0.975))
    }
    first = (0..<inputs).map { input in index { $0.first[input] } }
    total = (0..<inputs).map { input in index { $0.total[input] } }
  }

  private struct Estimate {
    let first: [Double]
    let total: [Double]
  }

  private static func estimate(_ rows: [[Double]], _ chosen: [Int]) -> Estimate? {
    let count = Double(chosen.count)
    let inputs = rows[0].count - 2
    let mean = chosen.reduce(0) { $0 + rows[$1][0] + rows[$1][1] } / (2 * count)
    var squares = 0.0
    var products = [Double](repeating: 0, count: inputs)
    var differences = [Double](repeating: 0, count: inputs)
    for index in chosen {
      let row = rows[index]
      let (a, b) = (row[0] - mean, row[1] - mean)
      squares += a * a + b * b
      for input in 0..<inputs {
        let mixed = row[2 + input] - mean
        products[input] += b * (mixed - a)
        differences[input] += (a - mixed) * (a - mixed)
      }
    }
    let variance = squares / (2 * count)
    guard variance > 0 else { return nil }
    return Estimate(
      first: products.map { $0 / count / variance },
      total: differences.map { $0 / (2 * count) / variance })
  }
}
