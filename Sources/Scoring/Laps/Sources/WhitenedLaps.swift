import Documents
import Evaluation
import NumericalMethods
import Phone
import Positioning
import Scenarios
import World

/// The laps of a study with white noise in place of the effects of walls, bodies and reflections.
///
/// Each reading of the phone keeps its moment, its beacon and its number of advertisements. Its level becomes the
/// beacon's line over the logarithm of the true distance at the middle of the window, with noise that is drawn
/// independently for every reading from a normal distribution. It is not rounded, which would add further noise.
/// ``BeaconNoise`` documents what is preserved.
struct WhitenedLaps: Sendable {
  private let base: any LapSource
  /// By anchor of the site.
  private let noise: [BeaconNoise]

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

  @Sendable func heard(lap: Int) throws -> [HeardLap] { try base.heard(lap: lap).map(whitened) }

  private func whitened(_ measured: HeardLap) -> HeardLap {
    let draws = Self.draws(for: measured.truth, in: base.scenario)
    let placed = PlacedReadings(measured, site: base.pipelines.site)
    let (readings, tally) = placed.whitened(noise, drawing: draws)
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

/// The readings of one lap with the true distance behind each.
struct PlacedReadings: Sendable {
  private let readings: Readings
  /// By anchor of the site, then by callback: the common logarithm of metres; nil where nothing was heard, or
  /// the walker's position is unknown.
  private let distances: [[Double?]]

  init(_ lap: HeardLap, site: Site) {
    readings = lap.readings
    let middles = lap.readings.times.map { $0 - lap.readings.interval / 2 }
    let places = middles.map { lap.position(at: $0) }
    distances = site.anchors.enumerated().map { index, anchor in
      places.indices.map { callback in
        guard let place = places[callback], lap.readings.levels[index][callback] != nil else { return nil }
        let beacon = lap.beaconWalks[index]?.position(at: middles[callback]) ?? anchor.position
        // No phone is nearer than a centimetre, and the logarithm of 0 is infinite.
        return Elementary.log10(max(beacon.distance(to: place), 0.01))
      }
    }
  }

  /// By anchor of the site.
  func moments(drawing draws: RandomStream) -> [LevelMoments] {
    var draws = draws
    return distances.enumerated().map { anchor, distances in
      var moments = LevelMoments()
      for (distance, level) in zip(distances, readings.levels[anchor]) {
        guard let distance, let level else { continue }
        moments.add(distance: distance, level: level.value, draw: draws.normal())
      }
      return moments
    }
  }

  /// The same readings with other levels, and what that changed.
  ///
  /// - Parameters:
  ///   - noise: by anchor of the site.
  ///   - draws: the same as for the moments.
  func whitened(_ noise: [BeaconNoise], drawing draws: RandomStream) -> (Readings, NoiseTally) {
    var draws = draws
    var levels = readings.levels
    var tally = NoiseTally(anchors: distances.count)
    for (anchor, distances) in distances.enumerated() {
      var last: (measured: Double, white: Double)?
      for (callback, distance) in distances.enumerated() {
        guard let level = readings.levels[anchor][callback] else {
          last = nil
          continue
        }
        guard let distance else {
          tally.unplaced += 1
          last = nil
          continue
        }
        let white = noise[anchor].level(
          distance: distance, draw: draws.normal(), measured: level.value)
        levels[anchor][callback] = DBm(white)
        let residuals = (
          measured: noise[anchor].residual(of: level.value, distance: distance),
          white: noise[anchor].residual(of: white, distance: distance)
        )
        tally.add(
          anchor: anchor, measured: level.value, white: white, residuals: residuals, after: last)
        last = residuals
      }
    }
    return (readings.replacing(levels: levels), tally)
  }
}

/// The part of one beacon's levels that depends on the distance, and the white noise that replaces the rest.
///
/// The line over the logarithm of the true distance is fitted to the beacon's own readings, since beacons may be behind
/// different walls. Draws are adjusted so that mean, variance and correlation with the distance equal those of the
/// replaced levels to rounding error, not only on average, so that a few hundred readings suffice. Ours.
struct BeaconNoise: Hashable, Sendable {
  /// Over the logarithm of the distance: where the readings and the draws lie in the middle, and their slopes.
  private let moments: LevelMoments
  /// From a draw to decibels; nil where two readings or fewer leave no noise to replace.
  private let scale: Double?

  init(_ moments: LevelMoments) {
    self.moments = moments
    scale =
      moments.count > 2 && moments.drawResidual > 0
      ? (moments.levelResidual / moments.drawResidual).squareRoot() : nil
  }

  /// How far a level lies from the line, in decibels.
  func residual(of level: Double, distance: Double) -> Double {
    level - moments.means.y - moments.levelSlope * (distance - moments.means.x)
  }

  /// The line's level with a draw's noise; as measured where there is no noise to replace.
  func level(distance: Double, draw: Double, measured: Double) -> Double {
    guard let scale else { return measured }
    let step = distance - moments.means.x
    let noise = draw - moments.means.z - moments.drawSlope * step
    return moments.means.y + moments.levelSlope * step + scale * noise
  }
}
