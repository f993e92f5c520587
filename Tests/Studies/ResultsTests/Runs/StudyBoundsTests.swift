import Documents
import Evaluation
import Laps
import NumericalMethods
import Propagation
import Results
import Scenarios
import Sites
import TestSupport
import Testing
import World

@Suite struct StudyBoundsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func study(_ site: String, _ scenario: String) throws -> (Study, SimulatedStudy) {
    try folder.write(site, to: "site.yaml")
    let document = try Document(yaml: scenario, file: folder.path("s.yaml"))
    let scenario = try Scenario(document, path: folder.path("s.yaml"))
    let simulated = try SimulatedStudy(scenario, #require(scenario.simulation))
    return (.simulated(simulated), simulated)
  }

  private static func beacon(_ id: Int, _ place: String) -> String {
    "  - {id: b\(id), uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: \(id), measuredPower: -59, position: \(place)}\n"
  }

  private static let places = [Point(x: 4, y: 1, z: 2), Point(x: 10, y: -1, z: 2), Point(x: 17, y: 1, z: 2)]

  /// A corridor of 20 m with Rayleigh fading and nothing else: the estimate of the greatest likelihood of how far the walk is
  /// on, from all packets up to the press, by a search of our own with the exponential law of powers. Its errors over 300
  /// laps have a root of the mean square known to 1 / √600 = 4.1 %; from 0.8 to 1.2 of the bound are 4.9 standard errors, once
  /// in a million times.
  @Test func `the greatest likelihood comes to the bound of a filter`() async throws {
    let site =
      "name: corridor\npath: {nodes: {a: [0, 0], b: [20, 0]}, edges: [[a, b]]}\n"
      + "testPoints: [{id: 1, position: [13, 0]}]\nbeacons:\n" + Self.beacon(1, "[4, 1, 2]")
      + Self.beacon(2, "[10, -1, 2]") + Self.beacon(3, "[17, 1, 2]")
    let (study, simulated) = try study(
      site,
      """
      name: s
      site: site.yaml
      laps: {count: 300, directions: forward}
      walk: {speed: 1.3, speedDeviation: 0, walkIn: 1, pressJitter: 0}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}, fading: {independent: {k: 0}}}
      beacons: {interval: 0.1, delay: 0, loss: 0.2}
      receiver: {sensitivity: -127}
      assumes: {n: 2}
      pipelines: [{name: nearest, method: nearest}]
      """)
    let result = try await study.run(width: 2) { _ in }
    let bounds = try #require(try await study.bounds(beside: result, width: 2))
    var squares = 0.0
    for lap in 0..<300 {
      let walk = simulated.walk(ofLap: lap)
      var source = try simulated.source(ofLap: lap)
      let error = try Self.shift(of: source.stream(), on: walk.walk, until: walk.presses[0].time)
      squares += error * error
    }
    let ratio = (squares / 300).squareRoot() / (bounds.filter ?? 0)
    #expect((0.8...1.2).contains(ratio), "\(ratio)")
    #expect(bounds.laps == 4 && bounds.rows.count == 4 && bounds.notes.isEmpty && bounds.failures.isEmpty)
  }

  /// Metres by which the walk seems further on than it is.
  private static func shift(of stream: AdvertisementStream, on walk: Walk, until end: Double) -> Double {
    let packets = stream.indices.compactMap { index -> (place: Point, beacon: Point, level: Double)? in
      let time = Double(stream.microseconds[index]) / 1e6
      guard time < end else { return nil }
      return (walk.position(at: time), places[Int(stream.anchors[index])], stream.levels[index].value)
    }
    func likelihood(_ shift: Double) -> Double {
      packets.reduce(0) { sum, packet in
        let distance = (packet.beacon - packet.place - Point(x: shift, y: 0)).length
        let nepers = (packet.level + 59 + 20 * Elementary.log10(distance)) / 4.342944819032518
        return sum + nepers - Elementary.exp(nepers)
      }
    }
    var (low, high) = (-4.0, 4.0)
    // The greatest of nine, then of nine about it, and so on.
    for _ in 0..<5 {
      let step = (high - low) / 8
      let tried = (0...8).map { low + Double($0) * step }
      let values = tried.map(likelihood)
      let best = tried[values.indices.max { values[$0] < values[$1] } ?? 0]
      (low, high) = (best - step, best + step)
    }
    return (low + high) / 2
  }

  private static let loop =
    "name: loop\npath: {nodes: {a: [0, 0], b: [12, 0], c: [12, 9]}, edges: [[a, b], [b, c], [c, a]]}\n"
    + "testPoints: [{id: 1, position: [5, 0]}, {id: 2, position: [12, 5]}]\nbeacons:\n"
    + beacon(1, "[4, 1, 2]")
    + beacon(2, "[10, -1, 2]") + beacon(3, "[13, 6, 2]") + beacon(4, "[5, 5, 2]")

  private static func loopScenario(
    _ channel: String, walk: String = "walkIn: 5", laps: Int = 2, more: String = ""
  ) -> String {
    """
    name: s
    site: site.yaml
    laps: {count: \(laps)}
    walk: {\(walk)}
    channel: {pathLoss: {logDistance: {n: 1.8, c: -59}}, \(channel)}
    assumes: {n: 1.8}
    pipelines: [{name: nearest, method: nearest}, {name: given, method: nearest, adapt: offset, given: [presses]}]
    \(more)
    """
  }

  private func bounds(
    _ channel: String, walk: String = "walkIn: 5", laps: Int = 2, more: String = "", width: Int = 2
  )
    async throws -> StudyBounds
  {
    let (study, _) = try study(Self.loop, Self.loopScenario(channel, walk: walk, laps: laps, more: more))
    let result = try await study.run(width: width) { _ in }
    return try #require(try await study.bounds(beside: result, width: width))
  }

  private static let shadows =
    "shadowing: {exponential: {deviation: 5, decorrelation: 3}}, fading: {independent: {k: 2}}, body: {cosine: {loss: 8}}"

  @Test func `each kind of bound is below the one that knows less`() async throws {
    let bounds = try await bounds(Self.shadows)
    #expect(bounds.rows.count == 4)
    for row in bounds.rows {
      let reading = try #require(row.bounds.epochAlong)
      #expect(row.bounds.smoother <= row.bounds.filter && row.bounds.filter < reading)
      #expect(reading <= (row.bounds.epochPlane ?? 0))
    }
  }

  @Test func `more noise, more shadow and more loss make every bound larger`() async throws {
    let quiet = try await bounds(Self.shadows)
    for more in [
      try await bounds(Self.shadows.replacing("k: 2", with: "k: 0.5")),
      try await bounds(Self.shadows.replacing("deviation: 5", with: "deviation: 7")),
      try await bounds(Self.shadows + ", channelOffsets: {normal: {deviation: 4}}"),
      try await bounds(Self.shadows, more: "beacons: {loss: 0.8}"),
      try await bounds(Self.shadows, more: "receiver: {noiseDeviation: 6}"),
    ] {
      #expect(try #require(more.filter) > 1.001 * (quiet.filter ?? 0))
      #expect(try #require(more.epochAlong) > 1.001 * (quiet.epochAlong ?? 0))
    }
  }

  /// Packets of one bin are taken to be sent from its middle. With each halving the error falls to less than half, and the
  /// limit that is made from the first two lies below all of them.
  @Test func `with shorter bins bounds change ever less`() async throws {
    let (_, simulated) = try study(Self.loop, Self.loopScenario(Self.shadows))
    let text = try Document(yaml: Self.loopScenario(Self.shadows), file: folder.path("s.yaml"))
    let simulation = try #require(Scenario(text, path: folder.path("s.yaml")).simulation)
    let building = try Building(site: simulation.site, channel: simulation.channel, seed: Seed(1))
    let walk = simulated.walk(ofLap: 0)
    let targets = (8...16).map { LapBounds.Target(time: 2 * Double($0), heard: 2 * Double($0)) }
    let bounds = [0.5, 0.25, 0.125].map { length in
      let bins = WalkedBins(of: walk.walk, duration: walk.duration, length: length)
      let series = LapSeries(
        building, bins: bins, walk: walk.walk, hand: .left, duration: walk.duration,
        beacons: simulation.beacons, receiver: simulation.receiver)
      let speed = SpeedKnowledge.normal(mean: walk.speed, deviation: 0.05, variation: nil)
      return LapBounds(series.groups, bins: bins, speed: speed).bounds(at: targets, window: 1)
    }
    func squares(_ bounds: [PlaceBounds], _ kind: (PlaceBounds) -> Double) -> Double {
      (bounds.reduce(0) { $0 + kind($1) * kind($1) } / 9).squareRoot()
    }
    let limits = zip(bounds[1], bounds[0]).map { $0.limit(from: $1) }
    for kind in [\PlaceBounds.filter, \.smoother] as [KeyPath<PlaceBounds, Double> & Sendable] {
      let means = bounds.map { squares($0) { $0[keyPath: kind] } }
      #expect(abs(means[1] - means[2]) < 0.5 * abs(means[0] - means[1]))
      #expect(squares(limits) { $0[keyPath: kind] } < means[2])
      #expect(squares(limits) { $0[keyPath: kind] } > 0.93 * means[2])
    }
  }

  @Test func `bounds do not depend on how many laps run at once`() async throws {
    let (one, three) = (
      try await bounds(Self.shadows, laps: 5, width: 1), try await bounds(Self.shadows, laps: 5, width: 3)
    )
    #expect(one.rows == three.rows && one.pipelines == three.pipelines)
  }

  @Test func `a pipeline that is given presses has no bound, and a building that stays no failure`()
    async throws
  {
    let free = try await bounds(Self.shadows)
    #expect(free.pipelines.map { $0.ratio.value == nil } == [false, true, false] && !free.isOfOneBuilding)
    let fixed = try await bounds(
      Self.shadows.replacing("decorrelation: 3", with: "decorrelation: 3, fixedShare: 0.5"))
    #expect(fixed.isOfOneBuilding && fixed.failures.isEmpty && fixed.notes.count == 1)
    // The bound is a mean over buildings, so it does not know which part stays.
    #expect(fixed.rows == free.rows)
  }

  @Test func `without noise there is no bound`() async throws {
    let bounds = try await bounds("fading: none")
    #expect(
      bounds.filter == 0 && bounds.pipelines.allSatisfy { $0.ratio.value == nil } && bounds.failures.isEmpty)
    #expect(bounds.notes.count == 1)
  }

  /// Speeds that are known make it smaller; where the way is no route, or the fades go together, they are.
  @Test func `what cannot be bounded otherwise is known, and said so`() async throws {
    let free = try await bounds(
      Self.shadows, walk: "walkIn: 5, variation: {deviation: 0.1, correlationTime: 4}")
    #expect(free.notes.isEmpty)
    let steady = try await bounds(Self.shadows)
    #expect(try #require(free.filter) > steady.filter ?? 0)
    let held = try await bounds(Self.shadows, walk: "walkIn: 5, slowest: 1.2")
    #expect(held.notes.count == 1 && held.filter ?? 1 < steady.filter ?? 0)
    let waves = try await bounds(
      Self.shadows.replacing("independent: {k: 2}", with: "correlated: {k: 2, delaySpread: 20, doppler: 0}"))
    #expect(waves.notes.count == 2 && waves.filter ?? 1 < held.filter ?? 0)
    let wanders = try await bounds(
      Self.shadows, walk: "walkIn: 5, random: {nodes: [a, b, c], pause: {least: 0, most: 4}}, duration: 60",
      more: "score: {at: callbacks}")
    #expect(wanders.notes.count == 1 && wanders.filter ?? 0 > 0)
  }

  /// Beacons that are alike over a centimetre are not alike at all; the speed is known in both cases.
  @Test func `shadows of beacons that are alike tell of each other`() async throws {
    let known = "walkIn: 5, slowest: 1.2"
    func alike(_ metres: String) -> String {
      Self.shadows.replacing("decorrelation: 3", with: "decorrelation: 3, beaconDecorrelation: \(metres)")
    }
    let (none, hardly) = (
      try await bounds(Self.shadows, walk: known), try await bounds(alike("0.01"), walk: known)
    )
    #expect(abs(try #require(hardly.filter) - (none.filter ?? 0)) < 1e-9)
    let much = try await bounds(alike("50"), walk: known)
    #expect(try #require(much.filter) < none.filter ?? 0)
  }

  @Test func `losses that grow with the distance tell of it`() async throws {
    let (plain, lossy) = (
      try await bounds(Self.shadows, more: "beacons: {loss: 0.3}"),
      try await bounds(Self.shadows, more: "beacons: {loss: 0.3, lossPerMetre: 0.02}")
    )
    #expect(try #require(lossy.filter) < plain.filter ?? 0)
  }

  @Test(arguments: [
    (loopScenario("fading: none", more: "noise: white"), "--bounds: expected noise: structured"),
    (
      loopScenario("fading: none", more: "beacons: {loss: 1}"),
      "--bounds: expected beacons.loss below 1, found 1, with which nothing is received"
    ),
    (loopScenario("fading: none", walk: "duration: 5000"), "--bounds: expected laps of at most 1000"),
  ])
  func `what has no bounds is refused in a sentence`(scenario: String, sentence: String) throws {
    let (study, _) = try study(Self.loop, scenario)
    #expect {
      try study.checkBounds()
    } throws: {
      "\($0)".hasPrefix(sentence)
    }
  }
}
