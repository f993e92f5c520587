import Evaluation
import Laps
import Phone
import Propagation
import Rendering
import Results
import Scenarios
import Synchronization
import World

/// The study of a results folder run again, for what the folder does not hold.
struct RunAgain: Sendable {
  /// What the scenario says of itself.
  let about: String?
  let result: StudyResult?
  let player: (plan: PlayerPlan, laps: [PlayerLap])?
  let note: String
  let limits: [String]

  /// Runs a study again where it can run.
  ///
  /// - Throws: `FileProblem` where the laps do not have the errors that the folder holds.
  init(
    _ study: Result<Study, PlotProblem>, _ saved: SavedResults, _ options: ResultsReport.Options,
    _ progress: (_ done: Int, _ all: Int) -> Void
  ) async throws {
    switch study {
    case .failure(let problem): self.init(without: problem)
    case .success(let study):
      do throws(StudyProblem) { try study.prepare(width: options.width) } catch {
        self.init(without: PlotProblem(error.description))
        return
      }
      try await self.init(study, checkedBy: saved, options: options, progress: progress)
    }
  }

  /// Nothing, and why.
  private init(without problem: PlotProblem) {
    (about, result, player, limits) = (nil, nil, nil, [])
    note = "No lap can be shown, since the scenario cannot be run again: \(problem)."
  }

  private init(
    _ study: Study, checkedBy saved: SavedResults, options: ResultsReport.Options,
    progress: (_ done: Int, _ all: Int) -> Void
  ) async throws {
    let hasLaps = study.source.scenario.noise != .white
    let shown = min(study.laps, options.laps)
    let (site, directions, bound) = (
      study.source.pipelines.site, study.source.directionNames, Self.bound(of: study)
    )
    let kept = Mutex<[Int: [PlayerLap]]>([:])
    let record: @Sendable (LapRecord) -> Void = { record in
      guard record.truth.lap < shown else { return }
      let lap = PlayerLap(record, on: site, directions: directions, bound: bound)
      kept.withLock { $0[record.truth.lap, default: []].append(lap) }
    }
    let result = try await study.run(width: options.width, recording: record) { progress($0, study.laps) }
    try saved.check(reproducedBy: result)
    (self.result, about, limits) = (result, study.source.scenario.about, ModelLimits(of: study).sentences)
    guard hasLaps else {
      player = nil
      note =
        "No lap can be shown: white noise takes the place of the readings of the whole study, whose laps do not stand alone."
      return
    }
    let laps = kept.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    player = (PlayerPlan(try study.plottedSite, pipelines: study.source.pipelines.definitions), laps)
    note =
      shown < study.laps
      ? "The player has the first \(shown) of \(study.laps) laps; the option --laps says how many." : ""
  }

  /// The Cramér-Rao bound of `plot --kind boundmap`, which the channel of recorded walks does not have.
  private static func bound(of study: Study) -> @Sendable (Point, Int) -> Double? {
    guard case .simulated(let simulated) = study else { return { _, _ in nil } }
    let map = simulated.levelMap
    return { place, floor in map.bound(at: place, floor: floor) }
  }
}

extension SimulatedStudy {
  /// The mean levels of its beacons and the bounds that follow, at any place.
  var levelMap: LevelMap {
    LevelMap(
      building, beacons: simulation.beacons, receiver: simulation.receiver,
      window: scenario.phone.averageSeconds)
  }
}
