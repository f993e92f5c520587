import Documents
import Evaluation
package import Laps
package import Rendering

extension StudyBounds {
  /// Lower bounds of the error, and each pipeline's RMSE as a multiple of them.
  package var report: [ReportSection] {
    let lines = notes.map { "Bounds: \($0)." } + below
    return [
      .table(pipelines, PipelineRatio.figures(in: self), notes: (filter == 0 ? [] : legend) + lines)
    ]
  }

  private var legend: [String] {
    func metres(_ value: Double?) -> String { value.map { "\(FixedPoint.text($0, decimals: 2)) m" } ?? "–" }
    let plane = epochPlane.map { " (\(metres($0)) for one on the plan)" } ?? ""
    let window =
      epochAlong.map {
        [
          "One window: \(metres($0)), the Cramér-Rao bound for an unbiased estimate along the path from a single window"
            + "\(plane); methods with memory can do better."
        ]
      } ?? []
    return [
      "Lower bounds of the RMSE, from the walks of \(Counted.text(laps, "lap")) (see docs/bounds.md); the RMSE is of all laps."
    ] + window + [
      "Any filter: \(metres(filter)), the van Trees bound from all advertisements so far. Smoother: \(metres(smoother)), from "
        + "those of the whole lap. Both know the channel, the direction, the route and how it is walked, but not the position along it."
    ]
  }

  /// A line for each pipeline that is better than can be.
  private var below: [String] {
    pipelines.filter(\.ratio.isBelow).map { pipeline in
      let interval = pipeline.ratio.ratioInterval
      let numbers = [pipeline.ratio.value, interval?.lower, interval?.upper].map {
        FixedPoint.text($0 ?? 0, decimals: 2)
      }
      let missed = pipeline.missed > 0 ? ", with \(Counted.number(pipeline.missed)) missed" : ""
      let cause = isOfOneBuilding ? "the building, the same on all laps, may be the cause" : "unexplained"
      return
        "Below the bound: \(pipeline.pipeline), ratio \(numbers[0]) [\(numbers[1]), \(numbers[2])]\(missed): \(cause)."
    }
  }

  /// What failed, in a sentence; nil where nothing did.
  package var failure: String? {
    let names = failures.map(\.pipeline)
    guard !names.isEmpty else { return nil }
    return "--bounds: expected no RMSE below its lower bound, found those of "
      + WordList.text(names)
  }
}
