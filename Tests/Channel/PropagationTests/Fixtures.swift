import Documents
import NumericalMethods
import Propagation
import World

/// Sites and settings that the tests of this module share.
enum Fixtures {
  static let corners = [Point(x: 0, y: 0), Point(x: 36, y: 0), Point(x: 36, y: 16.5), Point(x: 0, y: 16.5)]

  static let route35 = Route(vertices: corners, isClosed: true)

  /// The loop of 36.0 × 16.5 m of the scenario `floor35`, with a beacon every 3 m, 1 m outside it and 3 m up.
  static let floor35: Site = {
    let route = route35
    let anchors = (0..<35).map { index in
      let s = 1.5 + 3 * Double(index)
      let (place, ahead) = (route.position(at: s), route.direction(at: s))
      return anchor("b\(index + 1)", Point(x: place.x + ahead.y, y: place.y - ahead.x, z: 3), minor: index)
    }
    let points = (0..<12).map {
      TestPoint(id: .number($0 + 1), position: route.position(at: 4.375 + 8.75 * Double($0)))
    }
    return Site(name: "floor35", path: ring(corners), testPoints: points, anchors: anchors)
  }()

  static func ring(_ corners: [Point]) -> PathGraph {
    PathGraph(
      nodes: corners.enumerated().map { PathGraph.Node(name: "n\($0.offset)", position: $0.element) },
      edges: corners.indices.map { PathGraph.Edge(from: $0, to: ($0 + 1) % corners.count) })
  }

  /// Beacons all round, ten metres away.
  static func circle(_ beacons: Int) -> Site {
    Site(
      name: "circle",
      anchors: (0..<beacons).map { index in
        let (sine, cosine) = Elementary.sinCos(2 * .pi * Double(index) / Double(beacons))
        return anchor("a\(index)", Point(x: 10 * cosine, y: 10 * sine), minor: index)
      })
  }

  static func anchor(_ id: String, _ position: Point, minor: Int = 0, transmitters: [Point]? = nil) -> Anchor
  {
    let uuid = BeaconUUID(high: 0x2D6C_1A5E_0000_4000, low: 0x8000_0000_0000_0001)
    return Anchor(
      id: id, identity: BeaconIdentity(uuid: uuid, major: 4097, minor: UInt16(minor)), position: position,
      measuredPower: -59, transmitters: transmitters)
  }

  /// A channel of path loss alone.
  static let bare = ChannelSettings.defaults

  /// Nothing is lost, however weak, and levels are not rounded.
  static let perfect = ReceiverSettings { ($0.sensitivity, $0.wholeDBm) = (-127, false) }

  static let lossless = BeaconSettings { $0.loss = 0 }

  /// A walker who stands at one place for so many seconds.
  static func standing(at place: Point) -> Walk { Walk(knots: [Walk.Knot(time: 0, position: place)]) }

  static func stream(
    _ site: Site, channel: ChannelSettings, walk: Walk, hand: Hand = .right, duration: Double,
    beacons: BeaconSettings = lossless, receiver: ReceiverSettings = perfect, building: Seed = Seed(1),
    lap: Seed = Seed(2)
  ) throws -> AdvertisementStream {
    let building = try Building(site: site, channel: channel, seed: building)
    var source = try SimulatedSource(
      building: building, walk: walk, hand: hand, duration: duration, beacons: beacons, receiver: receiver,
      seed: lap)
    return try source.stream()
  }
}

/// Sums from which a mean, a deviation and a correlation are made.
struct Moments {
  private var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var count: Double { Double(values.count) }
  var mean: Double { values.reduce(0, +) / count }
  var variance: Double {
    let mean = mean
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }
  var deviation: Double { variance.squareRoot() }
}

extension TransmissionCounts {
  /// Advertisements that reached the stream.
  var heard: Int { sent - outsideScan - lost - belowSensitivity - collided - interfered - duplicates }
}
