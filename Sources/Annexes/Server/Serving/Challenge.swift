import Documents
import Evaluation
import Foundation
import HTTPTypes
import Laps
import NumericalMethods
import Positioning
import Rendering
import Scenarios
import Sites
import World

/// Laps of a scenario for programs elsewhere, half a second at a time: each posts where it takes the walker to be and gets the next
/// readings, so that it cannot look ahead. At the end it is scored like any row.
///
/// After the interface of the EvAAL competitions, in which a program asks for the next half second with its estimate. An actor, since
/// it is the server's state.
///
/// The laps of a run are drawn from a secret of its own, in the scenario's building: those that are played on the page, and those of
/// earlier runs, are others. No ground truth leaves the server but as a score.
actor Challenge {
  private struct Run {
    let name: String
    /// With the laps of this run.
    let study: SimulatedStudy
    /// The numbers of the laps, which decide about direction and hand.
    let laps: [Int]
    /// Seconds of Unix time of the last request.
    var asked: Double
    var lap = 0
    var heard: SimulatedLap
    /// The number of half seconds of this lap that were handed out.
    var steps = 0
    var next = 0
    var callbacks: [[Callback]] = [[]]
  }

  /// Microseconds.
  private static let step: Int64 = 500_000
  /// How many may run at once, seconds after which one that is silent is given up, and the same where all places are taken.
  private static let most = 50
  private static let patience = 3600.0
  private static let underPressure = 60.0
  /// How many scores, and how many ended runs, are kept.
  static let mostScores = 100

  nonisolated let study: SimulatedStudy
  nonisolated let site: SiteFile
  private var runs: [String: Run] = [:]
  /// What the last finished runs are, by their keys, in the order in which they ended.
  private var ended: [(key: String, state: Document)] = []
  /// The scores of the last finished runs, likewise.
  private(set) var scores: [Document] = []

  /// - Throws: `FileProblem` for what is no simulated scenario.
  init(_ path: String) throws {
    let scenario = try Scenario(contentsOf: path)
    guard let simulation = scenario.simulation else {
      throw FileProblem(file: path, expected: "a simulated scenario", found: "one of recorded walks")
    }
    study = try SimulatedStudy(scenario, simulation)
    site = try SiteFile(simulation.siteDocument)
  }

  /// Begins a run.
  ///
  /// - Parameter now: seconds of Unix time.
  func begin(_ name: String, laps: Int, at now: Double) throws(Problem) -> Document {
    runs = runs.filter { $0.value.asked > now - Self.patience }
    if runs.count >= Self.most, let silent = runs.min(by: { $0.value.asked < $1.value.asked }),
      silent.value.asked < now - Self.underPressure
    {
      runs[silent.key] = nil
    }
    guard runs.count < Self.most else {
      throw Problem(.serviceUnavailable, "too many runs at once", headers: [.retryAfter: "60"])
    }
    // Of the operating system, since the laps of a run must not be foreseen, and its key must not be guessed.
    let secret = Seed(.random(in: .min ... .max))
    let key = String(UInt64.random(in: .min ... .max), radix: 16)
    let study = study.redrawn(from: secret)
    let numbers = (0..<min(laps, study.laps)).map { Self.number(ofLap: $0, secret) }
    runs[key] = Run(
      name: name, study: study, laps: numbers, asked: now, heard: try Self.lap(numbers[0], of: study))
    return [
      "run": Document(key), "name": Document(name), "laps": Document(numbers.count), "lap": 0,
      "isDone": false,
    ]
  }

  /// A number that no other lap of the run has, and whose direction and hand come by chance.
  private static func number(ofLap lap: Int, _ secret: Seed) -> Int {
    (lap << 16) + Int(secret.derived("number", lap).value % (1 << 16))
  }

  private static func lap(_ number: Int, of study: SimulatedStudy) throws(Problem) -> SimulatedLap {
    do { return try SimulatedLap(study, lap: number) } catch {
      throw Problem(.serviceUnavailable, "the lap cannot be simulated: \(error)")
    }
  }

  /// Takes the estimate for the end of what was handed out last, and hands out the next half second.
  ///
  /// - Parameter fix: nil where the program does not know.
  func next(_ key: String, _ fix: Fix?, at now: Double) throws(Problem) -> Document {
    guard var run = runs[key] else {
      throw ended(key) == nil ? Self.unknown : Problem(.conflict, "the run has ended")
    }
    run.asked = now
    if run.steps > 0 {
      let time = Double(Int64(run.steps) * Self.step) / 1e6
      run.callbacks[run.lap].append(
        Callback(time: time, fix: fix.map { .success($0) } ?? .failure(.undetermined)))
    }
    if Int64(run.steps) * Self.step >= run.heard.end {
      run.lap += 1
      (run.steps, run.next) = (0, 0)
      guard run.lap < run.laps.count else { return try end(key, run) }
      run.heard = try Self.lap(run.laps[run.lap], of: run.study)
      run.callbacks.append([])
    }
    run.steps += 1
    let end = Int64(run.steps) * Self.step
    let stream = run.heard.stream
    let first = run.next
    while run.next < stream.count, stream.microseconds[run.next] < end { run.next += 1 }
    let readings = (first..<run.next).map { Self.reading(stream[$0], run.heard.directory) }
    runs[key] = run
    return Self.state(of: run, readings: readings)
  }

  /// Scores a run, and keeps nothing else of it.
  private func end(_ key: String, _ run: Run) throws(Problem) -> Document {
    let score = try score(run)
    let state = Self.state(of: run, score: score)
    runs[key] = nil
    scores.append(score)
    ended.append((key, state))
    if scores.count > Self.mostScores {
      scores.removeFirst()
      ended.removeFirst()
    }
    return state
  }

  private func ended(_ key: String) -> Document? { ended.first { $0.key == key }?.state }

  private static let unknown = Problem(.notFound, "there is no such run")

  private static func reading(_ heard: Advertisement, _ directory: StreamDirectory) -> Document {
    [
      "time_s": Document(heard.time), "beacon": Document(directory.anchors[heard.anchor].id),
      "rssi_dbm": Document(heard.level.value),
    ]
  }

  func state(of key: String) throws(Problem) -> Document {
    if let state = ended(key) { return state }
    guard let run = runs[key] else { throw Self.unknown }
    return Self.state(of: run)
  }

  private static func state(of run: Run, readings: [Document] = [], score: Document? = nil) -> Document {
    let seconds = Double(Int64(run.steps) * step) / 1e6
    return [
      "name": Document(run.name), "laps": Document(run.laps.count), "lap": Document(run.lap),
      "untilSeconds": Document(seconds), "readings": Document(readings), "isDone": Document(score != nil),
      "result": score ?? nil,
    ]
  }

  private func score(_ run: Run) throws(Problem) -> Document {
    let fixes = GivenFixes(
      pipelines: [run.name], laps: Array(run.laps.indices), callbacks: [run.callbacks])
    do {
      let result = try fixes.scored(
        name: study.scenario.name, on: site.site, by: ScoringRule(at: .presses(.last)),
        against: run.laps.map { run.study.truth(ofLap: $0) }, notes: [])
      guard let score = try result.document.elements("scores").first else {
        throw Problem(.serviceUnavailable, "there is no score")
      }
      return score
    } catch {
      throw Problem(.serviceUnavailable, "the run cannot be scored: \(error)")
    }
  }
}
