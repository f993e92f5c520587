import Documents
package import Evaluation
import Positioning
public import Scenarios
package import Sites
package import World

/// A scenario whose walks were recorded: a data set takes the place of the simulation.
public struct RecordedStudy: LapSource {
  /// As it was read, with its changes.
  @Shared package private(set) var scenario: Scenario
  /// The recordings, their site and their calibration part.
  @Shared package private(set) var dataset: Dataset
  /// The walks that are used.
  package let walks: [Dataset.RecordedWalk]
  /// Set up once; every walk is sent through them.
  @Shared package private(set) var pipelines: PipelineSet
  /// Compares fixes with the recorded positions.
  @Shared package private(set) var scorer: Scorer
  /// The plain fit to the data set's calibration part; nil when it has none.
  public let calibration: Calibration?

  /// - Parameters:
  ///   - scenario: a scenario that names a data set.
  ///   - path: the path of the data set's declaration.
  ///   - root: the folder in which data sets lie.
  /// - Throws: ``World/FileProblem`` for what is wrong with the data, ``Scenarios/StudyProblem`` for what does not fit
  ///   together.
  public init(_ scenario: Scenario, dataset path: String, root: String) throws {
    try scenario.resolved["dataset"].checkFile(at: path)
    try self.init(scenario, Dataset(contentsOf: path, root: root))
  }

  /// The same on a data set that was read before.
  package init(_ scenario: Scenario, _ dataset: Dataset) throws(StudyProblem) {
    self.scenario = scenario
    self.dataset = dataset
    walks = Array(dataset.walks.prefix(scenario.walks ?? dataset.walks.count))
    calibration = try Self.calibration(of: dataset, for: scenario)
    for definition in scenario.pipelines {
      if let problem = definition.lack(in: dataset, walks) {
        throw .pipeline(name: definition.name, problem: problem)
      }
    }
    if scenario.scoring.needsTestPoints, let walk = walks.first(where: \.presses.isEmpty) {
      throw .scoring(
        problem: "expected presses of every walk for score.at: presses, found none of \(walk.name)")
    }
    // Calibration recordings also serve as the survey.
    let isUsed = scenario.pipelines.contains { $0.given.contains(.survey) }
    var prior = PriorInformation.OfStudy(survey: isUsed ? dataset.radioMap() : nil)
    for pipeline in scenario.pipelines where isUsed {
      prior.ownSurveys[pipeline.name] = pipeline.survey.flatMap { dataset.radioMap($0.fingerprints) }
    }
    pipelines = try PipelineSet(
      scenario.pipelines, site: dataset.site.site, phone: scenario.phone, seed: scenario.studySeed,
      calibration: calibration, prior: prior)
    scorer = try Scorer(
      checked: scenario.scoring, site: dataset.site.site, metrics: scenario.metrics)
  }

  /// The plain fit to the calibration part, where there is one.
  ///
  /// Where beacons were heard at one distance only, the recordings still serve as a survey.
  private static func calibration(
    of dataset: Dataset, for scenario: Scenario
  ) throws(StudyProblem) -> Calibration? {
    guard !dataset.calibration.isEmpty else { return nil }
    let anchors = dataset.site.site.anchors
    let rows = dataset.calibration.map {
      Calibration.Row(
        anchor: $0.anchor, distance: anchors[$0.anchor].position.distance(to: $0.position), level: $0.level)
    }
    do throws(StudyProblem) {
      return try Calibration(checked: rows, anchors: anchors.count, source: "data set \(dataset.name)")
    } catch {
      guard !scenario.pipelines.contains(where: \.assumptions.needsCalibration) else { throw error }
      return nil
    }
  }

  /// The scenario from which the study can be run again.
  public var saved: SavedScenario {
    get throws(FileProblem) {
      try SavedScenario(scenario.resolved, site: dataset.site.document, dataset: dataset.document)
    }
  }

  /// The number of walks that are used.
  public var laps: Int { walks.count }

  /// Recorded walks follow no route, so directions are forward and backward.
  package var directionNames: DirectionNames { DirectionNames(route: nil) }

  /// The longest recording, and the most presses of one walk.
  package var extent: (seconds: Double, presses: Int) {
    (Double(walks.compactMap(\.source.end).max() ?? 0) / 1e6, walks.map(\.presses.count).max() ?? 0)
  }

  /// Reads one walk from its file.
  package func heard(lap: Int) throws -> [HeardLap] {
    var source = walks[lap].source
    var stream = try source.stream(kind: source.kind)
    stream.steps = walks[lap].steps
    var tally = LapTally()
    tally.source = source.tally
    return [
      HeardLap(
        readings: try pipelines.readings(of: stream, directory: source.directory, until: source.end),
        directory: source.directory,
        truth: LapTruth(lap: lap, walk: walks[lap].truth, presses: walks[lap].presses), tally: tally)
    ]
  }

  /// The origin of the data, and the faults that were counted in the walks that are used.
  package var notes: [String] {
    let names = walks.enumerated().map { "lap \($0) is \($1.name)" }.joined(separator: ", ")
    let fewer = scenario.walks.flatMap { asked in
      asked > walks.count
        ? "\(asked) walks were requested, but the data set \(dataset.name) has \(walks.count)" : nil
    }
    // Faults of walks that are not used do not matter.
    let left = dataset.walks.dropFirst(walks.count).map(\.name)
    return ["data set \(dataset.name): \(dataset.source); licence: \(dataset.licence)", names]
      + (fewer.map { [$0] } ?? []) + dataset.site.notes + pipelines.cautions
      + dataset.faults.filter { $0.count > 0 && !left.contains($0.part) }.map {
        "\($0.part): \($0.fault.found($0.count))"
      }
  }
}

extension PipelineDefinition {
  /// What its method needs and recorded walks lack; nil for nothing.
  fileprivate func lack(in dataset: Dataset, _ walks: [Dataset.RecordedWalk]) -> PipelineError? {
    let method = settings.method.settings
    if !dataset.hasPlaces, method.needsPlaces || settings.floor != nil { return .noPlaces }
    if method.needsSteps, walks.contains(where: { $0.steps == nil }) { return .noSteps }
    if method.needsChannels, walks.contains(where: { !$0.source.hasChannels }) { return .noChannels }
    if settings.given.contains(.presses), walks.contains(where: \.presses.isEmpty) { return .noPresses }
    return nil
  }
}
