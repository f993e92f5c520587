package import Rendering

extension SeedSpread {
  /// A row for each pipeline, over all seeds.
  package var report: [ReportSection] {
    let several = Counted.text(seeds.count, "seed")
    return [
      .paragraph("\(scenario): \(several), \(Counted.text(laps, "lap")) each; errors in metres."),
      .table(
        rows, Row.figures,
        notes: [
          "Mean, std between seeds, min and max: of the \(several)' mean errors. S.e. within seed: the standard error of one "
            + "seed's mean over its laps, averaged over the seeds. A clearly larger standard deviation between seeds means that "
            + "the laps of one seed share a source of error, such as the shadowing of one building, which intervals over laps do "
            + "not cover."
        ]),
    ]
  }
}
