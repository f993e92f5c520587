import CFiles
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Laps
package import Logging
import NIOCore
import Pages
import Rendering
import Scenarios
import Sites
import World

/// How a server runs.
package struct ServerSettings: Sendable {
  package var database = "context.sqlite"
  package var host = "127.0.0.1"
  package var port = 8080
  /// Needed for writing, and for reading personal data; nil on this machine alone.
  package var token: String?
  /// Names by which it is reached besides its host, with the port where a browser shows one.
  package var names: [String] = []
  /// Requests a second of each client; nil for any number.
  package var rate: Double?
  /// Days after which incidents and sightings are deleted; nil for never.
  package var retention: Double?
  /// The simulated scenario whose laps are played on the plan; nil for none.
  package var scenario: String?
  /// A recording that is played on the plan in place of laps; nil for none.
  package var replay: String?
  /// The site of the recording; nil for that of the scenario.
  package var site: String?
  /// How many seconds of a lap pass in one.
  package var pace = 1.0
  /// Makes what keeps `replay` in place of playing it; nil for nothing.
  package var part: (@Sendable () throws -> any ServerPart)?

  package init() {}

  /// Whether this machine alone reaches it.
  package var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

  /// - Throws: `FileProblem` for a token that is missing or cannot be sent.
  func check() throws(FileProblem) {
    if let token, token.isEmpty || !token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
      throw FileProblem(
        file: "BEACONBENCH_TOKEN", expected: "a token of visible ASCII characters without spaces",
        found: "another one")
    }
    guard isLocal || token != nil else {
      throw FileProblem(
        file: "--host \(host)", expected: "a token in BEACONBENCH_TOKEN, since others can reach the server",
        found: "none")
    }
  }
}

/// The server as a whole.
package struct ContextServer: Sendable {
  private let settings: ServerSettings
  private let store: RecordStore
  private let live: LiveState
  private let routes: RouteTable
  private let player: Player?
  private let part: (any ServerPart)?
  private let logger: Logger

  /// Keeps memory small where the C library can; for the start of a program, since a library would decide for others.
  package static func shareMemory() { _ = beaconbench_share_memory() }

  /// Opens the database.
  ///
  /// - Throws: `FileProblem` for one that cannot be used or that another server has, and for settings that are not safe.
  package init(_ settings: ServerSettings, logger: Logger) throws {
    try settings.check()
    self.settings = settings
    self.logger = logger
    // Before a database is made.
    let simulated = try settings.scenario.map { path in try Self.simulated(path) }
    part = try settings.part?()
    let recording = part == nil ? try Self.recording(settings, simulated) : nil
    let plan: PlayerPlan?
    if let part {
      player = nil
      plan = PlayerPlan(PlottedSite(part.site), pipelines: [])
    } else if let recording {
      player = .recording(recording)
      plan = PlayerPlan(PlottedSite(recording.site), pipelines: recording.pipelines)
    } else {
      player = simulated.map { .laps($0.study) }
      plan = simulated.map {
        PlayerPlan(PlottedSite($0.site), pipelines: $0.study.pipelines.definitions)
      }
    }
    let readers: [RecordReader]
    (store, readers) = try Self.open(settings.database)
    live = LiveState(rate: settings.rate)
    let clock: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    let context = ContextRoutes(
      store: store, reader: readers[0], overview: readers[1], live: live, clock: clock)
    let pages = PageRoutes(live: live, plan: plan?.document.json)
    routes = RouteTable(
      context.operations + (part?.operations(logger) ?? [])
        + ServiceRoutes(store: store, live: live).operations
        + pages.operations,
      live: live, names: ServedNames(host: settings.host, names: settings.names), token: settings.token,
      logger: logger)
  }

  private static func open(_ path: String) throws -> (RecordStore, [RecordReader]) {
    do {
      return (try RecordStore(path), [try RecordReader(path), try RecordReader(path)])
    } catch let fault as DatabaseFault {
      switch fault.cause {
      case .full, .device: throw FileProblem(file: path, sentence: "no space left on device")
      case .damaged, .foreign:
        throw FileProblem(file: path, expected: "a database of this program or no file", found: fault.reason)
      case .busy, .readOnly, .other:
        throw FileProblem(file: path, sentence: "cannot be opened: \(fault.reason)")
      case .removed, .held: throw FileProblem(file: path, sentence: "was removed while it was opened")
      }
    }
  }

  private typealias Simulated = (study: SimulatedStudy, site: SiteFile)

  private static func simulated(_ path: String) throws -> Simulated {
    let scenario = try Scenario(contentsOf: path)
    guard let simulation = scenario.simulation else {
      throw FileProblem(file: path, expected: "a simulated scenario", found: "one of recorded walks")
    }
    return (try SimulatedStudy(scenario, simulation), try SiteFile(simulation.siteDocument))
  }

  private static func recording(_ settings: ServerSettings, _ simulated: Simulated?) throws
    -> PlayedRecording?
  {
    guard let path = settings.replay else { return nil }
    let own = try settings.site.map { path in try SiteFile(Document(contentsOf: path)) }
    guard let site = own ?? simulated?.site else {
      throw FileProblem(file: "--replay \(path)", expected: "--site or --scenario", found: "neither")
    }
    return try PlayedRecording(path, on: site, scenario: simulated?.study.scenario)
  }

  /// Serves until SIGTERM or SIGINT, then answers what has begun and closes the database.
  ///
  /// - Parameter begun: is called with the port once it listens.
  package func run(begun: @escaping @Sendable (Int) -> Void) async throws {
    let application = Application(
      responder: routes, server: HTTPServerBuilder { ServedChannel(responder: $0) },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(ServedChannel.mostConnections)),
      onServerRunning: { channel in begun(channel.localAddress?.port ?? settings.port) }, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await forgetOld() }
      group.addTask { await player?.play(to: live, pace: settings.pace, logger: logger) }
      group.addTask { await part?.run(logger) }
      group.addTask { await beat() }
      do {
        try await application.runService()
      } catch let error as IOError {
        throw FileProblem(file: "port \(settings.port)", systemError: error.errnoCode)
      }
      group.cancelAll()
    }
    await part?.finish(logger)
    if (try? await store.settles()) != true {
      logger.warning(
        "the write-ahead log cannot be emptied; what was deleted may stay in it until the next start")
    }
  }

  /// Says something to all who listen, so that those who went away are found, and empties the log once no other program reads an
  /// earlier state.
  private func beat() async {
    while (try? await Task.sleep(for: .seconds(10))) != nil {
      await live.tell("beat", "{}")
      _ = try? await store.settles()
    }
  }

  /// Deletes personal data that is too old, at the beginning and every hour.
  private func forgetOld() async {
    _ = try? await store.settles()
    guard let retention = settings.retention else { return }
    while !Task.isCancelled {
      let before = Int64((Date().timeIntervalSince1970 - retention * 86_400) * 1e6)
      if let count = try? await store.forget(before: before), count > 0 {
        _ = try? await store.settles()
        logger.info("\(count) incidents and sightings were older than \(retention) days and are deleted")
      }
      try? await Task.sleep(for: .seconds(3600))
    }
  }
}
