import Documents
import Foundation
import Laps
import NumericalMethods
import Propagation
import Radio
import Scenarios
import World

/// Job J1: 300 laps of 35 beacons and 810 packets at 10 Hz each, 8,505,000 in all, by the simulated source that `run`
/// uses, up to the finished stream in order of time.
///
/// A rectangle of 35 × 17.5 m is walked at 1.3 m/s, the start of lap l shifted by 105 l / 300 m and sideways by
/// 0.3 sin l m; the beacons hang in a grid of 5 × 7. Log-distance path loss, a shadow of 4 dB with 2 m decorrelation
/// along the track, Rician fading of K = 4, noise of 1 dB, lost below -90 dBm, whole dBm, at most -20.
enum JobJ1 {
  static let packetsPerLap = 35 * 810

  /// - Parameter full: with everything else that the channel has, besides what J1 asks for.
  static func building(full: Bool = false) throws -> Building {
    let corners = [(0.0, 0.0), (35, 0), (35, 17.5), (0, 17.5)].map { Point(x: $0.0, y: $0.1) }
    let path = PathGraph(
      nodes: corners.enumerated().map { PathGraph.Node(name: "\($0.offset)", position: $0.element) },
      edges: (0..<4).map { PathGraph.Edge(from: $0, to: ($0 + 1) % 4) })
    let anchors = (0..<35).map { b in
      Anchor(
        id: "b\(b)", identity: nil,
        position: Point(x: 2.5 + 5 * Double(b % 7), y: 1.75 + 3.5 * Double(b / 7), z: 2.6))
    }
    var channel = ChannelSettings {
      ($0.pathLoss, $0.shadowing, $0.fading, $0.body, $0.channelOffsets) = (
        .logDistance(LogDistance(exponent: 2.2, levelAtOneMetre: -59)),
        Shadowing { ($0.sigma, $0.decorrelation) = (4, 2) }, .rician(k: 4), nil,
        ChannelOffsets { $0.sigma = 0 }
      )
    }
    if full {
      channel.pathLoss = .indoorHotspot(
        IndoorHotspot())
      channel.fading = .rician(k: 4, correlation: .waves(delaySpread: 20e-9, doppler: 0.1))
      channel.body = BodyPattern(loss: 8, handAngle: .pi / 6)
      channel.channelOffsets = ChannelOffsets { $0.sigma = 1.5 }
    }
    return try Building(
      site: Site(name: "J1", path: path, anchors: anchors), channel: channel, seed: Seed(1))
  }

  static func receiver(full: Bool = false) -> ReceiverSettings {
    var receiver = ReceiverSettings { ($0.sensitivity, $0.noise, $0.saturation) = (-90, 1, -20) }
    if full {
      receiver.scan = ScanSettings()
      receiver.sensitivityEdge = 2
      receiver.capture = 21
      receiver.interference = InterferenceSettings { ($0.burst, $0.quiet) = (0.05, 0.5) }
    }
    return receiver
  }

  static func walk(ofLap lap: Int) -> Walk {
    let inset = 0.3 * Elementary.sin(Double(lap))
    let route = Route(
      vertices: [(inset, inset), (35 - inset, inset), (35 - inset, 17.5 - inset), (inset, 17.5 - inset)].map {
        Point(x: $0.0, y: $0.1)
      }, isClosed: true)
    let start = 105 * Double(lap) / 300
    let end = start + 1.3 * 81
    let corners = (0...2).flatMap { turn in route.arcs.dropLast().map { $0 + Double(turn) * route.length } }
    let arcs = [start] + corners.filter { $0 > start + 1e-6 && $0 < end - 1e-6 } + [end]
    return Walk(
      knots: arcs.map {
        Walk.Knot(
          time: ($0 - start) / 1.3, position: route.position(at: $0) + Point(x: 0, y: 0, z: 1.2))
      })
  }

  /// Packets sent in some of the laps; what they come to is of no interest here.
  static func run(_ laps: some Sequence<Int>, _ building: Building, full: Bool = false) throws -> Int {
    var sent = 0
    var stream = AdvertisementStream()
    let beacons = BeaconSettings {
      ($0.interval, $0.delay, $0.loss, $0.lossPerMetre, $0.powerDeviation) = (
        0.1, 0, 0, full ? 0.005 : 0, full ? 1 : 0
      )
    }
    for lap in laps {
      var source = try SimulatedSource(
        building: building, walk: walk(ofLap: lap), hand: .left, duration: 81, beacons: beacons,
        receiver: receiver(full: full), lap: lap, seed: Seed(1).derived("lap", lap))
      stream.removeAll()
      while source.next(into: &stream) {}
      sent += source.counts.sent
    }
    return sent
  }
}

extension Job {
  static func channel() throws -> [Job] {
    let laps = 0..<20
    let (plain, full) = (try JobJ1.building(), try JobJ1.building(full: true))
    let study = try floor35()
    let sent = try SimulatedStudy.sent(study, laps)
    return [
      Job(
        "J1, the stream in order of time", a: "packet",
        peers: [
          .init("C for SSE2", "j1-c", most: 1.2), .init("NumPy", "j1-numpy", most: 0.36),
          .init("numba", "j1-numba"),
        ], units: laps.count * JobJ1.packetsPerLap
      ) { _ = try JobJ1.run(laps, plain) },
      Job(
        "J1 with the full channel", a: "packet",
        peers: [.init("J1", "J1, the stream in order of time", most: 2.5)],
        units: laps.count * JobJ1.packetsPerLap
      ) { _ = try JobJ1.run(laps, full, full: true) },
      Job("the stream of floor35", a: "packet", units: sent) { _ = try SimulatedStudy.sent(study, laps) },
    ]
  }

  /// The committed scenario.
  static func floor35() throws -> SimulatedStudy {
    let scenario = try Scenario(contentsOf: "scenarios/floor35.yaml")
    guard let simulation = scenario.simulation else {
      throw Child.Failure(description: "floor35 is no simulation")
    }
    return try SimulatedStudy(scenario, simulation)
  }
}

extension SimulatedStudy {
  /// Simulates laps, and returns how many packets were sent.
  fileprivate static func sent(_ study: SimulatedStudy, _ laps: Range<Int>) throws -> Int {
    var stream = AdvertisementStream()
    return try laps.reduce(0) { sent, lap in
      var source = try study.source(ofLap: lap)
      stream.removeAll()
      while source.next(into: &stream) {}
      return sent + source.counts.sent
    }
  }
}
