import Calibrating
import Documents
import NumericalMethods
import Scenarios
import Sites
import SyntheticChannels
import TestSupport
import Testing
import World

/// Recordings as they come: beacons that are hardly heard, and walls.
@Suite struct WildCalibrationTests {
  private let recordings = SyntheticRecordings()

  /// A lap of which one beacon in the middle was heard some times only, at the weakest level of all, and one reading in 25 is far off,
  /// so that Student's t with the heaviest tails fits best.
  private func readings(rare count: Int) throws -> ChannelReadings {
    let stream = try recordings.stream(seed: 4, sensitivity: -100, interval: 0.05)
    let weakest = try #require(stream.map(\.level).min())
    var (spoilt, kept) = (AdvertisementStream(), 0)
    for (index, advertisement) in stream.enumerated() {
      var advertisement = advertisement
      if index % 25 == 7 { advertisement.level = DBm(-50) }
      if advertisement.anchor == 5 {
        // Spread over the lap.
        guard index % 200 < 40, kept < count else { continue }
        kept += 1
        advertisement.level = weakest
      }
      spoilt.append(advertisement)
    }
    return ChannelReadings(spoilt, site: recordings.site, truth: recordings.walk, recording: "lap")
  }

  @Test func `a beacon of three readings is left out by its name, as if the site did not have it`() throws {
    let fit = try ChannelFit(try readings(rare: 3), source: "lap")
    let without = try ChannelFit(try readings(rare: 0), source: "lap")
    #expect(fit.readings.rare.map(\.beacon) == ["b5"] && fit.readings.rare.map(\.heard) == [3])
    #expect(without.readings.rare.isEmpty)
    #expect(fit.robust == without.robust && fit.robustByBeacon == without.robustByBeacon)
    let lines = "\(fit.report)"
    #expect(lines.contains("Left out, since hardly heard: b5 (3 advertisements)."), "\(lines)")
  }

  /// Ten and more are a beacon, however weak; the fit found none from the level of the others.
  @Test(arguments: [12, 30]) func `a beacon at the limit has a level far below the others`(count: Int) throws
  {
    let fit = try ChannelFit(try readings(rare: count), source: "lap")
    #expect(fit.readings.rare.isEmpty && fit.pooledSince == nil)
    let levels = try #require(fit.robustByBeacon).levels.map { $0?.value ?? 0 }
    #expect(levels[5] < -80 && levels.enumerated().allSatisfy { $0.offset == 5 || abs($0.element + 59) < 10 })
  }

  /// y = -60 - 10 n log10 d at 1, 10 and 100 m with n 2, the middle one 3 dB up: slope as without, the mean 1 dB up.
  @Test func `a fit that does not converge tells what plain least squares give`() throws {
    let rows = zip([1.0, 10, 100], [-60.0, -77, -100]).map {
      Calibration.Row(anchor: 0, distance: $0, level: DBm($1))
    }
    let problem = CalibrationProblem.fit(
      source: "r.csv", problem: .didNotConverge(iterations: 100),
      plain: try Calibration(rows, anchors: 1))
    #expect(
      problem.description
        == "r.csv: the fit did not converge in 100 iterations; plain least squares give n 2.000, C -59.00 dBm, "
        + "sigma 2.45 dB")
  }

  private static let site = """
    name: halls
    path: {nodes: {a: [1, 1], b: [23, 1], c: [23, 11], d: [1, 11]}, edges: [[a, b], [b, c], [c, d], [d, a]]}
    walls:
      - {from: [0, 4], to: [20, 4], loss: 10}
      - {from: [8, 0], to: [8, 4], loss: 10}
      - {from: [16, 12], to: [16, 4], loss: 10}
    beacons:
      - {id: a, position: [0.5, 0.5, 2.5]}
      - {id: b, position: [9, 2, 2.5]}
      - {id: c, position: [23.5, 0.5, 2.5]}
      - {id: d, position: [23, 11.5, 2.5]}
      - {id: e, position: [12, 11.5, 2.5]}
      - {id: f, position: [0.5, 11.5, 2.5]}

    """
  private static let scenario = """
    name: walled
    site: site.yaml
    seed: 5
    laps: {count: 4}
    walk: {speed: 1}
    channel: {pathLoss: {logDistance: {n: 2, c: -60}}, shadowing: {exponential: {deviation: 2, decorrelation: 2}}}
    beacons: {interval: 0.2}
    receiver: {sensitivity: -100}
    assumes: {n: 2, c: -60}
    pipelines: [{name: nearest, method: nearest, snap: false}]
    score: {at: callbacks}

    """

  private func rows(_ folder: TemporaryFolder, _ name: String) throws -> Int {
    try folder.read(name).split(separator: "\n").count - 1
  }

  /// With independent shadows of 2 dB in some 40 stretches of 2 m about each of six beacons, n is known to about 0.1.
  @Test func `the losses of walls are in the model, and a simulation through the fit takes them once`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    try folder.write(Self.scenario, to: "w.yaml")
    try await folder.succeed("simulate w.yaml --lap 0 --readings r.csv --truth t.csv")
    let fit = "calibrate r.csv --site site.yaml --truth t.csv"
    let json = try Document(
      json: try await folder.run(fit + " --channel fit.yaml --write-site own.yaml --json").output, file: "fit"
    )
    #expect(abs(try json["robust"]["n"].number("value") - 2) < 0.5)
    #expect(try json["plainWithoutWalls"].number("n") > json["plain"].number("n") + 0.8)
    // Methods know no walls: their n is that of everything between.
    let own = try SiteFile(contentsOf: folder.path("own.yaml")).site.calibratedExponent
    #expect(try #require(own) > 2.8)
    // The keys of the fitted channel in place of the scenario's.
    let rest = Self.scenario.split(separator: "\n").filter { line in
      !["channel:", "beacons:", "receiver:"].contains { line.hasPrefix($0) }
    }
    try folder.write(rest.joined(separator: "\n") + "\n" + folder.read("fit.yaml"), to: "again.yaml")
    var received = [0, 0]
    for lap in 0..<4 {
      for (index, name) in ["w", "again"].enumerated() {
        try await folder.succeed("simulate \(name).yaml --lap \(lap) --readings \(name)\(lap).csv")
        received[index] += try rows(folder, "\(name)\(lap).csv")
      }
    }
    // Walls taken twice, or n of all that lies between beside them, cost a quarter and more.
    #expect(abs(Double(received[1]) / Double(received[0]) - 1) < 0.08, "\(received)")
  }
}
