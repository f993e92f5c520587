import TestSupport
import Testing

@Suite struct TwinTests {
  private static let recordings = Checkout.path("scenarios/recordings/danis")
  private static let bare = [
    "twin", "\(recordings)/straight-01-readings.csv.gz", "--site",
    Checkout.path("scenarios/sites/danis.yaml"),
    "--truth", "\(recordings)/straight-01-truth.csv.gz", "--twins", "20", "--quiet",
  ]

  /// Three pipelines, so that few errors are resampled.
  private static func scenario(_ folder: TemporaryFolder) throws {
    try folder.write(
      """
      name: three
      dataset: \(Checkout.path("scenarios/recordings/danis.yaml"))
      walks: 1
      assumes: {n: 2, c: -60}
      pipelines:
        - {name: nearest, method: nearest, snap: false}
        - {name: centroid, method: {weightedCentroid: {k: 4}}, snap: false}

      """, to: "three.yaml")
  }

  @Test func `a recording has the twins of the same recording as a data set`() async throws {
    let folder = try TemporaryFolder()
    try Self.scenario(folder)
    let declared = try await Program.run(
      ["twin", "three.yaml", "--twins", "20", "--quiet", "--json"], in: folder)
    let outcome = try await Program.run(Self.bare + ["--scenario", "three.yaml", "--json"], in: folder)
    #expect(declared.status == 0 && outcome.status == 0, "\(declared.errors) \(outcome.errors)")
    #expect(outcome.output == declared.output)
  }

  @Test func `without a scenario the pipelines are those of replay`() async throws {
    let outcome = try await Program.run(
      Self.bare + ["--pipelines", "Kalman,proximity"], in: TemporaryFolder())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("twin: 1 recorded walk and 20 simulated replicas"))
    for name in ["Kalman", "proximity", "room centre"] { #expect(outcome.output.contains("\n\(name) ")) }
  }
}
