import Documents
import Positioning
import Scenarios
import TestSupport
import Testing
import World

/// `told`, the former name of a pipeline's key `given`.
@Suite struct FormerKeyTests {
  private func scenario(_ keys: String) throws -> Scenario {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: room
      testPoints: [{id: 1, position: [1, 0]}]
      beacons:
        - {id: a, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [0, 0, 1]}
      """, to: "site.yaml")
    try folder.write(
      """
      name: former
      site: site.yaml
      laps: {count: 1}
      walk: {standing: {readings: 3}, height: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      assumes: {n: 2, otherwise: -59}
      pipelines: [{name: p, method: nearestFingerprints, snap: false, \(keys)}]
      survey: {readings: 4}
      """, to: "former.yaml")
    return try Scenario(contentsOf: folder.path("former.yaml"))
  }

  @Test func `an older file means the same, and is resolved with the present name`() throws {
    let former = try scenario("told: [survey]")
    #expect(former.pipelines[0].given == [.survey])
    #expect(try former.resolved == scenario("given: [survey]").resolved)
    #expect(former.resolved.yaml.contains("given:") && !former.resolved.yaml.contains("told"))
  }

  @Test func `both names at once are refused`() throws {
    let problem = #expect(throws: FileProblem.self) { try scenario("given: [survey], told: [survey]") }
    #expect(
      problem?.description.hasSuffix(
        "pipelines[0].told: expected no key told beside given, of which it is the former name, found both")
        == true)
  }

  @Test func `what it lists is checked under the name that the file has`() throws {
    let problem = #expect(throws: FileProblem.self) { try scenario("told: [nothing]") }
    #expect(problem?.description.contains("pipelines[0].told[0]: expected ") == true)
  }
}
