package import ArgumentParser
import Documents
import Laps
package import Results
import Scenarios

/// Runs all studies of a reproduction.
package struct ReproductionRun: SteppedStudy, Sendable {
  /// One scenario with its changes, and how often it runs.
  private typealias Cell = (scenario: Document, path: String, seed: UInt64, laps: Int)

  private let reproduction: Reproduction
  /// By part.
  private let presets, buildings, changes, figure: [Cell]

  /// - Parameter reproduction: with all scenarios that it names.
  package init(_ reproduction: Reproduction) {
    self.reproduction = reproduction
    let (seed, laps) = (reproduction.seed, reproduction.laps)
    presets = reproduction.presets.map { ($0.scenario.document, $0.scenario.path, seed, laps) }
    buildings =
      reproduction.buildings.map { buildings in
        let scenario = buildings.scenario
        return (0..<buildings.count).map {
          (scenario.document, scenario.path, buildings.firstSeed + UInt64($0), laps)
        }
      } ?? []
    changes =
      reproduction.changes.map { changes in
        ([changes.scenario.document] + changes.rows.map(\.scenario)).map {
          ($0, changes.scenario.path, seed, changes.laps)
        }
      } ?? []
    figure =
      reproduction.figure.map { figure in
        figure.settings.map { ($0.scenario, figure.path, seed, figure.laps * figure.experiments) }
      } ?? []
  }

  /// How many laps run in all, but for those of the lags.
  var laps: Int { (presets + buildings + changes + figure).reduce(0) { $0 + $1.laps } }

  /// The studies that are run.
  package var steps: StudySteps {
    let lags = reproduction.lags == nil ? 0 : 1
    return StudySteps(presets.count + buildings.count + changes.count + figure.count + lags, "studies")
  }

  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many studies are done.
  /// - Throws: the problem of a scenario, as `run` would report it.
  package func run(width: Int, progress: (Int) -> Void) async throws -> ReproductionResult {
    var done = 0
    func finished<Result>(_ result: Result) -> Result {
      done += 1
      progress(done)
      return result
    }
    func run(_ cells: [Cell]) async throws -> [StudyResult] {
      var results: [StudyResult] = []
      for (scenario, path, seed, laps) in cells {
        let study = VariedStudy(scenario, path: path, laps: laps)
        results.append(finished(try await study.result(seed: seed, width: width)))
      }
      return results
    }
    let presets = zip(reproduction.presets, try await run(self.presets)).map { preset, study in
      ReproductionResult.Preset(
        name: preset.name, matches: preset.matches, hasFewerLaps: reproduction.hasFewerLaps, study: study)
    }
    let (buildings, changes, figure) = (
      try await run(self.buildings), try await run(self.changes), try await run(self.figure)
    )
    return ReproductionResult(
      name: reproduction.name, seed: reproduction.seed, laps: reproduction.laps, presets: presets,
      buildings: reproduction.buildings.map { BuildingsResult($0, buildings) },
      changes: reproduction.changes.flatMap { settings in
        changes.first.map { ChangesResult(settings, base: $0, rows: Array(changes.dropFirst())) }
      },
      figure: reproduction.figure.map { FigureResult($0, figure) },
      lags: try await lags(width).map(finished))
  }

  private func lags(_ width: Int) async throws -> LagBudget? {
    guard let path = reproduction.lags else { return nil }
    return try await LagBudget(of: Scenario(contentsOf: path, seed: reproduction.seed), width: width)
  }
}

/// `reproduce motion`: the parts of a reproduction file.
package struct ReproduceMotionCommand: StudyVerb {
  /// Its name, help and example.
  package static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Reproduce a walking experiment: published and simulated figures side by side.",
    discussion: """
      Runs the presets, buildings, changes of settings and lag budgets of a reproduction file. The exit status is 1 when \
      a preset that was tuned to match does not, or when a change or a lag differs from what the file expects.

      Example: beaconbench reproduce motion --laps 20
      """)

  /// The one of this project.
  static let file = "scenarios/reproductions/motion.yaml"

  @Argument(.input, "The reproduction file. (default: \(ReproduceMotionCommand.file))", as: "file")
  var path = ShippedFile.path(ReproduceMotionCommand.file)

  /// How it runs, and in which form it prints.
  @OptionGroup package var options: RunningOptions<FileLaps>

  /// As the argument parser makes it.
  package init() {}

  /// Reads the file and every scenario that it names.
  package func prepared() throws -> any PreparedStudy { try Self.study(of: path, options) }

  static func study(of path: String, _ options: RunningOptions<FileLaps>) throws -> ReproductionRun {
    ReproductionRun(try Reproduction(contentsOf: path, seed: options.seed, laps: options.laps))
  }
}
