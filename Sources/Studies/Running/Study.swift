/// A scenario that is ready to run, whichever source its advertisements come from.
public enum Study: Sendable {
  case simulated(SimulatedStudy)
  case recorded(RecordedStudy)

  /// - Parameters:
  ///   - laps: of recorded walks, how many to take from the first on; nil for all. Simulated ones have their
  ///     number in the scenario.
  ///   - dataRoot: the folder in which data sets lie.
  public init(_ scenario: Scenario, laps: Int? = nil, dataRoot: String) throws {
    switch scenario.origin {
    case .simulated(let simulation): self = .simulated(try SimulatedStudy(scenario, simulation))
    case .recorded(let path):
      self = .recorded(try RecordedStudy(scenario, dataset: path, root: dataRoot, walks: laps))
    }
  }

  /// How many laps or walks there are.
  public var laps: Int {
    switch self {
    case .simulated(let study): study.laps
    case .recorded(let study): study.laps
    }
  }

  /// Runs all laps and scores them.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: is told how many laps are done.
  public func run(width: Int, progress: (Int) -> Void) async throws -> StudyResult {
    switch self {
    case .simulated(let study): try await study.run(width: width, progress: progress)
    case .recorded(let study): try await study.run(width: width, progress: progress)
    }
  }
}
