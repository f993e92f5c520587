import Foundation
import SiteFiles
import TestSupport
import Testing

/// Every simulated scenario gives the errors that are committed for it, on any machine.
@Suite struct BaselineTests {
  /// Names of simulated scenarios; those of recorded walks need data that are not in the project.
  static let scenarios: [String] = {
    do {
      return try Checkout.files(in: "scenarios", ending: ".yaml").filter {
        !(try Document(contentsOf: Checkout.path($0)).has("dataset"))
      }.map { String($0.dropFirst("scenarios/".count).dropLast(".yaml".count)) }
    } catch {
      Issue.record("\(error)")
      return []
    }
  }()

  @Test(arguments: scenarios)
  func `a scenario gives the errors of its baseline, to the last bit`(name: String) async throws {
    let baseline = Checkout.path("results/baselines/\(name)/baseline")
    let laps = try Document(contentsOf: baseline + "/scenario.yaml")["laps"].integer("count")
    let folder = try TemporaryFolder()
    let run = try await Program.run(
      [
        "run", Checkout.path("scenarios/\(name).yaml"), "--laps", "\(laps)", "--results", folder.path("r"),
        "--name", "fresh", "--quiet",
      ], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let fresh = folder.path("r/\(name)/fresh")
    let comparison = try await Program.run(["compare", baseline, fresh], in: folder)
    #expect(comparison.status == 0, "\(comparison.output)")
    let (before, after) = (
      try String(contentsOfFile: baseline + "/errors.csv", encoding: .utf8),
      try String(contentsOfFile: fresh + "/errors.csv", encoding: .utf8)
    )
    #expect(before == after, "the errors of \(name) have changed: if that is meant, make baselines")
  }

  @Test func `a filter that is worse is seen by the gate`() async throws {
    // The moving average twice as long is 3 m further behind, which twelve laps show.
    let folder = try TemporaryFolder()
    let scenario = try Document(contentsOf: Checkout.path("scenarios/floor35.yaml"))
      .setting("site", to: Document(Checkout.path("scenarios/sites/floor35.yaml")))
    let worse = try scenario.setting("pipelines[moving average].filters[1].movingAverage.window", to: 10)
    for (name, document) in [("a", scenario), ("b", worse)] {
      try folder.write(document.yaml, to: "\(name).yaml")
      let run = try await Program.run(
        ["run", "\(name).yaml", "--laps", "12", "--name", name, "--quiet"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let comparison = try await Program.run(
      ["compare", "results/floor35/a", "results/floor35/b"], in: folder)
    #expect(comparison.status == 1)
    #expect(comparison.unwrapped.contains("is worse by more than the tolerance: moving average"))
  }
}
