import Foundation
import Placement
import Rendering
import Scenarios
import Sites
import TestSupport
import Testing
import World

@Suite struct PlacementStudyTests {
  private func study(
    _ change: String = "", objective: String = "{strongest: {wrongRooms: 10}}", walks: Int = 2
  ) throws -> PlacementStudy {
    let folder = try TemporaryFolder()
    // Walks of half a minute, so that a debug build answers in seconds.
    try folder.write(
      String(contentsOfFile: Checkout.path("scenarios/hospital.yaml"), encoding: .utf8)
        .replacing("duration: 300", with: "duration: 30")
        .replacing("site: sites", with: "site: \(Checkout.path("scenarios/sites"))"), to: "short.yaml")
    try folder.write(
      """
      name: wing
      scenario: short.yaml
      candidates: {path: 8, lattice: 8}
      points: {path: {spacing: 2}}
      beacons: 6
      objective: \(objective)
      search: {walks: 2}
      compare: [evenly]
      judge: {seed: 50, walks: \(walks)}
      installation: {identifiers: mustafaSykes2021, hallways: [hall0, hall1]}
      \(change)
      """, to: "study.yaml")
    return try PlacementStudy(contentsOf: folder.path("study.yaml"))
  }

  @Test func `the same study gives the same document on any number of threads`() async throws {
    let one = try await study().run(width: 1) { _ in }
    let four = try await study().run(width: 4) { _ in }
    #expect(one.document == four.document)
    #expect(!one.report.text().isEmpty)
    let values = one.searches.map(\.found.rating)
    #expect(values.count == 2 && values[1] <= values[0])
    // A beacon more never takes information away.
    #expect(one.steps.count == 6)
    #expect(zip(one.steps, one.steps.dropFirst()).allSatisfy { $0.meanBound >= $1.meanBound })
  }

  @Test func `the written site and scenario are read again, with the chosen beacons`() async throws {
    let study = try study(objective: "meanBound")
    let result = try await study.run(width: 2) { _ in }
    let folder = try TemporaryFolder()
    for file in try study.files(of: result) { try folder.write(file.text, to: file.name) }
    let scenario = try Scenario(contentsOf: folder.path("scenario.yaml"))
    let anchors = try #require(scenario.simulation?.site.anchors)
    #expect(anchors.count == 6 && anchors.map(\.position) == result.chosen.site.site.anchors.map(\.position))
    #expect(try folder.read("beacons.csv").split(separator: "\n").count == 7)
  }

  @Test func `a constraint that all candidates together cannot satisfy is refused`() async throws {
    let study = try study("constraints: {heard: 90}", objective: "meanBound")
    await #expect(throws: (any Error).self) { try await study.run(width: 1) { _ in } }
  }
}
