package import Laps
import Rendering
import Scenarios
import World

/// `fixes.csv` of a study, which is written lap by lap and never in memory as a whole.
package struct FixesFile: ~Copyable {
  private let file: ResultsFile
  private let fields: [@Sendable (PipelineFix) -> FigureValue]
  private let pipelines: [String]

  /// Begins the file with its first line.
  package init(in prepared: PreparedResults, of study: Study) throws(ResultsProblem) {
    let figures = PipelineFix.columns(walkers: study.hasWalkers).map(\.figure)
    pipelines = study.source.pipelines.definitions.map(\.name)
    let begun = try prepared.file(named: ResultsFolder.fixes)
    try begun.append(figures.fieldNames())
    fields = figures.fields()
    file = begun
  }

  /// Adds the fixes of one lap.
  package func append(_ fixes: LapFixes) throws(ResultsProblem) {
    var rows: [UInt8] = []
    for (pipeline, callbacks) in zip(pipelines, fixes.callbacks) {
      for callback in callbacks {
        let fix = PipelineFix(
          pipeline: pipeline, lap: fixes.lap, walker: fixes.walker?.name, callback: callback)
        fields.write(fix, to: &rows)
      }
    }
    try file.append(rows)
  }

  /// Waits until the disk has all of it.
  package func finish() throws(ResultsProblem) { try file.finish() }
}

extension Study {
  fileprivate var hasWalkers: Bool {
    switch self {
    case .simulated(let study): !study.walkers.isEmpty
    case .recorded: false
    }
  }
}
