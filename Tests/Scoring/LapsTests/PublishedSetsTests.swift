import Evaluation
import Foundation
import Laps
import Scenarios
import TestSupport
import Testing
import World

/// The data sets of Pisa and of OpenHPS 2021, of which only the layouts are shipped, against plain NumPy on the published files.
///
/// NumPy: the mean of each whole second from the first row of the file; nearest is the strongest anchor of a second, centroid by power weighs
/// the 8 strongest by 10^(level / 20), 5 nearest weighs the five fingerprints of the least root-mean-square difference by its inverse (below 0.01 dB by 100), with
/// -100 dBm for silence and the mean of each 0.5 m square as fingerprint. The truth is the last mark before the end of the second; a
/// callback is in a stop where that mark lasts 5 s. Of OpenHPS each row is one scan.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct PublishedSetsTests {
  /// A row of NumPy's table: n and the mean error in metres, over all callbacks, in stops and between them.
  struct Expected {
    let set: String
    let pipeline: String
    let n: Int
    let mean: Double
    var standing: Double?
    var moving: Double?
  }

  private static let expected = [
    Expected(set: "pisa-18", pipeline: "nearest", n: 402, mean: 3.3619, standing: 2.9894, moving: 4.0012),
    Expected(
      set: "pisa-18", pipeline: "centroid by power", n: 402, mean: 2.9486, standing: 2.7274, moving: 3.3283),
    Expected(set: "pisa-18", pipeline: "5 nearest", n: 402, mean: 2.654, standing: 2.8082, moving: 2.3894),
    Expected(set: "pisa-6", pipeline: "nearest", n: 584, mean: 3.5947, standing: 3.2102, moving: 4.4441),
    Expected(
      set: "pisa-6", pipeline: "centroid by power", n: 584, mean: 2.1545, standing: 2.0443, moving: 2.3981),
    Expected(set: "pisa-6", pipeline: "5 nearest", n: 584, mean: 1.737, standing: 1.7647, moving: 1.6756),
    Expected(set: "pisa-tag", pipeline: "nearest", n: 292, mean: 3.847, standing: 2.982, moving: 4.9401),
    Expected(
      set: "pisa-tag", pipeline: "centroid by power", n: 292, mean: 3.6805, standing: 3.0547, moving: 4.4712),
    Expected(set: "pisa-tag", pipeline: "5 nearest", n: 292, mean: 2.4511, standing: 2.1064, moving: 2.8867),
    Expected(set: "openhps-2021", pipeline: "nearest", n: 479, mean: 6.8223),
    Expected(set: "openhps-2021", pipeline: "centroid by power", n: 479, mean: 6.0819),
    Expected(set: "openhps-2021", pipeline: "5 nearest", n: 479, mean: 7.0146),
  ]

  @Test(arguments: ["pisa-18", "pisa-6", "pisa-tag", "openhps-2021"])
  func `nearest, centroid and fingerprints have the errors that NumPy computes`(set: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: s
      dataset: \(Checkout.path("scenarios/datasets/\(set).yaml"))
      phone: {average: {round: none}}
      assumes: {n: 2, c: measuredPower}
      pipelines:
        - {name: nearest, method: nearest, snap: false, maximumAge: 0}
        - {name: centroid by power, method: {weightedCentroid: {k: 8, exponent: 0.5, weights: power}}, snap: false, maximumAge: 0}
        - {name: 5 nearest, method: {nearestFingerprints: {k: 5, exponent: 1}}, given: [survey], snap: false, maximumAge: 0}
      score: {at: callbacks}
      """, to: "s.yaml")
    let scenario = try Scenario(contentsOf: folder.path("s.yaml"))
    let root = try SharedData.file("data/datasets").path
    let result = try await Study(scenario, dataRoot: root).run(width: 1) { _ in }
    for expected in Self.expected where expected.set == set {
      let found = try #require(result.pipelines.first { $0.definition.name == expected.pipeline })
      let mean = try #require(found.score.whole.statistics?.mean)
      #expect(
        found.score.whole.count == expected.n && abs(mean - expected.mean) < 0.01,
        "\(expected.pipeline) \(mean)")
      for (metres, own) in [
        (expected.standing, found.metrics.whileStanding), (expected.moving, found.metrics.whileMoving),
      ] {
        guard let metres else { continue }
        #expect(abs(try #require(own) - metres) < 0.01, "\(expected.pipeline)")
      }
    }
  }
}
