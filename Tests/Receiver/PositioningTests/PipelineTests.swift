import Documents
import Phone
import Positioning
import Testing
import World

@Suite struct PipelineTests {
  static let kalman = FilterChoice(
    KalmanFilter.Settings { $0.processVariance = 20 })

  static let methods =
    MethodChoice.builtIn.map { MethodChoice($0.defaults) } + [
      MethodChoice(
        TwoCircle.Settings { ($0.pair, $0.radius, $0.beacons) = (.pathNeighbours, .heightCorrected, .onPath) }
      ),
      TestMethods.trailing,
      TestMethods.failing,
    ]

  static let filters: [[FilterChoice]] = [
    [], [kalman], [kalman, FilterChoice(FeedbackFilter.Settings())],
    [kalman, FilterChoice(MovingAverageFilter.Settings())],
    [kalman, FilterChoice(SavitzkyGolayFilter.Settings { $0.point = .centred })],
    [FilterChoice(KalmanFilter.Settings { ($0.missedSecond, $0.resetAfter) = (.predict, 2) })],
  ]

  /// Forty seconds of wandering levels of the floor's 35 anchors; anchor 3 falls silent for good at 20 s.
  static func reports(seed: Int) -> [PhoneReport] {
    var draws = Draws(seed: seed)
    return (1...40).map { second in
      var levels = draws.levels(35)
      if second >= 20 { levels[3] = nil }
      if second == 30 { levels = [DBm?](repeating: nil, count: 35) }
      return PhoneReport(
        time: Double(second), levels: levels, counts: levels.map { $0 == nil ? 0 : 4 },
        transmitters: levels.indices.map { levels[$0] == nil ? -1 : $0 })
    }
  }

  private func pipeline(
    _ method: MethodChoice, _ filters: [FilterChoice] = [], snap: Bool = true, maximumAge: Double? = 5,
    direction: DirectionOfTravel.Settings? = nil, phone: PhoneSettings = PhoneSettings()
  ) throws -> Pipeline {
    let settings = PipelineSettings {
      ($0.filters, $0.method, $0.snap) = (filters, method, snap)
      ($0.maximumAge, $0.direction, $0.given) = (maximumAge, direction, method.settings.uses)
    }
    return try Pipeline(
      settings, site: Sites.floor, phone: phone, study: .init(survey: Sites.survey(of: Sites.floor)))
  }

  /// What a driver answers that is given one report at a time.
  private func singly(_ pipeline: Pipeline, _ reports: [PhoneReport]) -> [Callback?] {
    var driver = LapDriver([pipeline], laps: [LapPrior(of: pipeline.prior, number: 0)])
    return reports.map { driver.answers(to: $0, directory: StreamDirectory())[0] }
  }

  @Test(arguments: methods, filters)
  func `answers live what it answers of a whole stream`(
    method: MethodChoice, filters: [FilterChoice]
  ) throws {
    let reports = Self.reports(seed: filters.count + 1)
    for (snap, age) in [(true, 5.0), (false, nil), (true, 0)] {
      let pipeline = try pipeline(method, filters, snap: snap, maximumAge: age, direction: .init())
      let whole = pipeline.run(on: Readings(reports: reports, anchors: 35))
      #expect(whole == singly(pipeline, reports))
      #expect(whole.map(\.time) == (1...40).map(Double.init))
      #expect(pipeline.run(on: Readings(reports: reports, anchors: 35)) == whole)
    }
  }

  // The levels stay the same, and with them the fix; the average of five trails by 2 s.
  @Test func `what a method states is widened by the delay of the filters`() throws {
    let levels = Sites.levels(Sites.ranged(Sites.floor), at: Point(x: 12, y: 1), reach: 15).enumerated().map {
      index, level in level.map { $0 + Decibels(index.isMultiple(of: 2) ? 2 : -2) }
    }
    let reports = (1...10).map {
      PhoneReport(
        time: Double($0), levels: levels, counts: levels.map { _ in 1 }, transmitters: levels.map { _ in -1 })
    }
    let method = MethodChoice(Trilateration.Settings { $0.anchors = 8 })
    let stated = try [[], [FilterChoice(MovingAverageFilter.Settings())]].map { filters in
      let last = try pipeline(method, filters).run(on: Readings(reports: reports, anchors: 35)).last
      return try #require(try last?.fix.get().covariance)
    }
    #expect(abs(stated[1].xx - stated[0].xx - 2) < 1e-9 && abs(stated[1].yy - stated[0].yy - 2) < 1e-9)
    #expect(abs(stated[1].xy - stated[0].xy) < 1e-9)
  }

  @Test func `says why there is no fix, and when there is one again`() throws {
    let callbacks = try pipeline(MethodChoice(NearestBeacon.Settings()), maximumAge: 0)
      .run(on: Readings(reports: Self.reports(seed: 1), anchors: 35))
    #expect(callbacks[29].fix == .failure(.tooFewBeacons(heard: 0, needed: 1)))
    #expect(callbacks.filter { (try? $0.fix.get()) == nil }.count == 1)
  }

  @Test(arguments: [(0.0, 1), (2, 3), (nil, 10)] as [(Double?, Int)])
  func `lets a level stand as long as it may`(age: Double?, seconds: Int) throws {
    let reports = (1...10).map { second in
      var levels = [DBm?](repeating: nil, count: 35)
      if second == 1 { levels[8] = -60 }
      return PhoneReport(
        time: Double(second), levels: levels, counts: [Int](repeating: 0, count: 35),
        transmitters: [Int](repeating: -1, count: 35))
    }
    let callbacks = try pipeline(MethodChoice(NearestBeacon.Settings()), [Self.kalman], maximumAge: age)
      .run(on: Readings(reports: reports, anchors: 35))
    #expect(callbacks.prefix { (try? $0.fix.get()) != nil }.count == seconds)
    #expect(callbacks.filter { (try? $0.fix.get()) != nil }.count == seconds)
  }

  @Test func `lets a level stand for as many callbacks wherever it was heard`() throws {
    let readings = Readings(
      reports: (1...400).map { callback in
        let levels = (0..<35).map { $0 == 8 && callback % 10 == 0 ? DBm(-60) : nil }
        return PhoneReport(
          time: Double(callback) * 0.1, levels: levels, counts: [Int](repeating: 0, count: 35),
          transmitters: [Int](repeating: -1, count: 35))
      }, anchors: 35, interval: 0.1)
    let pipeline = try pipeline(MethodChoice(NearestBeacon.Settings()), [Self.kalman], maximumAge: 0.3)
    let callbacks = pipeline.run(on: readings)
    #expect(callbacks == singly(pipeline, readings.times.indices.map { readings.report(at: $0) }))
    // The callback at which it was heard, and those 0.1, 0.2 and 0.3 s later.
    for (index, callback) in callbacks.enumerated() where index >= 9 {
      #expect(((try? callback.fix.get()) != nil) == ((index + 1) % 10 <= 3), "\(callback.time)")
    }
  }

  @Test func `proximity is the phone's mean and then Algorithm 1, and forgets as the phone does`() throws {
    let readings = Readings(reports: Self.reports(seed: 3), anchors: 35)
    for seconds in [1.0, 4, 10] {
      let phone = PhoneSettings { $0.proximitySmoothing = seconds }
      let proximity = try pipeline(MethodChoice(NearestBeacon.ByProximity()), maximumAge: 0, phone: phone)
        .run(on: readings)
      let same = try pipeline(
        MethodChoice(NearestBeacon.Settings()), [FilterChoice(RunningMean.Settings { $0.seconds = seconds })],
        maximumAge: nil
      )
      .run(on: readings)
      #expect(proximity == same)
    }
    let smoothed = try pipeline(
      MethodChoice(NearestBeacon.ByProximity()), [Self.kalman],
      phone: PhoneSettings { $0.proximitySmoothing = 4 })
    let same = try pipeline(
      MethodChoice(NearestBeacon.Settings()),
      [Self.kalman, FilterChoice(RunningMean.Settings { $0.seconds = 4 })],
      maximumAge: nil)
    #expect(smoothed.run(on: readings) == same.run(on: readings))
  }

  @Test func `unknown taken literally is the first beacon that is not heard`() throws {
    let phone = PhoneSettings { ($0.proximitySmoothing, $0.unknownZone) = (1, .literal) }
    let callbacks = try pipeline(MethodChoice(NearestBeacon.ByProximity()), snap: false, phone: phone)
      .run(on: Readings(reports: Self.reports(seed: 5), anchors: 35))
    for (callback, report) in zip(callbacks, Self.reports(seed: 5)) {
      let missing = try #require(report.levels.firstIndex { $0 == nil })
      #expect(try callback.fix.get().position == Sites.floor.anchors[missing].position.at(height: 0))
    }
  }

  // The walker goes along the long side at 1.3 m/s and is read at the middle of each second, as a mean over it
  // would be; without filters the fix is exact, and they put it behind by their delay. The levels are no straight
  // ramps, so a single fix is up to half a metre off that, in a cycle of one beacon's spacing: the mean over
  // starts 25 cm apart is to be within 10 cm.
  @Test(
    arguments: [
      ([], 0.5), ([kalman], 0.707), ([kalman, FilterChoice(FeedbackFilter.Settings())], 0.957),
      ([kalman, FilterChoice(MovingAverageFilter.Settings())], 2.707),
    ] as [([FilterChoice], Double)])
  func `trails a walker by the delay of its filters`(filters: [FilterChoice], delay: Double) throws {
    let site = Sites.ranged(Sites.floor, n: 1.8)
    let settings = PipelineSettings {
      ($0.filters, $0.method) = (filters, MethodChoice(TwoCircle.Settings { $0.rule = .radicalLineAlways }))
    }
    let pipeline = try Pipeline(
      settings, assuming: RangingSettings { ($0.exponent, $0.level) = (1.8, .fixed) }, site: Sites.floor)
    #expect(abs(pipeline.delay(every: 1) + 0.5 - delay) < 1e-3)
    var behind: [Double] = []
    for start in stride(from: 0, to: 3, by: 0.25) {
      let reports = (1...22).map { second in
        Self.report(of: site, at: start + 1.3 * (Double(second) - 0.5), time: Double(second))
      }
      for callback in pipeline.run(on: Readings(reports: reports, anchors: 35))[10...] {
        behind.append(start + 1.3 * callback.time - (try callback.fix.get().position.x))
      }
    }
    #expect(abs(behind.reduce(0, +) / Double(behind.count) - 1.3 * delay) < 0.1)
  }

  /// Every anchor's own level somewhere along the route.
  static func report(of site: RangedSite, at s: Double, time: Double) -> PhoneReport {
    let levels = Sites.levels(site, at: Sites.floorRoute.position(at: s))
    return PhoneReport(
      time: time, levels: levels, counts: levels.map { _ in 7 }, transmitters: Array(levels.indices))
  }

  @Test func `says where it is walking`() throws {
    let site = Sites.ranged(Sites.floor, n: 1.8)
    let reports = (1...30).map { Self.report(of: site, at: -1.3 * Double($0), time: Double($0)) }
    let callbacks = try pipeline(MethodChoice(RoomCentre.Settings()), direction: .init())
      .run(on: Readings(reports: reports, anchors: 35))
    #expect(callbacks.prefix(3).allSatisfy { $0.direction == nil })
    #expect(callbacks.dropFirst(3).allSatisfy { $0.direction == .along(.backward) })
  }

  @Test func `refuses settings out of range, and paths that are not there`() throws {
    let bare = Sites.site([.zero])
    #expect(throws: PipelineError.noPath(setting: "snap")) {
      _ = try Pipeline(PipelineSettings(), site: bare)
    }
    let neighbours = PipelineSettings {
      ($0.method, $0.snap) = (MethodChoice(TwoCircle.Settings { $0.pair = .pathNeighbours }), false)
    }
    #expect(throws: PipelineError.noPath(setting: "method")) { _ = try Pipeline(neighbours, site: bare) }
    let direction = PipelineSettings { ($0.snap, $0.direction) = (false, .init()) }
    let fingerprints = PipelineSettings {
      ($0.method, $0.snap, $0.given) = (MethodChoice(NearestFingerprints.Settings()), false, [.survey])
    }
    #expect(throws: PipelineError.noSurvey) { _ = try Pipeline(fingerprints, site: bare) }
    #expect(throws: PipelineError.noSurvey) {
      _ = try Pipeline(
        fingerprints, site: bare, study: .init(survey: RadioMap(anchors: ["other"], points: [])))
    }
    #expect(throws: PipelineError.noPath(setting: "direction")) { _ = try Pipeline(direction, site: bare) }
    let fault = SettingFault(key: "n", expected: "a number above 0 and at most 10", found: "-1.0")
    #expect(throws: PipelineError.setting(fault)) {
      _ = try Pipeline(PipelineSettings(), assuming: RangingSettings { $0.exponent = -1 }, site: Sites.floor)
    }
    #expect(PipelineSettings { $0.maximumAge = -1 }.fault?.key == "maximumAge")
    #expect(RangingSettings { $0.carriedHeight = .nan }.fault?.key == "carriedHeight")
    #expect(
      PipelineSettings { $0.filters = [FilterChoice(FeedbackFilter.Settings { $0.alpha = 3 })] }.fault?.key
        == "alpha")
  }
}
