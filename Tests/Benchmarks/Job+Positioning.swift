import Documents
import Laps
import NumericalMethods
import Phone
import Positioning
import Propagation
import Scenarios
import World

extension Job {
  static func positioning() throws -> [Job] {
    [
      multilateration(),
      try fingerprints("nearest of 21 fingerprints of 35", points: 21, anchors: 35),
      try fingerprints("nearest of 10,000 fingerprints of 50", points: 10_000, anchors: 50),
    ] + (try trackers())
  }

  /// Four beacons in a room of 12 m, ranges wrong by a factor of 1.6 either way.
  private static func multilateration() -> Job {
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
    return Job(
      "multilateration from all starts", a: "fix",
      peers: [.init("numba, 1 start", "multilateration", most: 2)],
      units: epochs.count
    ) {
      for index in epochs.indices { _ = try? method.fix(from: epochs[index]) }
    }
  }

  private static func fingerprints(_ name: String, points: Int, anchors: Int) throws -> Job {
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
    var method = NearestFingerprints(map, of: KnownSite(site), .init { $0.points = 1 })
    let levels = (map.points.map { $0.levels.map { $0?.level } } + epochs.map(\.levels)).joined()
    let answers = try epochs.map { try method.fix(from: $0).position.x }
    try Inputs.write(levels.map { $0?.value ?? .nan } + answers, as: "nearest-\(points)")
    return Job(
      name, a: "fix", peers: [.init("NumPy", "nearest-\(points)", most: 1)], units: epochs.count
    ) {
      for index in epochs.indices { _ = try? method.fix(from: epochs[index]) }
    }
  }

  /// On the first lap of floor35.
  private static func trackers() throws -> [Job] {
    let study = try floor35()
    let scenario = study.scenario
    var source = try study.source(ofLap: 0)
    let stream = try source.stream()
    let directory = source.directory
    let readings = try Readings(of: stream, directory: directory, phone: scenario.phone, until: source.end)
    /// - Parameter input: the file for peers.
    func tracker(
      _ name: String, _ method: some MethodSettings, peers: [Peer] = [], most: Double? = nil,
      input: String? = nil
    ) throws -> Job {
      let pipeline = try Pipeline(
        PipelineSettings { ($0.method, $0.snap) = (MethodChoice(method), false) },
        assuming: RangingSettings { $0.exponent = 1.8 },
        site: study.simulation.site, phone: scenario.phone)
      if let input {
        let fixes = pipeline.run(on: readings, directory: directory).map { try? $0.fix.get().position }
        let places = study.simulation.site.anchors.map(\.position)
        let levels = readings.times.indices.flatMap { time in readings.levels.map { $0[time] } }
        try Inputs.write(
          places.flatMap { [$0.x, $0.y] } + levels.map { $0?.value ?? .nan }
            + fixes.flatMap { [$0?.x ?? .nan, $0?.y ?? .nan] },
          as: input)
      }
      return Job(name, a: "fix", peers: peers, most: most, units: readings.times.count) {
        _ = pipeline.run(on: readings, directory: directory)
      }
    }
    func grid(_ answer: GridTracker.Settings.Answer) -> GridTracker.Settings {
      var settings = GridTracker.Settings()
      settings.answer = answer
      return settings
    }
    let onPlan = ParticleFilter.Settings { ($0.space, $0.anchors) = (.plan, 35) }
    return [
      try tracker(
        "grid tracker on floor35", grid(.filter), peers: [.init("C for SSE2", "grid-c", most: 1.2)],
        most: 120e3),
      // It goes through the lap twice.
      try tracker("its smoother", grid(.smoother), peers: [.init("C for SSE2", "grid-c", most: 2.4)]),
      try tracker("its most probable walk", grid(.viterbi), most: 250e3),
      try tracker("1,000 particles on the path", ParticleFilter.Settings(), most: 62.5e3),
      try tracker(
        "1,000 particles on the plan, 35 beacons", onPlan,
        peers: [.init("NumPy", "particles", most: 0.35)], most: 62.5e3, input: "particles"),
    ]
  }
}
