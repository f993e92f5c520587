import Documents
import Evaluation
import Laps
import NumericalMethods
import Phone
import Propagation
import Radio
import Scenarios
import Sites
import World

/// Simulated walks with any layout: the same walks for all layouts, each in a building and with a channel of its own.
struct PlacementWalks: Sendable {
  let settings: PlacementSettings
  let scenario: Scenario

  /// One walk, heard with a layout's beacons.
  func study(
    of layout: PlacementLayout, seed: UInt64, pipelines: [String]? = nil
  ) throws -> SimulatedStudy {
    let plain = try Self.with(layout, in: scenario.resolved)
    let varied = try Scenario(
      plain, path: settings.scenario, seed: seed,
      changes: ScenarioChanges(try scoring + uncertainty(seed: seed), pipelines: pipelines),
      site: layout.site)
    guard let simulation = varied.simulation else {
      throw FileProblem(
        file: settings.scenario, expected: "a simulated scenario", found: "one of recorded walks")
    }
    return try SimulatedStudy(varied, simulation)
  }

  /// A resolved scenario with the changes of those beacons that a layout still has.
  static func with(_ layout: PlacementLayout, in scenario: Document) throws(FileProblem) -> Document {
    guard let changes = try scenario["beacons"].optional("changes")?.elements else { return scenario }
    let kept = Set(layout.site.site.anchors.map(\.id))
    let named = try changes.map { change throws(FileProblem) in try change.text("beacon") }
    return try scenario.setting(
      "beacons.changes", to: Document(zip(changes, named).filter { kept.contains($1) }.map(\.0)))
  }

  private var scoring: [ScenarioChanges.Setting] {
    get throws(FileProblem) {
      settings.judge.everyCallback ? [try ScenarioChanges.Setting("score.at=callbacks")] : []
    }
  }

  /// The channel of one walk.
  private func uncertainty(seed: UInt64) throws(FileProblem) -> [ScenarioChanges.Setting] {
    var random = RandomStream(Seed(seed).derived("placement").derived("channel"))
    let (law, values) = try scenario.resolved["channel"]["pathLoss"].choice
    var changes: [ScenarioChanges.Setting] = []
    for (key, deviation) in [("c", settings.uncertainty.level), ("n", settings.uncertainty.exponent)] {
      let draw = random.normal()
      guard deviation > 0 else { continue }
      guard let value = values.optional(key) else {
        throw FileProblem(
          file: settings.scenario,
          expected: "a path loss with the key \(key), which uncertainty.\(key) varies",
          found: law)
      }
      let number = try value.number + deviation * draw
      changes.append(
        try ScenarioChanges.Setting("channel.pathLoss.\(law).\(key)=\(max(number, key == "n" ? 0.5 : -120))"))
    }
    return changes
  }
}

/// The cost of fixes at the strongest candidate, over simulated walks on which all candidates are heard at once.
struct StrongestWalks {
  let walks: PlacementWalks
  let candidates: [PlacementCandidate]
  let writer: LayoutWriter
  /// Metres that a whole share of wrong rooms counts as.
  let wrongRooms: Double

  /// One moment at which the phone has readings.
  private struct Moment: Sendable {
    let position: Point
    let room: Int?
    /// By candidate.
    let levels: [Double?]
  }

  func table(width: Int, progress: (Int) -> Void) async throws -> StrongestScore.Table {
    let everything = try writer.layout("candidates", candidates, origin: .search)
    let seed = walks.settings.seed
    let parts = try await inParallel(walks.settings.search.walks, width: width, progress: progress) { walk in
      let study = try walks.study(of: everything, seed: seed &+ UInt64(walk), pipelines: [])
      return try study.heard(lap: walk).flatMap { moments(of: $0, on: study.simulation.site) }
    }
    return table(of: parts.flatMap(\.self))
  }

  private func moments(of heard: HeardLap, on site: Site) -> [Moment] {
    heard.readings.times.indices.compactMap { index in
      let time = heard.readings.times[index]
      guard let walk = heard.truth.walk, walk.span ~= time else { return nil }
      let position = walk.position(at: time)
      return Moment(
        position: position, room: site.room(at: position, floor: walk.floor(at: time)),
        levels: heard.readings.levels.map { $0[index]?.value })
    }
  }

  private func table(of moments: [Moment]) -> StrongestScore.Table {
    let site = writer.base.site
    let fixes = candidates.map { candidate -> (place: Point, room: Int?) in
      guard let path = site.path else {
        return (candidate.position, site.room(at: candidate.position, floor: candidate.floor))
      }
      let snapped = path.snap(candidate.position, floor: candidate.floor)
      return (snapped.position, site.room(at: snapped.position, floor: snapped.floor))
    }
    var counts = [Int](repeating: 0, count: site.rooms.count)
    for case let room? in moments.map(\.room) { counts[room] += 1 }
    let rooms = Double(max(counts.count { $0 > 0 }, 1))
    func cost(_ moment: Moment, _ place: Point, _ room: Int?) -> Double {
      let error = moment.position.horizontalDistance(to: place) / Double(moments.count)
      guard let own = moment.room, own != room else { return error }
      return error + wrongRooms / rooms / Double(counts[own])
    }
    return StrongestScore.Table(
      levels: candidates.indices.map { candidate in moments.map { $0.levels[candidate] } },
      costs: fixes.map { fix in moments.map { cost($0, fix.place, fix.room) } },
      missed: moments.map { cost($0, site.centre, nil) })
  }
}

/// What a phone hears of a candidate in one window, by the scenario's channel: the mean RSSI, how much it varies, and how
/// often it is heard.
///
/// Half of the body loss is subtracted, which is its mean over headings. Shadowing, receiver noise, and the fading of as
/// many packets as a window has on average vary the reading; fading counts with its information about location, as in
/// docs/bounds.md.
struct PlacementLinks {
  private let site: Site
  private let channel: ChannelSettings
  private let receiver: ReceiverSettings
  private let beacons: BeaconSettings
  private let window: Double
  private let obstacles: [Obstacle]
  /// dB² of one packet.
  private let fading: Double

  init(_ scenario: Scenario, _ simulation: Simulation) {
    (site, channel, receiver, beacons) = (
      simulation.site, simulation.channel, simulation.receiver, simulation.beacons
    )
    window = scenario.phone.averageSeconds
    obstacles = channel.obstacles ? site.obstacles : []
    fading =
      if case .rician(let k, _) = channel.fading { RicianFading(k: k).noise?.variance ?? 0 } else { 0 }
  }

  struct Link {
    let mean: Double
    /// The variance of one reading, in dB².
    let variance: Double
    /// The probability that a window has a reading.
    let heard: Double
    /// dB/m along x and y.
    let slope: SIMD2<Double>
  }

  func link(
    from candidate: PlacementCandidate, to place: Point, floor: Int
  ) -> Link {
    let offset = candidate.position - place
    let floors = min(candidate.floor, floor)...max(candidate.floor, floor)
    let passed =
      candidate.floor == floor ? 0 : site.floors.count { $0.level > floors.lowerBound && floors ~= $0.level }
    let walls = obstacles.reduce(0.0) { lost, obstacle in
      floors ~= obstacle.floor && obstacle.blocks(place, candidate.position)
        ? lost + obstacle.loss.value : lost
    }
    let constant = -walls - (channel.body?.loss.value ?? 0) / 2
    let mean = channel.pathLoss.level(over: offset, floors: passed).value + constant
    let packets = max(window / beacons.interval * (1 - beacons.loss), 0)
    let noise = receiver.noise.value * receiver.noise.value + fading
    let shadow = channel.shadowing?.sigma.value ?? 0
    let variance = max(shadow * shadow + noise / max(packets, 1), 0.01)
    // Shadowing is common to the window, fading to each packet only; here the two are combined for one packet.
    let spread = (shadow * shadow + noise).squareRoot()
    let margin = mean - receiver.sensitivity.value
    let chance =
      spread > 0 ? Elementary.erfc(-margin / spread / 2.0.squareRoot()) / 2 : (margin >= 0 ? 1 : 0)
    return Link(
      mean: mean, variance: variance, heard: min(packets, 1) * chance,
      slope: slope(at: offset, floors: passed))
  }

  /// By differences over two millimetres.
  private func slope(at offset: Point, floors: Int) -> SIMD2<Double> {
    let step = 1e-3
    func level(_ x: Double, _ y: Double) -> Double {
      channel.pathLoss.level(over: offset - Point(x: x, y: y), floors: floors).value
    }
    return SIMD2(
      (level(step, 0) - level(-step, 0)) / (2 * step), (level(0, step) - level(0, -step)) / (2 * step))
  }
}
