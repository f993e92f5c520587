import Evaluation
import Laps
import Positioning
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// A survey at two places of one floor and one of the floor above, each of which hears the beacons of both, and a walk that is the
/// survey again.
@Suite struct RecordedFloorsTests {
  private static let folder = "Tests/Scoring/LapsTests/Floors"

  @Test func `surveyed places are on the floor of the surveyor, not of the beacons`() throws {
    let map = try #require(
      Dataset(contentsOf: Checkout.path("\(Self.folder)/two.yaml"), root: "").radioMap())
    #expect(
      map.points.map(\.position) == [
        Point(x: 3, y: 0, z: 0), Point(x: 5, y: 0, z: 0), Point(x: 7, y: 0, z: 4),
      ])
    #expect(map.points.map(\.floor) == [0, 0, 1])
    #expect(map.points.map { $0.levels.map { $0?.level } } == [[-60, -80], [-70, -60], [-80, -60]])
  }

  @Test func `a walk equal to the survey has no error and no wrong floor`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("\(Self.folder)/run.yaml"))
    let result = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    for pipeline in result.pipelines.filter({ ["knn", "gauss"].contains($0.definition.name) }) {
      let score = pipeline.score.whole
      #expect(score.statistics?.largest == 0 && score.missed == 0, "\(pipeline.definition.name)")
      #expect(score.wrongFloors == 0, "\(pipeline.definition.name)")
    }
  }
}
