import Captures
import Documents
import Foundation
import Laps
import Logging
import Pages
import Phone
import Scenarios
import Sites
import Synchronization
import World

/// The laps of a simulated scenario, or the recording, that are played on the plan to all clients.
enum Player: Sendable {
  case laps(SimulatedStudy)
  case recording(PlayedRecording)

  /// One lap after another, or one recording over and over, until the task is cancelled. What cannot be simulated or read ends it;
  /// live input ends with itself.
  ///
  /// - Parameter pace: how many seconds of a lap or a file pass in one; live input has its own.
  func play(to live: LiveState, pace: Double, logger: Logger) async {
    do {
      switch self {
      case .laps(let study): try await Self.play(study, to: live, pace: pace)
      case .recording(let recording): try await recording.play(to: live, pace: pace)
      }
    } catch is CancellationError {
    } catch {
      logger.error("nothing is played any more: \(error)")
    }
  }

  private static func play(_ study: SimulatedStudy, to live: LiveState, pace: Double) async throws {
    let site = study.pipelines.site
    while true {
      for lap in 0..<study.laps {
        guard let record = try Study.simulated(study).records(ofLap: lap).first else { return }
        var before = 0.0
        for (callback, time) in record.readings.times.enumerated() {
          try await Task.sleep(for: .seconds((time - before) / pace))
          before = time
          await live.play(LiveFrame(record, callback: callback, on: site), of: "lap \(lap)")
        }
      }
    }
  }
}

/// A recording that the pipelines run on: a file at a pace, or live input as it comes.
struct PlayedRecording: Sendable {
  let path: String
  let site: SiteFile
  let scenario: Scenario?
  let pipelines: [PipelineDefinition]
  private let isLive: Bool
  /// What has been opened already, for its first time.
  private let opened: Opened

  /// A class, since the recording is copied and its input is not.
  private final class Opened: Sendable {
    private let replay: Mutex<LiveReplay?>

    init(_ replay: sending LiveReplay) { self.replay = Mutex(replay) }

    func take() -> LiveReplay? {
      replay.withLock { replay in
        defer { replay = nil }
        return replay
      }
    }
  }

  /// - Throws: `FileProblem` for what is no recording, and what a replay throws for pipelines that cannot run on it.
  init(_ path: String, on site: SiteFile, scenario: Scenario?) throws {
    (self.path, self.site, self.scenario) = (path, site, scenario)
    let (replay, isLive) = try Self.open(path, on: site, scenario)
    (pipelines, self.isLive) = (replay.definitions, isLive)
    opened = Opened(replay)
  }

  private static func open(
    _ path: String, on site: SiteFile, _ scenario: Scenario?
  ) throws -> (replay: LiveReplay, isLive: Bool) {
    let input = try RecordedInput(
      contentsOf: path, site: site.site,
      options: ReplayOptions(policy: scenario?.identifiedBy ?? .identity, strictness: .lenient))
    let listening =
      try scenario.map { try Listening($0, on: site.site) } ?? Listening(hasPath: site.site.path != nil)
    return (try LiveReplay(input, listening: listening, site: site.site), input.isLive)
  }

  func play(to live: LiveState, pace: Double) async throws {
    repeat {
      // So many moments may be read ahead.
      let room = DispatchSemaphore(value: 0)
      for _ in 0..<100 { room.signal() }
      var before = 0.0
      for try await moment in moments(room) {
        if !isLive { try await Task.sleep(for: .seconds((moment.time - before) / pace)) }
        before = moment.time
        await live.play(LiveFrame(moment, on: site.site), of: path)
        room.signal()
      }
    } while !isLive
  }

  /// Reads on a thread of its own, which may wait for input.
  ///
  /// - Parameter room: is waited for with each moment.
  private func moments(_ room: DispatchSemaphore) -> AsyncThrowingStream<LiveReplay.Moment, any Error> {
    AsyncThrowingStream { continuation in
      continuation.onTermination = { _ in room.signal() }
      Thread.detachNewThread {
        do {
          var replay = try opened.take() ?? Self.open(path, on: site, scenario).replay
          while let moments = try replay.next() {
            for moment in moments {
              room.wait()
              if case .terminated = continuation.yield(moment) { return }
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }
}
