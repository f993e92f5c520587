import Documents
import Filters
import Phone
import Positioning
import Radio
import World

/// A lap of the size of those of floor35: 35 beacons on a loop of 105 m, 114 s, about 20,000 advertisements.
struct BenchmarkLap: Sendable {
  let site: Site
  let directory: StreamDirectory
  let stream: AdvertisementStream
  let readings: Readings

  static let assumed = RangingSettings(exponent: 1.8)

  static let kalman = FilterChoice(KalmanFilter.Settings(processVariance: 20, readingVariance: 5))

  static let chains: [(String, [FilterChoice])] = [
    ("nothing", []), ("Kalman", [kalman]),
    ("Kalman, feedback", [kalman, FilterChoice(FeedbackFilter.Settings())]),
    ("Kalman, moving average", [kalman, FilterChoice(MovingAverageFilter.Settings())]),
    ("Kalman, Savitzky-Golay", [kalman, FilterChoice(SavitzkyGolayFilter.Settings())]),
    ("running mean of 10 s", [FilterChoice(RunningMean.Settings(seconds: 10))]),
  ]

  static let methods: [(String, MethodChoice)] = [
    ("nearest beacon", MethodChoice(NearestBeacon.Settings())),
    ("proximity", MethodChoice(NearestBeacon.ByProximity())),
    ("weighted centroid of 4", MethodChoice(WeightedCentroid.Settings())),
    ("two circles of path neighbours", MethodChoice(TwoCircle.Settings(pair: .pathNeighbours))),
    ("least squares of 4", MethodChoice(Trilateration.Settings())),
    ("extended Kalman tracker", MethodChoice(KalmanTracker.Settings())),
    (
      "unscented Kalman tracker",
      MethodChoice(KalmanTracker.Settings { $0.update = .unscented })
    ),
    (
      "particle filter, 1000 on the plan, 35 beacons",
      MethodChoice(ParticleFilter.Settings { ($0.space, $0.anchors) = (.plan, 35) })
    ), ("particle filter, 1000 on the path", MethodChoice(ParticleFilter.Settings())),
    ("grid tracker", MethodChoice(GridTracker.Settings())),
    ("room centre", MethodChoice(RoomCentre.Settings())),
  ]

  init() {
    let corners = [Point.zero, Point(x: 36, y: 0), Point(x: 36, y: 16.5), Point(x: 0, y: 16.5)]
    let route = Route(vertices: corners, isClosed: true)
    let path = PathGraph(
      nodes: corners.map { PathGraph.Node(name: "corner", position: $0) },
      edges: (0..<4).map { PathGraph.Edge(from: $0, to: ($0 + 1) % 4) })
    let anchors = (0..<35).map { index in
      let s = 1.5 + 3 * Double(index)
      let (place, ahead) = (route.position(at: s), route.direction(at: s))
      return Anchor(
        id: "b\(index)", identity: nil, position: Point(x: place.x + ahead.y, y: place.y - ahead.x, z: 3))
    }
    site = Site(name: "benchmark", path: path, anchors: anchors)
    var directory = StreamDirectory(of: site)
    for index in anchors.indices {
      let address = DeviceAddress(octets: UInt64(index), isRandom: true)
      _ = directory.index(of: .init(anchor: index, address: address, measuredPower: -59))
    }
    self.directory = directory
    stream = Self.stream(of: anchors, along: route)
    readings = (try? Readings(of: stream, directory: directory)) ?? Readings(reports: [], anchors: 35)
  }

  /// One packet each 2.86 ms from a beacon drawn at random, with up to 4 dB of noise either way; half are heard.
  private static func stream(of anchors: [Anchor], along route: Route) -> AdvertisementStream {
    let law = LogDistance(exponent: 1.8, levelAtOneMetre: -59)
    var stream = AdvertisementStream()
    var state: UInt64 = 1
    for packet in 0..<39_900 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (anchor, noise) = (Int(state >> 33) % 35, Double(state >> 52) / 512 - 4)
      let microseconds = Int64(packet) * 2857
      let place = route.position(at: 1.3 * Double(microseconds) / 1e6).at(height: 1.2)
      let level = law.level(at: place.distance(to: anchors[anchor].position)).value + noise
      guard level > -86, state >> 20 & 3 != 0 else { continue }
      stream.append(
        Advertisement(
          microseconds: microseconds, anchor: anchor, transmitter: anchor, level: DBm(level.rounded())))
    }
    return stream
  }
}
