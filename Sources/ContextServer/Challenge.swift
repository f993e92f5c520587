import Documents
import Evaluation
import Figures
import Foundation
import HTTPTypes
import Hummingbird
import Laps
import Positioning
import Results
import Scenarios
import SiteFiles
import World

/// Laps of a scenario for programs elsewhere, half a second at a time: each posts where it takes the walker to be and gets the next
/// readings, so that it cannot look ahead. At the end it is scored like any row.
///
/// After the interface of the EvAAL competitions, in which a program asks for the next half second with its estimate. An actor, since
/// it is the server's state.
actor Challenge {
  private struct Run {
    let name: String
    let laps: Int
    /// Seconds of Unix time of the last request.
    var asked: Double
    var lap = 0
    var heard: SimulatedLap
    /// The number of half seconds of this lap that were handed out.
    var steps = 0
    var next = 0
    var callbacks: [[Callback]] = [[]]
    var result: Document?
  }

  /// Microseconds.
  private static let step: Int64 = 500_000
  /// How many may run at once, and seconds after which one that is silent is given up.
  private static let most = 50
  private static let patience = 3600.0

  nonisolated let study: SimulatedStudy
  nonisolated let site: SiteFile
  private var runs: [String: Run] = [:]
  /// The scores of finished runs, in the order in which they ended.
  private(set) var results: [Document] = []

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
    guard runs.values.count(where: { $0.result == nil }) < Self.most else {
      throw Problem(.serviceUnavailable, "too many runs at once", headers: [.retryAfter: "60"])
    }
    // No result depends on this value; it only permits a run to be continued.
    let key = String(UInt64.random(in: .min ... .max), radix: 16)
    let laps = min(laps, study.laps)
    runs[key] = Run(name: name, laps: laps, asked: now, heard: try lap(0))
    return ["run": Document(key), "name": Document(name), "laps": Document(laps), "lap": 0, "isDone": false]
  }

  private func lap(_ number: Int) throws(Problem) -> SimulatedLap {
    do { return try SimulatedLap(study, lap: number) } catch {
      throw Problem(.serviceUnavailable, "the lap cannot be simulated: \(error)")
    }
  }

  /// Takes the estimate for the end of what was handed out last, and hands out the next half second.
  ///
  /// - Parameter fix: nil where the program does not know.
  func next(_ key: String, _ fix: Fix?, at now: Double) throws(Problem) -> Document {
    guard var run = runs[key] else { throw Problem(.notFound, "there is no such run") }
    guard run.result == nil else { throw Problem(.conflict, "the run has ended") }
    run.asked = now
    if run.steps > 0 {
      let time = Double(Int64(run.steps) * Self.step) / 1e6
      run.callbacks[run.lap].append(
        Callback(time: time, fix: fix.map { .success($0) } ?? .failure(.undetermined)))
    }
    if Int64(run.steps) * Self.step >= run.heard.end {
      run.lap += 1
      (run.steps, run.next) = (0, 0)
      if run.lap == run.laps {
        run.result = try score(run)
        runs[key] = run
        return state(of: run, readings: [])
      }
      run.heard = try lap(run.lap)
      run.callbacks.append([])
    }
    run.steps += 1
    let end = Int64(run.steps) * Self.step
    let stream = run.heard.stream
    let first = run.next
    while run.next < stream.count, stream.microseconds[run.next] < end { run.next += 1 }
    let readings = (first..<run.next).map { Self.reading(stream[$0], run.heard.directory) }
    runs[key] = run
    return state(of: run, readings: readings)
  }

  private static func reading(_ heard: Advertisement, _ directory: StreamDirectory) -> Document {
    [
      "time_s": Document(heard.time), "beacon": Document(directory.anchors[heard.anchor].id),
      "rssi_dbm": Document(heard.level.value),
    ]
  }

  func state(of key: String) throws(Problem) -> Document {
    guard let run = runs[key] else { throw Problem(.notFound, "there is no such run") }
    return state(of: run, readings: [])
  }

  private func state(of run: Run, readings: [Document]) -> Document {
    let seconds = Double(Int64(run.steps) * Self.step) / 1e6
    return [
      "name": Document(run.name), "laps": Document(run.laps), "lap": Document(run.lap),
      "untilSeconds": Document(seconds), "readings": Document(readings),
      "isDone": Document(run.result != nil),
      "result": run.result ?? nil,
    ]
  }

  private func score(_ run: Run) throws(Problem) -> Document {
    let fixes = GivenFixes(pipelines: [run.name], laps: Array(0..<run.laps), callbacks: [run.callbacks])
    do {
      let result = try fixes.scored(
        name: study.scenario.name, on: site.site, by: ScoringRule(at: .presses(.last)),
        against: (0..<run.laps).map { study.truth(ofLap: $0) }, notes: [])
      guard let score = try result.document.elements("scores").first else {
        throw Problem(.serviceUnavailable, "there is no score")
      }
      results.append(score)
      return score
    } catch {
      throw Problem(.serviceUnavailable, "the run cannot be scored: \(error)")
    }
  }
}

/// The operations of a challenge.
struct ChallengeRoutes: Sendable {
  let challenge: Challenge
  let clock: @Sendable () -> Double

  private struct Beginning: DeclaredSettings {
    var name = ""
    var laps = 10

    static let defaults = Beginning()
    static let keys: [SettingKey<Beginning>] = [
      .required("name", \.name, .text(.line), "The name of the row of results."),
      .defaulted(
        "laps", \.laps, .integer(.between(1, 1000)), "How many laps; at most those of the scenario."),
    ]
  }

  private struct Estimate: DeclaredSettings {
    var x: Double?
    var y: Double?
    var floor: Int?

    static let defaults = Estimate()
    static let keys: [SettingKey<Estimate>] = [
      .optional(
        "x", \.x, .number(.coordinate), unit: "m", "East of the origin; left out where it is not known."),
      .optional("y", \.y, .number(.coordinate), unit: "m", "North of the origin."),
      .optional(
        "floor", \.floor, .integer(.between(-1000, 1000)), "The floor's level; by default the site's first."),
    ]
    static let rules: [Schema.KeyRule] = [.together("x", "y")]
  }

  private static let state: Document = [
    "type": "object", "required": ["name", "laps", "lap", "isDone"],
    "properties": [
      "untilSeconds": ["type": "number"], "readings": ["type": "array"], "isDone": ["type": "boolean"],
    ],
  ]

  var operations: [Operation] {
    [
      Operation(
        method: .get, path: "/v1/challenge",
        summary: "The scenario, its site, and the scores of finished runs.",
        answer: ["type": "object", "required": ["scenario", "laps", "site", "scores"]]
      ) { _ in
        Response(
          json: Document([
            .init(key: "laps", value: Document(challenge.study.laps)),
            .init(key: "scenario", value: Document(challenge.site.site.name)),
            .init(key: "scores", value: Document(await challenge.results)),
            .init(key: "site", value: challenge.site.document), .init(key: "stepSeconds", value: 0.5),
          ]).json)
      },
      Operation(
        method: .post, path: "/v1/challenge/runs", summary: "Begins a run.", protection: .write,
        body: Beginning.schema.jsonSchema(title: "run", about: "A run of a program."), answer: Self.state,
        goodStatus: 201
      ) { call in
        let settings = try read(Beginning.self, call.body)
        let answer = try await challenge.begin(settings.name, laps: settings.laps, at: clock())
        return Response(json: answer.json, status: .created)
      },
      Operation(
        method: .get, path: "/v1/challenge/runs/{run}",
        summary: "How far a run is, and its score at the end.",
        answer: Self.state
      ) { call in Response(json: try await challenge.state(of: call.path["run"] ?? "").json) },
      Operation(
        method: .post, path: "/v1/challenge/runs/{run}/next",
        summary: "Posts the estimate for the end of the last half second, and gives the next one.",
        protection: .write,
        body: Estimate.schema.jsonSchema(title: "estimate", about: "Where the walker is."), answer: Self.state
      ) { call in
        let estimate = try read(Estimate.self, call.body)
        var fix: Fix?
        if let x = estimate.x, let y = estimate.y {
          let floor = estimate.floor ?? challenge.site.site.floors[0].level
          let height = challenge.site.site.elevation(ofFloor: floor)
          fix = Fix(position: Point(x: x, y: y, z: height), floor: floor)
        }
        return Response(json: try await challenge.next(call.path["run"] ?? "", fix, at: clock()).json)
      },
    ]
  }

  private func read<Settings: DeclaredSettings>(_: Settings.Type, _ body: Document) throws(Problem)
    -> Settings
  {
    do throws(FileProblem) {
      return try Settings(Settings.schema.resolve(body))
    } catch {
      throw Problem(.unprocessableContent, error.description)
    }
  }
}
