package import Calibrating
import Documents
import NumericalMethods
package import Propagation
import Radio
package import World

/// Recordings of one walk round a rectangle of 24 x 12 m, past twelve beacons 2 m above the hand, through a channel
/// whose every number is known.
package struct SyntheticRecordings: Sendable {
  package static let exponent = 2.2
  package static let level = -59.0
  package static let shadowing = 4.0
  package static let decorrelation = 1.5
  package static let noise = 3.0
  package static let loss = 0.2
  package static let sensitivity = -86.0
  package static var deviation: Double { (shadowing * shadowing + noise * noise).squareRoot() }

  package let site: Site
  package let walk: Walk
  private let path: PathGraph

  package init() {
    let corners = [
      Point(x: 0, y: 0, z: 0), Point(x: 24, y: 0, z: 0), Point(x: 24, y: 12, z: 0), Point(x: 0, y: 12, z: 0),
    ]
    path = PathGraph(
      nodes: corners.enumerated().map { PathGraph.Node(name: "n\($0)", position: $1) },
      edges: (0..<4).map { PathGraph.Edge(from: $0, to: ($0 + 1) % 4) })
    let anchors = (0..<12).map { index in
      let along = Double(index) * 6 + 3
      let place = Self.place(along, corners)
      return Anchor(id: "b\(index)", identity: nil, position: Point(x: place.x, y: place.y + 1, z: 2))
    }
    site = Site(name: "rectangle", path: path, anchors: anchors)
    var knots: [Walk.Knot] = []
    var time = 0.0
    for corner in 0...4 {
      knots.append(Walk.Knot(time: time, position: corners[corner % 4]))
      time += (corner % 2 == 0 ? 24 : 12) / 1.2
    }
    walk = Walk(knots: knots)
  }

  private static func place(_ along: Double, _ corners: [Point]) -> Point {
    switch along {
    case ..<24: Point(x: along, y: 0, z: 0)
    case ..<36: Point(x: 24, y: along - 24, z: 0)
    case ..<60: Point(x: 60 - along, y: 12, z: 0)
    default: Point(x: 0, y: 72 - along, z: 0)
    }
  }

  package func stream(
    seed: UInt64, fading: Fading = .none, offsets: Double = 0, noise: Double = Self.noise,
    sensitivity: Double = Self.sensitivity, interval: Double = 0.3
  ) throws -> AdvertisementStream {
    let channel = ChannelSettings {
      ($0.pathLoss, $0.shadowing, $0.fading, $0.body, $0.channelOffsets) = (
        .logDistance(LogDistance(exponent: Self.exponent, levelAtOneMetre: DBm(Self.level))),
        Shadowing { ($0.sigma, $0.decorrelation) = (Decibels(Self.shadowing), Self.decorrelation) }, fading,
        nil, ChannelOffsets { $0.sigma = Decibels(offsets) }
      )
    }
    let building = try Building(site: site, channel: channel, seed: Seed(seed).derived("building"))
    var source = try SimulatedSource(
      building: building, walk: walk, hand: .left, duration: 60,
      beacons: BeaconSettings { ($0.interval, $0.loss) = (interval, Self.loss) },
      receiver: ReceiverSettings { ($0.sensitivity, $0.noise) = (DBm(sensitivity), Decibels(noise)) },
      seed: Seed(seed).derived("lap", 0))
    return try source.stream()
  }

  package func fit(seed: UInt64, options: ChannelFit.Options = .init()) throws -> ChannelFit {
    try fit(try stream(seed: seed), seed: seed, options: options)
  }

  package func fit(
    _ stream: AdvertisementStream, seed: UInt64, options: ChannelFit.Options = .init()
  ) throws -> ChannelFit {
    try ChannelFit(
      ChannelReadings(stream, site: site, truth: walk, recording: "\(seed)"), source: "seed \(seed)",
      options: options)
  }
}
