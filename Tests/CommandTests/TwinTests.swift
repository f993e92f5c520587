import TestSupport
import Testing

@Suite struct TwinTests {
  private static let recordings = Checkout.path("scenarios/recordings/danis")
  private static let bare = [
    "twin", "\(recordings)/straight-01-readings.csv.gz", "--site",
    Checkout.path("scenarios/sites/danis.yaml"),
    "--truth", "\(recordings)/straight-01-truth.csv.gz", "--twins", "20", "--quiet",
  ]

  @Test func `a recording has the twins of the same recording as a data set`() async throws {
    let scenario = Checkout.path("scenarios/danis-walks.yaml")
    let changes = ["--set", "assumes={n: 2, c: -60}", "--json"]
    let folder = try TemporaryFolder()
    let declared = try await Program.run(
      ["twin", scenario, "--laps", "1", "--twins", "20", "--quiet"] + changes, in: folder)
    let outcome = try await Program.run(Self.bare + ["--scenario", scenario] + changes, in: folder)
    #expect(declared.status == 0 && outcome.status == 0, "\(declared.errors) \(outcome.errors)")
    #expect(outcome.output == declared.output)
  }

  @Test func `without a scenario the pipelines are those of replay`() async throws {
    let outcome = try await Program.run(Self.bare, in: TemporaryFolder())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("twin: 1 recorded walk and 20 simulated replicas"))
    for name in ["Kalman", "Savitzky-Golay", "feedback", "moving average", "proximity", "room centre"] {
      #expect(outcome.output.contains("\n\(name) "))
    }
  }
}
