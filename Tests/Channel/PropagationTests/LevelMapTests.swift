import NumericalMethods
import Propagation
import Radio
import Testing
import World

@Suite struct LevelMapTests {
  private func map(
    _ places: [Point], walls: [Obstacle] = [], change: (inout ChannelSettings) -> Void = { _ in }
  ) throws -> LevelMap {
    var channel = ChannelSettings()
    channel.pathLoss = .logDistance(LogDistance(exponent: 2, levelAtOneMetre: -59))
    var shadowing = Shadowing()
    shadowing.sigma = 4
    channel.shadowing = shadowing
    channel.fading = .none
    channel.body = nil
    channel.channelOffsets.sigma = 0
    change(&channel)
    let path = PathGraph(
      nodes: [.init(name: "a", position: .zero), .init(name: "b", position: Point(x: 1, y: 0))],
      edges: [.init(from: 0, to: 1)])
    let anchors = places.enumerated().map { Anchor(id: "b\($0)", identity: nil, position: $1) }
    let site = Site(name: "map", path: path, obstacles: walls, anchors: anchors)
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    return LevelMap(building, beacons: BeaconSettings(), receiver: ReceiverSettings(), window: 1)
  }

  /// RSSI = -59 - 20 log10(10) = -79 dBm at 10 m, and 6 dB less behind the wall.
  @Test func `levels follow the path loss and the walls between`() throws {
    let wall = Obstacle(shape: .wall(from: Point(x: 5, y: -1), to: Point(x: 5, y: 1)), loss: 6)
    let free = try map([.zero])
    let walled = try map([.zero], walls: [wall]) { $0.obstacles = true }
    let place = Point(x: 10, y: 0)
    #expect(abs(free.level(ofAnchor: 0, at: place, floor: 0).value + 79) < 1e-9)
    #expect(abs(walled.level(ofAnchor: 0, at: place, floor: 0).value + 85) < 1e-9)
    #expect(walled.count(atLeast: -84, at: place, floor: 0) == 0)
    #expect(free.count(atLeast: -84, at: place, floor: 0) == 1)
  }

  /// Four beacons at d = 5 m to the east, north, west and south: each pair has the slope g = 10 n / (d ln 10) along one axis,
  /// so J = 2 g² / σ² times the unit matrix, and the bound √(2 σ² / (2 g²)) = σ / g = 4 · 5 ln 10 / 20 = 2.302585 m.
  @Test func `the bound between four beacons is that of Patwari and others`() throws {
    let four = [Point(x: 5, y: 0), Point(x: 0, y: 5), Point(x: -5, y: 0), Point(x: 0, y: -5)]
    let bound = try #require(try map(four).bound(at: .zero, floor: 0))
    #expect(abs(bound - 2.302585) < 1e-5)
  }

  @Test func `two beacons in line with the phone, and a channel without noise, have no bound`() throws {
    let line = [Point(x: 5, y: 0), Point(x: -5, y: 0)]
    #expect(try map(line).bound(at: .zero, floor: 0) == nil)
    let quiet = try map([Point(x: 5, y: 0), Point(x: 0, y: 5)]) { $0.shadowing = nil }
    #expect(quiet.bound(at: .zero, floor: 0) == nil)
  }
}
