import Context
import ContextStudies
import Documents
import Scenarios
import TestSupport
import Testing
import World

/// What cannot be meant is refused in one sentence.
@Suite struct BadContextTests {
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
      (rules, "rules[0].after: expected a rule that does not wait for this one, found y"),
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
    let folder = try Self.folder("{}", application)
    let found = try Self.sentence(folder)
    #expect(found.contains(sentence), "\(found)")
  }

  @Test(
    arguments: [
      (
        "{permissions: {locationServices: false}}",
        "handset.permissions.authorisation: expected denied, since location services are off, found always"
      ),
      (
        "{states: [{from: 5, state: ended}, {from: 3, state: foreground}]}",
        "handset.states[1].from: expected more than 5.0, the state before it, found 3.0"
      ),
    ])
  func `a handset that cannot be is refused`(handset: String, sentence: String) throws {
    let folder = try Self.folder(handset, "presence: {}")
    let found = try Self.sentence(folder)
    #expect(found.contains(sentence), "\(found)")
  }

  @Test func `a scenario of another kind is named as such`() {
    #expect(throws: FileProblem.self) {
      try ContextScenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), dataRoot: "")
    }
  }

  @Test func `phone.background is the handset's states here`() throws {
    let folder = try Self.folder("{}", "presence: {}", more: "phone: {background: {asleep: 3}}\n")
    #expect(try Self.sentence(folder).contains("which has context.handset.states"))
  }

  private static func folder(_ handset: String, _ application: String, more: String = "") throws
    -> TemporaryFolder
  {
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
      """, to: "bad.yaml")
    try folder.write(
      #"{"items":[{"id":"cup","name":"cup"}],"name":"A","tasks":["drink"]}"#, to: "patient.json")
    return folder
  }

  private static func sentence(_ folder: TemporaryFolder) throws -> String {
    do {
      _ = try ContextScenario(contentsOf: folder.path("bad.yaml"), dataRoot: "")
      return "accepted"
    } catch let problem as FileProblem {
      return problem.description
    }
  }
}
