public import Scenarios
import Sites
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

  /// The files from which the study can be run again.
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

  /// As the file states it.
  public var scenarioName: String { source.scenario.name }

  /// The number of laps or walks.
  public var laps: Int {
    source.laps
  }

  /// Sentences that should be shown before any result; they are among its notes too.
  public var warnings: [String] {
    switch self {
    case .simulated(let study): study.simulation.warnings
    case .recorded(let study): study.dataset.site.warnings
    }
  }

  /// The simulation or the data set behind the study.
  package var source: any LapSource {
    switch self {
    case .simulated(let study): study
    case .recorded(let study): study
    }
  }

  /// Refuses a study that ``run(width:fixes:progress:)`` would refuse: one that needs more memory than it may take, or whose
  /// methods cannot start.
  package func prepare(width: Int) throws(StudyProblem) {
    try MemoryNeed(of: source, width: width).check()
    try source.pipelines.prepare()
  }

  /// Runs all laps and scores them.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - fixes: receives the fixes of each lap and walker, in their order; nil if fixes are not kept.
  ///   - progress: called with the number of finished laps.
  public func run(
    width: Int, fixes: ((LapFixes) throws -> Void)? = nil, progress: (Int) -> Void
  ) async throws -> StudyResult {
    guard source.scenario.noise == .white else {
      return try await source.run(width: width, fixes: fixes, progress: progress)
    }
    // All laps are processed twice, and each pass counts for half of the progress.
    let whitened = try await WhitenedLaps(source, width: width) { progress($0 / 2) }
    return try await whitened.run(width: width, fixes: fixes) { progress((laps + $0) / 2) }
  }
}
