public import Documents
import Foundation
import Phone
public import Propagation
import Sites
public import World

/// What a scenario simulates: a site, a walk through it, and everything between a beacon and a reading.
public struct Simulation: Sendable {
  /// The site; without the beacons that `--without` names.
  public package(set) var site: Site
  /// The site's file with every default written out.
  public let siteDocument: Document
  /// Warnings and hints about values that are allowed in the site's file or the scenario but unusual.
  public private(set) var notes: [String] = []
  /// The notes on values that are probably mistakes; they should be shown before any result.
  public private(set) var warnings: [String] = []
  /// The number of laps, and their directions and hands.
  public let laps: LapPlan
  /// How the walker moves, or the first of several.
  public let walk: WalkPlan
  /// The names of several who walk at the same time, each with a walk; empty for one.
  public let walkers: [(name: String, walk: WalkPlan)]
  /// What lies between each beacon and the phone.
  public package(set) var channel: ChannelSettings
  /// When beacons transmit, and which of them differ.
  public package(set) var beacons: BeaconSettings
  /// The beacons that walk, in the order of the scenario.
  public let movers: [Mover]
  /// Beacons with the identity of another; they stand on no site plan.
  public package(set) var rogues: [RogueBeacon]
  /// Stickers whose advertisements hold sensor reports.
  public let nearables: [Nearable]
  /// What the phone receives, and how it reads levels.
  public package(set) var receiver: ReceiverSettings
  /// Nil for a phone without motion sensors.
  public let steps: StepSettings?
  /// The faults: differences between the simulation and what site and pipelines assume.
  public private(set) var faults: [Fault]
  /// Nil for none.
  public let survey: SurveySettings?
  /// The radio map that the survey's file holds; nil for a simulated survey.
  public let surveyTable: RadioMapTable?
  private let surveyContents: WalkPlan.Table?
}

extension Simulation {
  /// The names of the keys of a scenario that say what is simulated.
  static var keys: [String] { fields.map(\.key) }

  /// These keys.
  static let fields: [Schema.Field] =
    walkFields + RadioSettings.keys.map(\.field) + phoneFields

  private static let walkFields: [Schema.Field] = [
    .required("laps", LapPlan.schema, "How often and under which conditions the walk is repeated."),
    .defaulted("walk", WalkPlan.form.schema, to: [:], "The route, speed and stops of the walker."),
    .optional(
      "walkers",
      .array(
        of: .object([
          .required("name", .text(.identifier), "The walker's name in the results."),
          .optional(
            "walk", WalkPlan.form.schema,
            "This walker's walk; by default `walk`, with random draws of its own."),
        ]), count: .atLeast(2)),
      "Several walkers at the same time, each with a phone that receives the same advertisements; by default one."
    ),
  ]

  private static let phoneFields: [Schema.Field] = [
    .optional(
      "steps", StepSettings.schema,
      "The steps that the phone's motion sensors find, with their errors; by default none."),
    .optional(
      "survey", SurveySettings.schema,
      "The survey of the site's test points before the laps, for fingerprinting; by default "
        + "none."),
    .optional(
      "faults", .array(of: Fault.form.schema, count: .between(0, 100)),
      "What is otherwise than the site says, unknown to survey and pipelines: in `run` all of it at once, in `sensitivity --faults` one at "
        + "a time; by default nothing."),
  ]

  /// The same with other faults.
  package func with(faults: [Fault]) -> Simulation {
    var simulation = self
    simulation.faults = faults
    return simulation
  }

  /// The tables that the scenario names.
  package var tables: [WalkPlan.Table] {
    walk.tables + walkers.flatMap { $0.walk == walk ? [] : $0.walk.tables } + movers.flatMap(\.tables)
      + [surveyContents].compactMap(\.self)
  }

  private var passingNotes: [String] {
    guard !walkers.isEmpty else { return [walk.passingNote(on: site, walker: nil)].compactMap(\.self) }
    return walkers.compactMap { $0.walk.passingNote(on: site, walker: $0.name) }
  }

  /// How each walker goes: one at least.
  package var walks: [WalkPlan] { walkers.isEmpty ? [walk] : walkers.map(\.walk) }

  private static func walkers(
    _ document: Document, walk: WalkPlan, site: Site, scenarioPath: String, interval: Double
  ) throws(FileProblem) -> [(name: String, walk: WalkPlan)] {
    var walkers: [(name: String, walk: WalkPlan)] = []
    let entries = try document.optional("walkers")?.elements ?? []
    try entries.checkEachOnce("name")
    for entry in entries {
      let name = try entry.text("name")
      let own = try entry.optional("walk").map { value throws(FileProblem) in
        try WalkPlan(value, site: site, scenarioPath: scenarioPath, interval: interval)
      }
      walkers.append((name, own ?? walk))
    }
    return walkers
  }

  /// Reads the parts of a resolved scenario that say what is simulated, and its site's file.
  ///
  /// - Parameter siteFile: where it has been read already.
  init(_ document: Document, scenarioPath: String, siteFile: SiteFile? = nil) throws(FileProblem) {
    let file =
      if let siteFile {
        siteFile
      } else {
        try SiteFile(contentsOf: document["site"].pathOfFile(namedIn: scenarioPath))
      }
    site = file.site
    siteDocument = file.document
    laps = try LapPlan(try document["laps"])
    let interval = try PhoneSettings(try document["phone"]).averageSeconds
    let kind = try document["walk"]
    guard site.path != nil || kind.has("track") || kind.has("standing") else {
      throw try document["site"].problem(expected: "a site with a path to walk on", found: "one without")
    }
    walk = try WalkPlan(kind, site: file.site, scenarioPath: scenarioPath, interval: interval)
    walkers = try Self.walkers(
      document, walk: walk, site: file.site, scenarioPath: scenarioPath, interval: interval)
    let radio = try RadioSettings(document)
    (channel, beacons, receiver) = (radio.channel, radio.beacons, radio.receiver)
    let entry = try document["beacons"]
    try beacons.check(entry, on: file.site)
    movers = try Mover.read(
      entry, site: file.site, walk: walk, walkers: walkers, scenarioPath: scenarioPath)
    rogues = try RogueBeacon.read(entry, on: file.site)
    nearables = try Nearable.read(entry, on: file.site)
    steps = try document.optional("steps").map { value throws(FileProblem) in try StepSettings(value) }
    faults = try Fault.read(document.optional("faults"), on: file.site, movers: movers)
    survey = try document.optional("survey").map { value throws(FileProblem) in try SurveySettings(value) }
    (surveyTable, surveyContents) = try Self.table(
      of: survey, document, site: site, scenarioPath: scenarioPath)
    try finish(document, file)
  }

  /// The radio map that a survey names, and the text of its file; nil for a simulated survey.
  private static func table(
    of survey: SurveySettings?, _ document: Document, site: Site, scenarioPath: String
  ) throws(FileProblem) -> (RadioMapTable?, WalkPlan.Table?) {
    guard survey?.file != nil, let file = try document.optional("survey")?["file"] else { return (nil, nil) }
    let path = try file.pathOfFile(namedIn: scenarioPath)
    let table = try RadioMapTable(contentsOf: path, site: site)
    return (table, WalkPlan.Table(key: "survey.file", contents: try wholeText(of: path)))
  }

  /// Checks what concerns all parts together, and collects the notes.
  private mutating func finish(_ document: Document, _ file: SiteFile) throws(FileProblem) {
    guard site.anchors.allSatisfy({ $0.identity != nil }) else {
      throw try document["site"].problem(expected: "a site with beacons only", found: "one with receivers")
    }
    try checkSize(document)
    warnings = file.warnings
    notes =
      file.notes + passingNotes
      + [walk.durationNote, Mover.note(on: movers, site: site)].compactMap(\.self)
  }

  /// Refuses what would fill the memory with one lap.
  private func checkSize(_ document: Document) throws(FileProblem) {
    for plan in walks { try checkSize(of: plan, document) }
    guard let survey, surveyTable == nil, let key = document.optional("survey") else { return }
    let points: Int
    switch survey.places {
    case .testPoints:
      points = site.testPoints.count
      guard points > 0 else {
        throw key.problem(expected: "a site with test points to survey", found: "one without")
      }
    case .path(let spacing):
      guard let path = site.path else {
        throw key.problem(expected: "a site with a path to survey", found: "one without")
      }
      points = path.middles(atMost: spacing).count
    }
    if survey.laps > 0, walk.isStanding {
      throw key.problem(expected: "a walk that moves, for survey laps", found: "standing")
    }
    let seconds =
      survey.laps > 0
      ? Double(survey.laps) * walk.longestLap
      : Double(survey.readings * points * max(survey.directions, 1))
        * (try PhoneSettings(try document["phone"]).averageSeconds)
    guard seconds <= 864_000 else {
      throw key.problem(expected: "a survey of at most 864000 s", found: "\(seconds) s")
    }
    try beacons.checkSent(inSeconds: seconds, by: site, rogues, key)
  }

  private func checkSize(of walk: WalkPlan, _ document: Document) throws(FileProblem) {
    let longestLap = walk.longestLap
    guard longestLap <= 864_000 else {
      throw try document["walk"].problem(
        expected: "laps of at most 864000 s",
        found: "up to \(longestLap) s at \(walk.settings.speedRange.lowerBound) m/s")
    }
    let legs = walk.mostLegs
    guard legs <= 1_000_000 else {
      throw try document["walk"].problem(
        expected: "laps of at most 1000000 straight legs", found: "up to \(legs.rounded())")
    }
    for mover in movers { try mover.checkSize(seconds: longestLap) }
    try beacons.checkSent(
      inSeconds: longestLap, by: site, rogues + faults.map { _ in RogueBeacon() }, try document["walk"])
  }
}
