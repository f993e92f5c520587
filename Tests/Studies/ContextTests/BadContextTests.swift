import Context
import Foundation
import TestSupport
import Testing
import World

/// What cannot be meant is refused in one sentence.
@Suite struct BadContextTests {
  private static let twentyOne = (1...21).map {
    "{name: r\($0), uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21}"
  }.joined(separator: ", ")
  private static let itself = """
    rules:
              monitoring: {regions: [{name: r, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21}]}
              rules: [{name: x, enter: r, after: x, action: go}]
    """
  private static let rules = """
    rules:
              monitoring: {regions: [{name: r, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21}]}
              rules: [{name: x, enter: r, after: y, action: go}, {name: y, enter: r, after: x, action: go}]
    """

  @Test(
    arguments: [
      (
        "monitoring: {regions: [{name: r, uuid: 00000000-7B1F-4C39-9E55-3A0B6F3D9C21}]}",
        "applications[0].application.monitoring.regions[0]: expected a region that holds a beacon of the site straight, found r, which holds none"
      ),
      (
        "monitoring: {regions: [{name: r, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, minor: 3}]}",
        "regions[0].minor: expected no minor without a major, found 3"
      ),
      (
        "monitoring: {regions: [\(twentyOne)]}",
        "monitoring.regions: expected at most 20 regions, or the strategy broadFirst, found 21"
      ),
      (rules, "rules[0].after: expected a rule that does not wait for this one, found y"),
      (itself, "rules[0].after: expected a rule that does not wait for this one, found x"),
      (
        "assets: {assets: [keys, keys]}",
        "assets.assets[1]: expected each id once, found \"keys\" a second time"
      ),
      ("assets: {assets: [key]}", "assets.assets[0]: expected the id of a beacon of the site, found \"key\""),
      ("transport: {items: [cup], low: 9}", "transport.high: expected at least `low`, 9.0, found 8.0"),
      (
        "homeCare: {master: b20, data: patient.json, ticks: [{time: 1, task: dance}]}",
        "homeCare.ticks[0].task: expected a task of the patient's data, found \"dance\""
      ),
      (
        "presence: {places: rooms, stay: -1}",
        "presence.stay: expected"
      ),
    ])
  func `an application that cannot work is refused`(application: String, sentence: String) throws {
    try Self.expectRefusal(sentence, of: Self.folder("{}", application))
  }

  @Test(
    arguments: [
      (
        "{decisions: [{from: 5, permissions: {}}, {from: 5, permissions: {authorisation: denied}}]}",
        "handset.decisions[1].from: expected more than 5.0, the one before it, found 5.0"
      ),
      (
        "{decisions: [{from: 5}]}", "handset.decisions[0]: expected the key permissions"
      ),
      (
        "{states: [{from: 5, state: ended}, {from: 3, state: foreground}]}",
        "handset.states[1].from: expected more than 5.0, the one before it, found 3.0"
      ),
    ])
  func `a handset that cannot be is refused`(handset: String, sentence: String) throws {
    try Self.expectRefusal(sentence, of: Self.folder(handset, "presence: {}"))
  }

  @Test(
    arguments: [
      (
        "visitors: [{name: ann, incognito: [[9, 3]]}]",
        "visitors[0].incognito[0]: expected a beginning before the end, found 9.0 and 3.0"
      ),
      (
        "visitors: [{name: ann}, {name: ann}]",
        "visitors[1].name: expected each name once, found ann a second time"
      ),
      ("visitors: [{name: cy}]", "visitors[0].name: expected the name of a walker, found \"cy\""),
      ("queue: {back: b20, front: b20}", "queue.front: expected another place than `back`, found \"b20\""),
      (
        "queue: {back: b20, front: b30}",
        "queue.front: expected a place of the application one, found \"b30\""
      ),
    ])
  func `a conference that cannot be is refused`(conference: String, sentence: String) throws {
    let folder = try Self.folder(
      "{}", "presence: {}", more: "walkers: [{name: ann}, {name: bob}]\n",
      conference: "{application: one, \(conference)}")
    Self.expectRefusal(sentence, of: folder)
  }

  @Test func `invalid temperatures and times that go back are counted, and the rest is used`() throws {
    // 21.5 °C; -128 °C, which stands for none; 4 °C; then the clock is set back by 6 s, 4 °C and 10 °C from 2 s later on.
    let folder = try TemporaryFolder()
    try Data(StickerCapture.bytes([(0, 21.5), (1, -128), (20, 4), (14, 4), (16, 10), (17, 10)])).write(
      to: URL(filePath: folder.path("sticker.btsnoop")))
    try folder.write(
      """
      name: sticker
      floors: [{level: 0, elevation: 0}]
      path: {nodes: {a: [0, 0], b: [7, 0]}, edges: [[a, b]]}
      beacons: [{id: "nearable:0123456789ABCDEF", position: [0, 0, 0.8]}]
      """, to: "site.yaml")
    try folder.write(
      """
      name: bad
      site: site.yaml
      laps: {count: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      context:
        applications:
          - {name: food, application: {transport: {items: ["nearable:0123456789ABCDEF"], hold: 0}}}
      """, to: "bad.yaml")
    let scenario = try ContextScenario(contentsOf: folder.path("bad.yaml"), dataRoot: "")
    var replay = try ContextReplay(
      contentsOf: folder.path("sticker.btsnoop"), through: scenario, site: scenario.study.site)
    let result = try replay.result()
    #expect(result.invalidValues == 1 && result.tally.backwardSteps == 1 && result.tally.delivered == 6)
    #expect(result.rows.map { $0.notice?.value } == [13.5, 0, 2])
    #expect(result.rows.map { $0.notice?.time } == [1, 21, 23])
  }

  @Test func `a scenario of another kind is named as such`() {
    #expect(throws: FileProblem.self) {
      try ContextScenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), dataRoot: "")
    }
  }

  @Test func `phone.background is the handset's states here`() throws {
    let folder = try Self.folder("{}", "presence: {}", more: "phone: {background: {asleep: 3}}\n")
    Self.expectRefusal("which has context.handset.states", of: folder)
  }

  private static func folder(
    _ handset: String, _ application: String, more: String = "", conference: String? = nil
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: bad
      site: \(Checkout.path("scenarios/sites/straight.yaml"))
      laps: {count: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      \(more)context:
        handset: \(handset)
        applications:
          - name: one
            application:
              \(application)
      \(conference.map { "  conference: \($0)" } ?? "")
      """, to: "bad.yaml")
    try folder.write(
      #"{"items":[{"id":"cup","name":"cup"}],"name":"A","tasks":["drink"]}"#, to: "patient.json")
    return folder
  }

  private static func expectRefusal(_ sentence: String, of folder: TemporaryFolder) {
    let found = refusal { try ContextScenario(contentsOf: folder.path("bad.yaml"), dataRoot: "") }
    #expect(found.contains(sentence), "\(found)")
  }
}
