import Context
import Evaluation
import Results
import Scenarios
import TestSupport
import Testing

/// The noise-free twins of presence, exhibition, ranging, conference and energy against what the comment at the head of each file
/// derives by hand.
@Suite struct NoiseFreeTwinTests {
  typealias Moment = TimelineTests.Moment

  private func scenario(_ name: String, setting: [String] = []) throws -> ContextScenario {
    try ContextScenario(
      contentsOf: Checkout.path("scenarios/context/\(name)-noise-free.yaml"), laps: 1,
      changes: ScenarioChanges(setting.map { try ScenarioChanges.Setting($0) }), dataRoot: "")
  }

  private func result(_ name: String, setting: [String] = []) async throws -> ContextResult {
    try await scenario(name, setting: setting).run(width: 1, progress: { _ in })
  }

  @Test func `presence errs at a tie, below its margin, within its mean and after its stay only`()
    async throws
  {
    let result = try await result("presence")
    let wrong = Dictionary(
      uniqueKeysWithValues: result.states.map { ($0.application, $0.tally.seconds - $0.tally.right) })
    #expect(
      wrong == [
        // The seconds 41 and 221 of the way, and 271 to 300.
        "strongest": 2 + 30,
        // 41 to 47, 221 to 227, and 290 to 300.
        "margin 6 dB": 7 + 7 + 11,
        // 41, 42, 221, 222, and 274 to 300.
        "mean of 4 s": 4 + 27,
        // 41, and 271 to 300.
        "closest": 1 + 30,
      ])
    #expect(result.states.map(\.tally.flips) == [2, 2, 2, 2])
    TimelineTests.expect(
      [
        Moment("closest", "found", "b20", 15.5, 1.5...1.5),
        Moment("closest", "found", "b60", 55.5, 1.5...1.5),
        Moment("closest", "found", "b20", 235.5, 1.5...1.5),
      ], in: result.rows)
    #expect(result.rows.count == 3)
  }

  @Test func `panels are found when walking past, and missed by a mean of 3 s when running`()
    async throws
  {
    let rows = try await result("exhibition").rows
    let ahead = 1.25.squareRoot()
    func passed(_ moment: Double, at speed: Double) -> Double { moment - ahead / speed }
    // Within 1.5 m of b20 and b60 on the way, and of both on the way back; found at whole seconds.
    let truth = [
      ("b20", passed(20.5, at: 1.25)), ("b60", passed(52.5, at: 1.25)), ("b60", passed(90.5, at: 4)),
      ("b20", passed(100.5, at: 4)),
    ]
    func moment(_ application: String, _ index: Int, found: Double) -> Moment {
      let (panel, time) = truth[index]
      return Moment(application, "found", panel, time, found - time...found - time)
    }
    TimelineTests.expect(
      zip(0..., [20, 52, 91, 101]).map { moment("each second", $0, found: $1) }
        + zip(0..., [21, 53]).map { moment("mean of 3 s", $0, found: $1) }, in: rows)
    let missed = rows.filter { $0.status == "missed" }
    #expect(missed.map(\.application) == ["mean of 3 s", "mean of 3 s"])
    #expect(zip(missed, truth[2...]).allSatisfy { abs(($0.truth?.time ?? -1) - $1.1) < 2e-6 })
    #expect(rows.count == 8)
  }

  @Test func `noise-free zones are right, with the deviations of whole dBm and a wrong exponent`()
    async throws
  {
    let zones = try await result("nearables").zones
    #expect(zones.map(\.tally.count) == [40, 40, 50])
    #expect(zones.allSatisfy { $0.tally.right == $0.tally.count })
    // Of the levels and distances in the comment, by NumPy's std.
    for (zone, expected) in zip(zones, [(1.9203, 0.00054), (2.6810, 0.00411), (3.6878, 1.74702)]) {
      let (level, distance) = (
        try #require(zone.tally.levelDeviation), try #require(zone.tally.distanceDeviation)
      )
      #expect(abs(level - expected.0) < 1e-4 && abs(distance - expected.1) < 2e-5)
    }
  }

  @Test func `a server that loses no update errs by the delay of the phones and its time-out`()
    async throws
  {
    let result = try await result("conference")
    let scores = result.conference
    let expected: [(count: Int, mean: Double)] = [
      (840, 784.0 / 840), (1200, 58.0 / 1200), (32, 4.0 / 32), (4, (14.0 + 15 + 25) / 4), (3, 1),
      (300, 2.0 / 300), (1, 0),
    ]
    #expect(scores.map(\.count) == expected.map(\.count))
    for (score, expected) in zip(scores, expected) {
      #expect(
        score.mean.map { abs($0.value - expected.mean) < 1e-12 } == true,
        "\(score.quantity): \(score.mean?.value ?? .nan)")
    }
    let both = "ann and bob"
    TimelineTests.expect(
      [
        Moment("conference", "match", both, 41, 1...1), Moment("conference", "match", both, 161, 0...0),
      ], in: result.rows)
    #expect(result.rows.count == 2)
  }

  @Test(arguments: [2.0, 5, 10])
  func `listening less often makes enters late and exits early by what its rhythm says`(interval: Double)
    async throws
  {
    let rows = try await result(
      "energy", setting: ["receiver.scan={interval: \(interval), window: 0.95}"]
    ).rows
    #expect(rows.count == 6 && rows.allSatisfy { $0.status == "found" })
    func delays(_ kind: String) -> [Double] {
      rows.compactMap { row in
        guard let truth = row.truth, let notice = row.notice, truth.kind == kind else { return nil }
        return notice.time - truth.time
      }
    }
    let (enters, exits) = (delays("enter"), delays("exit"))
    #expect(enters.count == 3 && exits.count == 3)
    // The same at each of the three, but for the next or the last advertisement, a tenth of a second.
    for (enter, exit) in zip(enters, exits) {
      #expect(abs(enter - enters[0]) < 0.1 + 1e-5 && enter >= 0 && enter < interval - 0.95 + 0.1)
      let early = exit - (enter > 0.1 ? enter + 30.95 - interval : 30)
      #expect(early > -0.2 - 1e-5 && early < 1e-5, "\(enter) \(exit)")
    }
  }

  @Test func `energy is current times time, and the nearest beacon is 1.5 m away in the mean`() async throws {
    let energy = try #require(await scenario("energy").energy(width: 1) { _ in })
    for (scan, drain) in zip(energy.scans, [1.1111, 0.5278, 0.2111, 0.1056]) {
      #expect(scan[.drain].map { abs($0.value - drain) < 1e-4 } == true)
      #expect(scan[.missed]?.value == 0)
      #expect(scan[.position].map { abs($0.value - 1.5) < 0.01 } == true)
    }
    // The mean of enter and exit delays is between the two ends of D, and 15 s at its middle.
    for (scan, interval) in zip(energy.scans.dropFirst(), [2.0, 5, 10]) {
      let half = (interval - 0.95) / 2 + 0.1
      #expect(scan[.delay].map { abs($0.value - 15) <= half } == true)
    }
    #expect(energy.scans.count == 4 && energy.numbers.isEmpty && energy.beacons.count == 1)
    #expect(abs(energy.beacons[0].days - 107.99) < 0.01)
  }

  @Test func `drain grows with the number of beacons in range`() async throws {
    let settings = ["context.energy.receiveCharge=100", "context.energy.numbers=[0, 10]"]
    let energy = try #require(await scenario("energy", setting: settings).energy(width: 1) { _ in })
    // Ten beacons send 100 advertisements a second, which cost 10 mA, and half as much as the 20 mA of listening.
    #expect(energy.numbers.map(\.beacons) == [0, 0, 0, 0, 10, 10, 10, 10])
    for (index, received) in [100.0, 47.5, 19, 9.5].enumerated() {
      let (none, ten) = (energy.numbers[index], energy.numbers[4 + index])
      #expect(none.received == 0 && abs(ten.received - received) < 1e-9)
      #expect(abs(ten.drain - none.drain * 1.5) < 1e-9)
    }
    // b20 and the keys for 40 s each and b60 and the cup for 160 s each, ten times a second, in 300 s.
    let first = energy.scans[0]
    #expect(first[.received].map { abs($0.value - 40.0 / 3) < 0.05 } == true)
    #expect(first[.drain].map { abs($0.value - (20 + 4.0 / 3) / 18) < 0.001 } == true)
  }
}
