import Documents
import Foundation
import TestSupport
import Testing

/// Beacons that walk, through the program: their true tracks are written, and calibration takes them.
@Suite struct BeaconTracksTests {
  /// The small floor with a truck that goes round it, and nothing in the air but the distance.
  private func simulated() async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    let truck =
      "  - {id: truck, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 9, position: [0, 0, 1], mobile: true}\n"
    try folder.write(SmallFiles.site.trimmingCharacters(in: .newlines) + "\n" + truck, to: "site.yaml")
    let scenario = SmallFiles.scenario.replacing("  shadowing: {exponential: {deviation: 4}}\n", with: "")
      .replacing(
        "beacons: {interval: 0.1}",
        with: "beacons: {moving: [{beacon: truck, walk: {speed: 0.9, slowest: 0.5, walkIn: 0, height: 0.5}}]}"
      )
    try folder.write(scenario, to: "tiny.yaml")
    let outcome = try await folder.run(
      "simulate tiny.yaml --readings readings.csv --truth truth.csv --tracks tracks.csv")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return folder
  }

  @Test func `calibration by true tracks finds the law, and leaves mobile beacons out without them`()
    async throws
  {
    let folder = try await simulated()
    #expect(try folder.read("tracks.csv").hasPrefix("time_s,beacon,x_m,y_m,z_m,floor\n"))
    let command = "calibrate readings.csv --site site.yaml --truth truth.csv --json"
    let (with, without) = (
      try await folder.run(command + " --tracks tracks.csv"), try await folder.run(command)
    )
    var counts: [Int] = []
    for outcome in [with, without] {
      #expect(outcome.status == 0, "\(outcome.errors)")
      let document = try Document(json: outcome.output, file: "calibrate")
      // Whole dBm are the only noise.
      #expect(abs(try document["plain"].number("n") - 1.8) < 0.1)
      counts.append(try document["readings"].integer("heard"))
    }
    let rows = try folder.read("readings.csv").split(separator: "\n").dropFirst()
    let ofTruck = rows.count { $0.contains(",truck,") }
    #expect(ofTruck > 50 && counts[0] - counts[1] >= ofTruck - 5)
  }

  @Test func `tracks that are not there are refused in a sentence`() async throws {
    let folder = try await simulated()
    try folder.write(SmallFiles.scenario, to: "still.yaml")
    for (arguments, sentence) in [
      (
        "simulate still.yaml --tracks t.csv",
        "--tracks: expected a scenario with mobile beacons, beacons.moving, found still.yaml without"
      ),
      (
        "calibrate readings.csv --distance 1 --tracks tracks.csv",
        "--tracks and --distance cannot be combined"
      ),
      (
        "calibrate readings.csv --site site.yaml --truth truth.csv --tracks truth.csv",
        "truth.csv:1: expected the column beacon"
      ),
    ] {
      let outcome = try await folder.run(arguments)
      #expect(
        outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(sentence),
        "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("t.csv")))
  }
}
