public import ArgumentParser
public import Captures
import Documents
import Foundation
import Rendering
import Results
import Sites
import World

struct InspectCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Summarise the contents of a capture or a readings table.",
    discussion: """
      Reads btsnoop (datalinks 1001, 1002 and 2001), pcap and pcapng with HCI traffic or sniffed packets, Apple's \
      PacketLogger files, the text output of hcidump --raw and btmon, and gzip of any of them. The format is \
      recognised from the content, a readings table (time_s,beacon,rssi_dbm) too, and logs of GetSensorData, SensorReadoutApp, \
      Sensor Logger, ESPresense and room-assistant. Damaged records are counted and reported with their byte offsets.

      Example: beaconbench inspect walk.btsnoop
      """)

  @Argument(
    help: "The captures or readings tables; - is a capture on standard input.", completion: .file(),
    transform: OptionValue.recording)
  var files: [String]

  @OptionGroup var options: OutputOptions

  @OptionGroup var strict: StrictOption

  @Option(help: "What distinguishes beacons: identity (such as UUID, major and minor), address or both.")
  var by = IdentityPolicy.identity

  @Option(.file, "Write the advertisements of a single capture as a readings table.")
  var readings: String?

  @Option(.device) var device: String?

  @Option(
    .file, "Write the iBeacons of a single capture as a site's table of beacons, with positions to fill in.")
  var beaconTable: String?

  @OptionGroup var replacing: ReplaceOption

  func validate() throws {
    if beaconTable != nil, files.count != 1 {
      throw ValidationError("--beacon-table: expected one capture, found \(files.count)")
    }
    if beaconTable != nil, by != .identity {
      throw ValidationError("--beacon-table cannot be combined with --by \(by.rawValue)")
    }
    if readings != nil, files.count != 1 {
      throw ValidationError("--readings: expected one capture, found \(files.count)")
    }
    if readings != nil, files == ["-"] {
      throw ValidationError("--readings requires a file, since it is read twice; standard input cannot be")
    }
  }

  func prepared() throws -> any PreparedStudy {
    try OutputFile.check([readings, beaconTable], apartFrom: files, others: replacing.others())
    let interruption = Interruption()
    let signals = files.contains(where: isStreamed) ? interruption?.begin() ?? [] : []
    defer { for signal in signals { signal.cancel() } }
    var contents: [Contents] = []
    for file in files {
      if case .capture(let last)? = contents.last, last.isStopped { break }
      contents.append(try inspected(file, stop: interruption?.descriptor))
    }
    if case .capture(let capture)? = contents.first {
      if let readings { try writeReadings(to: readings) }
      if let beaconTable { try writeBeacons(of: capture, to: beaconTable) }
    }
    let documents = contents.map(\.document)
    return Answer(
      contents.flatMap(\.report), files.count > 1 ? Document(documents) : documents.first ?? nil)
  }

  private enum Contents {
    case capture(CaptureContents)
    case table(ReadingsContents)

    var report: [ReportSection] {
      switch self {
      case .capture(let contents): contents.report
      case .table(let contents): contents.report
      }
    }

    var document: Document {
      switch self {
      case .capture(let contents): contents.document
      case .table(let contents): contents.document
      }
    }
  }

  /// - Throws: ``FileProblem`` also when there is nothing but damage.
  private func inspected(_ path: String, stop: Int32?) throws -> Contents {
    if path != "-", try ReadingsTable.isOne(path) {
      try refuse(
        [
          "--readings": readings != nil, "--beacon-table": beaconTable != nil, "--by": by != .identity,
          "--strict": strict.isGiven,
        ], expected: "a capture", found: "the readings table \(path)")
      return .table(try ReadingsContents(contentsOf: path))
    }
    let contents = try CaptureContents.read(path, strictness: strict.strictness, policy: by, stop: stop)
    guard contents.frames == 0, let damage = contents.damages.first else { return .capture(contents) }
    throw FileProblem(
      file: contents.file, place: .byte(damage.offset), expected: damage.expected, found: damage.found)
  }

  private func writeBeacons(of contents: CaptureContents, to path: String) throws {
    let rows = contents.beacons.compactMap { beacon -> (identity: IBeaconIdentity, measuredPower: Int?)? in
      guard case .iBeacon(let identity)? = beacon.identity else { return nil }
      let isKnown = beacon.measuredPowers.count == 1 && !beacon.hasImplausiblePower
      return (identity, isKnown ? beacon.measuredPowers[0] : nil)
    }
    guard !rows.isEmpty else {
      throw FileProblem(file: contents.file, expected: "iBeacons for --beacon-table", found: "none")
    }
    try OutputFile.write(BeaconsTable.unplaced(rows), to: path, others: replacing.others())
    let others = contents.beacons.count - rows.count
    guard others > 0 else { return }
    let count = others == 1 ? "1 beacon" : "\(others) beacons"
    StandardStreams.warn(["\(path): without \(count) whose identity is not an iBeacon's"])
  }

  private func writeReadings(to path: String) throws {
    var source = try ReplaySource(
      contentsOf: files[0],
      options: ReplayOptions(policy: by, strictness: strict.strictness, device: device))
    var rows = ReadingsWriter()
    rows.append(try source.stream(), directory: source.directory)
    try OutputFile.write(Data(rows.bytes), to: path, others: replacing.others())
  }
}

extension IdentityPolicy: ExpressibleByArgument {}
