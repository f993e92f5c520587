public import ArgumentParser
public import Captures
import Documents
import Figures
import Foundation
import Laps
import Reporting
import Results
import Scenarios
import SiteFiles
import Studies
import World

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Write a simulated lap as a capture or as tables.",
    discussion: """
      tshark, Wireshark and btmon read the captures; replaying one gives the fixes and errors that run gives for that \
      lap. HCI does not report the advertising channel, so only the format pcapSniffer has it.

      Example: beaconbench simulate scenarios/floor35.yaml --lap 7 --capture lap-0007.btsnoop --truth truth.csv
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"), transform: OptionValue.input)
  var path: String

  @Option(
    parsing: .unconditional, help: "The lap, counted from 0. (default: 0)",
    transform: OptionValue.integer(Int.min...Int.max))
  var lap = 0

  @Option(help: ArgumentHelp("The walker, where there are several. (default: the first)", valueName: "name"))
  var walker: String?

  @Option(
    parsing: .unconditional, help: "The seed of all random numbers. (default: the scenario's)",
    transform: OptionValue.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("Write the advertisements as a capture.", valueName: "file"),
    transform: OptionValue.path)
  var capture: String?

  @Option(
    help: ArgumentHelp(
      "btsnoop (HCI, datalink 1002), btsnoopMonitor (BlueZ monitor, 2001), pcapng (link type 201) or pcapSniffer (256, with the channel). (default: btsnoop)",
      valueName: "format"))
  var format: CaptureFormat?

  @Option(
    help: ArgumentHelp("Write the advertisements as a table: time_s,beacon,rssi_dbm,...", valueName: "file"),
    transform: OptionValue.path)
  var readings: String?

  @Option(
    help: ArgumentHelp("Write the ground truth: time_s,x_m,y_m,...", valueName: "file"),
    transform: OptionValue.path)
  var truth: String?

  @Option(
    help: ArgumentHelp("Write the presses at test points: time_s,point.", valueName: "file"),
    transform: OptionValue.path)
  var presses: String?

  @Option(
    help: ArgumentHelp(
      "Write the tracks of mobile beacons: time_s,beacon,x_m,y_m,z_m,floor.", valueName: "file"),
    transform: OptionValue.path)
  var tracks: String?

  @Option(
    help: ArgumentHelp(
      "Write the sensor values of Nearable frames: time_s,beacon,temperature_c,moving,orientation.",
      valueName: "file"), transform: OptionValue.path)
  var sensors: String?

  @Flag(help: "Print one JSON document instead of a sentence.")
  var json = false

  func validate() throws {
    if format != nil, capture == nil {
      throw ValidationError("--format requires --capture")
    }
  }

  func run() throws {
    try OutputFile.check([capture, readings, truth, presses, tracks, sensors], apartFrom: [path])
    let scenario = try Scenario(contentsOf: path, seed: seed)
    try scenario.checkHasOwnNoise(in: "a stream of advertisements")
    guard let simulation = scenario.simulation else {
      throw FileProblem(
        file: path, place: .key("dataset"), expected: "a simulated scenario", found: "one of recorded walks")
    }
    guard 0..<simulation.laps.count ~= lap else {
      throw FileProblem(
        file: "--lap", expected: "0 to \(simulation.laps.count - 1), by laps.count of \(path)",
        found: "\(lap)")
    }
    guard tracks == nil || !simulation.movers.isEmpty else {
      throw FileProblem(
        file: "--tracks", expected: "a scenario with mobile beacons, beacons.moving",
        found: "\(path) without them")
    }
    StandardStreams.warn(simulation.warnings)
    let study = try SimulatedStudy(scenario, simulation)
    let simulated = try SimulatedLap(
      study, lap: lap, walker: walker.map { try index(of: $0, in: study) } ?? 0)
    var files: [(path: String, data: Data)] = []
    if let capture {
      var writer = CaptureWriter(format: format ?? .btsnoop)
      try writer.append(simulated.stream, directory: simulated.directory)
      writer.finish(at: simulated.end)
      files.append((capture, Data(writer.bytes)))
    }
    if let readings {
      let table = ReadingsTable.text(
        of: simulated.stream, directory: simulated.directory, site: simulation.site)
      files.append((readings, Data(table.utf8)))
    }
    if let truth { files.append((truth, Data(TruthTable.text(of: simulated.walk).utf8))) }
    if let presses {
      let table = PressesTable.text(of: simulated.presses, site: simulation.site)
      files.append((presses, Data(table.utf8)))
    }
    if let tracks {
      let table = BeaconTracksTable.text(of: simulated.beaconWalks, site: simulation.site)
      files.append((tracks, Data(table.utf8)))
    }
    if let sensors {
      let table = SensorsTable.text(of: simulated.sensors, directory: simulated.directory)
      files.append((sensors, Data(table.utf8)))
    }
    try OutputFile.write(files)
    let note =
      files.isEmpty
      ? "; no file written: see --capture, --readings, --truth, --presses, --tracks and --sensors" : ""
    if json {
      try print(simulated.document.json)
    } else {
      let report = [ReportSection.paragraphs([simulated.sentence + note])]
      try print(report.text(width: OutputWidth.ofStandardOutput), terminator: "")
    }
  }
}

extension SimulateCommand {
  fileprivate func index(of walker: String, in study: SimulatedStudy) throws -> Int {
    if let index = study.walkers.firstIndex(of: walker) { return index }
    throw FileProblem(
      file: "--walker",
      expected: study.walkers.isEmpty
        ? "a scenario with walkers" : "one of \(study.walkers.joined(separator: ", "))",
      found: study.walkers.isEmpty ? "\(path) without them" : walker)
  }
}

extension CaptureFormat: ExpressibleByArgument {}
