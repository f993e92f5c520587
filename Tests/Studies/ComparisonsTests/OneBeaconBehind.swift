import Laps
import Results
import Scenarios
import TestSupport

@testable import Comparisons

/// A walker who creeps north across a path from west to east, half a metre in front of the beacon `behind` and 7 m from the
/// beacon `ahead`. The nearest beacon, on the path, is right with `behind` (0 m) and 4 m wrong with `ahead`.
///
/// The mean RSSI by -59 - 18 log10 d: `behind` at 0.5 to 0.6 m -53.6 to -55.0 dBm, `ahead` at 7.21 to 7.13 m -74.4 to -74.3
/// dBm. Both phones and beacons are at one height. A body of L takes all of L from `behind`, straight at the back, and from
/// `ahead`, 4 m to the side and 6 m ahead, (L / 2)(7.21 - 6) / 7.21 = 0.084 L.
enum OneBeaconBehind {
  static let site = """
    name: across
    path: {nodes: {a: [0, 0], b: [10, 0]}, edges: [[a, b]]}
    testPoints: [{id: 7, position: [5, 0]}]
    beacons:
      - {id: behind, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [5, -0.5, 1.2]}
      - {id: ahead, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 2, measuredPower: -59, position: [9, 6, 1.2]}

    """

  /// What has no effect on which beacon is nearer: decibels, against gaps of 6 and more.
  private static let harmless = """
    shadowing: {exponential: {deviation: 0.01}}
        fading: {independent: {k: 1000000}}
        channelOffsets: {normal: {deviation: 0.01}}
    """

  /// - Parameters:
  ///   - body: L in decibels.
  ///   - power: decibels that `behind` transmits more than it says.
  static func scenario(body: Double, power: Double = 0, more: String = "") -> String {
    """
    name: across
    site: site.yaml
    laps: {count: 2}
    walk: {height: 1.2, track: {truth: track.csv}}
    channel:
        pathLoss: {logDistance: {n: 1.8, c: -59}}
        \(harmless)
        body: {cosine: {loss: \(body), handAngle: 0}}
    beacons: {interval: 0.1, loss: 0.3, changes: [{beacon: behind, power: \(power)}]}
    receiver: {noiseDeviation: 0.01}
    assumes: {n: 1.8}
    pipelines:
      - name: nearest
        method: nearest
    score: {at: callbacks, measure: alongPath}
    \(more)
    """
  }

  static func folder(_ scenario: String, site: String = site) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(site, to: "site.yaml")
    try folder.write(scenario, to: "scenario.yaml")
    try folder.write("time_s,x_m,y_m\n0,5,0\n20,5,0.1\n", to: "track.csv")
    return folder
  }

  /// What a scenario's first pipeline, or another one, is explained to be wrong for.
  static func explanation(
    _ scenario: String, site: String = site, pipeline: String? = nil, rules: Explanation.Rules = .init(),
    width: Int = 2
  ) async throws -> Explanation {
    let folder = try folder(scenario, site: site)
    let study = try Study(Scenario(contentsOf: folder.path("scenario.yaml")), dataRoot: "")
    let result = try await study.run(width: 2) { _ in }
    let saved = SavedResults(
      path: "results",
      pipelines: result.pipelines.map { pipeline in
        .init(name: pipeline.definition.name, errors: pipeline.errors)
      })
    var rules = rules
    rules.threshold = 3
    return try await ErrorExplainer(study, saved: saved, pipeline: pipeline, rules: rules).run(width: width) {
      _ in
    }
  }
}
