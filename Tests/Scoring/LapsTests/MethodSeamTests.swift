import Captures
import Documents
import Evaluation
import Foundation
import Laps
import NumericalMethods
import Phone
import Positioning
import Propagation
import Rendering
import Results
import Scenarios
import TestSupport
import Testing
import World

/// What methods are given, and when: the same of whole files, simulated laps and pipes, and nothing of the ground truth.
@Suite struct MethodSeamTests {
  /// A row for every method that a scenario can name, and for the one setting that remembers a fix.
  private static func scenario(laps: Int = 1, callback: String = "last") throws -> Scenario {
    let names = try Document(
      json: try String(
        contentsOfFile: Checkout.path("scenarios/schema/scenario.schema.json"), encoding: .utf8),
      file: "schema")["$defs"]["method"].elements("oneOf").compactMap {
        try $0.optional("required")?.elements[0].text
      }.filter { $0 != "command" }
    #expect(names.count == MethodChoice.builtIn.count)
    let rows = names.map { name in
      let given = name.lowercased().contains("fingerprint") ? "[survey]" : "[]"
      return "  - {name: \(name), method: \(name), snap: false, maximumAge: 2, given: \(given)}\n"
    }.joined()
    let text = """
      name: sparse
      site: \(Checkout.path("scenarios/sites/floor35.yaml"))
      laps: {count: \(laps), directions: both}
      walk: {speed: 1.3, walkIn: 5, duration: 90}
      channel: {pathLoss: {logDistance: {n: 2.5, c: -59}}}
      beacons: {interval: 1, loss: 0.5}
      receiver: {sensitivity: -80}
      survey: {readings: 3}
      assumes: {n: 2.5, otherwise: -70}
      score: {callback: \(callback)}
      pipelines:
        - {name: latest, method: {twoCircle: {fallback: latest, rule: withinSegment}}, direction: {seconds: 3}}
        - {name: Kalman, filters: [{kalman: {q: 20, r: 5}}], method: twoCircle}
        - {name: offset, method: nearest, adapt: offset, given: [presses]}

      """
    let folder = try TemporaryFolder()
    try folder.write(text + rows, to: "s.yaml")
    return try Scenario(contentsOf: folder.path("s.yaml"))
  }

  /// A lap in pieces of whole records, five on average. Every other beacon claims -62 dBm from a second address, and every fifth one
  /// -40 dBm from the same address in the second half.
  private static func capture(_ lap: SimulatedLap, seed: Int) throws -> [[UInt8]] {
    var directory = StreamDirectory(of: try #require(scenario().simulation).site)
    var random = RandomStream(Seed(UInt64(seed)))
    var writer = CaptureWriter(format: .btsnoop)
    var (pieces, written) = ([[UInt8]](), 0)
    for (index, var advertisement) in lap.stream.enumerated() {
      let sender = lap.directory.transmitters[advertisement.transmitter]
      var (address, power) = (sender.address, sender.measuredPower)
      if advertisement.anchor % 2 == 0, index % 3 == 0 {
        let octets = UInt64(0xC0_0000_0000 + advertisement.anchor)
        (address, power) = (DeviceAddress(octets: octets, isRandom: true), -62)
      } else if advertisement.anchor % 5 == 1, index > lap.stream.count / 2 {
        power = -40
      }
      advertisement.transmitter = directory.index(
        of: .init(anchor: advertisement.anchor, address: address, measuredPower: power))
      var stream = AdvertisementStream()
      stream.append(advertisement)
      try writer.append(stream, directory: directory)
      guard random.uniform(below: 5) == 0 else { continue }
      pieces.append(Array(writer.bytes[written...]))
      written = writer.bytes.count
    }
    writer.finish(at: lap.end)
    return pieces + [Array(writer.bytes[written...])]
  }

  /// What `replay --json` prints of a pipe that is written in pieces.
  ///
  /// - Parameter lag: a piece is written once all but so many before it have been read; nil to write as fast as may be.
  private static func lines(_ pieces: [[UInt8]], _ scenario: Scenario, lag: Int?) throws -> [String] {
    let site = try #require(scenario.simulation).site
    let fifo = try Fifo()
    let signal = DispatchSemaphore(value: 0)
    fifo.write(pieces, after: lag == nil ? nil : signal)
    for _ in 0..<(lag ?? 0) { signal.signal() }
    var replay = try LiveReplay(
      RecordedInput(contentsOf: fifo.path, site: site), listening: try Listening(scenario, on: site),
      site: site)
    var lines: [String] = []
    while let moments = try replay.next() {
      lines += moments.map { replay.document(of: $0).json }
      signal.signal()
    }
    return lines + [replay.document.json]
  }

  @Test(arguments: 1...4)
  func `any cut of a pipe gives the same lines, and those of the whole file`(seed: Int) throws {
    let scenario = try Self.scenario()
    let study = try SimulatedStudy(scenario, try #require(scenario.simulation))
    let pieces = try Self.capture(try SimulatedLap(study, lap: 0), seed: seed)
    let bytes = Array(pieces.joined())
    let cut = try Self.lines(pieces, scenario, lag: 2)
    #expect(cut.count > 80 && pieces.count > 10)
    // Anywhere within records.
    let small = stride(from: 0, to: bytes.count, by: 53 * seed).map {
      Array(bytes[$0..<min($0 + 53 * seed, bytes.count)])
    }
    for other in [try Self.lines([bytes], scenario, lag: nil), try Self.lines(small, scenario, lag: nil)] {
      for (one, other) in zip(cut, other) where one != other { #expect(one == other) }
      #expect(other.count == cut.count)
    }

    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.path("lap")))
    let site = try #require(scenario.simulation).site
    let replay = try Replay(
      RecordedInput(contentsOf: folder.path("lap"), site: site), listening: try Listening(scenario, on: site),
      site: site, truth: Replay.Truth(walk: nil, presses: nil))
    let fixes = try cut.dropLast().flatMap { line in
      try Document(json: line, file: "line").elements("fixes").map(\.json)
    }
    #expect(try replay.document.elements("fixes").map(\.json).sorted() == fixes.sorted())
    // The claims were worth the trouble.
    #expect(replay.ranges.contains { $0.claimedPowers.count > 1 })
  }

  @Test func `ground truth, presses and test points change no fix of a row that is not given them`() throws {
    let scenario = try Self.scenario(laps: 2)
    let simulation = try #require(scenario.simulation)
    let study = try SimulatedStudy(scenario, simulation)
    let site = simulation.site
    for lap in 0..<2 {
      let simulated = try SimulatedLap(study, lap: lap)
      func callbacks(_ site: Site, _ truth: LapTruth) throws -> [[Callback]] {
        try PipelineSet(
          scenario.pipelines, site: site, phone: scenario.phone, seed: scenario.studySeed,
          prior: study.pipelines.prior
        )
        .run(on: simulated.stream, directory: simulated.directory, until: simulated.end, truth: truth)
        .callbacks
      }
      let truth = study.truth(ofLap: lap)
      let known = try callbacks(site, truth)
      var random = RandomStream(Seed(UInt64(lap + 1)))
      for _ in 0..<5 {
        // Within the path's box, whose middle is the constant baseline.
        let points = site.testPoints.map { point in
          TestPoint(id: point.id, position: Point(x: 36 * random.uniform(), y: 16.5 * random.uniform()))
        }
        let fuzzed = Site(
          name: site.name, floors: site.floors, path: site.path, testPoints: points, anchors: site.anchors)
        let presses = truth.presses.map {
          Press(time: $0.time + random.uniform() * 9, testPoint: random.uniform(below: points.count))
        }
        let walk = study.walk(ofLap: 1 - lap).walk
        let other = LapTruth(
          lap: lap, direction: truth.direction == .forward ? .backward : .forward, hand: .left, walk: walk,
          presses: presses)
        let answers = try callbacks(fuzzed, other)
        for (index, row) in scenario.pipelines.enumerated() {
          #expect((answers[index] == known[index]) == !row.given.contains(.presses), "\(row.name)")
        }
      }
    }
  }

  /// Answers one place, in full knowledge of the lap.
  private struct Smoother: PositioningMethod, SmoothingSession {
    let lookAhead = LookAhead.wholeLap

    mutating func fixes(for epochs: [Epoch], at times: [Double]) -> [Result<Fix, NoFix>] {
      let ends = Set(epochs.map(\.time))
      return times.map {
        .success(Fix(position: Point(x: Double(epochs.count) + (ends.contains($0) ? 0 : 1000), y: 0)))
      }
    }
  }

  @Test func `a method that looks ahead says so in its row, and cannot answer a pipe`() async throws {
    var scenario = try Self.scenario(laps: 2)
    let smoother = MethodChoice(OwnMethod("smoother") { _ in Smoother() })
    scenario.pipelines = [scenario.pipelines[3].replacing(smoother, name: "smooth")]
    let result = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    let row = result.pipelines[0]
    #expect(row.fixes.byMethod == 180)
    let document = try #require(result.document.elements("scores").first)
    #expect(try document.text("lookAhead") == "looks ahead over the whole lap")

    let site = try #require(scenario.simulation).site
    let fifo = try Fifo()
    fifo.write(
      try Self.capture(SimulatedLap(SimulatedStudy(scenario, #require(scenario.simulation)), lap: 0), seed: 1)
    )
    #expect(
      throws: StudyProblem.pipeline(name: "smooth", problem: .lookAhead)
    ) {
      _ = try LiveReplay(
        RecordedInput(contentsOf: fifo.path, site: site), listening: Listening(scenario, on: site), site: site
      )
    }
  }

  @Test
  func
    `predicted scores smoothers and trackers at the press itself, and methods without memory as the last fix does`()
    async throws
  {
    let last = try await Study(Self.scenario(laps: 2), dataRoot: "").run(width: 1) { _ in }
    var scenario = try Self.scenario(laps: 2, callback: "predicted")
    scenario.pipelines.append(
      scenario.pipelines[3].replacing(MethodChoice(OwnMethod("smoother") { _ in Smoother() }), name: "smooth")
    )
    let predicted = try await Study(scenario, dataRoot: "").run(width: 4) { _ in }
    #expect(predicted.pipelines.dropLast().map(\.byLast) == last.pipelines.map(\.score.whole))
    for (own, last) in zip(predicted.pipelines, last.pipelines) {
      let method = last.definition.method.settings
      let predicts =
        method is LagCompensatedCentroid.Settings || method is GridTracker.Settings
        || method is KalmanTracker.Settings || method is ParticleFilter.Settings
        || method is DeadReckoning.Settings || method is Mixture.Settings
      #expect((own.errors == last.errors) == !predicts, "\(last.definition.name)")
    }
    #expect(last.pipelines.allSatisfy { $0.byLast == nil })
    // One place for the moment of the press, told by its coordinate: 1000 beyond the place at callbacks.
    let smooth = try #require(predicted.pipelines.last)
    #expect(smooth.score.whole.statistics?.mean != smooth.byLast?.statistics?.mean)
    #expect(try #require(predicted.document.elements("scores").last)["byLastFix"].number("meanMetres") > 0)
  }

  @Test func `a proximity row smooths by its own filters and then as the phone does`() async throws {
    let scenario = try Self.scenario()
    let row = try #require(
      scenario.pipelines.first { $0.method == MethodChoice(NearestBeacon.ByProximity()) })
    var filtered = scenario
    let kalman = try #require(scenario.pipelines.first { $0.name == "Kalman" })
    filtered.pipelines = [row, kalman.replacing(MethodChoice(NearestBeacon.ByProximity()), name: "filtered")]
    let result = try await Study(filtered, dataRoot: "").run(width: 1) { _ in }
    #expect(result.pipelines[0].filters == [FilterChoice(RunningMean.Settings { $0.seconds = 10 })])
    #expect(
      result.pipelines[1].filters == kalman.filters + [FilterChoice(RunningMean.Settings { $0.seconds = 10 })]
    )
  }

  /// Fails at every third epoch.
  private struct Failing: PositioningMethod, PositioningSession {
    private var epochs = 0

    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      epochs += 1
      if epochs % 3 == 0 { throw .failed("out of breath") }
      return Fix(position: Point(x: 10, y: 5))
    }
  }

  @Test func `a method of one's own runs beside built-in rows, and its failures are counted`() async throws {
    var scenario = try Self.scenario(laps: 2)
    let plain = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    scenario.pipelines.append(
      scenario.pipelines[1].replacing(MethodChoice(OwnMethod("mine") { _ in Failing() }), name: "mine"))
    let one = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    let four = try await Study(scenario, dataRoot: "").run(width: 4) { _ in }
    let row = try #require(one.pipelines.last)
    // 90 s of each of two laps, one callback a second.
    #expect(row.fixes.callbacks == 180 && row.fixes.missing[.failed] == 60)
    #expect(row.fixes.missing.occurred.count == 1)
    #expect(row.score.whole.missedByReason.map(\.reason).contains(.failed))
    let document = try #require(one.document.elements("scores").last)
    #expect(try document["fixes"].integer("failed") == 60)
    #expect(try document.text("method") == "mine")
    #expect(one.pipelines.map(\.errors) == four.pipelines.map(\.errors))
    #expect(one.pipelines.dropLast().map(\.errors) == plain.pipelines.map(\.errors))
    // Without steps there is nothing to reckon with.
    #expect(
      plain.pipelines.allSatisfy {
        $0.fixes.missing[.failed] == 0 || $0.definition.method.settings is DeadReckoning.Settings
      })
  }
}
