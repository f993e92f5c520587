import Foundation
import Phone
import Positioning
import Scenarios
import World

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
