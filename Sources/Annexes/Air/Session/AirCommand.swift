import ArgumentParser
import Captures
import Context
import Documents
import Foundation
import Laps
import Rendering
import Results
import World

struct AirCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "air", abstract: "Let a Bluetooth host hear a simulated lap or a recording.",
    discussion: """
      Acts as a Bluetooth controller: a host stack connects over TCP, over two pipes or through the kernel's virtual adapter, scans, and \
      hears each advertisement at its time. The lap begins with each host. docs/air.md has recipes for BlueZ, Bumble and Android's \
      emulator.

      Example: beaconbench air scenarios/floor35.yaml --lap 7 --listen 127.0.0.1:9000 --truth truth.csv
      """)

  @Argument(.input, "The scenario (.yaml or .yml), or a capture.", as: "scenario or capture")
  var path: String

  @OptionGroup var choice: LapOptions

  @Option(
    .read(AirCommand.place), "Wait for hosts at this address; with port 0 at a free one, which is printed.",
    as: "address:port")
  var listen: HostLine.Place?

  @Option(
    .read(AirCommand.pipes), "Read from one FIFO what the host sends, and write to another what it receives.",
    as: "in,out")
  var pipes: HostLine.Place?

  @Flag(help: "Become an adapter of this machine through /dev/vhci, for BlueZ.")
  var vhci = false

  @Option(
    .read(AirCommand.pace),
    "How many times as fast the lap passes, or max: as fast as the host reads. (default: 1)",
    as: "number|max")
  var pace: Pace?

  @Flag(help: "Begin the lap again when it is over, after a second.")
  var loop = false

  @Flag(help: "Begin the lap with the host's first scan.")
  var startOnScan = false

  @Flag(help: "End when the lap is over.")
  var endWithLap = false

  @Option(.whole(1...1_000_000), "End after this many hosts. (default: when interrupted)")
  var hosts: Int?

  @Flag(help: "Make beacons scannable: they answer active scans with their ids as names.")
  var scanResponse = false

  @Flag(help: "Lose what arrives outside the host's scan window, as a radio does.")
  var observeWindow = false

  @Option(.file, "Write the ground truth in UNIX time: time_s,x_m,y_m,...")
  var truth: String?

  @Option(.file, "Write the presses at test points in UNIX time: time_s,point.")
  var presses: String?

  @Option(.file, "Write what hosts did in UNIX time: time_s,event,detail.")
  var events: String?

  @OptionGroup var replacing: ReplaceOption

  @Flag(help: "Print a JSON document on each line: what happens, and at the end the counts.")
  var json = false

  /// How fast the lap passes.
  enum Pace: Hashable, Sendable {
    case times(Double)
    case most
  }

  func validate() throws {
    guard [listen != nil, pipes != nil, vhci].count(where: { $0 }) == 1 else {
      throw ValidationError("expected one of --listen, --pipes and --vhci")
    }
    if hosts != nil, listen == nil { throw ValidationError("--hosts requires --listen") }
    if endWithLap { try refuse(["--loop": loop], "cannot be combined with --end-with-lap") }
    if pace == .most {
      try refuse(
        ["--truth": truth != nil, "--presses": presses != nil], "requires a --pace that is a number")
    }
  }

  func run() async throws {
    try OutputFile.check([truth, presses, events], apartFrom: [path], others: replacing.others(isSlow: true))
    let source = try AirSource(path, choice, answers: scanResponse)
    if source.lap == nil {
      try refuse(
        ["--truth": truth != nil, "--presses": presses != nil], expected: "a scenario",
        found: "the capture \(path)")
    }
    StandardStreams.warn(source.warnings)
    let interruption = Interruption()
    let signals = interruption?.begin() ?? []
    defer { for signal in signals { signal.cancel() } }
    let line = try HostLine(listen ?? pipes ?? .adapter("/dev/vhci"))
    let record = try AirRecord(
      source.lap, on: source.site, truth: truth, presses: presses, events: events)
    try say(AirEvent(seconds: AirSession.unix, event: "source", detail: source.sentence))
    try say(AirEvent(seconds: AirSession.unix, event: "waiting", detail: line.name))
    var session = AirSession(
      source.traffic, timing, observesWindow: observeWindow, over: line, record: record, say: say)
    try session.run(stop: interruption?.descriptor ?? -1)
    let summary = session.summary
    let ending = json ? summary.document.json + "\n" : summary.sentences.map { $0 + "\n" }.joined()
    try StandardStreams.print(ending, terminator: "")
  }

  private func say(_ event: AirEvent) throws {
    try StandardStreams.print(json ? event.document.json : event.line)
  }

  private var timing: AirSession.Timing {
    var timing = AirSession.Timing(
      isLooped: loop, startsOnScan: startOnScan, endsWithLap: endWithLap, hosts: hosts)
    switch pace {
    case .times(let pace): timing.pace = pace
    case .most: timing.pace = nil
    case nil: break
    }
    return timing
  }

  private static func pace(_ text: String) throws -> Pace {
    if text == "max" { return .most }
    guard let number = Double(text), 0.01...1000 ~= number else {
      throw ValidationError("expected max or a number from 0.01 to 1000")
    }
    return .times(number)
  }

  private static func place(_ text: String) throws -> HostLine.Place {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw ValidationError("expected an address and a port, such as 127.0.0.1:9000")
    }
    let host = text[..<colon]
    return .tcp(
      host: host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host),
      port: port)
  }

  private static func pipes(_ text: String) throws -> HostLine.Place {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, !names.contains("") else {
      throw ValidationError("expected two names, such as to-controller,from-controller")
    }
    return .pipes(input: names[0], output: names[1])
  }
}

/// What is in the air.
struct AirSource {
  let traffic: AirTraffic
  /// Nil for a capture.
  let lap: SimulatedLap?
  let site: Site?
  let warnings: [String]
  let sentence: String

  /// - Parameter answers: whether simulated beacons answer active scans.
  init(_ path: String, _ choice: LapOptions, answers: Bool) throws {
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
      try choice.refuseAll(expected: "a scenario", found: "the capture \(path)")
      traffic = try AirTraffic(contentsOf: path)
      (lap, site) = (nil, nil)
      warnings =
        [
          traffic.malformed > 0 ? "\(traffic.malformed) records of \(path) could not be read" : nil,
          traffic.incomplete > 0
            ? "\(traffic.incomplete) reports of \(path) have no data, and are left out" : nil,
        ].compactMap(\.self)
      sentence = Self.sentence(path, traffic)
      return
    }
    let chosen = try choice.lap(of: path)
    let lap = chosen.lap
    var writer = CaptureWriter(format: .btsnoop)
    try writer.append(lap.stream, directory: lap.directory)
    writer.finish(at: lap.end)
    var names: [DeviceAddress: String] = [:]
    for transmitter in lap.directory.transmitters where answers {
      if let address = transmitter.address { names[address] = lap.directory.anchors[transmitter.anchor].id }
    }
    traffic = try AirTraffic(bytes: writer.bytes, name: path, answering: names)
    (self.lap, site, warnings) = (lap, chosen.site, chosen.warnings)
    sentence = Self.sentence("lap \(lap.lap) of \(path)", traffic)
  }

  private static func sentence(_ name: String, _ traffic: AirTraffic) -> String {
    "\(name): \(traffic.count) advertisements of \(Counted.text(traffic.advertisers, "device", "devices")) in "
      + "\(FixedPoint.text(Double(traffic.end) / 1e6, decimals: 1)) s"
  }
}
