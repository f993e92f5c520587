public import Documents
import Foundation
public import Propagation
import SiteFiles
public import World

/// What a scenario simulates: a site, a walk through it, and everything between a beacon and a reading.
public struct Simulation: Sendable {
  public let site: Site
  /// The site's file with every default written out.
  public let siteDocument: Document
  /// What is allowed in the site's file or the scenario but worth a look.
  public private(set) var notes: [String] = []
  /// What hardly can be meant: those of the notes that should be seen before a result is.
  public private(set) var warnings: [String] = []
  public let laps: LapPlan
  public let walk: WalkPlan
  /// The names of several who walk at the same time, each with the way that he goes; empty for one.
  public let walkers: [(name: String, walk: WalkPlan)]
  public let channel: ChannelSettings
  public let beacons: BeaconSettings
  /// The beacons that walk, in the order of the scenario.
  public let movers: [Mover]
  public let rogues: [RogueBeacon]
  public let nearables: [Nearable]
  public let receiver: ReceiverSettings
}

extension Simulation {
  /// The tables that the scenario names.
  package var tables: [WalkPlan.Table] {
    walk.tables + walkers.flatMap { $0.walk == walk ? [] : $0.walk.tables } + movers.flatMap(\.tables)
  }

  private var passingNotes: [String] {
    guard !walkers.isEmpty else { return [walk.passingNote(on: site, walker: nil)].compactMap(\.self) }
    return walkers.compactMap { $0.walk.passingNote(on: site, walker: $0.name) }
  }

  /// How each walker goes: one at least.
  package var walks: [WalkPlan] { walkers.isEmpty ? [walk] : walkers.map(\.walk) }

  private static func walkers(
    _ document: Document, walk: WalkPlan, site: Site, scenarioPath: String
  ) throws(FileProblem) -> [(name: String, walk: WalkPlan)] {
    var walkers: [(name: String, walk: WalkPlan)] = []
    for entry in try document.optional("walkers")?.elements ?? [] {
      let name = try entry.text("name")
      guard !walkers.contains(where: { $0.name == name }) else {
        throw try entry["name"].problem(expected: "each name once", found: "\(name) a second time")
      }
      let own = try entry.optional("walk").map { value throws(FileProblem) in
        try WalkPlan(value, site: site, scenarioPath: scenarioPath)
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
    let hasTrack = try document["walk"].has("track")
    guard hasTrack || site.path != nil else {
      throw try document["site"].problem(expected: "a site with a path to walk on", found: "one without")
    }
    walk = try WalkPlan(try document["walk"], site: file.site, scenarioPath: scenarioPath)
    walkers = try Self.walkers(document, walk: walk, site: file.site, scenarioPath: scenarioPath)
    channel = try ChannelSettings(try document["channel"])
    beacons = try BeaconSettings(try document["beacons"])
    try beacons.check(try document["beacons"], on: file.site)
    movers = try Mover.read(
      try document["beacons"], site: file.site, walk: walk, walkers: walkers, scenarioPath: scenarioPath)
    rogues = try RogueBeacon.read(try document["beacons"], on: file.site)
    nearables = try Nearable.read(try document["beacons"], on: file.site)
    receiver = try ReceiverSettings(try document["receiver"])
    try Self.check(document, "channel") { () throws(SettingFault) in try channel.validate() }
    try Self.check(document, "beacons") { () throws(SettingFault) in try beacons.validate() }
    try Self.check(document, "receiver") { () throws(SettingFault) in try receiver.validate() }
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
    let transmitters = site.anchors.reduce(rogues.count) { $0 + $1.transmitters.count }
    let interval = beacons.changes.compactMap(\.interval).reduce(beacons.interval) { min($0, $1) }
    let sent = longestLap / interval * Double(transmitters)
    guard sent <= 100_000_000 else {
      throw try document["walk"].problem(
        expected: "at most 100000000 advertisements a lap", found: "\(sent.rounded()) in \(longestLap) s")
    }
  }

  /// Turns what a group of settings finds wrong into a problem of the file.
  package static func check(
    _ document: Document, _ key: String, _ validate: () throws(SettingFault) -> Void
  ) throws(FileProblem) {
    do throws(SettingFault) {
      try validate()
    } catch {
      throw try document[key].problem(expected: "\(error.key) \(error.expected)", found: error.found)
    }
  }
}

extension LapPlan {
  init(_ document: Document) throws(FileProblem) {
    let direction = TravelDirection(rawValue: try document.text("directions"))
    let hand = Hand(rawValue: try document.text("hands"))
    self.init(
      count: try document.integer("count"), directions: direction.map { [$0] } ?? TravelDirection.allCases,
      hands: hand.map { [$0] } ?? Hand.allCases,
      allocation: try document.choice("allocation", of: Allocation.self))
  }
}
