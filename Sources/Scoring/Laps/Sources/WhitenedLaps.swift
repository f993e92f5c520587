import Documents
import Evaluation
import NumericalMethods
import Positioning
import Propagation
import Scenarios
import World

/// The laps of a study with white noise in place of the effects of walls, bodies and reflections.
///
/// Each reading of the phone keeps its moment, its beacon and its number of advertisements. Its level becomes the
/// beacon's line over the logarithm of the true distance at the middle of the window, with noise that is drawn
/// independently for every reading from a normal distribution. It is not rounded, which would add further noise.
/// ``BeaconNoise`` documents what is preserved.
struct WhitenedLaps: LapSource {
  private let base: any LapSource
  /// By anchor of the site.
  private let noise: [BeaconNoise]

  var scenario: Scenario { base.scenario }
  var laps: Int { base.laps }
  var pipelines: PipelineSet { base.pipelines }
  var scorer: Scorer { base.scorer }
  var directionNames: DirectionNames { base.directionNames }
  var notes: [String] { base.notes }
  var calibration: Calibration? { base.calibration }
  var extent: (seconds: Double, presses: Int) { base.extent }
  var shadowMemory: ShadowMemory { base.shadowMemory }

  /// Processes all laps once to fit each beacon's line.
  init(_ base: any LapSource, width: Int, progress: (Int) -> Void) async throws {
    self.base = base
    if base.scenario.simulation?.faults.isEmpty == false {
      throw try base.scenario.resolved["faults"].problem(
        expected: "none with white noise, which follows the distances of the site", found: "some")
    }
    let set = base.pipelines
    if let index = set.pipelines.firstIndex(where: { $0.method.needsAdvertisements || $0.needsChannels }) {
      throw StudyProblem.pipeline(name: set.definitions[index].name, problem: .noAdvertisements)
    }
    let anchors = base.pipelines.site.anchors.count
    let parts = try await inParallel(base.laps, width: width, progress: progress) { lap in
      try base.heard(lap: lap).map { heard in
        PlacedReadings(heard, site: base.pipelines.site)
          .moments(drawing: Self.draws(for: heard.truth, in: base.scenario))
      }
    }
    var moments = [LevelMoments](repeating: LevelMoments(), count: anchors)
    for part in parts.joined() {
      for anchor in 0..<anchors { moments[anchor] = moments[anchor] + part[anchor] }
    }
    noise = moments.map { BeaconNoise($0) }
  }

  func heard(lap: Int) throws -> [HeardLap] { try base.heard(lap: lap).map(whitened) }

  private func whitened(_ measured: HeardLap) -> HeardLap {
    let placed = PlacedReadings(measured, site: pipelines.site)
    let (readings, tally) = placed.whitened(noise, drawing: Self.draws(for: measured.truth, in: scenario))
    return HeardLap(
      readings: readings, directory: measured.directory, truth: measured.truth, tally: measured.tally,
      beaconWalks: measured.beaconWalks, noise: tally)
  }

  private static func draws(for truth: LapTruth, in scenario: Scenario) -> RandomStream {
    let lap = scenario.studySeed.derived("white noise", truth.lap)
    guard let walker = truth.walker, walker.index > 0 else { return RandomStream(lap) }
    return RandomStream(lap.derived("walker").derived(walker.name))
  }
}
