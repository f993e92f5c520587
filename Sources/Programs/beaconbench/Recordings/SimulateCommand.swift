public import ArgumentParser
public import Captures
import Context
import Documents
import Foundation
import Laps
import Rendering
import Results
import Scenarios
import World

struct SimulateCommand: AsyncParsableCommand, ThreadsTaking, ProgressShowing {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Write simulated laps as captures or as tables.",
    discussion: """
      tshark, Wireshark and btmon read the captures; a replayed capture gives the fixes and errors of run for that \
      lap, and with applications the events of context. HCI does not report the advertising channel, so only \
      pcapSniffer records it. A file name that ends in .gz makes a gzip file. --into writes the tables of all laps at once.

      Example: beaconbench simulate scenarios/floor35.yaml --lap 7 --capture lap-0007.btsnoop --truth truth.csv
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @OptionGroup var choice: LapOptions

  @Option(
    .folder,
    "A new folder for all laps: readings, ground truth and presses of each, the scenario and the site.")
  var into: String?

  @Option(.whole(1...1_000_000), "With --into, the number of laps, from the first. (default: all)")
  var laps: Int?

  @Option(.file, "Write the advertisements as a capture.")
  var capture: String?

  @Option(
    help: ArgumentHelp(
      "btsnoop (HCI, datalink 1002), btsnoopMonitor (BlueZ monitor, 2001), pcapng (link type 201) or pcapSniffer (256, with the channel). (default: by the extension .btsnoop, .pcapng or .pcap, else btsnoop)",
      valueName: "format"))
  var captureFormat: CaptureFormat?

  @Option(.file, "Write the advertisements as a table: time_s,beacon,rssi_dbm,...")
  var readings: String?

  @Option(.file, "Write the ground truth: time_s,x_m,y_m,...")
  var truth: String?

  @Option(.file, "Write the presses at test points: time_s,point.")
  var presses: String?

  @Option(.file, "Write the tracks of mobile beacons: time_s,beacon,x_m,y_m,z_m,floor.")
  var tracks: String?

  @Option(
    .file, "Write the sensor values of Nearable frames: time_s,beacon,temperature_c,moving,orientation.")
  var sensors: String?

  @Option(.file, "Write the steps that motion sensors find: time_s,length_m,heading_deg.")
  var steps: String?

  @Option(.threads) var threads: Int?

  @OptionGroup var replacing: ReplaceOption

  @Flag(help: "Print one JSON document instead of a sentence.")
  var json = false

  @Flag(.quiet) var isQuiet = false

  /// What belongs to a single lap.
  private var ofOneLap: KeyValuePairs<String, Bool> {
    [
      "--lap": choice.lap != nil, "--walker": choice.walker != nil, "--capture": capture != nil,
      "--readings": readings != nil, "--truth": truth != nil, "--presses": presses != nil,
      "--tracks": tracks != nil, "--sensors": sensors != nil, "--steps": steps != nil,
    ]
  }

  /// What --capture-format says, or without it the extension of the file; one that is not that of a format means btsnoop.
  private func format(of capture: String) throws -> CaptureFormat {
    let name = capture.hasSuffix(".gz") ? String(capture.dropLast(3)) : capture
    let byExtension: [(ending: String, formats: [CaptureFormat])] = [
      (".pcapng", [.pcapng]), (".pcap", [.pcapSniffer]), (".btsnoop", [.btsnoop, .btsnoopMonitor]),
    ]
    let known = byExtension.first { name.lowercased().hasSuffix($0.ending) }
    guard let format = captureFormat else { return known?.formats.first ?? .btsnoop }
    if let known, !known.formats.contains(format) {
      throw FileProblem(
        file: "--capture-format \(format.rawValue)",
        expected: known.formats.map(\.rawValue).joined(separator: " or ")
          + ", by the extension of \(capture)",
        found: format.rawValue)
    }
    return format
  }

  func validate() throws {
    try refuse(["--capture-format": captureFormat != nil && capture == nil], "requires --capture")
    guard into != nil else {
      return try refuse(["--laps": laps != nil, "--threads": threads != nil], "requires --into")
    }
    try refuse(ofOneLap, "cannot be combined with --into, which writes the files of each lap")
  }

  func run() async throws {
    try OutputFile.check(
      [capture, readings, truth, presses, tracks, sensors, steps], apartFrom: [path],
      others: replacing.others())
    let folder = try into.map { path throws(FileProblem) in try LapsFolder(path, replacing: replacing.replace)
    }
    let (scenario, simulation, saved) = try choice.simulation(of: path)
    if let folder {
      try await write(count(of: simulation), of: scenario, simulation, saved, into: folder)
    } else {
      try writeLap(of: scenario, simulation)
    }
  }

  private func count(of simulation: Simulation) throws(FileProblem) -> Int {
    let all = simulation.laps.count
    guard let laps else { return all }
    guard laps <= all else {
      throw FileProblem(
        file: "--laps", expected: "1 to \(all), as laps.count of \(path) says", found: "\(laps)")
    }
    return laps
  }

  private func write(
    _ count: Int, of scenario: Scenario, _ simulation: Simulation, _ saved: SavedScenario?,
    into folder: LapsFolder
  ) async throws {
    StandardStreams.warn(simulation.warnings)
    let study = try SimulatedStudy(scenario, simulation)
    var line = line(of: count, "laps")
    let written = try await folder.write(count, lapsOf: study, saved: saved, width: width) {
      line.show(done: $0)
    }
    line.finish()
    try show(written.document, written.sentence)
  }

  private func writeLap(of scenario: Scenario, _ simulation: Simulation) throws {
    for (table, isAbsent, what) in [
      ("--tracks", tracks != nil && simulation.movers.isEmpty, "mobile beacons, beacons.moving"),
      ("--sensors", sensors != nil && simulation.nearables.isEmpty, "nearables, beacons.nearables"),
      ("--steps", steps != nil && simulation.steps == nil, "motion sensors, steps"),
    ] {
      try refuse(
        [table: isAbsent], expected: "a scenario with \(what)", found: "\(path) without them")
    }
    StandardStreams.warn(simulation.warnings)
    let simulated = try choice.lap(of: scenario, simulation, path)
    let files = try files(of: simulated, on: simulation.site)
    try OutputFile.write(files, others: replacing.others())
    let note =
      files.isEmpty
      ? ". No file was written: --capture, --readings, --truth, --presses, --tracks, --sensors and --steps name files."
      : ""
    try show(simulated.document, simulated.sentence + note)
  }

  /// What is asked for of a lap.
  private func files(of simulated: SimulatedLap, on site: Site) throws -> [(path: String, data: Data)] {
    var files: [(path: String, data: Data)] = []
    if let capture {
      var writer = CaptureWriter(format: try format(of: capture))
      try writer.append(simulated.stream, directory: simulated.directory)
      writer.finish(at: simulated.end)
      files.append((capture, Data(writer.bytes)))
    }
    let tables: [(SimulatedTable, path: String?)] = [
      (.readings, readings), (.truth, truth), (.presses, presses), (.tracks, tracks), (.sensors, sensors),
      (.steps, steps),
    ]
    for case (let table, let path?) in tables {
      files.append((path, Data(table.text(of: simulated, site: site).utf8)))
    }
    return files
  }

  private func show(_ document: Document, _ sentence: String) throws {
    let report = [ReportSection.paragraphs([sentence])]
    try StandardStreams.print(
      json ? document.json : report.text(width: OutputWidth.ofStandardOutput), terminator: json ? "\n" : "")
  }
}

extension CaptureFormat: ExpressibleByArgument {}
