package import ArgumentParser
import Documents
import Foundation
import Laps
import Rendering
package import Results
import Scenarios
import Sites
import World

package struct ContextCommand: StudyVerb {
  package static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Run context-aware applications on simulated or recorded advertisements, and score them.",
    discussion: """
      Sends the laps of a context scenario through its applications, compares the events that they notice with those that \
      truly happened, and prints delays, misses and false alarms. The results go to results/<scenario>/<name>/. \
      With --replay, a recording takes the place of the laps, and the events are printed without scores; a FIFO or \
      standard input is processed as it arrives. With --report, what the applications notice is posted to a server too.

      Example: beaconbench context scenarios/context/monitoring.yaml
      """)

  @Argument(.input, "The context scenario.", as: "scenario")
  var path: String

  @Option(
    .recording,
    "Send a recording through the applications instead of the scenario's laps; - is a capture on standard input.",
    as: "capture")
  var replay: String?

  @Option(.otherSite) var site: String?

  @Option(
    help:
      "The simulated lap that the recording is of, from 0: what reached the applications on it beside advertisements, such as positions by a second source, which captures do not hold."
  )
  var lap: Int?

  @Option(.file, "Write every event as CSV.")
  var events: String?

  @OptionGroup var report: ReportOptions

  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var data: DataOption

  @OptionGroup var place: ResultsOptions<RunNaming>

  package init() {}

  package func validate() throws {
    guard replay == nil else { return }
    try refuse(
      ["--site": site != nil, "--events": events != nil, "--lap": lap != nil], "requires --replay")
  }

  package func run() async throws {
    if let replay { try run(replaying: replay) } else { try await runStudy() }
  }

  package func prepared() throws -> any PreparedStudy {
    let scenario = try ContextScenario(
      contentsOf: path, seed: options.seed, laps: options.laps, changes: scenario.changes(),
      dataRoot: data.root)
    try data.check(for: scenario.scenario, at: path)
    let folder = try place.folders(
      of: [(scenario.scenario.name, scenario.saved, "")],
      customary: "seed\(scenario.scenario.seed)-laps\(scenario.laps)")[0]
    return ContextRun(
      scenario: scenario, folder: folder, reporting: try report.transport, carrier: report.carrier)
  }

  private func run(replaying recording: String) throws {
    let others: OutputFile.Others = place.replace ? .replaced : .refused
    try OutputFile.check([events], apartFrom: [path, recording, site], others: others)
    let scenario = try ContextScenario(
      contentsOf: path, changes: scenario.changes(), dataRoot: data.root)
    let file = try site.map { try self.scenario.changes().site(contentsOf: $0) }
    let site = file?.site ?? scenario.study.site
    let places = file.map { GeodeticPlaces(of: $0) } ?? GeodeticPlaces(of: scenario.study)
    let plan = ReportPlan(scenario.settings, on: site, places: places, person: report.carrier)
    let reporter = try report.transport.map { try Reporter($0, preparations: plan.preparations) }
    let interruption = Interruption()
    let signals = isStreamed(recording) ? interruption?.begin() ?? [] : []
    defer { for signal in signals { signal.cancel() } }
    var replay = try ContextReplay(
      contentsOf: recording, through: scenario, site: site, messages: try messages(of: scenario),
      stop: interruption?.descriptor, isReported: reporter != nil)
    let reports = try reporter.map { RecordingReport(plan, of: try ReportPlan.name(of: scenario), to: $0) }
    let rows = try read(&replay, isLive: replay.isLive, reports)
    guard let rows else { return }
    StandardStreams.warn(replay.warnings)
    let result = replay.outcome(rows)
    if let events {
      try OutputFile.write(EventRow.table(of: rows, places: places), to: events, others: others)
    }
    let summary = reporter.map { [ReportSection.paragraphs([$0.summary])] } ?? []
    try options.show(result.report + summary, result.document)
  }

  /// What reached the applications on the lap that was named; nil without one.
  private func messages(of scenario: ContextScenario) throws -> [[ContextMessage]]? {
    guard let lap else { return nil }
    guard case .simulated(let study) = scenario.study, 0..<scenario.laps ~= lap else {
      throw FileProblem(
        file: "--lap", expected: "a lap of a simulated scenario, here from 0 to \(scenario.laps - 1)",
        found: "\(lap)")
    }
    return scenario.messages(ofLap: lap, of: study)
  }

  /// The events that are kept; those of live input are printed as they come. Nil once the reader of the output has gone.
  private func read(
    _ replay: inout ContextReplay, isLive: Bool, _ reports: RecordingReport?
  ) throws -> [EventRow]? {
    var rows: [EventRow] = []
    var reports = reports
    while let more = try replay.next() {
      try reports?.add(replay)
      if !isLive || events != nil { rows += more }
      guard isLive else { continue }
      for row in more where try !StandardStreams.printed(options.json ? row.document.json + "\n" : row.line) {
        return nil
      }
    }
    return rows
  }
}

/// A context scenario, and the folder of its results.
private struct ContextRun: PreparedStudy {
  let scenario: ContextScenario
  let folder: ResultsFolder
  let reporting: ReportTransport?
  let carrier: String

  var warnings: [String] { scenario.study.warnings }

  func run(_ runner: StudyRunner) async throws -> ContextResult {
    let report = try reporting.map { reporting in
      let plan = ReportPlan(
        scenario.settings, on: scenario.study.site, places: GeodeticPlaces(of: scenario.study),
        person: carrier)
      return (
        to: try Reporter(reporting, preparations: plan.preparations), laps: try LapReport(plan, of: scenario)
      )
    }
    var result = try await runner.stage(StudySteps(scenario.laps)) {
      try await scenario.run(width: runner.width, progress: $0, report: report)
    }
    result.reporting = report?.to.summary
    guard scenario.energyLaps > 0 else { return result }
    result.energy = try await runner.stage(StudySteps(scenario.energyLaps, "laps of energy")) {
      try await scenario.energy(width: runner.width, progress: $0)
    }
    return result
  }

  func keep(_ result: ContextResult, provenance: Provenance) throws -> [String] {
    try folder.write(result.files(provenance: provenance))
    return [folder.path + "/"]
  }
}
