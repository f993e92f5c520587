public import Evaluation
import NumericalMethods
public import Propagation
public import Scenarios
public import World

/// A scenario whose laps are simulated.
public struct SimulatedStudy: LapSource {
  /// As it was read, with its changes.
  @Shared package private(set) var scenario: Scenario
  /// What is simulated, with the site as it really is.
  @Shared package private(set) var simulation: Simulation
  @Shared private var transmission: Transmission
  /// Set up once; every lap is sent through them.
  @Shared package private(set) var pipelines: PipelineSet
  /// Compares fixes with the simulated walk.
  @Shared package private(set) var scorer: Scorer
  /// Whether it is one of many experiments, which have one lap each.
  private var isExperiment = false

  /// - Throws: ``Scenarios/StudyProblem`` when pipelines, site and scoring do not go together.
  public init(_ scenario: Scenario, _ simulation: Simulation) throws(StudyProblem) {
    let transmission = try Self.transmission(of: simulation, seed: scenario.studySeed)
    (self.scenario, self.simulation, self.transmission) = (scenario, simulation, transmission)
    pipelines = try PipelineSet(
      scenario.pipelines, site: simulation.site, phone: scenario.phone, seed: scenario.studySeed,
      prior: try scenario.prior(in: transmission.building))
    scorer = try Scorer(
      checked: scenario.scoring, site: simulation.site, metrics: scenario.metrics)
    guard scenario.scoring.needsTestPoints == false || !simulation.site.testPoints.isEmpty else {
      throw .noTestPoints(site: simulation.site.name)
    }
  }

  /// The site and channel, with everything that is the same on every lap.
  package var building: Building { transmission.building }

  /// The same laps with another simulation, while the pipelines keep the prior information of this study.
  ///
  /// Every random draw keeps its name, so that unchanged parts of the simulation are drawn identically.
  package func replacing(
    _ simulation: Simulation, pipelines: PipelineSet
  ) throws(StudyProblem) -> SimulatedStudy {
    var study = self
    (study.simulation, study.pipelines) = (simulation, pipelines)
    study.transmission = try Self.transmission(of: simulation, seed: scenario.studySeed)
    return study
  }

  /// The study once more with a building, a survey and one lap of its own: one experiment among many.
  ///
  /// - Parameter number: counted from 0, and the number of the experiment's lap. Nothing is drawn alike for two numbers.
  package func experiment(_ number: Int) throws(StudyProblem) -> SimulatedStudy {
    var scenario = scenario
    scenario.studySeed = Seed(scenario.seed).derived("fingerprints").derived("lap", number)
    var study = try SimulatedStudy(scenario, simulation)
    study.isExperiment = true
    return study
  }

  private static func transmission(of simulation: Simulation, seed: Seed) throws(StudyProblem) -> Transmission
  {
    let building = try Building(of: simulation, seed: seed)
    do throws(SettingFault) {
      return try Transmission(in: building, beacons: simulation.beacons, receiver: simulation.receiver)
    } catch {
      throw .setting(error)
    }
  }

  /// How many laps there are.
  public var laps: Int { simulation.laps.count }

  /// The files from which the study can be run again.
  public var saved: SavedScenario {
    get throws(FileProblem) {
      try SavedScenario(scenario.resolved, site: simulation.siteDocument, tables: simulation.tables)
    }
  }

  /// What the two directions are called.
  ///
  /// Forward and backward where walkers take different routes.
  public var directionNames: DirectionNames {
    let walks = simulation.walks
    return DirectionNames(route: walks.allSatisfy { $0 == walks[0] } ? walks[0].route : nil)
  }

  /// The names of the walkers where there are several; empty for one.
  public var walkers: [String] { simulation.walkers.map(\.name) }

  /// The conditions of a lap, counted from 0.
  public func conditions(ofLap lap: Int) -> LapConditions { simulation.laps.conditions(ofLap: lap) }

  /// The walk and the presses of one lap and one walker, both counted from 0.
  public func walk(ofLap lap: Int, walker: Int = 0) -> LapWalk {
    let plan = simulation.walks[walker]
    let seed = isExperiment ? scenario.studySeed : seed(ofLap: lap).derived("walk")
    return LapWalk(
      of: plan.journey, testPoints: simulation.site.testPoints, settings: plan.settings,
      direction: conditions(ofLap: lap).direction, lap: lap,
      seed: phone(of: walker).map { seed.derived("walker").derived($0) } ?? seed)
  }

  /// The name from which a walker's draws derive; nil for the first walker, whose draws equal those of a lap with one walker.
  private func phone(of walker: Int) -> String? { walker == 0 ? nil : simulation.walkers[walker].name }

  /// Where the beacons that walk are on one lap, by anchor of the site.
  public func beaconWalks(ofLap lap: Int) -> [Int: Walk] {
    guard !simulation.movers.isEmpty else { return [:] }
    let walkers = simulation.walks.indices.map { walk(ofLap: lap, walker: $0) }
    let longest = walkers.map(\.duration).max() ?? 0
    var walks: [Int: Walk] = [:]
    for mover in simulation.movers {
      walks[mover.anchor] = mover.walk(
        beside: walkers, duration: longest, lap: lap, seed: seed(ofLap: lap))
    }
    return walks
  }

  /// The ground truth of one lap.
  public func truth(ofLap lap: Int, walker: Int = 0) -> LapTruth {
    truth(of: walk(ofLap: lap, walker: walker), lap: lap, walker: walker)
  }

  private func truth(of walk: LapWalk, lap: Int, walker: Int) -> LapTruth {
    let who =
      simulation.walkers.isEmpty
      ? nil : Walker(index: walker, name: simulation.walkers[walker].name)
    return LapTruth(
      lap: lap, direction: walk.direction, hand: conditions(ofLap: lap).hand, walker: who, walk: walk.walk,
      presses: walk.presses, stays: walk.stays)
  }

  /// The advertisements of one lap.
  ///
  /// - Parameters:
  ///   - lap: counted from 0.
  ///   - walker: whose phone hears them, counted from 0.
  ///   - tellsChannel: whether the stream has the advertising channel, which HCI does not give.
  public func source(
    ofLap lap: Int, walker: Int = 0, tellsChannel: Bool = true
  ) throws(StudyProblem) -> SimulatedSource {
    try source(
      along: walk(ofLap: lap, walker: walker), beside: beaconWalks(ofLap: lap), lap: lap, walker: walker,
      tellsChannel: tellsChannel)
  }

  private func source(
    along walk: LapWalk, beside beaconWalks: [Int: Walk], lap: Int, walker: Int, tellsChannel: Bool = true
  ) throws(StudyProblem) -> SimulatedSource {
    let source: SimulatedSource
    do throws(SettingFault) {
      source = try unchecked(
        along: walk, beside: beaconWalks, lap: lap, walker: walker, tellsChannel: tellsChannel)
    } catch {
      throw .setting(error)
    }
    try source.shadowMemory.check()
    return source
  }

  private func unchecked(
    along walk: LapWalk, beside beaconWalks: [Int: Walk], lap: Int, walker: Int, tellsChannel: Bool
  ) throws(SettingFault) -> SimulatedSource {
    try SimulatedSource(
      of: transmission, walk: walk.walk, hand: conditions(ofLap: lap).hand,
      duration: walk.duration, beaconWalks: beaconWalks, nearables: simulation.nearables,
      tellsChannel: tellsChannel, lap: lap, seed: seed(ofLap: lap), phone: phone(of: walker))
  }

  private func seed(ofLap lap: Int) -> Seed {
    isExperiment ? scenario.studySeed.derived("visit") : scenario.studySeed.derived("lap", lap)
  }

  /// From the first lap: the others differ from it by their walking speed.
  package var extent: (seconds: Double, presses: Int) {
    let walks = simulation.walks.indices.map { walk(ofLap: 0, walker: $0) }
    return (walks.map(\.duration).reduce(0, +), walks.map(\.presses.count).reduce(0, +))
  }

  /// Of the first lap.
  package var shadowMemory: ShadowMemory {
    // A setting that is wrong is refused with the lap itself.
    let source = try? unchecked(
      along: walk(ofLap: 0), beside: beaconWalks(ofLap: 0), lap: 0, walker: 0, tellsChannel: true)
    return source?.shadowMemory ?? ShadowMemory()
  }

  /// What is unusual about the simulation and about the values that rows assume.
  package var notes: [String] { simulation.notes + pipelines.cautions }

  /// Nil: a simulation has no calibration part.
  package var calibration: Calibration? { nil }

  /// Simulates one lap for each walker, from the study's seed and the lap's number alone.
  package func heard(lap: Int) throws -> [HeardLap] {
    try simulation.walks.indices.map { try heard(lap: lap, walker: $0) }
  }

  /// The steps that the motion sensors of a walker's phone find on one lap; nil without motion sensors.
  func steps(ofLap lap: Int, walker: Int = 0) -> [Step]? {
    guard let steps = simulation.steps else { return nil }
    let walk = walk(ofLap: lap, walker: walker)
    let seed = seed(ofLap: lap).derived("steps")
    return steps.steps(
      of: walk.walk, duration: walk.duration,
      seed: phone(of: walker).map { seed.derived("walker").derived($0) } ?? seed)
  }

  private func heard(lap: Int, walker: Int) throws -> HeardLap {
    let (walk, beaconWalks) = (walk(ofLap: lap, walker: walker), beaconWalks(ofLap: lap))
    var source = try source(along: walk, beside: beaconWalks, lap: lap, walker: walker)
    var stream = try source.stream()
    stream.steps = steps(ofLap: lap, walker: walker)
    var tally = LapTally()
    tally.source = source.tally
    tally.simulated = LapTally.Simulated(source.counts)
    return HeardLap(
      readings: try pipelines.readings(of: stream, directory: source.directory, until: source.end),
      directory: source.directory, truth: truth(of: walk, lap: lap, walker: walker), tally: tally,
      beaconWalks: beaconWalks, standsBeyondTruth: true)
  }
}
