import Evaluation
import Foundation
import Phone
import Positioning
public import Scenarios
import Sites
import World

/// A scenario that is ready to run, whichever source its advertisements come from.
public indirect enum Study: Sendable {
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
    get throws(FileProblem) { try source.saved }
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
    try await run(width: width, fixes: fixes, recording: nil, progress: progress)
  }

  /// The same, which also gives each lap as ``records(ofLap:)`` does, on the threads that run them; none of a white-noise study.
  package func run(
    width: Int, fixes: ((LapFixes) throws -> Void)? = nil, recording: (@Sendable (LapRecord) -> Void)?,
    progress: (Int) -> Void
  ) async throws -> StudyResult {
    guard source.scenario.noise == .white else {
      return try await source.run(width: width, fixes: fixes, recording: recording, progress: progress)
    }
    // All laps are processed twice, and each pass counts for half of the progress.
    let whitened = try await WhitenedLaps(source, width: width) { progress($0 / 2) }
    return try await source.run(
      width: width, hearing: whitened.heard, fixes: fixes, progress: { progress((laps + $0) / 2) })
  }
}

extension Study {
  /// Runs one lap again: the same draws, readings and fixes as in a run of the whole study. An element for each walker.
  ///
  /// - Throws: for a lap that the study does not have, and for a white-noise study, whose laps cannot be run separately.
  package func records(ofLap lap: Int) throws -> [LapRecord] {
    guard lap < laps else {
      throw FileProblem(
        file: "--lap", expected: "a lap from 0 to \(laps - 1)", found: "\(lap)")
    }
    try source.scenario.checkHasOwnNoise(in: "a study whose laps are run again one by one")
    return try source.heard(lap: lap).map { source.recorded($0).record }
  }
}

/// The computing time of one pipeline, measured on this machine; it is no part of any result.
public struct PipelineCost: Hashable, Sendable {
  /// The pipeline's name.
  public let pipeline: String
  /// Nanoseconds that its filters take for each reading; nil without readings.
  public let nanosecondsPerReading: Double?
  /// Nanoseconds that its method takes for each callback, with or without a fix; nil without callbacks.
  public let nanosecondsPerFix: Double?

  public init(pipeline: String, nanosecondsPerReading: Double?, nanosecondsPerFix: Double?) {
    self.pipeline = pipeline
    self.nanosecondsPerReading = nanosecondsPerReading
    self.nanosecondsPerFix = nanosecondsPerFix
  }
}

extension Study {
  /// Measures every pipeline on the study's first lap, after everything else.
  ///
  /// Each is run repeatedly, up to five times or 20 ms, and the median is reported, since other programs hardly affect
  /// it.
  public func costs() throws -> [PipelineCost] {
    let heard = try source.heard(lap: 0)[0]
    let readings = heard.readings
    let anchors = min(source.pipelines.site.anchors.count, readings.levels.count)
    let count = readings.levels.prefix(anchors).reduce(0) { $0 + $1.count { $0 != nil } }
    let set = source.pipelines
    var epochs = readings.epochs(of: KnownSite(set.site))
    return set.pipelines.enumerated().map { index, pipeline in
      let filtered = pipeline.filtered(readings)
      return PipelineCost(
        pipeline: set.definitions[index].name,
        nanosecondsPerReading: Self.nanoseconds(over: count) { pipeline.filtered(readings).cells.count },
        nanosecondsPerFix: Self.nanoseconds(over: readings.times.count) {
          var driver = set.driver(of: [index], on: heard.truth)
          return driver.answers(
            to: readings, epochs: &epochs, filtered: filtered, directory: heard.directory)[0].callbacks.count
        })
    }
  }

  private static func nanoseconds(over count: Int, _ work: () -> Int) -> Double? {
    guard count > 0 else { return nil }
    var seconds: [Double] = []
    var done = 0
    repeat {
      let start = processorNow()
      done &+= work()
      seconds.append(processorNow() - start)
    } while seconds.count < 5 && seconds.reduce(0, +) < 0.02
    precondition(done != .min)
    return seconds.sorted()[seconds.count / 2] * 1e9 / Double(count)
  }

  /// The processor time of this thread, in seconds.
  private static func processorNow() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
