import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// Every scenario gives the results that are committed for it, on any machine.
@Suite struct BaselineTests {
  /// Names of the scenarios in a folder, those of recorded walks or the others.
  private static func names(in folder: String, recorded: Bool) -> [String] {
    do {
      return try Checkout.files(in: folder, ending: ".yaml").filter {
        try Document(contentsOf: Checkout.path($0)).has("dataset") == recorded
      }.map { String($0.dropFirst(folder.count + 1).dropLast(".yaml".count)) }
    } catch {
      Issue.record("\(error)")
      return []
    }
  }

  static let simulated = names(in: "scenarios", recorded: false)
  static let recorded = names(in: "scenarios", recorded: true)
  static let fingerprints = names(in: "scenarios/fingerprint", recorded: false)

  private static func changed(_ name: String) -> Comment {
    "the results of \(name) have changed: if that is meant, make baselines"
  }

  @Test(arguments: simulated)
  func `a scenario gives the errors of its baseline, to the last bit`(name: String) async throws {
    let baseline = Checkout.path("results/baselines/\(name)/baseline")
    let laps = try Document(contentsOf: baseline + "/scenario.yaml")["laps"].integer("count")
    let folder = try TemporaryFolder()
    try await folder.succeed(
      "run \(Checkout.path("scenarios/\(name).yaml")) --laps \(laps) --results \(folder.path("r")) --name fresh --quiet"
    )
    let fresh = folder.path("r/\(name)/fresh")
    try await folder.succeed("compare \(baseline) \(fresh)")
    let (before, after) = (
      try String(contentsOfFile: baseline + "/errors.csv", encoding: .utf8),
      try String(contentsOfFile: fresh + "/errors.csv", encoding: .utf8)
    )
    // As one word, or a failure prints both files.
    let isSame = before == after
    #expect(isSame, Self.changed(name))
  }

  @Test(arguments: recorded)
  func `recorded walks give the scores of their baseline, to the last bit`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.succeed("run \(Checkout.path("scenarios/\(name).yaml")) --name fresh --quiet")
    let before = try String(
      contentsOfFile: Checkout.path("results/baselines/\(name)/summary.json"), encoding: .utf8)
    let isSame = try before == folder.read("results/\(name)/fresh/summary.json")
    #expect(isSame, Self.changed(name))
  }

  @Test(arguments: fingerprints)
  func `a fingerprint experiment gives the figures of its baseline, to the last bit`(name: String)
    async throws
  {
    let before = try String(
      contentsOfFile: Checkout.path("results/baselines/\(name)/fingerprint.json"), encoding: .utf8)
    let laps = try Document(json: before, file: name)["presets"][0].integer("laps")
    let run = try await TemporaryFolder().succeed(
      "reproduce fingerprint \(Checkout.path("scenarios/fingerprint/\(name).yaml")) --laps \(laps) --quiet --json"
    )
    let isSame = before == run.output
    #expect(isSame, Self.changed(name))
  }

  @Test func `a filter that is worse is seen by the gate`() async throws {
    // The moving average twice as long is 3 m further behind, which twelve laps show.
    let folder = try TemporaryFolder()
    let scenario = try Document(contentsOf: Checkout.path("scenarios/floor35.yaml"))
      .setting("site", to: Document(Checkout.path("scenarios/sites/floor35.yaml")))
    let worse = try scenario.setting("pipelines[moving average].filters[1].movingAverage.window", to: 10)
    for (name, document) in [("a", scenario), ("b", worse)] {
      try folder.write(document.yaml, to: "\(name).yaml")
      try await folder.succeed("run \(name).yaml --laps 12 --name \(name) --quiet")
    }
    let comparison = try await folder.run("compare results/floor35/a results/floor35/b")
    #expect(comparison.status == 1)
    #expect(comparison.unwrapped.contains("is worse by more than the tolerance: moving average"))
  }
}
