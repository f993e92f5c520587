import Captures
import Foundation
import World

extension Job {
  /// - Parameter records: a file of a million of them.
  static func all(_ records: MillionRecords) throws -> [Job] {
    try channel() + captures(records) + filters() + positioning() + placement() + evaluation() + context()
      + programs(records)
  }

  private static func captures(_ records: MillionRecords) -> [Job] {
    [
      Job(
        "records of btsnoop to columns", a: "record",
        peers: [
          .init("numba", "records-numba", most: 1 / 1.5), .init("C with mmap", "records-c"),
        ], units: MillionRecords.count
      ) {
        var source = try ReplaySource(contentsOf: records.path)
        let stream = try source.stream()
        guard stream.count == MillionRecords.count * 49 / 50 else {
          throw Child.Failure(description: "\(stream.count) advertisements")
        }
      }
    ]
  }

  /// What users wait for, from the start of the program to its end.
  private static func programs(_ records: MillionRecords) -> [Job] {
    let results = FileManager.default.temporaryDirectory.appending(path: "beaconbench-benchmarks").path
    let kept = ["--quiet", "--results", results, "--replace", "--name", "bench", "--threads", "1"]
    let cells = ["scenarios/floor35.yaml", "--laps", "20", "--seeds"]
    return [
      Job("inspect", a: "file", most: 0.2e9, megabytes: 60, program: ["inspect", records.path]),
      Job("floor35, 300 laps", a: "run", most: 0.5e9, program: ["run", "scenarios/floor35.yaml"] + kept),
      Job(
        "methods.yaml, 10 of 100 laps", a: "lap", most: 0.2e9, units: 10,
        program: ["run", "scenarios/methods.yaml", "--laps", "10"] + kept),
      Job("200 runs of floor35, 20 laps", a: "run", units: 200, program: ["run"] + cells + ["1-200"] + kept),
      Job(
        "a sweep of them as 200 cells", a: "cell",
        peers: [.init("the runs", "200 runs of floor35, 20 laps", most: 1.02)],
        units: 200, removing: results,
        program: ["sweep"] + cells + ["1-100", "--vary", "channel.pathLoss.logDistance.n=1.79,1.81"] + kept),
    ]
  }
}
