import Documents
import Propagation
import Radio
package import Scenarios
import Sites
package import World

/// A placement study that is ready to run.
package struct PlacementStudy: Sendable {
  /// What the study's file says.
  @Shared package private(set) var settings: PlacementSettings
  let document: Document
  /// Whose site, channel, walks and pipelines are used.
  package let scenario: Scenario
  /// Applications or guidance, by which layouts are judged; nil for the errors of positions.
  let use: (any LayoutFigures)?
  @Shared private(set) var simulation: Simulation
  let base: SiteFile
  /// Those that stay first.
  package let candidates: [PlacementCandidate]
  let points: [(place: Point, floor: Int)]

  /// Reads a study's file, and the scenario and the site that it names.
  ///
  /// - Parameters:
  ///   - beacons: takes the place of the file's own number.
  ///   - seed: takes the place of the file's own.
  ///   - walks: takes the place of the file's own number of judging walks.
  ///   - opening: reads the scenario where layouts are judged by applications or guidance.
  package init(
    contentsOf path: String, changes: [ScenarioChanges.Setting] = [], beacons: Int? = nil,
    seed: UInt64? = nil, walks: Int? = nil, opening: LayoutFiguresOpening? = nil
  ) throws {
    var document = try Document(contentsOf: path)
    try document.check(is: .placement)
    document = try ScenarioChanges(changes).applied(to: document, PlacementSettings.schema)
    if let beacons {
      document = try document.setting("beacons", to: Document(beacons), in: PlacementSettings.schema)
    }
    if let seed { document = try document.setting("seed", to: Document(Int(clamping: seed))) }
    if let walks {
      document = try document.setting("judge.walks", to: Document(walks), in: PlacementSettings.schema)
    }
    try self.init(try PlacementSettings.schema.resolve(document), opening)
  }

  private init(_ document: Document, _ opening: LayoutFiguresOpening?) throws {
    self.document = document
    let settings = try PlacementSettings(document)
    self.settings = settings
    if let by = settings.judge.by {
      guard let opened = try opening?(by, settings.scenario) else {
        throw try document["judge"]["by"].problem(expected: "no such key in this study", found: "it")
      }
      (scenario, use) = opened
    } else {
      (scenario, use) = (try Scenario(contentsOf: settings.scenario), nil)
    }
    guard case .simulated(let simulation) = scenario.origin else {
      throw try document["scenario"].problem(expected: "a simulated scenario", found: "one of recorded walks")
    }
    try scenario.checkHasOwnNoise(in: "a placement study")
    self.simulation = simulation
    base = try SiteFile(simulation.siteDocument)
    candidates = try settings.candidates(on: base.site)
    points = settings.points(on: base.site, height: simulation.walks[0].settings.height)
    try check()
  }

  private func check() throws(FileProblem) {
    guard candidates.contains(where: { $0.kept == nil }) else {
      throw try document["candidates"].problem(
        expected: "places by one of the keys path, walls, lattice and points", found: "none")
    }
    guard !points.isEmpty else {
      throw try document["points"].problem(expected: "a site with a path, or with rooms", found: "no point")
    }
    let size = candidates.count.multipliedReportingOverflow(by: points.count)
    guard !size.overflow, size.partialValue <= 50_000_000 else {
      throw try document["candidates"].problem(
        expected: "at most 50000000 pairs of candidate and point",
        found: "\(candidates.count) candidates and \(points.count) points")
    }
    try checkBudget()
    if needsRooms, base.site.rooms.isEmpty {
      throw try document["objective"].problem(
        expected: "a site with rooms for an objective of rooms", found: "\(base.site.name) without any")
    }
  }

  private func checkBudget() throws(FileProblem) {
    let places = Set(candidates.map(\.place)).count
    guard settings.beacons <= places else {
      throw try document["beacons"].problem(
        expected: "at most \(places), the number of places", found: "\(settings.beacons)")
    }
    guard settings.beacons > settings.keep.count else {
      throw try document["beacons"].problem(
        expected: "more than the \(settings.keep.count) that stay", found: "\(settings.beacons)")
    }
  }

  private var needsRooms: Bool {
    if case .strongest(let wrongRooms) = settings.objective { wrongRooms > 0 } else { false }
  }

  /// The level at 1 m that new beacons claim in their frames: that of the site's own, or the channel's.
  var measuredPower: Int {
    let power =
      base.site.anchors.compactMap(\.measuredPower).first ?? simulation.channel.pathLoss.levelAtOneMetre
    return Int(min(max(power.value, -128), 127).rounded())
  }

  package var writer: LayoutWriter {
    LayoutWriter(settings: settings, base: base, measuredPower: measuredPower)
  }
  var walks: PlacementWalks { PlacementWalks(settings: settings, scenario: scenario) }

  /// How many walks are simulated at most, for progress.
  package var simulatedWalks: Int {
    let search = if case .strongest = settings.objective { settings.search.walks } else { 0 }
    let judged = settings.methods.count + settings.compare.count + settings.judge.counts.count
    let moves = JudgedMoves.walks(settings, from: settings.methods.count)
    // The chosen layout and its rival are judged again, and a chosen rule is rated by the objective.
    return 2 * search + moves + (judged + (moves > 0 ? 3 : 2)) * settings.judge.walks
  }
}
