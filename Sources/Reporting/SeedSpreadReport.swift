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
          "Mean, std of seeds, min and max: of the \(several)' mean errors. S.e. in a seed: the standard error of one seed's "
            + "mean over its laps, averaged over the seeds. If the std of seeds is clearly larger, the laps of one seed share "
            + "something, such as the shadowing of a building, which no interval over laps covers."
        ]),
    ]
  }
}
