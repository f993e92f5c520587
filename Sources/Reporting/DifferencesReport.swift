import Evaluation
import Laps
import Results

/// How far the rows of a study lie from its first one; nothing where no two can be compared.
struct DifferencesReport {
  private let differences: [PipelineDifference]

  init(_ result: StudyResult) { differences = result.differences }

  func text(width: Int) -> String {
    guard let first = differences.first else { return "" }
    let heading =
      "Differences from \(first.reference) at the same moments of the same laps, in metres; below 0 is better."
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("difference", unit: "[95 %]", decimals: 3),
      TextTable.Column("p Holm"), TextTable.Column("errors are"),
    ])
    for difference in differences {
      table.add([
        .text(difference.pipeline),
        .interval(difference.metres, from: difference.interval?.lower, to: difference.interval?.upper),
        .text(Probability.text(difference.pHolm)), .text(difference.verdict.rawValue),
      ])
    }
    table.notes = [legend]
    return heading.paragraph(width: width) + "\n" + table.text(width: width)
  }

  private var legend: String {
    let count = differences.count
    let correction = count > 1 ? ", corrected for \(count) differences" : ""
    let test = "p: signed-rank test of the laps' mean differences\(correction)."
    let laps = differences.map(\.laps).min() ?? 0
    let needed = PipelineDifference.fewestLaps(forDifferences: count)
    guard laps >= needed else {
      return test + " \(Counted.text(laps, "lap")) cannot tell: at least \(needed) are needed."
    }
    return test
      + " Smaller or larger: p below \(PipelineDifference.level), and the interval on one side of 0."
  }
}

/// A chance for people.
enum Probability {
  static func text(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : FixedPoint.text(p, decimals: 4) }
}
