import Documents
import Evaluation
import Laps
import Results
import Scenarios

/// Runs all studies of a reproduction.
package struct ReproductionRun: Sendable {
  private let reproduction: Reproduction
  private let width: Int

  /// - Parameter width: how many laps at a time; results do not depend on it.
  package init(_ reproduction: Reproduction, width: Int) {
    (self.reproduction, self.width) = (reproduction, width)
  }

  /// How many studies are run.
  package var studies: Int {
    reproduction.presets.count + (reproduction.buildings?.count ?? 0)
      + (reproduction.changes.map { $0.rows.count + 1 } ?? 0) + (reproduction.figure?.settings.count ?? 0)
      + (reproduction.lags == nil ? 0 : 1)
  }

  /// - Parameter progress: called with how many studies are done.
  /// - Throws: the problem of a scenario, as `run` would report it.
  package func result(progress: (Int) -> Void) async throws -> ReproductionResult {
    var done = 0
    func finished() {
      done += 1
      progress(done)
    }
    var presets: [ReproductionResult.Preset] = []
    for preset in reproduction.presets {
      presets.append(
        ReproductionResult.Preset(
          name: preset.name, matches: preset.matches, hasFewerLaps: reproduction.hasFewerLaps,
          study: try await study(
            preset.scenario.document, preset.scenario.path, seed: reproduction.seed, laps: reproduction.laps))
      )
      finished()
    }
    return ReproductionResult(
      name: reproduction.name, seed: reproduction.seed, laps: reproduction.laps, presets: presets,
      buildings: try await buildings(finished), changes: try await changes(finished),
      figure: try await figure(finished), lags: try await lags(finished))
  }

  private func study(
    _ document: Document, _ path: String, seed: UInt64, laps: Int
  ) async throws -> StudyResult {
    try await VariedStudy(document, path: path, laps: laps).result(seed: seed, width: width)
  }

  private func buildings(_ finished: () -> Void) async throws -> BuildingsResult? {
    guard let buildings = reproduction.buildings else { return nil }
    var studies: [StudyResult] = []
    for number in 0..<buildings.count {
      studies.append(
        try await study(
          buildings.scenario.document, buildings.scenario.path, seed: buildings.firstSeed + UInt64(number),
          laps: reproduction.laps))
      finished()
    }
    return BuildingsResult(buildings, studies)
  }

  private func changes(_ finished: () -> Void) async throws -> ChangesResult? {
    guard let changes = reproduction.changes else { return nil }
    let base = try await study(
      changes.scenario.document, changes.scenario.path, seed: reproduction.seed, laps: changes.laps)
    finished()
    var rows: [StudyResult] = []
    for row in changes.rows {
      rows.append(
        try await study(row.scenario, changes.scenario.path, seed: reproduction.seed, laps: changes.laps))
      finished()
    }
    return ChangesResult(changes, base: base, rows: rows)
  }

  private func figure(_ finished: () -> Void) async throws -> FigureResult? {
    guard let figure = reproduction.figure else { return nil }
    var studies: [StudyResult] = []
    for setting in figure.settings {
      studies.append(
        try await study(
          setting.scenario, figure.path, seed: reproduction.seed, laps: figure.laps * figure.experiments))
      finished()
    }
    return FigureResult(figure, studies)
  }

  private func lags(_ finished: () -> Void) async throws -> LagBudget? {
    guard let path = reproduction.lags else { return nil }
    let scenario = try Scenario(contentsOf: path, seed: reproduction.seed)
    let budget = try await LagBudget(of: scenario, width: width)
    finished()
    return budget
  }
}
