import Documents
import Evaluation
package import Laps
import Studies

/// How near to the truth anything could come, and how many times that each pipeline's error is.
package struct BoundsReport: Sendable {
  private let bounds: StudyBounds

  package init(_ bounds: StudyBounds) { self.bounds = bounds }

  package func text(width: Int = OutputWidth.piped) -> String {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("RMSE", unit: "[95 %]"),
      TextTable.Column("reading", rank: 2), TextTable.Column("any filter"),
      TextTable.Column("smoother", rank: 1), TextTable.Column("RMSE / filter", unit: "[95 %]"),
    ])
    for pipeline in bounds.pipelines {
      let (ratio, interval) = (pipeline.ratio, pipeline.ratio.ratioInterval)
      let isBounded = ratio.bound != nil
      table.add([
        .text(pipeline.pipeline),
        .interval(ratio.rootMeanSquare, from: ratio.interval?.lower, to: ratio.interval?.upper),
        .number(isBounded ? bounds.epochAlong : nil), .number(ratio.bound),
        .number(isBounded ? bounds.smoother : nil),
        .interval(ratio.value, from: interval?.lower, to: interval?.upper),
      ])
    }
    table.notes = bounds.filter == 0 ? [] : notes
    return table.text(width: width) + lines.map { $0.paragraph(width: width) }.joined()
  }

  private var notes: [String] {
    [
      "Bounds in metres, by Cramér, Rao and van Trees, on the walks of \(Counted.text(bounds.laps, "lap")); docs/bounds.md. "
        + "Reading: by one window alone, without bias, along the way\(plane); methods with a memory may be better.",
      "Any filter: by all that was heard so far; smoother: by the whole lap. Both know the channel, the direction, the way "
        + "and how it is walked, but not where on it one is.",
    ]
  }

  private var plane: String {
    bounds.epochPlane.map { ", and \(FixedPoint.text($0, decimals: 2)) m anywhere on the plan" } ?? ""
  }

  private var lines: [String] { bounds.notes.map { "Bounds: \($0)." } + below }

  /// A line for each pipeline that is better than can be.
  private var below: [String] {
    bounds.pipelines.filter(\.ratio.isBelow).map { pipeline in
      let interval = pipeline.ratio.ratioInterval
      let numbers = [pipeline.ratio.value, interval?.lower, interval?.upper].map {
        FixedPoint.text($0 ?? 0, decimals: 2)
      }
      let missed = pipeline.missed > 0 ? ", with \(Counted.number(pipeline.missed)) missed" : ""
      let cause =
        bounds.isOfOneBuilding ? "the building, which stays, may be the cause" : "to be explained"
      return
        "Below the bound: \(pipeline.pipeline), ratio \(numbers[0]) [\(numbers[1]), \(numbers[2])]\(missed): \(cause)."
    }
  }

  /// What failed, in a sentence; nil where nothing did.
  package var failure: String? {
    let names = bounds.failures.map(\.pipeline)
    guard !names.isEmpty else { return nil }
    return "--bounds: expected errors that are no smaller than any filter's can be, found those of "
      + WordList.text(names)
  }
}
