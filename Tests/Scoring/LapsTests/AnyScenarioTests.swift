import Documents
import Laps
import Phone
import Rendering
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// What the schema accepts runs, or is refused with a sentence: no precondition behind it can be broken.
@Suite struct AnyScenarioTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ScenarioDocuments.site, to: "site.yaml")
    try folder.write(ScenarioDocuments.truth, to: "truth.csv")
    try folder.write(ScenarioDocuments.presses, to: "presses.csv")
  }

  /// What became of a document.
  private enum Fate: Equatable {
    case refused(String)
    case built
    case ran
  }

  /// Reads a scenario, sets up its study, and runs it when that is a matter of milliseconds.
  private func fate(of document: Document) async throws -> Fate {
    do {
      let scenario = try Scenario(document, path: folder.path("scenario.yaml"))
      guard let simulation = scenario.simulation else { return .built }
      let study = try SimulatedStudy(scenario, simulation)
      _ = study.walk(ofLap: 0)
      guard simulation.laps.count == 1, study.extent.seconds <= 10,
        scenario.phone.averageSeconds >= 0.5
      else { return .built }
      let json = try await Study.simulated(study).run(width: 1) { _ in }.document.json
      #expect(!json.contains("nan") && !json.contains("inf"), "\(document.json)")
      return .ran
    } catch let problem as any InputProblem {
      #expect(!problem.description.contains("\n"))
      return .refused(problem.description)
    }
  }

  @Test(arguments: [0, 1])
  func `every mutant runs or gives one sentence`(kind: Int) async throws {
    let texts = [ScenarioDocuments.simulatedTexts, ScenarioDocuments.recordedTexts][kind]
    var fates: [Fate] = []
    for document in try ScenarioDocuments.documents(texts) {
      #expect(try await fate(of: document) == (kind == 0 ? .ran : .built))
      for mutant in document.mutations { fates.append(try await fate(of: mutant)) }
    }
    let refused = fates.count { if case .refused = $0 { true } else { false } }
    #expect(refused > fates.count / 2 && refused < fates.count, "\(refused) of \(fates.count) refused")
  }

  @Test func `every mutant of the main scenario runs or gives one sentence`() async throws {
    var document = try Document(contentsOf: Checkout.path("scenarios/floor35.yaml")).shortened(to: 2)
    document = try document.setting("site", to: "site.yaml").setting("laps.count", to: 1)
      .setting("walk.duration", to: 5).setting("walk.walkIn", to: 1)
    #expect(try await fate(of: document) == .ran)
    for mutant in document.mutations { _ = try await fate(of: mutant) }
  }

  /// The ends of each range, as the documentation of the settings has them, and in which document.
  static let ranges: [(key: String, low: Double, high: Double, scenario: Int)] = [
    ("walk.speedDeviation", 0, 100, 0), ("walk.height", -10, 10, 0), ("walk.pressJitter", 0, 60, 0),
    ("channel.pathLoss.logDistance.n", 0.5, 20, 0), ("channel.pathLoss.logDistance.c", -120, 20, 0),
    ("beacons.interval", 0.02, 10.24, 0), ("beacons.delay", 0, 0.01, 0), ("beacons.loss", 0, 1, 0),
    ("receiver.sensitivity", -127, 20, 0), ("receiver.offsetDeviation", 0, 100, 0),
    ("receiver.noiseDeviation", 0, 100, 0),
    ("channel.shadowing.exponential.deviation", 0, 100, 1),
    ("channel.shadowing.exponential.decorrelation", 0.05, 10_000, 1),
    ("channel.shadowing.exponential.fixedShare", 0, 1, 1), ("channel.fading.independent.k", 0, 1e6, 1),
    ("channel.body.cosine.loss", 0, 100, 1), ("channel.body.cosine.handAngle", 0, 90, 1),
    ("channel.channelOffsets.normal.deviation", 0, 100, 1),
    ("channel.channelOffsets.normal.fixedShare", 0, 1, 1), ("phone.average.seconds", 0.1, 60, 1),
    ("assumes.otherwise", -120, 20, 1), ("assumes.carriedHeight", -10, 10, 1),
    ("score.callback.latency", 0, 60, 1),
    ("pipelines[0].filters[0].kalman.q", 0, 1e9, 2), ("pipelines[0].filters[0].kalman.p0", 0, 1e9, 2),
    ("pipelines[0].filters[0].kalman.first", -127, 20, 2),
    ("pipelines[0].filters[1].savitzkyGolay.window", 5, 101, 2),
    ("pipelines[0].filters[1].savitzkyGolay.order", 0, 6, 2),
    ("pipelines[0].method.twoCircle.smallestRadius", 0, 100, 2), ("pipelines[0].assumes.c", -120, 20, 2),
    ("pipelines[0].method.leastSquares.exponent", 0, 10, 3),
    ("pipelines[1].method.weightedCentroid.exponent", 0, 10, 3),
    ("channel.shadowing.exponential.beaconDecorrelation", 0.01, 10_000, 8),
    ("channel.crowd.density", 0, 6, 8), ("channel.crowd.loss", 0, 100, 8),
    ("channel.crowd.radius", 0.01, 5, 8),
    ("channel.crowd.height", 0.1, 10, 8), ("channel.fading.correlated.k", 0, 1e6, 8),
    ("channel.fading.correlated.delaySpread", 0, 1000, 8),
    ("channel.fading.correlated.doppler", 0, 20, 8), ("beacons.lossPerMetre", 0, 1, 8),
    ("beacons.powerDeviation", 0, 100, 8), ("beacons.batteryLoss", 0, 100, 8),
    ("beacons.changes[0].interval", 0.02, 10.24, 8), ("beacons.changes[0].delay", 0, 0.01, 8),
    ("beacons.changes[0].power", -100, 100, 8), ("beacons.changes[0].batteryLoss", 0, 100, 8),
    ("beacons.changes[0].silentFrom.time", 0, 864_000, 8), ("beacons.rogues[0].power", -100, 100, 8),
    ("beacons.nearables[0].temperature", -100, 100, 8), ("beacons.nearables[0].warming", -1000, 1000, 8),
    ("receiver.sensitivityDeviation", 0, 100, 8), ("receiver.saturation", -127, 20, 8),
    ("receiver.collisions.capture", 0, 100, 8), ("receiver.interference.burst", 0.0001, 3600, 8),
    ("receiver.interference.quiet", 0.0001, 3600, 8), ("receiver.interference.loss", 0, 1, 8),
    ("receiver.duplicates", 0.01, 86_400, 8), ("phone.callbackJitter", 0, 0.25, 8),
    ("phone.background.awake", 0.1, 86_400, 8), ("phone.background.asleep", 0, 86_400, 8),
    ("beacons.moving[0].carried.offset[0]", -100, 100, 11),
    ("walk.variation.deviation", 0, 100, 9), ("walk.variation.correlationTime", 0.1, 3600, 9),
    ("walk.stretches[0].speed", 0.01, 100, 9), ("walk.pauses[0].seconds", 0, 86_400, 9),
    ("walk.pauses[0].turn", -3600, 3600, 9), ("walk.randomPauses.perMinute", 0, 60, 9),
    ("walk.randomPauses.length.exponential.mean", 0.1, 3600, 9), ("walk.turnRate", 1, 3600, 9),
  ]

  @Test(arguments: ranges.indices)
  func `both ends of a range run, and what is past them is refused`(index: Int) async throws {
    let (key, low, high, number) = Self.ranges[index]
    var document = try ScenarioDocuments.documents(ScenarioDocuments.simulatedTexts)[number]
    // Nothing saturates below what is heard at all.
    if key == "receiver.saturation" {
      document = try document.setting("receiver.sensitivity", to: Document(low))
    }
    for end in [low, high] {
      let fate = try await fate(of: try document.setting(key, to: Document(end)))
      #expect(fate == (key == "phone.average.seconds" && end < 0.5 ? .built : .ran), "\(key) \(end)")
    }
    for past in [low - 0.011, high + 2.001] {
      guard case .refused(let sentence) = try await fate(of: try document.setting(key, to: Document(past)))
      else {
        Issue.record("\(key) \(past) was accepted")
        continue
      }
      #expect(sentence.contains("\(key): expected "), "\(sentence)")
    }
  }

  /// Open ends: the smallest number above 0 that a file can hold still runs, 0 is refused.
  @Test(
    arguments: [
      ("assumes.n", 0, 10), ("phone.proximitySmoothing", 1, 3600), ("phone.zones.immediate", 1, 2),
      ("pipelines[0].filters[0].kalman.r", 2, 1e9), ("pipelines[0].filters[0].kalman.resetAfter", 2, 1e300),
      ("pipelines[0].assumes.n", 2, 10), ("pipelines[0].direction.seconds", 2, 3600),
      ("pipelines[0].filters[0].feedback.alpha", 3, 1),
      ("pipelines[0].filters[1].movingAverage.window.seconds", 3, 3600),
      ("pipelines[1].filters[1].runningMean.seconds", 3, 3600),
    ] as [(String, Int, Double)])
  func `a number above 0 may be as small as numbers get`(key: String, number: Int, high: Double) async throws
  {
    let document = try ScenarioDocuments.documents(ScenarioDocuments.simulatedTexts)[number]
    for value in [Double.leastNonzeroMagnitude, 1e-9, high] {
      #expect(try await fate(of: try document.setting(key, to: Document(value))) == .ran, "\(key) \(value)")
    }
    guard case .refused = try await fate(of: try document.setting(key, to: 0)) else {
      Issue.record("\(key) 0 was accepted")
      return
    }
  }
}
