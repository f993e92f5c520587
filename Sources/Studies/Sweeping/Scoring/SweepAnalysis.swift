package import Documents
package import Evaluation
import Laps
package import NumericalMethods
import Rendering
import Results

/// The effect of one value of one parameter on the mean error of a pipeline, with all others as in the scenario.
package struct SweepEffect: Hashable, Sendable {
  /// The name of the parameter.
  package let parameter: String
  /// Its value.
  package let value: Document
  /// The name of the pipeline.
  package let pipeline: String
  /// Metres by which the mean error is larger than in the scenario as it is; nil where either has no mean error.
  package let change: Double?
  /// Over the laps of all seeds, which are those of the scenario as it is; nil with fewer than two.
  package let interval: ConfidenceInterval?

  /// Those of a sweep of one parameter at a time.
  static func all(of run: SweepRun, _ blocks: [String: JournalCell]) -> [SweepEffect] {
    let base = laps(ofPoint: 0, run, blocks)
    return run.points.dropFirst().flatMap { point -> [SweepEffect] in
      guard let index = point.values.firstIndex(where: { $0 != nil }), let value = point.values[index] else {
        return []
      }
      let changed = laps(ofPoint: point.index, run, blocks)
      return run.pipelines.indices.filter { run.compared.contains(run.pipelines[$0]) }.map { pipeline in
        let change = LapMean(from: base[pipeline], to: changed[pipeline])
        return SweepEffect(
          parameter: run.sweep.parameters[index].name, value: value,
          pipeline: run.pipelines[pipeline],
          change: change?.value, interval: change?.interval)
      }
    }
  }

  /// By pipeline, the laps of all seeds concatenated.
  private static func laps(
    ofPoint point: Int, _ run: SweepRun, _ blocks: [String: JournalCell]
  ) -> [ErrorsByLap] {
    let seeds = run.sweep.seeds.count
    let cells = (0..<seeds).compactMap { run.errors(ofCell: point * seeds + $0, in: blocks) }
    return run.pipelines.indices.map { pipeline in
      ErrorsByLap(byLap: cells.flatMap { $0[pipeline].map { lap in lap.compactMap(\.metres) } })
    }
  }
}

/// The share of the variance of a pipeline's metric that one parameter accounts for.
package struct SweepIndex: Hashable, Sendable {
  /// The name of the parameter.
  package let parameter: String
  /// The name of the pipeline.
  package let pipeline: String
  /// The share that the parameter accounts for alone.
  package let first: SobolIndices.Index
  /// The share that it accounts for together with the others.
  package let total: SobolIndices.Index

  /// Those of a sweep for them; a pipeline without a value at some point, or with the same at all, has none.
  ///
  /// - Parameter values: by point and compared pipeline.
  static func all(of run: SweepRun, _ values: [[Double?]]) -> [SweepIndex] {
    let (parameters, width) = (run.sweep.parameters, run.sweep.parameters.count + 2)
    return run.compared.enumerated().flatMap { pipeline, name -> [SweepIndex] in
      let column = values.compactMap { $0[pipeline] }
      guard column.count == values.count else { return [] }
      let rows = stride(from: 0, to: column.count, by: width).map { Array(column[$0..<$0 + width]) }
      let seed = Seed(run.sweep.seed).derived("sobol indices")
      guard let indices = SobolIndices(rows, seed: seed) else { return [] }
      return parameters.indices.map {
        SweepIndex(
          parameter: parameters[$0].name, pipeline: name, first: indices.first[$0],
          total: indices.total[$0])
      }
    }
  }
}

/// How far the order of pipelines is the same at all points of a sweep.
package struct RankingStability: Hashable, Sendable {
  /// The ranks of one pipeline.
  package struct Row: Hashable, Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// From 1 for the best; equal values share the mean of their ranks.
    package let meanRank: Double
    /// At any point.
    package let bestRank: Double
    /// At any point.
    package let worstRank: Double
    /// The share of points at which no pipeline is better.
    package let shareFirst: Double
  }

  /// In the order of the scenario.
  package let rows: [Row]
  /// Points at which every pipeline has a value; the others are left out.
  package let points: Int
  /// How many points lack a value of some pipeline.
  package let leftOut: Int
  /// Kendall's coefficient W: 1 where all points have the same order, about 0 where orders have nothing in common; nil
  /// where all are tied.
  ///
  /// Source: Kendall, Babington Smith 1939, "The problem of m rankings", doi:10.1214/aoms/1177732186, with the correction
  /// for ties of Kendall's "Rank correlation methods", chapter 6.
  package let concordance: Double?

  /// Nil with fewer than two pipelines, or than two points that have all values.
  ///
  /// - Parameter values: by point and pipeline.
  package init?(_ values: [[Double?]], of pipelines: [String], smallerIsBetter: Bool) {
    let whole = values.map { $0.compactMap(\.self) }.filter { $0.count == pipelines.count }
    guard pipelines.count > 1, whole.count > 1 else { return nil }
    let ranks = whole.map { RankCorrelation.ranks(smallerIsBetter ? $0 : $0.map { -$0 }) }
    let count = Double(ranks.count)
    points = ranks.count
    leftOut = values.count - ranks.count
    let sums = pipelines.indices.map { pipeline in ranks.reduce(0) { $0 + $1[pipeline] } }
    rows = pipelines.enumerated().map { pipeline, name in
      let own = ranks.map { $0[pipeline] }
      return Row(
        pipeline: name, meanRank: sums[pipeline] / count, bestRank: own.min() ?? 0, worstRank: own.max() ?? 0,
        shareFirst: Double(ranks.count { point in point[pipeline] == point.min() }) / count)
    }
    let size = Double(pipelines.count)
    let middle = count * (size + 1) / 2
    let squares = sums.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    // Of each group of t equal ranks t³ - t.
    let ties = ranks.reduce(0.0) { sum, point in
      sum
        + Set(point).sorted().reduce(0.0) { inner, rank in
          let equal = Double(point.count { $0 == rank })
          return inner + equal * equal * equal - equal
        }
    }
    let most = count * count * (size * size * size - size) - count * ties
    concordance = most > 0 ? 12 * squares / most : nil
  }
}

/// A table of a sweep.
package struct SweepTable: Sendable {
  /// Of the CSV file, without its ending.
  package let name: String
  /// As a CSV file.
  package let csv: String
  fileprivate let isEmpty: Bool

  init<Row>(_ name: String, _ figures: [Figure<Row>], _ rows: some Sequence<Row>) {
    (self.name, csv) = (name, figures.csv(of: rows))
    isEmpty = csv == figures.fieldNames()
  }
}

/// The columns of a sweep's tables.
enum SweepColumns {
  private static let point = "point"
  private static let seed = "seed"
  private static let values = ["value", "low", "high"]

  private static func parameters<Row>(_ sweep: Sweep, _ point: @escaping @Sendable (Row) -> SweepPoint)
    -> [Figure<Row>]
  {
    sweep.parameters.enumerated().map { index, swept in
      Figure<Row>(field: swept.name, value: { point($0).values[index]?.cell ?? .empty })
    }
  }

  private static func bounded<Row>(
    _ value: @escaping @Sendable (Row) -> Double?,
    _ interval: @escaping @Sendable (Row) -> ConfidenceInterval?
  ) -> [Figure<Row>] {
    [
      .init(field: values[0], value), .init(field: values[1]) { interval($0)?.lower },
      .init(field: values[2]) { interval($0)?.upper },
    ]
  }

  static func cells(_ sweep: Sweep) -> [Figure<SweepResult.CellRow>] {
    [.init(field: point, \.point.index), .init(field: seed, \.seed)]
      + parameters(sweep) { $0.point } + [
        .init(field: "pipeline", \.pipeline), .init(field: "metric", \.value.metric.rawValue),
      ] + bounded({ $0.value.value }, { $0.value.interval }) + [.init(field: "measured", \.measured)]
  }

  /// A cell beside the published figures.
  typealias Target = (
    point: SweepPoint, seed: UInt64, verdict: PublishedFigure.Verdict, figures: [PublishedFigure]
  )

  static func targets(_ sweep: Sweep, _ names: [String]) -> [Figure<Target>] {
    [.init(field: point, \.point.index), .init(field: seed, \.seed)] + parameters(sweep) { $0.point }
      + [.init(field: "verdict", \.verdict.rawValue)]
      + names.enumerated().map { index, name in
        .init(field: name, \.figures[index].verdict.rawValue)
      }
  }

  static func averages(_ sweep: Sweep) -> [Figure<SweepResult.PointRow>] {
    [.init(field: point, \.point.index)] + parameters(sweep) { $0.point } + [
      .init(field: "pipeline", \.pipeline), .init(field: "metric", \.metric.rawValue),
    ] + bounded({ $0.average.value }, { $0.average.interval }) + [.init(field: "seeds", \.average.seeds)]
  }
}

extension SweepResult {
  private var analyses: [SweepTable] {
    let all = [
      SweepTable("ranking", RankingStability.Row.figures, ranking?.rows ?? []),
      SweepTable("effects", SweepEffect.figures, effects), SweepTable("indices", SweepIndex.figures, indices),
    ]
    return all.filter { !$0.isEmpty }
  }

  /// Those of the results folder, with a column for each parameter.
  package var tables: [SweepTable] {
    [
      SweepTable("cells", SweepColumns.cells(sweep), cellRows),
      SweepTable("averages", SweepColumns.averages(sweep), pointRows),
    ] + (targets.map { [verdicts(of: $0)] } ?? []) + analyses
  }

  private func verdicts(of targets: SweepTargets) -> SweepTable {
    let rows = targets.figures.indices.map { cell in
      let (point, seed) = cell.quotientAndRemainder(dividingBy: sweep.seeds.count)
      return SweepColumns.Target(
        points[point], sweep.seeds[seed], targets.verdicts[cell], targets.figures[cell])
    }
    return SweepTable("targets", SweepColumns.targets(sweep, targets.figures[0].map(\.name)), rows)
  }
}
