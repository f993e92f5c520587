import ArgumentParser
import Captures
import Documents
import Foundation
import Laps
import Positioning
import Rendering
import Results
import Scenarios
import Sites
import World

struct ReplayCommand: ParsableCommand, StudyRunning, MemoryTaking, ProgramsStarting {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Run the pipelines of a scenario on a recording.",
    discussion: """
      The recording is a capture (btsnoop as btmon -w writes it, pcap, pcapng, PacketLogger), a log of a phone or of receivers, or a readings table \
      (time_s,beacon,rssi_dbm). Without a site, replay prints ranges and zones; with a site, positions; with ground \
      truth or presses, scores. A FIFO or standard input is processed as it arrives, with one line a second, until it \
      ends or replay receives Ctrl-C or SIGTERM.

      Example: beaconbench replay walk.btsnoop --site my-site.yaml --presses presses.csv
      """)

  @Argument(.recording, "The recording; - is a capture on standard input.", as: "recording")
  var path: String

  @Option(.otherSite) var site: String?

  @Option(.input, "The scenario whose phone, pipelines and, without --site, site are used.")
  var scenario: String?

  @OptionGroup var changes: ScenarioOptions

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var method: MethodOption

  @Option(.truth) var truth: String?

  @Option(.presses) var presses: String?

  @Option(
    .file,
    "The steps that motion sensors found, a CSV file with time_s,length_m,heading_deg, on the capture's clock."
  )
  var steps: String?

  @Option(
    .number(Double.leastNormalMagnitude...10, expected: "a number above 0 and at most 10", "exponent"),
    "The path-loss exponent to assume. (default: the scenario's; without --scenario, 2)")
  var n: Double?

  @Option(
    .number(-120...20, "dBm"),
    "The RSSI at 1 m to assume for all beacons. (default: the scenario's; without --scenario, each beacon's measured power)",
    as: "dbm")
  var c: Double?

  @Option(.averaged) var averaged: Double?

  @Option(.oneLap) var lap: Int?

  @OptionGroup var offset: FittedClockOffsetOption

  @Option(.file, "Write every fix as CSV.")
  var fixes: String?

  @Option(.file, "Write the range to every beacon at every callback as CSV.")
  var ranges: String?

  @Option(
    .file, "Write fixes, ground truth and beacons as GeoJSON; the site must have an origin.",
    name: .customLong("geojson-output"))
  var mapFile: String?

  @OptionGroup var replacing: ReplaceOption

  @Option(
    help: """
      What distinguishes beacons: identity (such as UUID, major and minor), address or both. \
      (default: the scenario's identifiedBy, or identity)
      """)
  var by: IdentityPolicy?

  @Option(
    .number(0...86400, "seconds"),
    "The time between records of a text capture that has no times. (default: 0)")
  var recordSpacing: Double?

  @Option(.device) var device: String?

  @Option(.memory) var memory: Double?

  @Flag(.allowPrograms) var allowPrograms = false

  var limits: StudyLimits { StudyLimits(memory: memoryLimit, programs: policy) }

  @Flag(help: "Print all applicable metrics below the tables; needs --truth or --presses.")
  var metrics = false

  @OptionGroup var strict: StrictOption

  @Flag(
    help: "Print one JSON document instead of tables; for live input, one a second and one at the end.")
  var json = false

  @OptionGroup var tables: TableOption

  func validate() throws {
    try tables.check(json: json)
    if !isScored {
      try refuse(["--clock-offset": offset.clockOffset != nil], "requires --truth or --presses")
    }
    if json { try refuse(["--metrics": metrics], "cannot be combined with --json, which has all metrics") }
    if !isScored { try refuse(["--metrics": metrics], "requires --truth or --presses") }
    for (key, isGiven) in [("n", n != nil), ("c", c != nil)] where isGiven {
      let setting = changes.settings.first { $0.hasPrefix("assumes.\(key)=") || $0.hasPrefix("assumes=") }
      if let setting { throw ValidationError("--\(key) cannot be combined with --set \(setting)") }
    }
    guard scenario == nil else { return }
    try refuse(
      ["--set": !changes.settings.isEmpty, "--pipelines": pipelines != nil], "requires --scenario")
    guard site == nil else { return }
    try refuse(
      ["--without": !changes.without.isEmpty, "--method": !method.methods.isEmpty],
      "requires --site or --scenario")
    try refuse(
      ["--truth, --presses, --steps and --fixes": isScored || fixes != nil || steps != nil],
      "require --site or --scenario")
    try refuse(["--geojson-output": mapFile != nil], "requires --site or --scenario")
  }

  /// Whether it is known where the walker was.
  private var isScored: Bool { truth != nil || presses != nil }

  /// What a recording is sent through.
  private struct Surroundings {
    let scenario: Scenario?
    let site: Site?
    let siteNotes: [String]
    let origin: GeographicOrigin?
    let listening: Listening
  }

  func run() throws {
    try OutputFile.check(
      [fixes, ranges, mapFile], apartFrom: [path, site, scenario, truth, presses, steps],
      others: replacing.others())
    let surroundings = try surroundings()
    let (site, siteNotes) = (surroundings.site, surroundings.siteNotes)
    let truth = try known(on: site, origin: surroundings.origin)
    let map = try mapFile.flatMap { _ in
      try site.map {
        try GeoJSONMap(of: $0, origin: surroundings.origin, file: self.site ?? scenario ?? "")
      }
    }
    StandardStreams.warn(siteNotes)
    let interruption = Interruption()
    // What comes as it comes may keep one waiting from its first byte on.
    let signals = isStreamed(path) ? interruption?.begin() ?? [] : []
    defer { for signal in signals { signal.cancel() } }
    let input = try input(surroundings, stop: interruption?.descriptor)
    // Scores and tables of everything need the whole recording; the rest need not wait for it or keep it.
    let needsAll =
      truth.isGiven || fixes != nil || ranges != nil || steps != nil
      || mapFile != nil || !input.isLive && (json || input.isLog)
    if !needsAll {
      guard !input.isLive || (tables.table ?? .text) == .text else {
        throw FileProblem(file: "--table", expected: "a finished recording", found: "live input")
      }
      do {
        return try follow(
          try LiveReplay(input, listening: surroundings.listening, site: site, siteNotes: siteNotes),
          isLive: input.isLive)
      } catch StudyProblem.pipeline(_, .lookAhead) where !input.isLive {}
    }
    try show(
      Replay(input, listening: surroundings.listening, site: site, siteNotes: siteNotes, truth: truth),
      on: map)
  }

  private func surroundings() throws -> Surroundings {
    let changes = try changes.changes(pipelines: pipelines, methods: method.rows)
    // Of two sites, the one that counts.
    let ofScenario =
      site == nil
      ? changes
      : ScenarioChanges(
        changes.settings, pipelines: changes.pipelines, methods: changes.methods)
    let scenario = try scenario.map { try Scenario(contentsOf: $0, changes: ofScenario) }
    // Prior information, such as a survey, is simulated.
    if let scenario, scenario.pipelines.allSatisfy(\.given.isEmpty) {
      for setting in changes.settings { try setting.checkIsOfReplays() }
    }
    let siteFile = try site.map { try changes.site(contentsOf: $0) }
    let site = siteFile?.site ?? scenario?.simulation?.site
    if site == nil, let path = self.scenario, truth != nil || presses != nil || fixes != nil {
      throw FileProblem(
        file: path, expected: "a scenario with a site, or --site, for --truth, --presses or --fixes",
        found: "a scenario of recorded walks")
    }
    let level = c.map { DBm($0) }
    return Surroundings(
      scenario: scenario, site: site,
      siteNotes: siteFile?.warnings ?? scenario?.simulation?.warnings ?? [],
      origin: siteFile?.origin
        ?? scenario?.simulation.flatMap { GeographicOrigin(ofSite: $0.siteDocument) },
      listening: try scenario.map { try Listening($0, on: site, n: n, c: level) }
        ?? Listening(hasPath: site?.path != nil, n: n, c: level, methods: changes.methods))
  }

  /// - Parameter stop: where there is something to read once live input is to end.
  private func input(_ surroundings: Surroundings, stop: Int32?) throws -> RecordedInput {
    var input = try RecordedInput(
      contentsOf: path, site: surroundings.site, averageSeconds: averaged, lap: lap,
      spacing: recordSpacing,
      options: ReplayOptions(
        policy: by ?? surroundings.scenario?.identifiedBy ?? .identity, strictness: strict.strictness,
        device: device, stop: stop))
    try refuseIdleOptions(isTable: input.isTable)
    input.steps = try steps.map { path throws(FileProblem) in
      try StepsTable(contentsOf: path).steps(lap: lap)
    }
    return input
  }

  private func show(_ replay: Replay, on map: GeoJSONMap?) throws {
    StandardStreams.warn(replay.warnings)
    var files: [(path: String, data: Data)] = []
    if let fixes { files.append((fixes, Data(replay.fixesTable(lap: lap ?? 0).utf8))) }
    if let ranges { files.append((ranges, Data(replay.rangesTable(lap: lap ?? 0).utf8))) }
    if let mapFile, let map {
      files.append((mapFile, Data(replay.map(on: map, lap: lap ?? 0).utf8)))
    }
    try OutputFile.write(files, others: replacing.others())
    let report = replay.report(writesFixes: fixes != nil, writesRanges: ranges != nil)
    try tables.show(
      note + report + (metrics ? replay.scores?.metricsReport ?? [] : []), replay.document, json: json)
    try replay.scores?.checkIsScored(of: path)
  }

  /// How what is run differs from the scenario's file.
  private var note: [ReportSection] {
    guard let scenario else { return [] }
    let numbers = [("--n", n), ("--c", c)].compactMap { name, value in value.map { "\(name) \($0)" } }
    return changes.note(on: scenario, numbers)
  }

  /// Options that this input would not listen to.
  private func refuseIdleOptions(isTable: Bool) throws {
    if !isTable, lap != nil, truth == nil, presses == nil, fixes == nil, ranges == nil,
      mapFile == nil
    {
      throw FileProblem(
        file: "--lap", expected: "a table of readings, truth or presses, or --fixes or --ranges",
        found: "the capture \(path)")
    }
    guard isTable else { return }
    try refuse(
      [
        "--strict": strict.isGiven, "--by": by != nil, "--record-spacing": recordSpacing != nil,
        "--device": device != nil,
      ],
      expected: "a capture", found: "the readings table \(path)")
  }

  /// Says what comes as it comes, until the input is over or its output is closed; of a finished recording the end alone.
  private func follow(_ replay: LiveReplay, isLive: Bool) throws {
    var replay = replay
    let width = OutputWidth.ofStandardOutput
    while let moments = try replay.next() {
      for moment in moments where isLive {
        let line =
          json
          ? replay.document(of: moment).json + "\n"
          : LiveLine.text(of: moment, replay.definitions, site: replay.site, width: width)
        if let line, try !StandardStreams.printed(line) { return }
      }
    }
    StandardStreams.warn(replay.warnings)
    guard isLive else { return try tables.show(note + replay.report(), replay.document, json: json) }
    let ending =
      json ? replay.document.json + "\n" : "\n" + replay.report().brief.text(width: width)
    _ = try StandardStreams.printed(ending)
  }

  private func known(on site: Site?, origin: GeographicOrigin?) throws -> Replay.Truth {
    guard let site else { return Replay.Truth(walk: nil, presses: nil) }
    let file = try truth.map { try TruthFile(contentsOf: $0, site: site, clockOffset: offset.seconds) }
    var known = Replay.Truth(
      walk: try file?.walks?.walk(lap: lap),
      presses: try presses.map {
        try PressesTable(contentsOf: $0, site: site, clockOffset: offset.seconds).presses(lap: lap)
      }, walkFile: truth ?? "", pressesFile: presses ?? "", clockOffset: offset.seconds,
      estimatesOffset: offset.isEstimated, origin: origin)
    known.loose = try file?.loose?.truth(lap: lap)
    return known
  }
}
