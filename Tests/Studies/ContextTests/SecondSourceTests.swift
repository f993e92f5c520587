import Context
import Documents
import Laps
import Scenarios
import TestSupport
import Testing
import World

/// Positions by a second source, and sightings that they contradict.
@Suite struct SecondSourceTests {
  /// The positions of the second source on the noise-free lap, with what is wrong with each. By hand: out along x at 1 m/s until 60 s, back from
  /// 200 s on, and at the start from 260 s on.
  private func errors(_ source: String) throws -> [(position: SecondPosition, arrival: Int64, error: Point)] {
    let change = try ScenarioChanges.Setting("context.applications[1].application.spoofing.source=\(source)")
    let scenario = try ContextScenario(
      contentsOf: Checkout.path("scenarios/context/spoofing-noise-free.yaml"), laps: 1,
      changes: ScenarioChanges([change]), dataRoot: "")
    guard case .simulated(let study) = scenario.study else { return [] }
    return scenario.messages(ofLap: 0, of: study)[1].compactMap { message in
      guard case .position(let position) = message.content else { return nil }
      let time = position.measured.seconds
      let x = min(time, 60, max(260 - time, 0))
      return (position, message.microseconds, position.point - Point(x: x, y: 0, z: position.point.z))
    }
  }

  @Test func `without an error the positions are those of the walk, and arrive after their delay`() throws {
    let all = try errors("{error: 0, stated: 7, interval: 10, delay: 4}")
    #expect(all.map(\.position.measured) == (0..<30).map { Int64($0) * 10_000_000 })
    #expect(all.allSatisfy { $0.arrival == $0.position.measured + 4_000_000 && $0.position.deviation == 7 })
    #expect(all.allSatisfy { $0.error.length < 1e-9 })
  }

  /// Of 3000 independent positions each deviation has a standard error of 10/√6000 = 0.13 m, and a share of a quarter one of 0.8 %:
  /// five of them are allowed.
  @Test func `errors have their deviation, and rooms their share`() throws {
    let all = try errors("{error: 10, interval: 0.1, correlation: 0}")
    #expect(all.count == 3000)
    for coordinate in [\Point.x, \Point.y] {
      let squares = all.reduce(0) { $0 + $1.error[keyPath: coordinate] * $1.error[keyPath: coordinate] }
      #expect(abs((squares / 3000).squareRoot() - 10) < 0.65)
    }
    #expect(try abs(Double(errors("{error: 1, interval: 0.1, indoors: 0.25}").count) / 3000 - 0.25) < 0.04)
    #expect(try errors("{error: 1, outdoors: 0}").count == 30)
  }

  /// After one interval 1/e remains; the standard error of 3000 correlations is (1 - e⁻²)/√3000 = 0.016.
  @Test func `errors are correlated over their time, and grow with the deviation alone`() throws {
    let all = try errors("{error: 5, interval: 0.1, correlation: 0.1}")
    let products = zip(all, all.dropFirst()).reduce(0) { $0 + $1.0.error.x * $1.1.error.x }
    #expect(abs(products / 25 / 2999 - 0.3679) < 0.08)
    let double = try errors("{error: 10, interval: 0.1, correlation: 0.1}")
    #expect(zip(all, double).allSatisfy { ($0.error * 2 - $1.error).length < 1e-9 })
  }

  private static let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"

  /// The times in seconds at which a sighting at 100 s is found to be spoofed, by positions on a line with the beacon at 0.
  private func contradicted(by positions: [(x: Double, measured: Double, arrival: Double)]) -> [Double] {
    let identity = BeaconUUID(Self.uuid).map { BeaconIdentity(uuid: $0, major: 1, minor: 1) }
    let site = Site(name: "s", anchors: [Anchor(id: "a", identity: identity, position: .zero)])
    let spoofing = SpoofingSettings { settings in
      settings.monitoring.regions = [BeaconRegion { ($0.name, $0.uuid) = ("a", Self.uuid) }]
      (settings.reach, settings.speed, settings.deviations, settings.wait) = (10, 2, 3, 30)
      settings.source = .defaults
    }
    let messages = positions.map { place in
      ContextMessage(
        .position(
          SecondPosition(
            Point(x: place.x, y: 0), measured: place.measured.microseconds, deviation: 5)),
        at: place.arrival.microseconds)
    }
    var engine = ContextEngine(
      [ApplicationDefinition { $0.application = ApplicationChoice(spoofing) }], handset: HandsetSettings(),
      site: site,
      messages: [messages])
    var stream = AdvertisementStream()
    stream.append(Advertisement(microseconds: 100_000_000, anchor: 0, transmitter: 0, level: -70))
    engine.read(stream, directory: StreamDirectory(of: site))
    engine.listen(until: 200_000_000)
    return engine.logs[0].events.map(\.time)
  }

  @Test
  func
    `a position contradicts beyond reach, walk and error, and an honest walker's too if its error is greater`()
  {
    // 10 m and 3 · 5 m, at the moment of the sighting.
    #expect(contradicted(by: [(24.9, 100, 102)]) == [])
    #expect(contradicted(by: [(25.1, 100, 102)]) == [102])
    // 4 s before, and 4 s after it, with 8 m on the way.
    #expect(contradicted(by: [(33.1, 96, 98)]) == [100] && contradicted(by: [(32.9, 96, 98)]) == [])
    #expect(contradicted(by: [(33.1, 104, 106)]) == [106] && contradicted(by: [(32.9, 104, 106)]) == [])
    // It is found once, by the first that contradicts.
    #expect(contradicted(by: [(0, 98, 101), (200, 103, 105), (300, 108, 110)]) == [105])
    // Not by one that was measured more than 30 s apart.
    #expect(contradicted(by: [(900, 69, 70), (900, 131, 132)]) == [])
  }

  @Test func `a spoofed sighting is found by speed at once, by a position with its delay, or missed`()
    async throws
  {
    let rows = try await TimelineTests.rows("spoofing-noise-free")
    TimelineTests.expect(TimelineTests.spoofing, in: rows)
    let missed = rows.filter { $0.status == "missed" }
    #expect(missed.map(\.application) == ["15 m", "outdoors only"])
    #expect(missed.allSatisfy { abs(($0.truth?.time ?? 0) - 250) < 2e-6 })
    #expect(rows.count == TimelineTests.spoofing.count + 2)
  }

  @Test func `nothing to compare sightings with, and a region that moves, are refused`() throws {
    func problem(_ change: String) throws -> String {
      let changes = ScenarioChanges([try ScenarioChanges.Setting(change)])
      let error = #expect(throws: (any Error).self) {
        _ = try ContextScenario(
          contentsOf: Checkout.path("scenarios/context/spoofing-noise-free.yaml"), changes: changes,
          dataRoot: "")
      }
      return error.map { "\($0)" } ?? ""
    }
    let spoofing = "context.applications[0].application.spoofing"
    #expect(try problem("\(spoofing).sightings=false").contains("true where there is no `source`"))
    let region = "{name: keys, uuid: \(Self.uuid), major: 2, minor: 1}"
    #expect(
      try problem("\(spoofing).monitoring.regions=[\(region)]").contains(
        "a region with a beacon that is not mobile"))
  }
}
