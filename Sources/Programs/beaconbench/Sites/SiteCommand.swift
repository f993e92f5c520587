import ArgumentParser
import Calibrating
import Captures
import Placement
import Rendering
import Results
import Sites
import World

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site", abstract: "Import a site, check one, or plan the identifiers of several.",
    subcommands: Annex.all.verbs(in: .site) + [SiteCheckCommand.self, SiteIdentifiersCommand.self])
}

struct SiteCheckCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what is likely wrong with a site, by its plan or by a recorded walk.",
    discussion: """
      Looks for lengths that are not in metres, beacons outside, test points and paths in walls, rooms and floors that the path does not reach, \
      and places with fewer than 3 beacons heard. With --capture and --truth it finds dead, weak, misplaced and exchanged \
      beacons instead: it compares what was received at known positions along a walk with what the site predicts. The \
      exit status is 1 when something is found.

      Example: beaconbench site check my-site.yaml --capture walk.btsnoop --truth truth.csv
      """)

  @Argument(.input, "The site file.", as: "site")
  var path: String

  @Option(.recording, "The recorded walk: a capture or a readings table.")
  var capture: String?

  @Option(.truth) var truth: String?

  @OptionGroup var hearing: HearingOptions

  @Option(.anyLap) var lap: Int?

  @Option(.clockOffset) var clockOffset: Double?

  @Option(.averaged) var averaged: Double?

  @Option(
    .number(1e-9...0.5, expected: "a probability from 0.000000001 to 0.5", "probability"),
    "The largest probability of naming any beacon of a correct site. (default: \(SiteCheck.customaryErrorRate))"
  )
  var errorRate = SiteCheck.customaryErrorRate

  @OptionGroup var strict: StrictOption

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (capture == nil) == (truth == nil) else {
      throw ValidationError(capture == nil ? "--truth requires --capture" : "--capture requires --truth")
    }
    guard capture == nil else { return }
    try refuse(
      [
        "--lap": lap != nil, "--clock-offset": clockOffset != nil,
        "--averaged": averaged != nil, "--error-rate": errorRate != SiteCheck.customaryErrorRate,
        "--strict": strict.isGiven,
      ], "requires --capture")
  }

  func prepared() throws -> any PreparedStudy {
    let site = try SiteFile(contentsOf: path)
    guard let capture, let truth else {
      let check = SitePlanCheck(site.site, warnings: site.warnings, hearing: hearing.hearing)
      let findings = Counted.text(check.findings.count, "finding")
      return Answer(
        check.report, check.document,
        failure: check.findings.isEmpty ? nil : "\(path): \(findings) in the site")
    }
    let check = try SiteCheck(
      of: site, recording: capture,
      truth: TruthTable(contentsOf: truth, site: site.site, clockOffset: clockOffset ?? 0),
      lap: lap, averageSeconds: averaged, errorRate: errorRate,
      options: ReplayOptions(strictness: strict.strictness))
    let named = check.named.map { "\($0.beacon) (\($0.fault?.name ?? ""))" }.joined(separator: ", ")
    return Answer(
      check.report, check.document,
      failure: named.isEmpty ? nil : "\(path): the recording contradicts \(named)", warnings: site.warnings)
  }
}

struct SiteIdentifiersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identifiers",
    abstract: "Find clashes between the beacons of several sites, or plan their UUID, major and minor.",
    discussion: """
      Finds identities that several beacons have, and in captures identities under the sites' UUIDs that no site has. The exit status is 1 when \
      there are any. With --plan it gives every beacon a new identity instead: one UUID, a major for each floor of each site, minors from 1 \
      on. Sites, floors and beacons that are added behind the others leave these as they are.

      Example: beaconbench site identifiers north.yaml south.yaml --plan example.org
      """)

  @Argument(.input, "The site files, in the order in which the chain grew.", as: "sites")
  var paths: [String]

  @Option(
    help: ArgumentHelp("A capture in which to look for identities; may be repeated.", valueName: "file"))
  var capture: [String] = []

  @Option(
    .text,
    "Plan new identities under the UUID of this name, such as the domain of the owner, or under this UUID.",
    as: "name|uuid")
  var plan: String?

  @Flag(help: "Print only the commands that encode the planned beacons, one on a line.")
  var encode = false

  @OptionGroup var printing: OutputOptions

  func validate() throws {
    if encode, plan == nil { throw ValidationError("--encode requires --plan") }
    if printing.json { try refuse(["--encode": encode], "cannot be combined with --json") }
    if plan != nil { try refuse(["--capture": !capture.isEmpty], "cannot be combined with --plan") }
    if plan == "" { throw ValidationError("--plan: expected a name or a UUID, found nothing") }
    if let again = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
      throw ValidationError("\(paths[again]): expected each site once, found it twice")
    }
  }

  func run() throws {
    let all = SiteIdentifiers(try paths.map { ($0, try SiteFile(contentsOf: $0).site) })
    guard let plan else { return try check(all) }
    let uuid = try BeaconUUID(plan) ?? BeaconUUID(named: plan)
    guard let planned = all.plan(uuid) else {
      throw FileProblem(
        file: "--plan", expected: "at most 1,023 sites of at most 64 floors with 65,535 beacons each",
        found: Counted.text(all.beacons.count, "beacon"))
    }
    if encode { return try StandardStreams.print(planned.map { $0.command + "\n" }.joined(), terminator: "") }
    let head =
      "\(Counted.text(planned.count, "beacon")) of \(Counted.text(paths.count, "site")) under \(uuid)."
    try printing.show(
      [.paragraph(head), .table(planned, SiteIdentifiers.Planned.figures, keys: 2)],
      FigureValue.object([
        ("uuid", .text(uuid.description)), ("beacons", planned.map(\.figureValue).figureValue),
      ])
      .document)
  }

  private func check(_ all: SiteIdentifiers) throws {
    let clashes = all.clashes
    let strangers = try capture.flatMap { path in try self.strangers(in: path, to: all) }
    let report: [ReportSection] = [
      .paragraph(
        "\(Counted.text(all.beacons.count, "beacon")) of \(Counted.text(paths.count, "site")): "
          + "\(Counted.text(clashes.count, "clash", "clashes"))"
          + (capture.isEmpty
            ? "." : ", \(Counted.text(strangers.count, "identity", "identities")) that no site has.")),
      .paragraphs(clashes.map(\.sentence) + strangers.map(\.sentence)),
    ]
    let found = clashes.count + strangers.count
    try printing.show(
      report,
      FigureValue.object([
        ("beacons", all.beacons.count.figureValue), ("clashes", clashes.map(\.figureValue).figureValue),
        ("strangers", strangers.map(\.figureValue).figureValue),
      ]).document,
      failure: found == 0
        ? nil : "the identifiers of \(Counted.list(paths)): \(Counted.text(found, "finding"))")
  }

  /// What a capture holds under the UUIDs of the sites and none of them has.
  private func strangers(in path: String, to all: SiteIdentifiers) throws -> [Stranger] {
    let known = Set(all.beacons.compactMap(\.identity))
    let uuids = Set(known.compactMap { $0.numbers?.uuid })
    return try CaptureContents.read(path).beacons.compactMap { beacon in
      guard let identity = beacon.identity, let numbers = identity.numbers, uuids.contains(numbers.uuid),
        !known.contains(identity)
      else { return nil }
      return Stranger(file: path, identity: numbers, frames: beacon.frames)
    }
  }

  private struct Stranger: Described {
    let file: String
    let identity: IBeaconIdentity
    let frames: Int

    var sentence: String {
      "\(file): \(identity) is heard in \(Counted.text(frames, "frame")), and no site has it."
    }

    static let figures: [Figure<Stranger>] = [
      .init("file", \.file), .init("identity", \.identity.description), .init("frames", \.frames),
    ]
  }
}

extension SiteIdentifiers.Planned {
  /// Prints the octets and the commands of the beacon.
  fileprivate var command: String {
    "beaconbench encode --uuid \(identity.uuid) --major \(identity.major) --minor \(identity.minor)"
      + (beacon.measuredPower.map { " --power \(FixedPoint.shortest($0.value))" } ?? "")
  }
}

extension SiteIdentifiers.Planned: Described {
  /// A row of the plan.
  static let figures: [Figure<SiteIdentifiers.Planned>] = [
    .init("site", "site", \.beacon.file), .init("beacon", "beacon", \.beacon.beacon),
    .init("floor", "floor", \.beacon.floor), .init("major", "major") { Int($0.identity.major) },
    .init("minor", "minor") { Int($0.identity.minor) },
    .init("before", "until now") { $0.beacon.identity?.description ?? "" },
  ]
}

extension SiteIdentifiers.Clash {
  /// `clash: … is that of b01 in north.yaml and of b07 in south.yaml.`
  fileprivate var sentence: String {
    "\(identity) is the identity of " + Counted.list(beacons.map { "\($0.beacon) in \($0.file)" }) + "."
  }
}

extension SiteIdentifiers.Clash: Described {
  /// What `--json` has of each.
  static let figures: [Figure<SiteIdentifiers.Clash>] = [
    .init("identity", \.identity.description),
    .init("beacons") { $0.beacons.map { "\($0.file) \($0.beacon)" } },
  ]
}
