import ArgumentParser
import Laps
import Rendering
import Results
import Runs
import Scenarios
import World

extension RunCommand {
  /// The limits of a table over seeds.
  func checkSeedOptions() throws {
    let others = [
      ("--seed", options.seed != nil), ("--white-noise-twin", whiteNoiseTwin), ("--bounds", bounds),
      ("--metrics", metrics), ("--cost", cost), ("--overview", overview), ("--map", map),
    ]
    for (option, isGiven) in others where isGiven {
      throw ValidationError("--seeds cannot be combined with \(option)")
    }
  }

  /// Runs the scenario with one seed after the other, each into a results folder of its own.
  func run(seeds: [UInt64]) async throws {
    var laps = 0
    // Said before hours of work: whether each of them can begin and write its folder.
    for seed in seeds {
      var studies = [try prepared(seed: seed)]
      guard studies[0].scenario.simulation != nil else {
        throw FileProblem(
          file: "--seeds", expected: "a simulated scenario, whose laps depend on the seed",
          found: "\(path) of recorded walks")
      }
      try studies[0].study.prepare(width: options.width)
      try choosePlaces(for: &studies)
      laps += studies[0].study.laps
    }
    var progress = options.progress(of: laps)
    var (done, folders, spread, last) = (0, [String](), SeedSpread?.none, StudyResult?.none)
    for seed in seeds {
      let clock = RunClock()
      var studies = [try prepared(seed: seed)]
      try choosePlaces(for: &studies)
      let one = studies[0]
      if folders.isEmpty { StandardStreams.warn(one.study.warnings) }
      let place = keepFixes ? try one.folder.prepare() : nil
      let result = try await one.run(keepingFixesIn: place, width: options.width) {
        progress.show(done: done + $0)
      }
      done += one.study.laps
      let provenance = Provenance(
        start: clock, threads: options.width, costs: try one.study.costs(),
        dataFolders: one.study.dataFolders)
      try one.folder.write(result, scenario: one.saved, provenance: provenance, into: place)
      folders.append(one.folder.path + "/")
      var sum = spread ?? SeedSpread(like: result)
      sum.add(result, seed: seed)
      (spread, last) = (sum, result)
    }
    progress.finish()
    guard let spread else { return }
    try show(spread.document, note + spread.report, in: folders)
    try last?.checkIsScored(of: path)
  }
}
