import Figures
package import Studies

extension SeedSpread {
  /// A row for each pipeline, over all seeds.
  package var report: [ReportSection] {
    let several = Counted.text(seeds.count, "seed")
    return [
      .paragraph("\(scenario): \(several), \(Counted.text(laps, "lap")) each; errors in metres."),
      .table(
        rows, Row.figures,
        notes: [
          "Mean, std of seeds, min and max: of the mean errors of the \(several). S.e. in a seed: the standard error of a "
            + "seed's mean over its laps, averaged. A std of seeds well above it shows that the laps of a seed have something in "
            + "common, such as the shadowing of one building, which no interval over laps covers."
        ]),
    ]
  }
}
