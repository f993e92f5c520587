import Evaluation
import Foundation
import Laps
import Positioning
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// A survey of a scenario, and the method that is given its radio map.
@Suite struct SurveyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .room() }

  private func scenario(
    survey: String? = "{readings: 4}", given: String = "[survey]", score: String = "presses",
    channel: String = ""
  ) throws -> Scenario {
    try folder.write(
      """
      name: stays
      site: site.yaml
      laps: {count: 3}
      walk: {standing: {readings: 3, order: random}, height: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}\(channel)}
      beacons: {interval: 0.1}
      assumes: {n: 2, otherwise: -59}
      pipelines: [{name: p, method: nearestFingerprints, snap: false, given: \(given)}]
      score: {at: \(score)}
      \(survey.map { "survey: \($0)" } ?? "")
      """, to: "s.yaml")
    return try Scenario(contentsOf: folder.path("s.yaml"))
  }

  private static let noise = ", shadowing: {exponential: {deviation: 6, decorrelation: 2, over: floor}}"

  /// -59 - 20 log10 d, in whole dBm: beacons and phone are 1 m up. From (1, 0) they are 1, 8 and √45 m away, from
  /// (5, 0) 5, 4 and √37 m, from (8, 3) √73, √10 and 5 m.
  @Test(arguments: ["{readings: 4}", "{readings: 4, stores: mean}", "{filters: [movingAverage]}"])
  func `without noise gives the levels of the path-loss law at each point`(survey: String) throws {
    let map = try #require(try study(scenario(survey: survey)).pipelines.prior.survey)
    #expect(map.anchors == ["a", "b", "c"] && map.points.map(\.position.x) == [1, 5, 8])
    let levels = map.points.map { $0.levels.map { $0?.level.value } }
    #expect(levels == [[-59, -77, -76], [-73, -71, -75], [-78, -69, -73]])
    #expect(map.points[0].levels[0]?.count == (survey.contains("4") ? 4 : 20))
  }

  @Test(arguments: ["presses", "callbacks"])
  func `without noise every stay at a surveyed point is a hit`(moment: String) async throws {
    let result = try await Study(scenario(score: moment), dataRoot: "").run(width: 2) { _ in }
    let score = try #require(result.pipelines.first).score.whole
    #expect(score.count == (moment == "presses" ? 9 : 27) && score.missed == 0)
    #expect(result.pipelines[0].errors.allSatisfy { (try? $0.outcome.get().metres) == 0 })
  }

  @Test func `a simulated capture replays with the map of the scenario's survey`() throws {
    let scenario = try scenario(channel: Self.noise)
    let study = try study(scenario)
    let simulated = try SimulatedLap(study, lap: 2)
    let replay = try folder.replay(folder.capture(simulated), of: scenario)
    let direct = try study.callbacks(of: simulated)
    #expect(replay.tracks.map(\.callbacks) == direct)
    #expect(Set(direct[0].map { try? $0.fix.get().position }).count > 1)
  }

  @Test func `laps do not change the survey, and its seed does`() throws {
    let one = try study(scenario(channel: Self.noise)).pipelines.prior.survey
    let fewer = try Scenario(contentsOf: folder.path("s.yaml"), laps: 1)
    let other = try Scenario(contentsOf: folder.path("s.yaml"), seed: 2)
    #expect(try study(fewer).pipelines.prior.survey == one)
    #expect(try study(other).pipelines.prior.survey != one)
  }

  /// A straight path of 9 m, walked to and fro.
  private func walked(_ survey: String, body: String = "") throws -> Scenario {
    try folder.write(
      """
      name: walked
      site: site.yaml
      laps: {count: 2}
      walk: {speed: 1, height: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}, fading: none\(body)}
      beacons: {interval: 0.1}
      assumes: {n: 2, otherwise: -59}
      pipelines: [{name: p, method: fingerprintLikelihood, snap: false, given: [survey]}]
      score: {at: callbacks}
      survey: \(survey)
      """, to: "walked.yaml")
    return try Scenario(contentsOf: folder.path("walked.yaml"))
  }

  @Test func `survey laps give each place the mean of what was read near it`() throws {
    let map = try #require(try study(walked("{laps: 4, points: {path: 1}}")).pipelines.prior.survey)
    #expect(map.points.map(\.position.x) == (0..<9).map { 0.5 + Double($0) })
    // At both ends the surveyor waits, too.
    for point in map.points.dropFirst().dropLast() {
      for anchor in 0..<3 {
        let level = try #require(point.levels[anchor])
        // Within half a metre to either side and half a second at 1 m/s; in whole dBm, one for each lap or two.
        let near = [-1, 0, 1].map { roomLevel(point.position.x + $0, 1, anchor) }
        let (least, most) = (near.min() ?? 0, near.max() ?? 0)
        #expect(least - 0.5 <= level.level.value && level.level.value <= most + 0.5)
        #expect(2...8 ~= level.count)
      }
    }
  }

  /// With a loss of 8 dB behind the back and a hand straight ahead, four directions lose 0, 4, 8 and 4 dB towards a beacon in one
  /// of them: 4 dB on average, and so they do towards any other.
  @Test func `a survey in four directions has the mean body loss`() throws {
    let body = ", body: {cosine: {loss: 8, handAngle: 0}}"
    let turned = try #require(
      try study(walked("{readings: 2, stores: mean, directions: 4, points: {path: 3}}", body: body)).pipelines
        .prior
        .survey)
    for point in turned.points {
      for anchor in 0..<3 {
        let level = try #require(point.levels[anchor])
        #expect(abs(level.level.value - (roomLevel(point.position.x, 1, anchor) - 4)) <= 0.5)
        #expect(level.count == 8 && (level.deviation?.value ?? 0) > 2)
      }
    }
  }

  @Test func `a table that is no radio map of the site is refused`() throws {
    try folder.write("x_m,y_m,beacon\n", to: "map.csv")
    let refusal = refusal { try scenario(survey: "{file: map.csv}") }
    #expect(refusal.hasSuffix("expected the column rssi_dbm, found only x_m, y_m, beacon"), "\(refusal)")
  }

  @Test func `a method that compares with a map needs the survey, and to be given it`() throws {
    #expect(
      refusal { try scenario(given: "[]") }.hasSuffix(
        "expected [survey], which the settings use, found []"))
    #expect(
      refusal { try scenario(survey: nil) }.hasSuffix(
        "expected the key survey beside pipelines, found none for p"))
    let site = try String(contentsOfFile: folder.path("site.yaml"), encoding: .utf8)
    try folder.write(site.replacing("testPoints", with: "about: none #"), to: "site.yaml")
    #expect(
      refusal { try scenario() }.hasSuffix(
        "expected a site with test points to stand at, found one without"))
  }

  /// By a script in Python over the tables: 126 surveyed places lie in 112 squares, the first of which has one place.
  @Test func `the calibration part of a data set is the survey of its walks`() throws {
    let dataset = try Dataset(contentsOf: Checkout.path("scenarios/recordings/danis.yaml"), root: "none")
    let map = try #require(dataset.radioMap())
    #expect(map.points.count == 112)
    #expect(map.points[0].position.distance(to: Point(x: 12.95, y: 16.8)) < 1e-9 && map.points[0].floor == 0)
    let level = try #require(map.points[0].levels[0])
    #expect(map.anchors[0] == "b827eb4521b4" && abs(level.level.value + 82.11216566005177) < 1e-12)
    #expect(level.count == 1)
    try folder.write(
      """
      name: walks
      dataset: \(Checkout.path("scenarios/recordings/danis.yaml"))
      walks: 1
      assumes: {n: 2}
      pipelines:
        - {name: k, method: {nearestFingerprints: {k: 5}}, given: [survey], snap: false}
        - {name: nearest, method: nearest, snap: false}
      """, to: "walks.yaml")
    let scenario = try Scenario(contentsOf: folder.path("walks.yaml"))
    let study = try Study(scenario, dataRoot: "none")
    let effort = try #require(try study.surveyEffort())
    #expect(effort.points == 112 && effort.seconds == nil)
    #expect(study.source.pipelines.prior.survey == map)
  }
}
