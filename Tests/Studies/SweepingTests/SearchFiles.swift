import TestSupport

@testable import Laps
@testable import Reproducing
@testable import Results
@testable import Sweeping

/// A small search: three beacons, two published rows, four parameters.
enum SearchFiles {
  private static let scenario = """
    name: tiny
    site: site.yaml
    laps: {count: 4}
    walk: {walkIn: 3}
    channel: {pathLoss: {logDistance: {n: 1.8, c: -59}}, shadowing: {exponential: {deviation: 4}}}
    beacons: {interval: 0.2}
    assumes: {n: 1.8}
    score: {at: presses}
    pipelines:
      - name: Kalman
        filters: [{kalman: {q: 20, r: 5}}]
        method: twoCircle
        published: {mean: 1.9, std: 0.95, source: nobody}
      - {name: other, method: nearest}
      - name: nearest
        method: nearest
        published: {mean: 2.45, source: nobody}

    """

  static let parameters = """
        - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], linear: [1.4, 2.4]}
        - {name: sigma, unit: dB, set: [channel.shadowing.exponential.deviation], linear: [0, 12]}
        - {name: Q/R, set: ["pipelines[*].filters[*].kalman.q"], logarithmic: [0.1, 10], times: 5}
        - {name: callback, set: [score.callback], values: [last, next, {latency: 1}]}
    """

  /// A folder with all of it; `search.yaml` is the reproduction.
  static func folder(parameters: String = parameters, more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(SweepFiles.site, to: "site.yaml")
    try folder.write(scenario, to: "tiny.yaml")
    try folder.write(
      """
      name: small
      about: a small one
      seed: 3
      presets: [{name: one, scenario: tiny.yaml}]
      search:
        scenario: tiny.yaml
        seed: 4
        points: 15
        stages: [4, 8, 16]
      \(more.isEmpty ? "" : more + "\n")  parameters:
      \(parameters)

      """, to: "search.yaml")
    return folder
  }

  /// The search of such a folder, ready to run.
  static func run(
    in folder: TemporaryFolder, points: Int? = nil, laps: Int? = nil, program: String = "p"
  ) throws -> SweepRun {
    let reproduction = try Reproduction(contentsOf: folder.path("search.yaml"))
    guard let search = reproduction.search else { throw Missing() }
    return try SweepRun(search.with(points: points, laps: laps), program: program, dataRoot: "")
  }

  struct Missing: Error {}
}

extension SweepRun {
  /// Runs all points that the journal does not hold.
  ///
  /// - Parameter progress: called with how many points are done.
  func searched(
    in journal: inout Journal, width: Int, progress: (Int) -> Void = { _ in }
  ) async throws -> SearchResult {
    let known = try await finish(in: &journal, known: journal.cells, width: width) { done, _ in
      progress(done)
    }
    guard let result = try await outcome(of: known, width: width) as? SearchResult else {
      throw SearchFiles.Missing()
    }
    return result
  }
}
