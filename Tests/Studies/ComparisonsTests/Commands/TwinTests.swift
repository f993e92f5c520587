import Sites
import TestSupport
import Testing

@Suite struct TwinTests {
  /// Three pipelines on a recording of a few seconds.
  private static let scenario = """
    name: three
    dataset: lap.yaml
    assumes: {n: 2, c: -60}
    pipelines:
      - {name: nearest, method: nearest, snap: false}
      - {name: centroid, method: {weightedCentroid: {k: 3}}, snap: false}

    """

  @Test func `a recording has the replicas of the same recording as a data set`() async throws {
    let folder = try SmallFiles.folder()
    try await folder.succeed("simulate tiny.yaml --lap 0 --readings r.csv --truth t.csv")
    func digest(_ name: String) throws -> String { try FileDigest.sha256(ofFile: folder.path(name)) }
    try folder.write(
      """
      name: lap
      about: Simulated.
      source: This test.
      licence: None.
      site: site.yaml
      faults: [gaps]
      layout: tables
      walks:
        - {name: first, path: r.csv, sha256: \(try digest("r.csv")), truth: {path: t.csv, sha256: \(try digest("t.csv"))}}

      """, to: "lap.yaml")
    try folder.write(Self.scenario, to: "three.yaml")
    let rest = "--replicas 20 --quiet --json"
    let declared = try await folder.succeed("twin three.yaml \(rest)")
    let outcome = try await folder.succeed(
      "twin r.csv --site site.yaml --truth t.csv --scenario three.yaml \(rest)")
    #expect(outcome.output == declared.output)
  }
}
