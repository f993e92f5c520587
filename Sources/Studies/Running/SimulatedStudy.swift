public import Evaluation
import NumericalMethods
public import Propagation
public import World

/// A scenario whose laps are simulated.
public struct SimulatedStudy: LapSource {
  let scenario: Scenario
  private let simulation: Simulation
  private let building: Building
  let pipelines: PipelineSet
  let scorer: Scorer

  /// - Throws: ``StudyProblem`` when pipelines, site and scoring do not go together.
  public init(_ scenario: Scenario, _ simulation: Simulation) throws(StudyProblem) {
    self.scenario = scenario
    self.simulation = simulation
    do throws(SettingFault) {
      building = try Building(
        site: simulation.site, channel: simulation.channel, rogues: simulation.rogues,
        seed: scenario.studySeed.derived("building"))
    } catch {
      throw .setting(error)
    }
    pipelines = try PipelineSet(scenario.pipelines, site: simulation.site, phone: scenario.phone)
    scorer = try Scorer(checked: scenario.scoring, site: simulation.site)
    guard scenario.scoring.needsTestPoints == false || !simulation.site.testPoints.isEmpty else {
      throw .noTestPoints(site: simulation.site.name)
    }
  }

  /// How many laps there are.
  public var laps: Int { simulation.laps.count }

  /// What the study can be run again from.
  public var saved: SavedScenario {
    get throws(FileProblem) {
      try SavedScenario(scenario.resolved, site: simulation.siteDocument, tables: simulation.tables)
    }
  }

  /// The stickers among the beacons.
  var nearables: [Nearable] { simulation.nearables }

  /// What the two directions are called.
  public var directionNames: DirectionNames { DirectionNames(route: simulation.walk.route) }

  /// Under which conditions a lap is walked, counted from 0.
  public func conditions(ofLap lap: Int) -> LapConditions { simulation.laps.conditions(ofLap: lap) }

  /// The walk and the presses of one lap, counted from 0.
  public func walk(ofLap lap: Int) -> LapWalk {
    LapWalk(
      of: simulation.walk.journey, testPoints: simulation.site.testPoints,
      settings: simulation.walk.settings, direction: conditions(ofLap: lap).direction, lap: lap,
      seed: seed(ofLap: lap).derived("walk"))
  }

  /// Where the beacons that walk are on one lap, by anchor of the site.
  public func beaconWalks(ofLap lap: Int) -> [Int: Walk] {
    guard !simulation.movers.isEmpty else { return [:] }
    let walk = walk(ofLap: lap)
    var walks: [Int: Walk] = [:]
    for mover in simulation.movers {
      walks[mover.anchor] = mover.walk(
        beside: walk.walk, duration: walk.duration, lap: lap, seed: seed(ofLap: lap))
    }
    return walks
  }

  /// Everything that is known for certain about one lap.
  public func truth(ofLap lap: Int) -> LapTruth {
    let conditions = conditions(ofLap: lap)
    let walk = walk(ofLap: lap)
    return LapTruth(
      lap: lap, direction: walk.direction, hand: conditions.hand, walk: walk.walk, presses: walk.presses)
  }

  /// The advertisements of one lap.
  ///
  /// - Parameter tellsChannel: whether the stream has the advertising channel, which HCI does not give.
  public func source(ofLap lap: Int, tellsChannel: Bool = true) throws(StudyProblem) -> SimulatedSource {
    let walk = walk(ofLap: lap)
    do throws(SettingFault) {
      return try SimulatedSource(
        building: building, walk: walk.walk, hand: conditions(ofLap: lap).hand,
        duration: walk.duration, beacons: simulation.beacons, beaconWalks: beaconWalks(ofLap: lap),
        receiver: simulation.receiver,
        tellsChannel: tellsChannel, lap: lap, seed: seed(ofLap: lap))
    } catch {
      throw .setting(error)
    }
  }

  private func seed(ofLap lap: Int) -> Seed { scenario.studySeed.derived("lap", lap) }

  var notes: [String] { simulation.notes + pipelines.cautions }

  var calibration: Calibration? { nil }

  func heard(lap: Int) throws -> HeardLap {
    var source = try source(ofLap: lap)
    let stream = try source.stream()
    var tally = LapTally()
    tally.source = source.tally
    tally.simulated = LapTally.Simulated(source.counts)
    return HeardLap(
      readings: try pipelines.readings(of: stream, directory: source.directory, until: source.end),
      directory: source.directory, truth: truth(ofLap: lap), tally: tally,
      beaconWalks: beaconWalks(ofLap: lap), standsBeyondTruth: true)
  }
}
