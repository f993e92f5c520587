import Laps
import Phone
import Propagation
import Scenarios
import TestSupport
import Testing
import World

@testable import Comparisons

/// What is left when one cause is taken away is drawn as it was.
@Suite struct UnmovedDrawsTests {
  private static let site = """
    name: hall
    path: {nodes: {a: [0, 0], b: [20, 0]}, edges: [[a, b]]}
    testPoints: [{id: 1, position: [10, 0]}]
    walls: [{from: [8, -5], to: [8, 5], material: light}]
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [4, 2, 3]}
      - {id: two, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 2, measuredPower: -59, position: [16, 2, 3]}

    """

  private static let scenario = """
    name: hall
    site: site.yaml
    laps: {count: 3}
    walk: {walkIn: 5}
    channel:
      pathLoss: {logDistance: {n: 1.8, c: -59}}
      shadowing: {exponential: {deviation: 5, fixedShare: 0.5}}
      fading: {independent: {k: 2}}
      body: {cosine: {loss: 8}}
      crowd: {density: 0.2}
      channelOffsets: {normal: {deviation: 1.5, fixedShare: 0.5}}
    beacons:
      interval: 0.1
      loss: 0.3
      powerDeviation: 2
      batteryLoss: 0.5
      changes: [{beacon: one, power: -3, silentFrom: {lap: 1, time: 9}}]
      rogues: [{beacon: two, position: [5, -2, 2]}]
    receiver: {sensitivity: -75, offsetDeviation: 3, noiseDeviation: 1, sensitivityDeviation: 1}
    assumes: {n: 1.8}
    pipelines: [{name: nearest, method: nearest}]

    """

  private struct Packet: Hashable {
    let time: Int64
    let transmitter: DeviceAddress?
    let anchor: Int
    let channel: UInt8
  }

  /// The level of each packet of one lap, by what it is known by, in the order of time.
  private func packets(_ study: SimulatedStudy, lap: Int) throws -> [(packet: Packet, level: Double)] {
    var source = try study.source(ofLap: lap)
    let stream = try source.stream()
    return stream.map { heard in
      let transmitter = source.directory.transmitters[heard.transmitter]
      return (
        Packet(
          time: heard.microseconds, transmitter: transmitter.address, anchor: heard.anchor,
          channel: heard.channel ?? 0), heard.level.value
      )
    }
  }

  private func study() throws -> SimulatedStudy {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    try folder.write(Self.scenario, to: "scenario.yaml")
    let scenario = try Scenario(contentsOf: folder.path("scenario.yaml"))
    return try SimulatedStudy(scenario, try #require(scenario.simulation))
  }

  private func without(_ causes: [ErrorCause], _ study: SimulatedStudy) throws -> SimulatedStudy {
    let surroundings = Surroundings(simulation: study.simulation, phone: study.pipelines.phone)
    let others = surroundings.without(causes)
    #expect(!surroundings.isSame(as: others), "\(causes)")
    return try study.replacing(others.simulation, pipelines: study.pipelines.hearing(by: others.phone))
  }

  private static let levels: [ErrorCause] = [
    .shadowing, .fading, .body, .crowd, .walls, .channelOffsets, .power, .noise,
  ]
  private static let selections: [ErrorCause] = [.loss, .sensitivity, .faults, .quantisation]

  /// A cause of the level is worth the same decibels in every packet whether the other causes are there or not.
  @Test(arguments: levels, [0, 2])
  func `taking one cause of the level away changes no other`(cause: ErrorCause, lap: Int) throws {
    let study = try study()
    let all = try packets(without(Self.selections, study), lap: lap)
    let rest = try packets(without(Self.selections + [cause], study), lap: lap)
    let alone = try packets(without(Self.selections + Self.levels.filter { $0 != cause }, study), lap: lap)
    let none = try packets(without(Self.selections + Self.levels, study), lap: lap)
    #expect(all.count > 300 && all.count == none.count)
    #expect(all.map(\.packet) == rest.map(\.packet) && alone.map(\.packet) == none.map(\.packet))
    #expect(all.map(\.packet) == none.map(\.packet))
    var most = 0.0
    for index in all.indices {
      let effect = all[index].level - rest[index].level
      #expect(abs(effect - (alone[index].level - none[index].level)) < 1e-3)
      most = max(most, abs(effect))
    }
    // Else nothing would be tested.
    #expect(most > 0.3, "\(cause)")
  }

  /// Packets that a cause keeps away come back, and those that were there stay as they were.
  @Test(arguments: [ErrorCause.loss, .sensitivity])
  func `what was received is received as before when nothing is lost`(cause: ErrorCause) throws {
    let study = try study()
    let before = try packets(study, lap: 2)
    let after = try packets(without([cause], study), lap: 2)
    let levels = Dictionary(after.map { ($0.packet, $0.level) }, uniquingKeysWith: { first, _ in first })
    #expect(before.count > 50 && after.count > before.count)
    for (packet, level) in before { #expect(levels[packet] == level) }
  }

  @Test func `without faults the beacon that fell silent sends, and the rogue does not`() throws {
    let study = try without([.sensitivity], study())
    let (before, after) = (try packets(study, lap: 2), try packets(without([.faults], study), lap: 2))
    #expect(before.allSatisfy { $0.packet.anchor == 1 } && after.contains { $0.packet.anchor == 0 })
    #expect(Set(before.map(\.packet.transmitter)).count == 2)
    let levels = Dictionary(before.map { ($0.packet, $0.level) }, uniquingKeysWith: { first, _ in first })
    let others = after.filter { $0.packet.anchor == 1 }
    #expect(others.count > 50 && Set(others.map(\.packet.transmitter)).count == 1)
    for (packet, level) in others { #expect(levels[packet] == level) }
  }

  /// Half a decibel is what rounding changes at most.
  @Test func `without quantisation levels lie within half a decibel of the whole ones`() throws {
    let study = try study()
    let exact = try without([.quantisation], study)
    #expect(exact.pipelines.phone.rounding == .none)
    let (before, after) = (try packets(study, lap: 0), try packets(exact, lap: 0))
    #expect(before.map(\.packet) == after.map(\.packet))
    for index in before.indices { #expect(abs(before[index].level - after[index].level) <= 0.5) }
    #expect(after.contains { $0.level != $0.level.rounded() })
  }
}
