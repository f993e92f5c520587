import NumericalMethods

/// One figure of a study and what each lap adds to it, from which a comparison computes the value of either side and the
/// interval of their difference.
package struct LapFigure: Hashable, Sendable {
  /// What a figure is called: all three parts together are unique in a study.
  package struct Name: Hashable, Sendable {
    /// An application or a pipeline.
    package let subject: String
    /// A kind of event, a zone or a schedule; empty where the subject has one such figure.
    package let item: String
    /// What is measured, as `--metric` names it.
    package let figure: String

    package init(_ subject: String, _ item: String = "", figure: String) {
      (self.subject, self.item, self.figure) = (subject, item, figure)
    }
  }

  /// How the figure follows from the values of all laps.
  package enum Statistic: Hashable, Sendable {
    /// A power of the sum of the values over their number, both over all laps.
    case power(Double)
    /// The standard deviation of all values.
    case deviation
    /// The root of their mean square.
    case rootMeanSquare
    /// The quantile of a fraction of all values.
    case quantile(Double)

    /// The mean of all values.
    package static let mean = Statistic.power(1)
    package static let p95 = Statistic.quantile(0.95)
    /// Those that a file may name.
    package static let named = [mean, deviation, p95]

    /// As a file names it.
    package var name: String {
      switch self {
      case .power(1): "mean"
      case .power(let power): "mean^\(power)"
      case .deviation: "deviation"
      case .rootMeanSquare: "rms"
      case .quantile(let fraction): "p\(Int((100 * fraction).rounded()))"
      }
    }

    /// From the sum of all values, that of their squares and their number; nil without values, or where sums do not say.
    package func value(of whole: Part) -> Double? {
      guard whole[2] > 0 else { return nil }
      let mean = whole[0] / whole[2]
      return switch self {
      case .power(1): mean
      case .power(let power): Elementary.pow(mean, power)
      case .deviation: max(whole[1] / whole[2] - mean * mean, 0).squareRoot()
      case .rootMeanSquare: (whole[1] / whole[2]).squareRoot()
      case .quantile: nil
      }
    }
  }

  /// The unit of a number from 0 to 1, which tables show in percent.
  package static let share = "share"

  /// Values of one lap: their sum, the sum of their squares, and their number.
  package typealias Part = SIMD3<Double>

  package let name: Name
  /// Such as `s`; ``share`` for a number from 0 to 1, which tables show in percent. Nil for a number without a unit.
  package let unit: String?
  package let better: Better
  package let statistic: Statistic
  /// By lap. Of a percentile each value is a part of its own.
  package let laps: [[Part]]

  package init(_ name: Name, unit: String?, better: Better, _ statistic: Statistic, laps: [[Part]]) {
    (self.name, self.unit, self.better) = (name, unit, better)
    (self.statistic, self.laps) = (statistic, laps)
  }

  /// A mean, from the sum and the number of each lap's values.
  package init(_ name: Name, unit: String?, better: Better, totals: [SIMD2<Double>]) {
    self.init(name, unit: unit, better: better, .mean, laps: totals.map { [Part($0[0], 0, $0[1])] })
  }

  /// The factor of numbers in tables.
  package static func scale(of unit: String?) -> Double { unit == share ? 100 : 1 }

  /// For each lap the sum of its values and their number.
  package var totals: [SIMD2<Double>] {
    laps.map { parts in parts.reduce(into: .zero) { $0 += SIMD2($1[0], $1[2]) } }
  }

  /// Laps with a value.
  package var heardLaps: Int { totals.count { $0[1] > 0 } }

  /// The mean with its interval; nil without any value.
  package var mean: LapMean? { LapMean(ofTotals: totals) }

  /// Nil without any value.
  package var value: Double? {
    LapStatistic(self).value(times: [UInt8](repeating: 1, count: laps.count)[...])
  }

  /// The same figure of some of its laps.
  package func of(_ range: Range<Int>) -> LapFigure {
    LapFigure(name, unit: unit, better: better, statistic, laps: Array(laps[range]))
  }
}

/// A figure of laps each counted as often as it was drawn.
struct LapStatistic: Sendable {
  private let statistic: LapFigure.Statistic
  private let sums: [LapFigure.Part]
  private let quantile: (fraction: Double, values: ResampledQuantile?)?

  init(_ figure: LapFigure) {
    statistic = figure.statistic
    sums = figure.laps.map { $0.reduce(.zero, +) }
    guard case .quantile(let fraction) = figure.statistic else {
      quantile = nil
      return
    }
    quantile = (
      fraction,
      ResampledQuantile(
        figure.laps.flatMap { $0.map { $0[0] } },
        laps: figure.laps.indices.flatMap { [Int](repeating: $0, count: figure.laps[$0].count) })
    )
  }

  /// Nil where no drawn lap has a value.
  func value(times: ArraySlice<UInt8>) -> Double? {
    let whole = zip(sums, times).reduce(LapFigure.Part.zero) { $0 + $1.0 * Double($1.1) }
    guard let quantile else { return statistic.value(of: whole) }
    return whole[2] > 0 ? quantile.values?.value(quantile.fraction, times: times) : nil
  }
}
