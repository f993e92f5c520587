package import Evaluation
package import Rendering

/// A figure of laps, described once: what each lap adds to it, and what `compare` calls it. Its value and interval over laps follow, and
/// so do the rows of `figures.csv` and the columns of JSON and tables.
package struct LapMeasure<Lap>: Sendable {
  package typealias Number = @Sendable (Lap) -> Double

  private let name: String
  fileprivate let unit: String?
  fileprivate let better: Better
  private let statistic: LapFigure.Statistic
  /// What its interval cannot lie outside.
  fileprivate let limits: ClosedRange<Double>
  private let parts: @Sendable (Lap) -> [LapFigure.Part]

  /// - Parameters:
  ///   - unit: as of a ``Evaluation/LapFigure``.
  ///   - parts: what a lap adds; nothing where it has no value.
  package init(
    _ name: String, _ unit: String?, _ better: Better, _ statistic: LapFigure.Statistic = .mean,
    limits: ClosedRange<Double> = 0 ... .infinity, parts: @escaping @Sendable (Lap) -> [LapFigure.Part]
  ) {
    (self.name, self.unit, self.better, self.statistic) = (name, unit, better, statistic)
    (self.limits, self.parts) = (unit == LapFigure.share ? 0...1 : limits, parts)
  }

  /// A ratio of two sums over laps.
  package static func ratio(
    _ name: String, _ unit: String?, better: Better = .smaller, _ sum: @escaping Number,
    over count: @escaping Number
  ) -> LapMeasure {
    LapMeasure(name, unit, better) { [LapFigure.Part(sum($0), 0, count($0))] }
  }

  /// A part of a number, both over all laps.
  package static func share(
    _ name: String, better: Better = .smaller, _ part: @escaping @Sendable (Lap) -> Int,
    of whole: @escaping @Sendable (Lap) -> Int
  ) -> LapMeasure {
    ratio(name, LapFigure.share, better: better, { Double(part($0)) }, over: { Double(whole($0)) })
  }

  /// The mean of the values of all laps.
  package static func mean(
    _ name: String, _ unit: String?, better: Better = .smaller,
    limits: ClosedRange<Double> = 0 ... .infinity, _ values: @escaping @Sendable (Lap) -> [Double]
  ) -> LapMeasure {
    LapMeasure(name, unit, better, limits: limits) { lap in
      let values = values(lap)
      return [LapFigure.Part(values.reduce(0, +), 0, Double(values.count))]
    }
  }

  /// The same of laps that hold, or may hold, what it is a figure of.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Lap?) -> LapMeasure<Whole> {
    LapMeasure<Whole>(name, unit, better, statistic, limits: limits) { part($0).map(parts) ?? [] }
  }

  /// What each lap adds to it.
  package func figure(of laps: [Lap], _ subject: String, _ item: String = "") -> LapFigure {
    LapFigure(
      LapFigure.Name(subject, item, figure: name), unit: unit, better: better, statistic,
      laps: laps.map(parts))
  }
}

/// What is measured on laps, of one subject: its figures are lists of measures.
package protocol LapScore: Described {
  associatedtype Lap

  /// As `compare` names them: see ``Evaluation/LapFigure/Name``.
  var names: (subject: String, item: String) { get }
  var laps: [Lap] { get }
  /// Those that `compare` judges.
  var measures: [LapMeasure<Lap>] { get }
}

extension LapScore {
  /// What each lap adds to the figures that `compare` judges.
  package var lapFigures: [LapFigure] { measures.map(figure) }

  /// What each lap adds to a figure.
  package func figure(_ measure: LapMeasure<Lap>) -> LapFigure {
    measure.figure(of: laps, names.subject, names.item)
  }

  /// The mean over laps with its interval; nil without a value.
  package subscript(measure: LapMeasure<Lap>) -> LapMean? { figure(measure).mean }
}

extension Figure where Subject: LapScore {
  /// The mean of a measure over laps with its interval: a figure of JSON, and of a table where it has a title.
  ///
  /// - Parameters:
  ///   - decimals: nil for one.
  ///   - better: nil for that of the measure.
  package init(
    _ key: String, intervalKey: String = "interval95", _ title: String? = nil, unit: String? = nil,
    decimals: Int? = nil, rank: Int = 0, better: Better? = nil, about: String? = nil,
    _ measure: LapMeasure<Subject.Lap>
  ) {
    self.init(
      key, intervalKey: intervalKey, title, unit: unit, decimals: decimals ?? 1,
      form: measure.unit == LapFigure.share ? .percent : .plain, rank: rank, better: better ?? measure.better,
      about: about, estimate: { $0[measure]?.within(measure.limits) })
  }
}
