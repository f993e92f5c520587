package import Documents
package import Evaluation
package import Laps
package import Rendering
import Results
package import Scenarios
import Sites
package import World

/// What pictures of one study are drawn from: its errors, its summary, and the study itself, whose laps can be run again.
package struct PlottedResults: Sendable {
  /// One pipeline with its errors.
  package struct Pipeline: Sendable {
    package let name: String
    /// In the order of the file.
    package let rows: [PositionError]

    package init(name: String, rows: [PositionError]) { (self.name, self.rows) = (name, rows) }

    /// The measured errors, lap by lap, in the order of laps.
    var byLap: [[Double]] {
      Dictionary(grouping: rows, by: \.lap).sorted { $0.key < $1.key }.map { $0.value.compactMap(\.metres) }
    }
    var measured: [Double] { rows.compactMap(\.metres) }
    /// Over laps; nil without errors.
    package var mean: BoundedEstimate? {
      LapMean(of: ErrorsByLap(byLap: byLap))?.within(Metric.mean.range)
    }
  }

  /// Distinguishes these results from others in one picture.
  package let label: String
  /// Nil where it is not recorded.
  package let scenario: String?
  /// Nil where it is not recorded.
  package let seed: Int?
  /// At least one.
  package private(set) var pipelines: [Pipeline]
  /// Constant baselines that are left out, so that their errors do not stretch the axis.
  package private(set) var leftOut: [Pipeline] = []
  /// Of all pipelines of the study, drawn or not.
  package let looks: PipelineLooks
  /// As `summary.json` has it; nil where there is none.
  package let summary: Document?
  /// Nil where the results say no scenario, or one that cannot be read.
  package let study: Result<Study, PlotProblem>

  package init(
    label: String, scenario: String?, seed: Int?, pipelines: [Pipeline], looks: PipelineLooks? = nil,
    summary: Document? = nil, study: Result<Study, PlotProblem>
  ) {
    (self.label, self.scenario, self.seed, self.pipelines) = (label, scenario, seed, pipelines)
    (self.summary, self.study) = (summary, study)
    self.looks = looks ?? PipelineLooks(pipelines.map(\.name))
  }

  /// Reads a results folder.
  ///
  /// - Parameters:
  ///   - names: of the pipelines that are drawn; nil for all.
  ///   - dataRoot: the folder in which data sets lie, for the laps of recorded walks.
  package init(contentsOf path: String, pipelines names: [String]?, dataRoot: String) throws(FileProblem) {
    // Checks the folder, its counts and its pipelines.
    let saved = try SavedResults(contentsOf: path)
    for name in names ?? [] { _ = try saved.pipeline(name) }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    label = folder.split(separator: "/").last.map { String($0) } ?? folder
    (scenario, seed) = (saved.scenario, saved.seed)
    pipelines = saved.pipelines.filter { names?.contains($0.name) ?? true }
      .map { Pipeline(name: $0.name, rows: $0.errors) }
    let summaryPath = "\(folder)/summary.json"
    summary =
      FileName.all(in: folder)?.contains("summary.json") == true
      ? try Document(contentsOf: summaryPath) : nil
    study = Self.study(inFolder: folder, dataRoot: dataRoot)
    let definitions = (try? study.get())?.source.pipelines.definitions
    looks = definitions.map { PipelineLooks(of: $0) } ?? PipelineLooks(saved.pipelines.map(\.name))
  }

  private static func study(inFolder folder: String, dataRoot: String) -> Result<Study, PlotProblem> {
    do {
      return .success(
        try Study(Scenario(contentsOf: "\(folder)/\(SavedScenario.scenarioName)"), dataRoot: dataRoot))
    } catch {
      return .failure(PlotProblem("\(error)"))
    }
  }

  /// The results of a study that has just run.
  ///
  /// - Parameters:
  ///   - names: of the pipelines that are drawn; nil for all. The room centre runs beside them in any case.
  ///   - definitions: of all pipelines of the scenario, of which the study may run some only; nil for those of the study.
  package init(
    _ result: StudyResult, of study: Study, scenario: Scenario, pipelines names: [String]? = nil,
    among definitions: [PipelineDefinition]? = nil
  ) {
    label = result.name
    self.scenario = result.name
    seed = Int(scenario.seed)
    pipelines = result.pipelines.filter { names?.contains($0.definition.name) ?? true }.map { pipeline in
      Pipeline(name: pipeline.definition.name, rows: pipeline.errors)
    }
    summary = result.document
    self.study = .success(study)
    looks = PipelineLooks(of: definitions ?? study.source.pipelines.definitions)
  }

  /// The same without constant baselines, unless there is nothing else.
  var withoutConstants: PlottedResults {
    var changed = self
    changed.pipelines.removeAll { looks.isConstant($0.name) }
    guard !changed.pipelines.isEmpty else { return self }
    changed.leftOut = pipelines.filter { looks.isConstant($0.name) }
    return changed
  }

  /// A study of which nothing has been run.
  package init(of study: Study) {
    self.init(
      label: study.scenarioName, scenario: study.scenarioName, seed: nil, pipelines: [],
      study: .success(study))
  }

  /// The study, whose laps can be run again.
  ///
  /// - Throws: why there is none.
  func rerunnable() throws(PlotProblem) -> Study {
    do { return try study.get() } catch {
      throw PlotProblem("the saved scenario cannot be run again: \(error)")
    }
  }

  /// The laps in which errors were due.
  package var laps: Int { Set(pipelines.flatMap { $0.rows.map(\.lap) }).count }

  /// Whose results they are and how many, for the end of a caption.
  var origin: String {
    let errors = pipelines.map { $0.rows.count { $0.metres != nil } }
    let (least, most) = (errors.min() ?? 0, errors.max() ?? 0)
    let count = (least == most ? [most] : [least, most]).map(Counted.number).joined(separator: " to ")
    let missed = pipelines.reduce(0) { $0 + $1.rows.count { $0.metres == nil } }
    return (scenario.map { "Scenario \($0)" } ?? "Results \(label)")
      + (seed.map { ", seed \($0)" } ?? ", no seed known")
      + ": \(Counted.text(laps, "lap")), \(count) errors per pipeline"
      + (missed > 0 ? ", \(Counted.number(missed)) missed in all." : ".") + baselines
  }

  /// What is left out, with its figure.
  private var baselines: String {
    leftOut.map { pipeline in
      " Not drawn: the constant baseline \(pipeline.name)"
        + (pipeline.mean.map { ", mean error \(decimal($0.value)) m." } ?? ".")
    }.joined()
  }
}
