import ArgumentParser
import Foundation
import Logging
import PhoneLogs
import Recorder
import Server
import Sites
import World

/// Parses, runs, and turns what went wrong into one sentence and an exit status: a program of its own, or beaconbench itself under
/// the name of that program.
package enum ServerProgram {
  package static let name = "beaconbench-server"

  /// Runs and ends the process.
  package static func start() -> Never {
    ContextServer.shareMemory()
    Task { await run() }
    dispatchMain()
  }

  private static func run() async {
    PhoneLogs.add()
    do {
      let command = try ServeCommand.parse()
      try await command.run()
    } catch let problem as any InputProblem {
      end(problem.description, 2)
    } catch {
      switch ServeCommand.exitCode(for: error) {
      case .success: print(ServeCommand.fullMessage(for: error))
      case .validationFailure: end(ServeCommand.message(for: error), 2)
      default: end("internal error: \(error)", 70)
      }
    }
    exit(0)
  }

  private static func end(_ sentence: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("beaconbench-server: \(sentence.printable())\n".utf8))
    exit(status)
  }
}

/// Keeps what beacons and applications report, and shows it.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench-server",
    abstract: "Keep and show what beacons and context-aware applications report.",
    discussion: """
      Serves HTTP on this machine until it is interrupted. All records lie in one SQLite file, which is made where there is none. A \
      record that was answered with 201 is on the disk. With another host than this machine, BEACONBENCH_TOKEN must hold the \
      token that writing and personal data need. docs/server.md describes the paths.

      Example: beaconbench-server --database ward.sqlite --port 8080
      """)

  @Option(help: "The SQLite file.")
  var database = "context.sqlite"

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(
    help:
      "A name by which it is reached besides the host, with its port where a browser shows one; may stand several times. Other names are refused. (default: none)"
  )
  var name: [String] = []

  @Option(
    help:
      "The largest number of requests a second of one client. (default: any on this machine alone, else 1000)"
  )
  var rate: Double?

  @Option(help: "The days after which incidents and sightings are deleted. (default: never)")
  var retention: Double?

  @Option(
    help: "A simulated scenario whose laps are played on the plan. (default: none)")
  var scenario: String?

  @Option(
    help:
      "A recording that is played on the plan in place of laps; a FIFO or - as it comes. Needs --site or --scenario. (default: none)"
  )
  var replay: String?

  @Option(
    help:
      "Record walks into this folder: what --replay brings, a FIFO, - or btmon, and the places that are marked on the page /record. (default: none)"
  )
  var record: String?

  @Option(help: "The site of the recording. (default: the scenario's; of a recorder, that of its folder)")
  var site: String?

  @Option(help: "How many seconds of a played lap or recording pass in one.")
  var pace = 1.0

  func validate() throws {
    guard 0.01...1000 ~= pace else { throw ValidationError("--pace: expected a number from 0.01 to 1000") }
    guard 0...65_535 ~= port else {
      throw ValidationError("--port: expected a number from 0 to 65535, found \(port)")
    }
    guard site == nil || replay != nil || record != nil else {
      throw ValidationError("--site requires --replay or --record")
    }
    guard record == nil || scenario == nil else { throw ValidationError("--record excludes --scenario") }
    for name in name where name.isEmpty || name.contains(where: { $0.isWhitespace || "/@,".contains($0) }) {
      throw ValidationError("--name: expected a host such as ward.example:8443, found \(name)")
    }
    if let rate, !(1...1e9 ~= rate) {
      throw ValidationError("--rate: expected a number from 1 to 1000000000")
    }
    if let retention, !(0.0001...36_500 ~= retention) {
      throw ValidationError("--retention: expected days from 0.0001 to 36500")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // What it keeps is personal.
    umask(0o077)
    var settings = ServerSettings()
    (settings.database, settings.host, settings.port) = (database, host, port)
    (settings.names, settings.rate, settings.retention) = (name, rate, retention)
    (settings.scenario, settings.pace) = (scenario, pace)
    (settings.replay, settings.site) = (replay, site)
    if let record {
      settings.part = { [site, replay] in try Recorder(record, site: site, replay: replay) }
    }
    settings.token = ProcessInfo.processInfo.environment["BEACONBENCH_TOKEN"].flatMap {
      $0.isEmpty ? nil : $0
    }
    if settings.rate == nil, !settings.isLocal { settings.rate = 1000 }
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "beaconbench-server")
    logger.logLevel = .notice
    let server = try ContextServer(settings, logger: logger)
    try await server.run { [host, record] port in
      // Whoever started it waits for this line.
      let address = "http://\(host):\(port)"
      let page = record.map { "recording into \($0); mark places at \(address)/record\n" } ?? ""
      FileHandle.standardOutput.write(Data("listening on \(address)\n\(page)".utf8))
    }
  }
}
