import Benchmark
import Foundation
import NumericalMethods
import Propagation
import Radio
import World

/// Job J1: 300 laps of 35 beacons and 810 packets at 10 Hz each, 8,505,000 in all, by the simulated source that `run`
/// uses, up to the finished stream in order of time.
///
/// A rectangle of 35 × 17.5 m is walked at 1.3 m/s, the start of lap l shifted by 105 l / 300 m and sideways by
/// 0.3 sin l m; the beacons hang in a grid of 5 × 7. Log-distance path loss, a shadow of 4 dB with 2 m decorrelation
/// along the track, Rician fading of K = 4, noise of 1 dB, lost below -90 dBm, whole dBm, at most -20.
enum JobJ1 {
  static let laps = 300
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
    var channel = ChannelSettings(
      pathLoss: .logDistance(LogDistance(exponent: 2.2, levelAtOneMetre: -59)),
      shadowing: Shadowing(sigma: 4, decorrelation: 2), fading: .rician(k: 4), body: nil,
      channelOffsets: ChannelOffsets(sigma: 0))
    if full {
      channel.pathLoss = .indoorHotspot(
        IndoorHotspot(levelAtOneMetre: -59, sight: .mixed(.mixedOffice), frequency: 2.44))
      channel.fading = .rician(k: 4, correlation: .waves(delaySpread: 20e-9, doppler: 0.1))
      channel.body = BodyPattern(loss: 8, handAngle: .pi / 6)
      channel.channelOffsets = ChannelOffsets(sigma: 1.5)
    }
    return try Building(
      site: Site(name: "J1", path: path, anchors: anchors), channel: channel, seed: Seed(1))
  }

  static func receiver(full: Bool = false) -> ReceiverSettings {
    var receiver = ReceiverSettings(sensitivity: -90, noise: 1, saturation: -20)
    if full {
      receiver.scan = ScanSettings()
      receiver.sensitivityEdge = 2
      receiver.capture = 21
      receiver.interference = InterferenceSettings(burst: 0.05, quiet: 0.5)
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
    var heard = 0
    var stream = AdvertisementStream()
    let beacons = BeaconSettings(
      interval: 0.1, delay: 0, loss: 0, lossPerMetre: full ? 0.005 : 0, powerDeviation: full ? 1 : 0)
    for lap in laps {
      var source = try SimulatedSource(
        building: building, walk: walk(ofLap: lap), hand: .left, duration: 81, beacons: beacons,
        receiver: receiver(full: full), lap: lap, seed: Seed(1).derived("lap", lap))
      stream.removeAll()
      while source.next(into: &stream) {}
      heard += stream.count
      sent += source.counts.sent
    }
    blackHole(heard)
    return sent
  }
}

/// J1 beside its limits, on one thread and on two, and with the full channel.
func jobJ1() {
  let perPacket = PerUnit("packet")

  Benchmark("job J1: at most 0.35 times NumPy's", configuration: perPacket.configuration) { benchmark in
    let building = try JobJ1.building()
    try perPacket.measure(benchmark) {
      let sent = try JobJ1.run(0..<JobJ1.laps, building)
      precondition(sent == JobJ1.laps * JobJ1.packetsPerLap, "J1 sent \(sent) packets")
      return sent
    }
  } setup: {
    NumPyPeer.report()
  }

  Benchmark("job J1 on two threads", configuration: perPacket.configuration) { benchmark in
    let building = try JobJ1.building()
    perPacket.measureProcess(benchmark) {
      DispatchQueue.concurrentPerform(iterations: 2) { half in
        _ = try? JobJ1.run(stride(from: half, to: JobJ1.laps, by: 2), building)
      }
      return JobJ1.laps * JobJ1.packetsPerLap
    }
  }

  Benchmark(
    "job J1 with the full channel: at most three times J1", configuration: perPacket.configuration
  ) { benchmark in
    let building = try JobJ1.building(full: true)
    try perPacket.measure(benchmark) { try JobJ1.run(0..<JobJ1.laps, building, full: true) }
  }
}
