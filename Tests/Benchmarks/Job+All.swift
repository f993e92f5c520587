import Captures
import Foundation
import World

extension Job {
  static func all() throws -> [Job] {
    try channel() + captures() + filters() + positioning() + placement() + evaluation() + context()
      + programs()
  }

  private static func captures() throws -> [Job] {
    try MillionRecords.write()
    return [
      Job(
        "records of btsnoop to columns", a: "record",
        peers: [
          .init("numba", "records-numba", most: 1 / 1.5), .init("C with mmap", "records-c"),
        ], units: MillionRecords.count
      ) {
        var source = try ReplaySource(contentsOf: MillionRecords.path)
        let stream = try source.stream()
        guard stream.count == MillionRecords.count * 49 / 50 else {
          throw Child.Failure(description: "\(stream.count) advertisements")
        }
      }
    ]
  }

  /// What users wait for, from the start of the program to its end.
  private static func programs() -> [Job] {
    let results = Inputs.folder.appending(path: "results").path
    let quiet = ["--quiet", "--replace", "--threads", "1"]
    let kept = quiet + ["--results", results, "--name", "bench"]
    let run = "run floor35, 300 laps, whole process"
    let cells = ["scenarios/floor35.yaml", "--laps", "20", "--seeds"]
    let exponents = ["--vary", "channel.pathLoss.logDistance.n=1.79,1.81"]
    func methods(laps: Int) -> [String] { ["run", "scenarios/methods.yaml", "--laps", "\(laps)"] + kept }
    return [
      Job("inspect", a: "file", most: 0.2e9, megabytes: 60, program: ["inspect", MillionRecords.path]),
      Job(
        run, a: "run", peers: [.init("scalar C", "floor35", most: 1.3)], most: 0.5e9,
        program: ["run", "scenarios/floor35.yaml"] + kept),
      Job(
        "report of these laps", a: "page", peers: [.init("the run", run, most: 2)],
        program: ["report", results + "/floor35/bench"] + quiet),
      Job(
        "place hospital.yaml", a: "study", peers: [.init("the run", run, most: 8)],
        program: ["place", "scenarios/placement/hospital.yaml"] + quiet),
      Job(
        "methods.yaml, fixed cost", a: "run",
        programs: [(11 / 10, methods(laps: 1)), (-1 / 10, methods(laps: 11))]),
      Job(
        "methods.yaml, cost a lap", a: "lap", most: 0.2e9,
        programs: [(1 / 10, methods(laps: 11)), (-1 / 10, methods(laps: 1))]),
      Job(
        "200 runs of floor35, 20 laps", a: "run", programs: [(1 / 200, ["run"] + cells + ["1-200"] + kept)]),
      Job(
        "a sweep of them as 200 cells", a: "cell",
        peers: [.init("the runs", "200 runs of floor35, 20 laps", most: 1.02)], removing: results,
        programs: [(1 / 200, ["sweep"] + cells + ["1-100"] + exponents + kept)]),
    ]
  }
}
