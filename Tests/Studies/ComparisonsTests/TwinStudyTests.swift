import Comparisons
import Documents
import Evaluation
import Foundation
import Rendering
import Scenarios
import SyntheticChannels
import TestSupport
import Testing
import World

@Suite struct TwinStudyTests {
  private static let scenario = """
    name: made
    dataset: dataset.yaml
    assumes: {n: 2.2, c: -59}
    pipelines:
      - {name: nearest, method: nearest, snap: false}
      - {name: centroid, method: {weightedCentroid: {k: 4, exponent: 1}}, snap: false}
      - {name: least squares, method: {leastSquares: {k: 12, exponent: 1}}, snap: false}
      - {name: room centre, method: roomCentre, snap: false}
    """

  /// A data set whose one walk was simulated through a channel that the fit can find.
  private func made() throws -> TemporaryFolder {
    let recordings = SyntheticRecordings()
    let folder = try TemporaryFolder()
    var rows = "t,beacon,rssi,x,y\n"
    for advertisement in try recordings.stream(seed: 5) {
      let place = recordings.walk.position(at: advertisement.time)
      rows +=
        "\(advertisement.time),b\(advertisement.anchor),\(advertisement.level.value),\(place.x),\(place.y)\n"
    }
    try folder.write(rows, to: "walk.csv")
    let receivers = recordings.site.anchors.map {
      "  - {id: \($0.id), position: [\($0.position.x), \($0.position.y), \($0.position.z)]}\n"
    }
    try folder.write("name: rectangle\nreceivers:\n" + receivers.joined(), to: "site.yaml")
    let digest = try TestSupport.run(["sha256sum", folder.path("walk.csv")]).output.prefix(64)
    try folder.write(
      """
      name: made
      about: Simulated.
      source: This test.
      licence: None.
      site: site.yaml
      layout: {rows: {time: t, anchor: beacon, level: rssi, x: x, y: y, height: 0}}
      walks: [{name: round, path: walk.csv, sha256: "\(digest)"}]
      """, to: "dataset.yaml")
    try folder.write(Self.scenario, to: "made.yaml")
    return folder
  }

  private func result(in folder: TemporaryFolder, replicas: Int, width: Int) async throws -> TwinResult {
    let path = folder.path("made.yaml")
    let study = try TwinStudy(
      try Scenario(contentsOf: path), path: path, root: folder.path("."), replicas: replicas,
      stretch: 10)
    return try await study.run(width: width) { _ in }
  }

  /// The recording is one more draw of nearly the channel that its replicas have, so a mean error lies as far from the
  /// replicas' as another replica's: beyond six of their standard deviations (their 95 % intervals are 3.9 wide, and known to
  /// 20 % from 20 replicas) once in some millions.
  @Test func `what was simulated has the errors of its replica`() async throws {
    let folder = try made()
    let result = try await result(in: folder, replicas: 20, width: 2)
    #expect(result.rows.count == 4 && result.leftOut.isEmpty && result.walks == 1)
    for row in result.rows {
      let mean = row.figures.rows[0]
      let deviation = (mean.replicaInterval.upper - mean.replicaInterval.lower) / 3.9
      #expect(mean.difference.magnitude <= 6 * 1.2 * deviation + 1e-9, "\(row.pipeline): \(mean)")
    }
    // Room centre is as wrong on the one as on the other.
    #expect(result.rows[3].figures.rows.allSatisfy { !$0.differs && !$0.canDiffer })
    #expect(result.figureCount == 12)
    #expect(result.rows[3].recordedRank == 4 && result.rows[3].replicaRank == 4)
  }

  @Test func `gives the same bytes at any width`() async throws {
    let folder = try made()
    let one = try await result(in: folder, replicas: 3, width: 1)
    let three = try await result(in: folder, replicas: 3, width: 3)
    #expect(one.document.json == three.document.json)
    #expect(!one.document.json.contains("nan") && !one.document.json.contains("inf"))
  }

  @Test func `documents every key of its JSON`() async throws {
    let document = try await result(in: made(), replicas: 2, width: 2).document
    try DocumentedKeys.expect(document, in: "docs/columns.md", elsewhere: ["channel"])
  }

  /// Six replicas are too few for ranges of 95 %; docs/twin.md has a hundred.
  @Test(arguments: ["danis-walks", "kolakowski-drive"])
  func `methods rank on recorded walks as on their replica`(name: String) async throws {
    let path = Checkout.path("scenarios/\(name).yaml")
    let study = try TwinStudy(
      try Scenario(contentsOf: path), path: path, root: "", replicas: 6, stretch: 20)
    let result = try await study.run(width: 2) { _ in }
    #expect(try #require(result.ranks.interval).lower > 0)
    #expect(result.rows.count == 16 && result.figureCount == 60)
  }
}
