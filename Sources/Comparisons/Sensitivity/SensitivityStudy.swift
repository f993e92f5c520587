import Evaluation
package import Laps
import Phone
package import Results
package import Scenarios
import World

/// A scenario run as it stands and with one number set wrong at a time, on the same laps.
package struct SensitivityStudy: SteppedStudy, Sendable {
  private let source: any LapSource
  private let settings: [MisSetting]
  private let wrong: [PipelineSet]

  /// - Parameter settings: at least one.
  /// - Throws: `FileProblem` for a setting that leaves an n that no algorithm can have, and for white noise, which is made
  ///   from a whole study's readings.
  package init(_ study: Study, settings: [MisSetting]) throws {
    (source, warnings) = (study.source, study.warnings)
    try source.scenario.checkHasOwnNoise(in: "a sensitivity study")
    self.settings = settings
    var wrong: [PipelineSet] = []
    for setting in settings {
      wrong.append(
        try PipelineSet(
          source.pipelines.definitions, site: source.pipelines.site, phone: source.scenario.phone,
          seed: source.scenario.studySeed, calibration: source.calibration, misSet: setting,
          prior: source.pipelines.prior))
    }
    self.wrong = wrong
  }

  /// About the scenario.
  package let warnings: [String]
  /// Laps, each of which runs with every setting.
  package var steps: StudySteps { StudySteps(source.laps) }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> SensitivityResult {
    try MemoryNeed(of: source, width: width).check()
    let laps = try await inParallel(source.laps, width: width, progress: progress) { lap in
      try source.heard(lap: lap).map(runs)
    }
    let names = source.pipelines.definitions.map(\.name)
    let groups = settings.enumerated().map { index, setting in
      SensitivityResult.Group(
        setting: setting, rows: SensitivityResult.rows(of: laps, under: index + 1, names))
    }
    return SensitivityResult(
      scenario: source.scenario.name, seed: source.scenario.seed, laps: laps.count, groups: groups)
  }

  /// By run, the first of which is the scenario as it stands, and by pipeline.
  private func runs(_ heard: HeardLap) -> [[[PositionError]]] {
    func errors(_ pipelines: PipelineSet, _ readings: Readings) -> [[PositionError]] {
      source.errors(of: heard, through: pipelines, on: readings)
    }
    var runs = [errors(source.pipelines, heard.readings)]
    for (setting, pipelines) in zip(settings, wrong) {
      runs.append(errors(pipelines, heard.readings.raised(by: setting.offset)))
    }
    return runs
  }
}

extension Readings {
  /// The same readings with every level raised by an offset.
  fileprivate func raised(by offset: Decibels) -> Readings {
    offset == 0
      ? self : replacing(levels: levels.map { column in column.map { level in level.map { $0 + offset } } })
  }
}
