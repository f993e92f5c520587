import Documents
import Evaluation
package import Laps
import Results

extension StudyBounds {
  /// How near to the truth anything could come, and how many times that each pipeline's error is.
  package var report: [ReportSection] {
    let lines = notes.map { "Bounds: \($0)." } + below
    return [
      .table(pipelines, PipelineRatio.figures(in: self), notes: (filter == 0 ? [] : legend) + lines)
    ]
  }

  private var legend: [String] {
    let plane =
      epochPlane.map { ", and \(FixedPoint.text($0, decimals: 2)) m anywhere on the plan" } ?? ""
    return [
      "Bounds in metres, by Cramér, Rao and van Trees, on the walks of \(Counted.text(laps, "lap")); docs/bounds.md. "
        + "Reading: by one window alone, without bias, along the way\(plane); methods with a memory may be better.",
      "Any filter: by all that was heard so far; smoother: by the whole lap. Both know the channel, the direction, the way "
        + "and how it is walked, but not where on it one is.",
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
      let cause = isOfOneBuilding ? "the building, which stays, may be the cause" : "to be explained"
      return
        "Below the bound: \(pipeline.pipeline), ratio \(numbers[0]) [\(numbers[1]), \(numbers[2])]\(missed): \(cause)."
    }
  }

  /// What failed, in a sentence; nil where nothing did.
  package var failure: String? {
    let names = failures.map(\.pipeline)
    guard !names.isEmpty else { return nil }
    return "--bounds: expected errors that are no smaller than any filter's can be, found those of "
      + WordList.text(names)
  }
}
