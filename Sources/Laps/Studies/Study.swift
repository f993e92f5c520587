public import Scenarios
import SiteFiles
import World

/// A scenario that is ready to run, whichever source its advertisements come from.
public enum Study: Sendable {
  case simulated(SimulatedStudy)
  case recorded(RecordedStudy)

  /// - Parameters:
  ///   - scenario: of simulated laps or of a data set.
  ///   - dataRoot: the folder in which data sets lie.
  public init(_ scenario: Scenario, dataRoot: String) throws {
    switch scenario.origin {
    case .simulated(let simulation): self = .simulated(try SimulatedStudy(scenario, simulation))
    case .recorded(let path):
      self = .recorded(try RecordedStudy(scenario, dataset: path, root: dataRoot))
    }
  }

  /// What the study can be run again from.
  public var saved: SavedScenario {
    get throws(FileProblem) {
      switch self {
      case .simulated(let study): try study.saved
      case .recorded(let study): try study.saved
      }
    }
  }

  /// The folders below which recorded walks were found; none for simulated ones.
  public var dataFolders: [String] {
    switch self {
    case .simulated: []
    case .recorded(let study): study.dataset.folders
    }
  }

  public var scenarioName: String { source.scenario.name }

  /// How many laps or walks there are.
  public var laps: Int {
    source.laps
  }

  /// Sentences that should be seen before any result is; they stand among its notes too.
  public var warnings: [String] {
    switch self {
    case .simulated(let study): study.simulation.warnings
    case .recorded(let study): study.dataset.site.warnings
    }
  }

  package var source: any LapSource {
    switch self {
    case .simulated(let study): study
    case .recorded(let study): study
    }
  }

  /// Refuses what ``run(width:fixes:progress:)`` would: a study that needs more memory than it may take, and methods that
  /// cannot start.
  package func prepare(width: Int) throws(StudyProblem) {
    try MemoryNeed(of: source, width: width).check()
    try source.pipelines.prepare()
  }

  /// Runs all laps and scores them.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - fixes: is given those of each lap and walker, in their order; nil keeps none.
  ///   - progress: called with how many laps are done.
  public func run(
    width: Int, fixes: ((LapFixes) throws -> Void)? = nil, progress: (Int) -> Void
  ) async throws -> StudyResult {
    guard source.scenario.noise == .white else {
      return try await source.run(width: width, fixes: fixes, progress: progress)
    }
    // All laps are heard twice: each time counts for half.
    let whitened = try await WhitenedLaps(source, width: width) { progress($0 / 2) }
    return try await whitened.run(width: width, fixes: fixes) { progress((laps + $0) / 2) }
  }
}
