import Evaluation
import Laps
import Phone
import Positioning
import Scenarios
import TestSupport
import Testing
import World

/// Pipelines at stays: those that start again at each, and those with a radio map of their own.
@Suite struct StayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .room() }

  private static let restarted = "restart: stays, given: [survey, stays]"

  private func scenario(
    walk: String = "{standing: {readings: 3, unlisted: [[4, 1]]}, height: 1}",
    survey: String = "{readings: 4}",
    noise: Double = 0, laps: Int = 2, rows: String...
  ) throws -> Scenario {
    try folder.write(
      """
      name: stays
      site: site.yaml
      laps: {count: \(laps)}
      walk: \(walk)
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}, fading: none}
      beacons: {interval: 0.1}
      receiver: {noiseDeviation: \(noise)}
      survey: \(survey)
      assumes: {n: 2, otherwise: -59}
      pipelines:
      \(rows.enumerated().map { "  - {name: row \($0), method: nearestFingerprints, snap: false, \($1)}" }.joined(separator: "\n"))
      score: {at: callbacks}
      """, to: "s.yaml")
    return try Scenario(contentsOf: folder.path("s.yaml"))
  }

  /// Without noise a mean over one place is the level in the map; one over several places is not.
  @Test func `a pipeline that starts again at stays has forgotten the last place`() async throws {
    let mean = "filters: [{runningMean: {seconds: 20}}]"
    let result = try await Study(
      scenario(rows: "\(mean), \(Self.restarted)", "\(mean), given: [survey]"), dataRoot: ""
    ).run(width: 1) { _ in }
    let errors = result.pipelines.prefix(2).map { $0.errors.compactMap(\.metres) }
    // Two laps with four stays of three readings, of which the last is 1.41 m or more from every point.
    #expect(errors.map(\.count) == [24, 24])
    #expect(errors[0].count { $0 == 0 } == 18)
    #expect(errors[1].count { $0 == 0 } < 18)
    #expect(result.pipelines[0].methodSummary.hasSuffix("restarted at stays"))
  }

  @Test func `a pipeline has a radio map of its own from the readings of the scenario's survey`() throws {
    let own = try study(
      scenario(noise: 4, rows: "given: [survey], survey: {stores: mean}", "given: [survey]"))
    let mean = try study(
      scenario(survey: "{readings: 4, stores: mean}", noise: 4, rows: "given: [survey]"))
    #expect(own.pipelines.prior.ownSurveys == ["row 0": try #require(mean.pipelines.prior.survey)])
    #expect(own.pipelines.prior.survey != mean.pipelines.prior.survey)
  }

  /// With 4 dB of noise two rounds of 12 readings of three beacons agree by chance in less than one of 10^20 cases.
  @Test func `each experiment has a survey and a lap of its own, whatever came before`() throws {
    let study = try study(scenario(noise: 4, rows: Self.restarted))
    let experiments = try [3, 4, 3].map { try study.experiment($0) }
    let laps = try zip(experiments, [3, 4, 3]).map { try $0.heard(lap: $1)[0] }
    #expect(laps.map(\.truth.lap) == [3, 4, 3])
    #expect(laps[0].readings == laps[2].readings && laps[0].readings.levels != laps[1].readings.levels)
    let maps = experiments.map(\.pipelines.prior.survey)
    #expect(maps[0] == maps[2] && maps[0] != maps[1] && maps[0] != study.pipelines.prior.survey)
  }

  @Test func `a callback belongs to the stay in which the middle of its window lies`() {
    let times = [1.2, 1.9, 3.1, 4.2, 5]
    let readings = Readings(
      reports: times.map { PhoneReport(time: $0, levels: [], counts: [], transmitters: []) }, anchors: 0)
    #expect(readings.stays(endingAt: [2, 4]) == [0..<2, 2..<5])
    #expect(readings.stays(endingAt: [2, 4, 6]) == [0..<2, 2..<4, 4..<5])
    #expect(readings.stays(endingAt: []) == [0..<5])
  }

  @Test func `a replay says that a recording has no stays`() throws {
    let scenario = try scenario(rows: Self.restarted)
    let simulated = try SimulatedLap(study(scenario), lap: 0)
    let replay = try folder.replay(folder.capture(simulated), of: scenario)
    #expect(replay.notes.contains("row 0: restart: stays has no effect, since a recording states no stays"))
  }

  @Test func `what needs stays is refused where there are none`() throws {
    #expect(
      refusal { try scenario(walk: "{speed: 1}", rows: Self.restarted) }.hasSuffix(
        "pipelines[0].restart: expected never, since the walk has no stays, found \"stays\""))
    #expect(
      refusal {
        try scenario(
          walk: "{speed: 1}", survey: "{laps: 2}", rows: "given: [survey], survey: {stores: mean}")
      }.hasSuffix(
        "pipelines[0].survey: expected no such key, unless the pipeline uses a survey by stays, found it"))
    #expect(
      refusal { try scenario(rows: "restart: stays, given: [survey]") }.hasSuffix(
        "pipelines[0].given: expected [survey, stays], which the settings use, found [survey]"))
  }
}
