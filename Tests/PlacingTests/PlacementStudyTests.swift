import Figures
import Placement
import Placing
import Reporting
import Scenarios
import TestSupport
import Testing

@Suite struct PlacementStudyTests {
  private func study(_ change: String = "", walks: Int = 4) throws -> PlacementStudy {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: wing
      scenario: \(Checkout.path("scenarios/hospital.yaml"))
      candidates: {path: 4, lattice: 6}
      points: {path: {spacing: 2}}
      beacons: 8
      objective: {strongest: {wrongRooms: 10}}
      search: {walks: 3}
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
  }

  @Test func `the written site and scenario are read again, with the chosen beacons`() async throws {
    let study = try study()
    let result = try await study.run(width: 2) { _ in }
    let folder = try TemporaryFolder()
    for file in try study.files(of: result) { try folder.write(file.text, to: file.name) }
    let scenario = try Scenario(contentsOf: folder.path("scenario.yaml"))
    let anchors = try #require(scenario.simulation?.site.anchors)
    #expect(anchors.count == 8 && anchors.map(\.position) == result.chosen.site.site.anchors.map(\.position))
    #expect(try folder.read("beacons.csv").split(separator: "\n").count == 9)
  }

  @Test func `a constraint that all candidates together cannot satisfy is refused`() async throws {
    let study = try study("constraints: {heard: 90}")
    await #expect(throws: (any Error).self) { try await study.run(width: 1) { _ in } }
  }

  @Test func `swaps are no worse than greedy, and the loss of a beacon never helps the mean bound`()
    async throws
  {
    let study = try study("prior: 5").settings
    #expect(study.prior == 5)
    let result = try await self.study().run(width: 2) { _ in }
    let values = result.searches.map(\.found.rating)
    #expect(values.count == 2 && values[1] <= values[0])
    #expect(
      result.steps.count == 8
        && zip(result.steps, result.steps.dropFirst()).allSatisfy { $0.meanBound >= $1.meanBound })
  }
}
