import Evaluation
package import Rendering
import Results

/// How good layouts that were chosen by simulation are on recorded walks.
package struct MeasuredLayoutResult: StudyOutcome, Sendable {
  /// One pipeline with one number of beacons.
  package struct Row: Sendable {
    package let pipeline: String
    /// The mean error with all beacons, in metres.
    package let all: Double?
    package let comparison: LayoutComparison
  }

  /// One number of beacons.
  package struct Run: Sendable {
    package let beacons: Int
    /// The ids of the chosen beacons: one layout, or one for each walk that is scored, chosen without that walk.
    package let chosen: [[String]]
    /// How many random layouts there are, and whether they are all that there can be.
    package let random: Int
    package let areAll: Bool
    /// The simulated error of the chosen layouts and the mean of the random ones, in metres.
    package let simulatedChosen: Double
    package let simulatedRandom: Double
    /// In the order of the file.
    package let rows: [Row]
  }

  /// One data set.
  package struct Part: Sendable {
    package let name: String
    /// How many there are.
    package let beacons: Int
    /// Recorded ones.
    package let walks: Int
    /// Of each survey: at how many places layouts were rated.
    package let places: [Int]
    /// In the order of their numbers.
    package let runs: [Run]
    /// What pipelines lack.
    package let lacks: [MethodsPart.Lack]
  }

  package let name: String
  package let seed: UInt64
  /// In the order of the file.
  package let parts: [Part]
}

extension MeasuredLayoutResult {
  /// A table for each number of beacons on each data set.
  package var report: [ReportSection] {
    [
      .paragraph(
        "\(name): layouts of real beacons, chosen by simulation and scored on recorded walks beside random layouts."
      )
    ]
      + parts.flatMap(\.sections)
  }
}

extension MeasuredLayoutResult.Part {
  fileprivate var sections: [ReportSection] {
    let (least, most) = (places.min() ?? 0, places.max() ?? 0)
    let range = least == most ? Counted.text(least, "place") : "\(least) to \(most) places"
    let surveys =
      places.count == 1 ? "the survey, at \(range)" : "the readings of all other walks, at \(range)"
    let head =
      "\(name): \(beacons) beacons, \(Counted.text(walks, "recorded walk")). Layouts are chosen by greedy and swaps, through channels "
      + "fitted to \(surveys), by the error of fixes at the strongest beacon. A missed fix counts as one in the middle of the site."
    let notes = [String].grouped(lacks, \.pipeline) { [$0.reason] }.map {
      "Left out: \(Counted.list($0.names)), since \($0.sentence)."
    }
    return [.paragraphs([head] + notes)]
      + runs.flatMap {
        [.paragraphs([$0.head, $0.verdict]), .table($0.rows, MeasuredLayoutResult.Row.figures)]
      }
  }
}

extension MeasuredLayoutResult.Run {
  fileprivate var head: String {
    let layouts = chosen.map { $0.joined(separator: ", ") }.uniqued
    let choice =
      layouts.count == 1 ? layouts[0] : "\(layouts.count) different layouts for \(chosen.count) walks"
    let others = areAll ? "all \(random) layouts" : "\(random) random layouts"
    return
      "\(beacons) beacons: \(choice). Simulated error \(FixedPoint.text(simulatedChosen, decimals: 2)) m, mean of "
      + "\(others) \(FixedPoint.text(simulatedRandom, decimals: 2)) m."
  }

  /// Whether the choice is good on the recording.
  fileprivate var verdict: String {
    func count(_ isShown: (MeasuredLayoutResult.Row) -> Bool) -> Int { rows.count(where: isShown) }
    let better = count { $0.comparison.difference.value < 0 }
    let shownBetter = count { $0.comparison.standing == .better }
    let shownWorse = count { $0.comparison.standing == .worse }
    let first = count { $0.comparison.better.value < 0.1 }
    return
      "On the recording the choice is better than random layouts are on average for \(better) of \(rows.count) methods, which is shown for "
      + "\(shownBetter); it is shown to be worse for \(shownWorse). It is among the best tenth for \(first)."
  }
}

extension LayoutComparison {
  /// What the interval of the difference shows of the chosen layout.
  var standing: Conclusion.Direction? { Conclusion(difference.interval, tolerance: 0).direction }
}

// docs/columns.md lists the keys.

extension MeasuredLayoutResult: Described {
  /// What `twin --counts --json` prints.
  package static let figures: [Figure<MeasuredLayoutResult>] = [
    .init("comparison", \.name), .init("seed", \.seed), .init("datasets", \.parts),
  ]
}

extension MeasuredLayoutResult.Part: Described {
  /// One data set.
  package static let figures: [Figure<MeasuredLayoutResult.Part>] = [
    .init("name", \.name),
    .init("beacons", about: "The number of real beacons.", \.beacons),
    .init("walks", \.walks),
    .init("places", about: "Of each survey, at how many places layouts were rated.", \.places),
    .init("layouts", about: "One element for each number of beacons, below.", \.runs),
    .init("lacking", about: "Pipelines that could not run, each with the reason.", \.lacks),
  ]
}

extension MeasuredLayoutResult.Run: Described {
  /// One number of beacons.
  package static let figures: [Figure<MeasuredLayoutResult.Run>] = [
    .init("beacons", about: "Their number.", \.beacons),
    .init("chosen", about: "The ids of the chosen beacons: one layout, or one for each walk.", \.chosen),
    .init("random", about: "The number of random layouts.", \.random),
    .init("areAll", about: "Whether these are all that there are.", \.areAll),
    .init("simulatedChosenMetres", about: "The simulated error of the chosen layout.", \.simulatedChosen),
    .init(
      "simulatedRandomMetres", about: "The mean simulated error of the random layouts.", \.simulatedRandom),
    .init("pipelines", \.rows),
  ]
}

extension MeasuredLayoutResult.Row: Described {
  /// One pipeline.
  package static let figures: [Figure<MeasuredLayoutResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init(
      "allMetres", "all beacons", unit: "m", better: .smaller, about: "The mean error with all beacons.",
      \.all),
    .init(
      "chosenMetres", "chosen", unit: "m", better: .smaller, about: "That with the chosen layout.",
      \.comparison.chosen),
    estimate(
      "randomMetres", "random", unit: "m",
      about: "The median of the random layouts; the interval is their central 95 %.", \.random),
    estimate(
      "differenceMetres", "chosen - random", unit: "m",
      about: "The chosen layout less the mean of the random ones.", \.difference),
    .init(
      "betterShare", intervalKey: "betterShareInterval95", "random layouts that are better", form: .percent,
      better: .smaller,
      about: """
        The share of the random layouts with a smaller mean error; equal ones count half.
        """, { $0.comparison.better.value }, interval: { $0.comparison.better.interval }),
    estimate(
      "correlation", "rank correlation",
      about: "Spearman's, of simulated and recorded errors over the random layouts.", \.correlation),
  ]

  private static func estimate(
    _ key: String, _ title: String, unit: String = "", about: String,
    _ estimate: @escaping @Sendable (LayoutComparison) -> LayoutComparison.Estimate?
  ) -> Figure<MeasuredLayoutResult.Row> {
    .init(
      key, intervalKey: key + "Interval95", title, unit: unit.isEmpty ? "[95 %]" : unit + " [95 %]",
      about: about,
      { estimate($0.comparison)?.value }, interval: { estimate($0.comparison)?.interval })
  }
}
