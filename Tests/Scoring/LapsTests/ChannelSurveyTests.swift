import Captures
import Evaluation
import Foundation
import Laps
import Positioning
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// Surveys by advertising channel, simulated and recorded, and the methods that compare with them.
///
/// The channel has offsets of 10 dB, the same on every lap, and nothing else that varies: by channel every level is that of the
/// path-loss law plus one number for each beacon and channel, in whole dBm. At 50 advertisements a second every channel is received.
@Suite struct ChannelSurveyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .room(points: "[1, 0] [1.5, 0] [2, 0]") }

  private static let rows = """
      - {name: joined, method: nearestFingerprints, snap: false, given: [survey]}
      - {name: separate, method: {nearestFingerprints: {channels: separate}}, snap: false, given: [survey]}
      - {name: likely, method: {fingerprintLikelihood: {channels: separate}}, snap: false, given: [survey]}
    """

  private func scenario(
    survey: String = "{readings: 4, stores: mean}",
    walk: String = "{standing: {readings: 3, order: random}, height: 1}",
    rows: String = Self.rows, more: String = ""
  ) throws -> Scenario {
    try folder.write(
      """
      name: stays
      site: site.yaml
      laps: {count: 10}
      walk: \(walk)
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}, channelOffsets: {normal: {deviation: 10, fixedShare: 1}}}
      beacons: {interval: 0.02}
      assumes: {n: 2, otherwise: -59}
      pipelines:
      \(rows)
      score: {at: callbacks}
      survey: \(survey)
      \(more)
      """, to: "s.yaml")
    return try Scenario(contentsOf: folder.path("s.yaml"))
  }

  @Test func `the levels of a channel are those of the law and its offset`() throws {
    let map = try #require(try study(scenario()).pipelines.prior.survey)
    try #require(map.points.count == 3 && map.points.allSatisfy { $0.channelLevels.count == 9 })
    var offsets: [Double] = []
    for channel in 0..<9 {
      let differences = try map.points.map { point in
        let level = try #require(point.channelLevels[channel])
        // One level is read throughout, and its rounding is all that the points differ in.
        #expect(level.deviation == 0 && level.count == 4)
        return level.level.value - roomLevel(point.position.x, 0, channel / 3)
      }
      #expect((differences.max() ?? 0) - (differences.min() ?? 0) <= 1)
      offsets.append(differences[0])
    }
    #expect(Set(offsets.map { $0.rounded() }).count > 6)
  }

  /// Joined, 50 advertisements on channels that differ by some 10 dB have means that scatter by more than 1 dB, where points half a
  /// metre apart differ by 2 to 3 dB from the beacon beside them: one reading in five is nearer to another point, and none of 90
  /// with a chance of 2 in 10⁹.
  @Test func `offsets that stay make every stay a hit by channel, and not joined`() async throws {
    let result = try await Study(scenario(), dataRoot: "").run(width: 2) { _ in }
    func misses(_ row: Int) -> Int {
      result.pipelines[row].errors.count { (try? $0.outcome.get().metres) != 0 }
    }
    #expect(result.pipelines.map(\.score.whole.count).prefix(3) == [90, 90, 90])
    #expect(misses(1) == 0 && misses(2) == 0)
    #expect(misses(0) > 0)
  }

  @Test func `survey laps have the levels of each channel near each place`() throws {
    let map = try #require(
      try study(scenario(survey: "{laps: 4, points: {path: 1}}", walk: "{speed: 1, height: 1}")).pipelines
        .prior
        .survey)
    #expect(map.points.count == 9)
    // Between the ends, where the surveyor waits too, a reading lies within a metre of its place; of the offset that leaves a span.
    for channel in 0..<9 {
      let spans = map.points.dropFirst().dropLast().compactMap { point in
        point.channelLevels[channel].map { level in
          let near = [-1, 0, 1].map { roomLevel(point.position.x + $0, 1, channel / 3) }
          return (level.level.value - (near.max() ?? 0) - 0.5, level.level.value - (near.min() ?? 0) + 0.5)
        }
      }
      #expect(spans.count == 7)
      #expect((spans.map(\.0).max() ?? 0) <= (spans.map(\.1).min() ?? 0))
    }
  }

  @Test func `a scenario with the table of a survey by channel gives the results of the survey`() async throws
  {
    let simulated = try scenario()
    let map = try #require(try study(simulated).pipelines.prior.survey)
    let text = RadioMapTable.text(of: map)
    #expect(text.hasPrefix("x_m,y_m,floor,beacon,channel,rssi_dbm,std_db,readings,histogram\n"))
    // The names of the columns; and of each of three beacons at three points a row of all channels and one of each.
    let rows = text.split(separator: "\n").count
    #expect(rows == 37)
    try folder.write(text, to: "map.csv")
    let first = try await Study(simulated, dataRoot: "").run(width: 1) { _ in }
    let read = try scenario(survey: "{file: map.csv}")
    #expect(try study(read).pipelines.prior.survey == map)
    let second = try await Study(read, dataRoot: "").run(width: 1) { _ in }
    #expect(first.pipelines.map(\.errors) == second.pipelines.map(\.errors))
    #expect(try study(read).saved.tables.map(\.name) == ["survey.csv"])
  }

  @Test func `the joined levels of a survey do not depend on whether channels are surveyed`() throws {
    let both = try #require(try study(scenario()).pipelines.prior.survey)
    let joined = String(Self.rows.prefix { $0 != "\n" })
    let one = try #require(try study(scenario(rows: joined)).pipelines.prior.survey)
    #expect(!one.hasChannels && one.points.map(\.levels) == both.points.map(\.levels))
    #expect(try #require(try SimulatedSurvey(scenario(rows: joined), byChannel: true)).radioMap() == both)
  }

  @Test func `a table without channels is refused where a pipeline compares them`() throws {
    try folder.write("x_m,y_m,beacon,rssi_dbm\n0,0,a,-60\n", to: "map.csv")
    let refusal = StudyProblem.pipeline(name: "separate", problem: .noSurveyedChannels)
    #expect(throws: refusal) { try study(scenario(survey: "{file: map.csv}")) }
  }

  @Test func `a capture with channels gives the fixes of the simulation, and one without is refused`() throws
  {
    let scenario = try scenario()
    let study = try study(scenario)
    let site = study.simulation.site
    let simulated = try SimulatedLap(study, lap: 2)
    let direct = try study.callbacks(of: simulated)
    let sniffed = try folder.replay(folder.capture(simulated, as: .pcapSniffer), of: scenario)
    #expect(sniffed.tracks.map(\.callbacks) == direct)
    #expect(direct[1].contains { (try? $0.fix.get()) != nil })

    let refusal = StudyProblem.pipeline(name: "separate", problem: .noChannels)
    let path = try folder.capture(simulated)
    #expect(throws: refusal) { try folder.replay(path, of: scenario) }
    #expect(throws: refusal) {
      var live = try LiveReplay(
        RecordedInput(contentsOf: path, site: site), listening: Listening(scenario, on: site), site: site)
      while try live.next() != nil {}
    }
  }

  /// Standing at (1, 0): in the first second -60 and -62 dBm on channel 37, -70 on 39 and -90 on an unknown one, which are -70.5 dBm and
  /// to the nearest even number -70; in the next -63 dBm on 37.
  private static let table = """
    time_s,beacon,rssi_dbm,channel
    0.1,a,-60,37
    0.2,a,-62,37
    0.3,a,-70,39
    0.4,a,-90,
    1.5,a,-63,37

    """

  @Test func `a recorded walk is surveyed by channel`() throws {
    try folder.write(Self.table, to: "r.csv")
    try folder.write("time_s,x_m,y_m\n0,1,0\n2,1,0\n", to: "t.csv")
    let site = try SiteFile(contentsOf: folder.path("site.yaml")).site
    func tally(_ byChannel: Bool) throws -> SurveyTally {
      try SurveyTally(
        of: folder.path("r.csv"), on: site, truth: TruthTable(contentsOf: folder.path("t.csv"), site: site),
        spacing: nil, lap: nil, averageSeconds: nil, byChannel: byChannel)
    }
    let survey = try tally(true)
    let point = try #require(survey.map.points.first)
    #expect(survey.map.points.count == 1 && survey.withoutChannel == 1)
    let none = [DBm?](repeating: nil, count: 6)
    let (joined, channels): ([DBm?], [DBm?]) = ([-66.5, nil, nil], [-62, nil, -70])
    #expect(point.levels.map { $0?.level } == joined)
    #expect(point.channelLevels.map { $0?.level } == channels + none)
    #expect(point.channelLevels[0]?.count == 2)
    #expect(try tally(false).map.points.map(\.levels) == survey.map.points.map(\.levels))
    #expect(try !tally(false).map.hasChannels)

    try folder.write("time_s,beacon,rssi_dbm\n0.1,a,-60\n", to: "r.csv")
    #expect(
      refusal { try tally(true) }.hasSuffix(
        "r.csv: expected single advertisements with their channel for --by-channel, found none with a channel"
      ))
  }

  private func recorded(_ calibration: String, _ walk: String) throws -> Study {
    try folder.write(calibration, to: "c.csv")
    try folder.write(walk, to: "w.csv")
    try folder.write("time_s,x_m,y_m\n0,1,0\n2,1,0\n", to: "t.csv")
    func file(_ name: String) throws -> String {
      "path: \(name), sha256: \(try FileDigest.sha256(ofFile: folder.path(name)))"
    }
    let part = { (name: String) in
      "  - {name: \(name), \(try file("\(name).csv")), truth: {\(try file("t.csv"))}}"
    }
    try folder.write(
      """
      name: d
      about: One walk.
      source: This test.
      licence: None.
      site: site.yaml
      faults: [gaps]
      layout: tables
      walks:
      \(try part("w"))
      calibration:
      \(try part("c"))
      """, to: "d.yaml")
    try folder.write(
      """
      name: walks
      dataset: d.yaml
      assumes: {n: 2, otherwise: -59}
      score: {at: callbacks}
      pipelines:
      \(Self.rows)
      """, to: "walks.yaml")
    return try Study(Scenario(contentsOf: folder.path("walks.yaml")), dataRoot: "none")
  }

  /// Single advertisements go into the map of a data set: -60, -62 and -63 on channel 37.
  @Test func `the calibration part of a data set is surveyed by channel`() async throws {
    let study = try recorded(Self.table, Self.table)
    let point = try #require(study.source.pipelines.prior.survey?.points.first)
    #expect(point.levels[0]?.count == 5 && point.channelLevels[0]?.count == 3)
    #expect(abs((point.channelLevels[0]?.level.value ?? 0) + 185.0 / 3) < 1e-12)
    let result = try await study.run(width: 1) { _ in }
    #expect(result.pipelines[1].score.whole.count == 2 && result.pipelines[1].score.whole.missed == 0)
    let count = try #require(result.tally.counts.first { $0.key == "withoutChannel" })
    #expect(count.count == 1)

    let blank = Self.table.replacing("37", with: "").replacing("39", with: "")
    #expect(throws: StudyProblem.pipeline(name: "separate", problem: .noChannels)) {
      try recorded(Self.table, blank)
    }
    #expect(throws: StudyProblem.pipeline(name: "separate", problem: .noSurveyedChannels)) {
      try recorded(blank, Self.table)
    }
  }

  @Test func `white noise has no channels to compare`() async throws {
    let scenario = try scenario(more: "noise: white")
    await #expect(throws: StudyProblem.pipeline(name: "separate", problem: .noAdvertisements)) {
      try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    }
  }
}
