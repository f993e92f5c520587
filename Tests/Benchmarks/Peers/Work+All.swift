import Documents
import Filters
import Foundation
import Laps
import NumericalMethods
import Phone
import Positioning
import Scenarios
import Sites
import World

extension Work {
  static var all: [Work] {
    get throws {
      [
        filter(
          "Kalman, a reading", "kalman", .ratio(1),
          KalmanFilter(.init(processVariance: 20, readingVariance: 5))),
        filter(
          "the same beside filterpy", "filterpy", .ratio(1),
          KalmanFilter(.init(processVariance: 20, readingVariance: 5))),
        filter("Savitzky-Golay of 5, a reading", "savitzky-golay", .ratio(1), SavitzkyGolayFilter()),
        filter("moving average of 5, a reading", "moving-average", .ratio(3), MovingAverageFilter()),
        try multilateration(),
        fingerprints("nearest of 21 fingerprints of 35, a fix", "nearest-21", points: 21, anchors: 35),
        fingerprints(
          "nearest of 10,000 fingerprints of 50, a fix", "nearest-10000", points: 10_000, anchors: 50),
        try gridTracker(),
      ]
    }
  }

  /// A slow swing with 4 dB of noise, in whole decibels.
  private static func filter(
    _ name: String, _ peer: String, _ limit: Limit, _ fresh: some SignalFilter
  ) -> Work {
    let count = 100_000
    var random = RandomStream(Seed(1))
    let column = (0..<count).map { index -> DBm? in
      DBm((-70 + 12 * Elementary.sin(Double(index) / 20) + 4 * random.normal()).rounded())
    }
    let times = (0..<count).map { Double($0) }
    var levels = column
    return Work(name: name, peer: peer, limit: limit, units: count) {
      // In place, over and over: what a value is makes no difference to the time.
      var filter = fresh
      filter.smooth(&levels, at: times)
    }
  }

  /// Four beacons in a room of 12 m, ranges wrong by a factor of 1.6 either way.
  private static func multilateration() throws -> Work {
    let corners = [(-6.0, -5.0), (5, -6), (6, 5), (-4, 6)]
    let site = Site(
      name: "room",
      anchors: corners.enumerated().map { index, place in
        Anchor(id: "b\(index)", identity: nil, position: Point(x: place.0, y: place.1, z: 3))
      })
    let prior = PriorInformation(
      of: site, assumptions: RangingSettings(), seed: Seed(1))
    var random = RandomStream(Seed(1))
    let epochs = (0..<1000).map { number in
      let place = Point(x: random.uniform() * 6 - 3, y: random.uniform() * 6 - 3, z: 1.2)
      let levels = site.anchors.map { anchor -> DBm? in
        DBm(-59 - 20 * Elementary.log10(place.distance(to: anchor.position)) + 4 * random.normal())
      }
      return Epoch(
        time: Double(number), levels: levels, readings: levels, ages: levels.map { _ in 0 },
        counts: levels.map { _ in 10 })
    }
    var method = Trilateration(RangedSite(prior))
    return Work(
      name: "multilateration from all starts, a fix", peer: "multilateration", limit: .ratio(1 / 0.6),
      units: epochs.count
    ) {
      for index in epochs.indices { _ = try? method.fix(from: epochs[index]) }
    }
  }

  private static func fingerprints(_ name: String, _ peer: String, points: Int, anchors: Int) -> Work {
    var random = RandomStream(Seed(1))
    func level() -> DBm { DBm(-95 + 45 * random.uniform()) }
    let site = Site(
      name: "map",
      anchors: (0..<anchors).map { Anchor(id: "b\($0)", identity: nil, position: Point(x: Double($0), y: 0)) }
    )
    let map = RadioMap(
      anchors: site.anchors.map(\.id),
      points: (0..<points).map { point in
        RadioMap.SurveyPoint(
          position: Point(x: Double(point), y: 0),
          levels: (0..<anchors).map { _ in SurveyedLevel(level: level(), deviation: nil, count: 10) })
      })
    let epochs = (0..<100).map { number in
      let levels = (0..<anchors).map { _ -> DBm? in level() }
      return Epoch(
        time: Double(number), levels: levels, readings: levels, ages: levels.map { _ in 0 },
        counts: levels.map { _ in 10 })
    }
    var method = NearestFingerprints(map, of: KnownSite(site), .init(points: 1))
    return Work(name: name, peer: peer, limit: .ratio(1), units: epochs.count) {
      for index in epochs.indices { _ = try? method.fix(from: epochs[index]) }
    }
  }

  /// On the first lap of floor35.
  private static func gridTracker() throws -> Work {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
      .standardizedFileURL
    let path = root.appending(path: "scenarios/floor35.yaml").path
    let scenario = try Scenario(contentsOf: path)
    guard let simulation = scenario.simulation else { throw Failure(path: path) }
    let study = try SimulatedStudy(scenario, simulation)
    var source = try study.source(ofLap: 0)
    let stream = try source.stream()
    let directory = source.directory
    let readings = try Readings(of: stream, directory: directory, phone: scenario.phone, until: source.end)
    let pipeline = try Pipeline(
      PipelineSettings { $0.method = MethodChoice(GridTracker.Settings()) },
      assuming: RangingSettings(exponent: 1.8),
      site: simulation.site, phone: scenario.phone)
    return Work(
      name: "grid tracker on floor35, an epoch", peer: nil, limit: .nanoseconds(60_000),
      units: readings.times.count
    ) { _ = pipeline.run(on: readings, directory: directory) }
  }

  struct Failure: Error { let path: String }
}
