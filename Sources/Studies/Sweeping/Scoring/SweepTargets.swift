import Documents
package import Evaluation
package import Laps
import NumericalMethods
import Scenarios

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
