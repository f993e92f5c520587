import Evaluation
package import Laps
import Phone
import Propagation
package import Scenarios
import World

extension Study {
  /// Refuses a study for which no bounds can be computed.
  package func checkBounds() throws(StudyProblem) {
    guard case .simulated(let study) = self else {
      throw .unbounded(expected: "a simulated scenario", found: "recorded walks, whose channel is unknown")
    }
    try study.checkBounds()
  }

  /// The bounds beside the results of this very study; nil for recorded walks.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many of ``boundedLaps`` are done.
  package func bounds(
    beside result: StudyResult, width: Int, progress: (Int) -> Void = { _ in }
  ) async throws -> StudyBounds? {
    guard case .simulated(let study) = self else { return nil }
    return try await study.bounds(beside: result, width: width, progress: progress)
  }

  /// The number of laps on whose walks bounds are computed.
  var boundedLaps: Int { min(laps, SimulatedStudy.boundedLaps) }
}

extension SimulatedStudy {
  /// The walks of these first laps represent all: each pair of direction and hand occurs once.
  static let boundedLaps = 4
  /// The largest number of bins of one lap, which is the size of its matrices. With more than half as many, bins are no
  /// longer halved.
  static let mostBins = 2000

  func checkBounds() throws(StudyProblem) {
    guard scenario.noise == .structured else {
      throw .unbounded(expected: "noise: structured", found: "white, which is another channel")
    }
    if let obstacle = LapSeries.obstacle(
      of: building, beacons: simulation.beacons, walking: !simulation.movers.isEmpty)
    {
      throw .unbounded(expected: obstacle.expected, found: obstacle.found)
    }
    for case .standing in simulation.walks.map(\.journey) {
      throw .unbounded(expected: "a walk", found: "separate places without a walk between them")
    }
    for lap in 0..<min(laps, Self.boundedLaps) {
      for walker in simulation.walks.indices {
        let bins = walk(ofLap: lap, walker: walker).duration / binLength(of: walker)
        guard bins <= Double(Self.mostBins) else {
          let most = Int(Double(Self.mostBins) * binLength(of: walker))
          throw .unbounded(
            expected: "laps of at most \(most) s",
            found: "\(walk(ofLap: lap, walker: walker).duration) s on lap \(lap)")
        }
      }
    }
  }

  /// Seconds of a bin: the phone's window divided into the least number of equal parts, at least 2, in which the walker covers at
  /// most a quarter of the correlation distance and 0.65 m at the mean speed.
  private func binLength(of walker: Int) -> Double {
    let window = scenario.phone.averageSeconds
    let metres = min(simulation.channel.shadowing.map { $0.decorrelation / 4 } ?? 0.65, 0.65)
    let parts = (simulation.walks[walker].settings.speed * window / metres).rounded(.up)
    return window / min(max(parts, 2), 16)
  }

  func bounds(
    beside result: StudyResult, width: Int, progress: (Int) -> Void
  ) async throws -> StudyBounds {
    let count = min(laps, Self.boundedLaps)
    let rows = try await inParallel(count, width: width, progress: progress, boundRows)
    return StudyBounds(
      rows: rows.flatMap(\.self), laps: count, result: result, notes: boundNotes,
      isOfOneBuilding: isOfOneBuilding)
  }

  private var isOfOneBuilding: Bool {
    let channel = simulation.channel
    return (channel.shadowing.map { $0.sigma > 0 && $0.fixedShare > 0 } ?? false)
      || (channel.channelOffsets.sigma > 0 && channel.channelOffsets.fixedShare > 0)
      || simulation.beacons.powerDeviation > 0
  }

  private func boundRows(ofLap lap: Int) -> [StudyBounds.Row] {
    simulation.walks.indices.flatMap { boundRows(ofLap: lap, walker: $0) }
  }

  private func boundRows(ofLap lap: Int, walker: Int) -> [StudyBounds.Row] {
    let walk = walk(ofLap: lap, walker: walker)
    let moments = targets(on: walk)
    let truth = truth(ofLap: lap, walker: walker)
    let bounds = bounds(at: moments.map(\.target), on: walk, lap: lap, walker: walker)
    return zip(moments, bounds).map { moment, bounds in
      StudyBounds.Row(
        lap: lap, direction: walk.direction, hand: conditions(ofLap: lap).hand, walker: truth.walker,
        floor: walk.walk.floor(at: moment.target.time), testPoint: moment.testPoint,
        time: moment.target.time, bounds: bounds)
    }
  }

  /// The moments at which errors are due, and up to when the scored fix has received.
  private func targets(on walk: LapWalk) -> [(target: LapBounds.Target, testPoint: Int?)] {
    let window = scenario.phone.averageSeconds
    let late = scenario.phone.callbackJitter
    switch scenario.scoring.moment {
    case .presses(let callback):
      return walk.presses.map { press in
        let later = callback == .next ? window + late : 0
        return (LapBounds.Target(time: press.time, heard: press.time + later), press.testPoint)
      }
    case .callbacks:
      let callbacks = Int((Double(walk.duration.microseconds) + 0.5) / (window * 1e6))
      return (1...max(callbacks, 1)).map { (Double($0) * window).microseconds.seconds }
        .filter { walk.walk.isKnown(at: $0) }
        .map { (LapBounds.Target(time: $0, heard: $0 + late), nil) }
    }
  }

  private func bounds(
    at targets: [LapBounds.Target], on walk: LapWalk, lap: Int, walker: Int
  ) -> [PlaceBounds] {
    guard !isNoiseFree else {
      return targets.map { _ in PlaceBounds.exact }
    }
    let length = binLength(of: walker)
    let fine = walk.duration / length <= Double(Self.mostBins / 2) ? length / 2 : length
    let (long, short) = (
      bounds(at: targets, on: walk, lap: lap, walker: walker, bin: 2 * fine),
      bounds(at: targets, on: walk, lap: lap, walker: walker, bin: fine)
    )
    return zip(short, long).map { $0.limit(from: $1) }
  }

  private func bounds(
    at targets: [LapBounds.Target], on walk: LapWalk, lap: Int, walker: Int, bin: Double
  ) -> [PlaceBounds] {
    let bins = WalkedBins(of: walk.walk, duration: walk.duration, length: bin)
    let series = LapSeries(
      building, bins: bins, walk: walk.walk, hand: conditions(ofLap: lap).hand, duration: walk.duration,
      beacons: simulation.beacons, receiver: simulation.receiver, beaconWalks: beaconWalks(ofLap: lap))
    let speed = knowledge(of: walk, simulation.walks[walker])
    return LapBounds(series.groups, bins: bins, speed: speed)
      .bounds(at: targets, window: scenario.phone.averageSeconds)
  }

  private var isNoiseFree: Bool {
    LapSeries.isNoiseFree(simulation.channel, simulation.receiver, on: simulation.site)
  }

  /// The speed counts as known where the walk follows no route, where the signals contain information on the speed that
  /// cannot be bounded, and where the speed is clipped to its limits.
  private func knowledge(of walk: LapWalk, _ plan: WalkPlan) -> SpeedKnowledge {
    guard plan.route != nil, LapSeries.hidesSpeed(simulation.channel, simulation.receiver) else {
      return .known
    }
    let settings = plan.settings
    let within = settings.variation?.deviation ?? 0
    let spread = (settings.speedDeviation * settings.speedDeviation + within * within).squareRoot()
    guard settings.speedRange.contains(settings.speed - 4 * spread),
      settings.speedRange.contains(settings.speed + 4 * spread)
    else { return .known }
    return .normal(
      mean: walk.speed, deviation: settings.speedDeviation,
      variation: settings.variation.map {
        SpeedKnowledge.Variation(deviation: $0.deviation, correlationTime: $0.correlationTime)
      })
  }

  private var boundNotes: [String] {
    guard !isNoiseFree else {
      return ["rounding is the only noise of this channel, so positions have no bound"]
    }
    let first = walk(ofLap: 0)
    var hasWaves = false
    if case .rician(_, .waves) = simulation.channel.fading { hasWaves = true }
    let notes: KeyValuePairs = [
      "the bounds of filter and smoother assume a known speed at every moment, which lowers them":
        simulation.walks.contains { knowledge(of: first, $0) == .known },
      "the bounds assume known fading, since fades of neighbouring packets are correlated; this lowers them":
        hasWaves,
      "the bounds are those of methods that do not know the positions of walls and pillars":
        simulation.channel.obstacles && !simulation.site.obstacles.isEmpty,
      "the bounds are those of methods that do not know the positions of people":
        simulation.channel.crowd != nil,
      "mobile beacons are excluded, since no method uses them for positioning":
        simulation.site.anchors.contains(where: \.isMobile),
      "part of the shadowing, offsets or powers is the same on all laps: the bounds are means over buildings, of which this is one":
        isOfOneBuilding,
    ]
    return notes.filter(\.value).map(\.key)
  }
}
