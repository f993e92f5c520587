package import Evaluation
public import NumericalMethods
public import Phone
public import Positioning
public import World

/// Why a study cannot be run as it is asked for.
public enum StudyProblem: InputProblem, Hashable, Sendable {
  /// A pipeline assumes fitted values, and nothing to fit is there.
  case noCalibration(pipeline: String)
  /// A pipeline assumes what its site does not have.
  case assumption(FileProblem)
  case pipeline(name: String, problem: PipelineError)
  case stream(PhoneError)
  /// Errors are to be scored at presses, and the site has no test points.
  case noTestPoints(site: String)
  case scoring(problem: String)
  case setting(SettingFault)
  case calibration(source: String, problem: FitError)
  /// Bounds are asked for where there are none.
  case unbounded(expected: String, found: String)
  /// More memory is needed than may be taken.
  case memory(limit: MemoryLimit, need: String)

  /// A sentence that names the pipeline, the site or the limit, and what would help.
  public var description: String {
    switch self {
    case .noCalibration(let pipeline):
      "pipeline \(pipeline): expected numbers for n and c, found calibration, which needs a data set with a calibration part"
    case .assumption(let problem): "\(problem)"
    case .pipeline(let name, let problem): "pipeline \(name): \(problem)"
    case .stream(let problem): "\(problem)"
    case .noTestPoints(let site):
      "site \(site): expected test points for score.at: presses, found none"
    case .scoring(let problem): "score: \(problem)"
    case .setting(let problem): "\(problem.key): expected \(problem.expected), found \(problem.found)"
    case .calibration(let source, let problem): "\(source): \(problem)"
    case .unbounded(let expected, let found): "--bounds: expected \(expected), found \(found)"
    case .memory(let limit, let need):
      "--memory: expected a study that takes at most \(limit.text) GB of memory, found \(need)"
    }
  }
}

extension ScoringRule {
  /// Whether errors are due at presses only.
  package var needsTestPoints: Bool {
    if case .presses = moment { true } else { false }
  }
}

extension Scorer {
  /// The same, with its error as a problem of the study.
  package init(checked rule: ScoringRule, site: Site, metrics: MetricSettings) throws(StudyProblem) {
    do throws(ScoringError) {
      try self.init(rule, site: site, stillSeconds: metrics.stillSeconds)
    } catch {
      throw .scoring(problem: "\(error)")
    }
  }
}

/// How much memory a study may take.
public struct MemoryLimit: Hashable, Sendable {
  /// 10⁹ bytes.
  public let gigabytes: Double
  /// How many laps or cells at work share it.
  public private(set) var sharers = 1

  public init(gigabytes: Double) { self.gigabytes = gigabytes }

  /// The same limit for each of several that are at work at a time.
  public func shared(among sharers: Int) -> MemoryLimit {
    var limit = self
    limit.sharers *= max(sharers, 1)
    return limit
  }

  /// `4`, `0.5`.
  var text: String { Int(exactly: gigabytes).map { "\($0)" } ?? "\(gigabytes)" }

  /// Of the task that asks, and of those it starts: what it runs is refused when it needs more.
  @TaskLocal public static var current = MemoryLimit(gigabytes: 4)
}
