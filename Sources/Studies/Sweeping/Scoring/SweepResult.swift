import Documents
package import Evaluation
package import Laps
import NumericalMethods
import Rendering
import Results
import Scenarios

/// The scores of the cells of a sweep.
package struct SweepResult: Sendable {
  /// One metric of one pipeline in one cell: a row of cells.csv.
  package struct CellRow: Hashable, Sendable {
    /// Its values.
    package let point: SweepPoint
    /// The seed of the cell.
    package let seed: UInt64
    /// The name of the pipeline.
    package let pipeline: String
    /// Errors that were measured.
    package let measured: Int
    /// With its interval over laps.
    package let value: MetricEstimate
  }

  /// The same over all seeds: a row of averages.csv.
  package struct PointRow: Hashable, Sendable {
    /// Its values.
    package let point: SweepPoint
    /// The name of the pipeline.
    package let pipeline: String
    /// What is averaged.
    package let metric: Metric
    /// Over seeds.
    package let average: SweepAverage
  }

  /// What was run.
  package let sweep: Sweep
  /// In their order.
  package let points: [SweepPoint]
  /// The number of laps of each cell.
  package let laps: Int
  /// The names of all.
  package let pipelines: [String]
  /// The pipelines that are ranked: all but the room centre.
  package let compared: [String]
  /// Those that apply to the site.
  package let metrics: [Metric]
  /// By cell, all seeds of a point before the next point, and by pipeline.
  package let scores: [[SweepScore]]
  /// By point, pipeline and metric.
  package let averages: [[[SweepAverage]]]
  /// For a sweep of one parameter at a time; otherwise empty.
  package let effects: [SweepEffect]
  /// For a sweep that computes Sobol indices; otherwise empty.
  package let indices: [SweepIndex]
  /// Nil with fewer than two pipelines or points.
  package let ranking: RankingStability?
  /// Nil without targets.
  package let targets: SweepTargets?

  init(_ run: SweepRun, scores: [[SweepScore]], blocks: [String: JournalCell]) {
    (sweep, points, laps, pipelines) = (run.sweep, run.points, run.laps, run.pipelines)
    (compared, metrics, self.scores) = (run.compared, run.metrics, scores)
    averages = run.points.indices.map { point in
      run.pipelines.indices.map { pipeline in
        run.metrics.indices.map { metric in
          SweepAverage(
            run.sweep.seeds.indices.map {
              scores[point * run.sweep.seeds.count + $0][pipeline].values[metric]
            })
        }
      }
    }
    let values = Self.values(averages, run)
    effects = run.sweep.design == .oneAtATime ? SweepEffect.all(of: run, blocks) : []
    indices = run.sweep.design == .sobolIndices ? SweepIndex.all(of: run, values) : []
    targets = SweepTargets(run, scores)
    ranking = RankingStability(
      values, of: run.compared, smallerIsBetter: run.sweep.metric.better != .larger)
  }

  /// Every table, and the document.
  package var files: [(name: String, text: String)] {
    tables.map { ("\($0.name).csv", $0.csv) } + [(ResultsFolder.sweep, document.prettyJSON)]
  }

  /// Cell by cell, pipeline by pipeline.
  var cellRows: some Sequence<CellRow> {
    points.lazy.flatMap { point in
      sweep.seeds.enumerated().flatMap { seed, number in
        zip(pipelines, scores[point.index * sweep.seeds.count + seed]).flatMap { pipeline, score in
          score.values.map {
            CellRow(point: point, seed: number, pipeline: pipeline, measured: score.measured, value: $0)
          }
        }
      }
    }
  }

  /// Point by point, pipeline by pipeline.
  var pointRows: some Sequence<PointRow> {
    points.lazy.flatMap { point in
      zip(pipelines, averages[point.index]).flatMap { pipeline, ofPipeline in
        zip(metrics, ofPipeline).map {
          PointRow(point: point, pipeline: pipeline, metric: $0, average: $1)
        }
      }
    }
  }

  /// The sweep's own metric by point and compared pipeline.
  private static func values(_ averages: [[[SweepAverage]]], _ run: SweepRun) -> [[Double?]] {
    guard let metric = run.metrics.firstIndex(of: run.sweep.metric) else { return [] }
    let compared = run.pipelines.indices.filter { run.compared.contains(run.pipelines[$0]) }
    return averages.map { point in compared.map { point[$0][metric].value } }
  }

  /// The point and the pipeline with the best value of the sweep's metric; of equal ones the first.
  package var best: PointRow? {
    let rows = pointRows.filter {
      $0.metric == sweep.metric && compared.contains($0.pipeline) && $0.average.value != nil
    }
    return rows.min { a, b in
      let (first, second) = (a.average.value ?? 0, b.average.value ?? 0)
      return sweep.metric.better == .larger ? first > second : first < second
    }
  }
}

/// One metric of one pipeline at one point over all seeds.
package struct SweepAverage: Hashable, Sendable {
  /// The mean of the seeds' values; nil where no seed has one.
  package let value: Double?
  /// Of several seeds, Student's t over their values; of one, over its laps.
  package let interval: ConfidenceInterval?
  /// Seeds with a value.
  package let seeds: Int

  /// - Parameter bySeed: one or more.
  init(_ bySeed: [MetricEstimate]) {
    let values = bySeed.compactMap(\.value)
    seeds = values.count
    if values.count == 1, bySeed.count == 1 {
      (value, interval) = (values[0], bySeed[0].interval)
    } else {
      // Each seed counts once, as a lap does in a mean over laps.
      let mean = LapMean(ofTotals: values.map { SIMD2($0, 1) })
      (value, interval) = (mean?.value, mean?.interval?.limited(to: bySeed[0].metric.range))
    }
  }
}

/// Which cells of a sweep have the figures that were published for its scenario, and on which parameters that depends.
package struct SweepTargets: Sendable {
  /// By cell, each published figure beside that of the cell.
  package let figures: [[PublishedFigure]]
  /// By cell, of all figures together.
  package let verdicts: [PublishedFigure.Verdict]
  /// Of each figure: between cells whose own lies within its tolerance, whatever its interval, and the others.
  package let sensitivities: [RegionalSensitivity]
  /// The cell whose figures are nearest to the published ones; of equally near ones the first. Nil where each lacks a figure.
  package let nearest: Int?

  /// - Parameter scores: by cell and pipeline.
  init?(_ run: SweepRun, _ scores: [[SweepScore]]) {
    guard !run.targets.isEmpty else { return nil }
    let figures = scores.map { cell in
      run.targets.map { target in
        target.simulated(as: run.pipelines.firstIndex(of: target.pipeline).map { cell[$0] })
      }
    }
    let parameters = run.sweep.parameters.enumerated().map { index, parameter in
      RegionalSensitivity.Parameter(
        figures.indices.map { parameter.size(of: run.point(ofCell: $0).values[index] ?? nil) },
        isOrdered: parameter.listed == nil)
    }
    sensitivities = run.targets.indices.map { target in
      RegionalSensitivity(
        of: parameters, inside: figures.map { $0[target].isWithinTolerance },
        seed: Seed(run.sweep.seed).derived("targets"))
    }
    nearest =
      figures.indices.compactMap { cell in figures[cell].misfit.map { (misfit: $0, cell: cell) } }
      .min { $0 < $1 }?.cell
    verdicts = figures.map(\.verdict)
    self.figures = figures
  }

  /// How many cells have a verdict.
  package func count(_ verdict: PublishedFigure.Verdict) -> Int { verdicts.count { $0 == verdict } }
}

extension PublishedFigure {
  /// The figures that were published for pipelines, in their order, before anything is simulated.
  static func targets(of pipelines: [PipelineDefinition]) -> [PublishedFigure] {
    pipelines.flatMap { pipeline in
      let published: [(Statistic, Double?)] = [
        (.mean, pipeline.published?.mean), (.std, pipeline.published?.deviation),
      ]
      return published.compactMap { statistic, value in
        value.map {
          PublishedFigure(
            pipeline: pipeline.name, statistic: statistic, published: $0, simulated: nil, interval: nil)
        }
      }
    }
  }

  /// `feedback mean`.
  package var name: String { "\(pipeline) \(statistic.rawValue)" }

  fileprivate var isWithinTolerance: Bool { simulated.map { limits.contains($0) } ?? false }

  /// Beside what a pipeline scored.
  fileprivate func simulated(as score: SweepScore?) -> PublishedFigure {
    let estimate = score?[statistic.rawValue]
    return PublishedFigure(
      pipeline: pipeline, statistic: statistic, published: published, simulated: estimate?.value,
      interval: estimate?.interval)
  }
}

extension [PublishedFigure] {
  /// The root of the mean square of their differences, each divided by its tolerance; nil where a figure is missing.
  fileprivate var misfit: Double? {
    let shares = compactMap { figure in figure.difference.map { $0 / figure.statistic.tolerance } }
    guard shares.count == count, !isEmpty else { return nil }
    return (shares.reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
  }
}
