import Evaluation
package import Laps
import Results
import Scenarios

/// What each pipeline takes of this machine beside its error. It is measured, so that no two runs print the same.
package struct CostReport: Sendable {
  private let result: StudyResult
  private let costs: [PipelineCost]

  package init(_ result: StudyResult, costs: [PipelineCost]) { (self.result, self.costs) = (result, costs) }

  package func text(width: Int = OutputWidth.piped) -> String {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("mean", unit: "m"),
      TextTable.Column("filters", unit: "ns a reading", decimals: 1),
      TextTable.Column("method", unit: "ns a fix", decimals: 0),
    ])
    for (pipeline, cost) in zip(result.pipelines, costs) {
      table.add([
        .text(pipeline.definition.name), .number(pipeline.score.whole.statistics?.mean),
        .number(cost.nanosecondsPerReading), .number(cost.nanosecondsPerFix),
      ])
    }
    table.notes = [
      "Measured on this machine, after the scores, on the first lap: another run gives other figures. They stand in "
        + "provenance.json."
    ]
    return table.text(width: width)
  }
}
