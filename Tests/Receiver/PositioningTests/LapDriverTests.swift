import Documents
import Phone
import Positioning
import TestSupport
import Testing
import World

@Suite struct LapDriverTests {
  private static let site = Sites.site(
    [Point(x: 0, y: 0, z: 1.2), Point(x: 10, y: 0, z: 1.2), Point(x: 20, y: 0, z: 1.2)])

  /// Anchor 0 claims -59 dBm at first, and -30 from another address later; the other anchors always claim -59.
  private static let directory: StreamDirectory = {
    var directory = StreamDirectory(of: site)
    for (anchor, power) in [(0, -59.0), (1, -59), (0, -30), (2, 12)] {
      _ = directory.index(
        of: .init(anchor: anchor, address: nil, measuredPower: DBm(power)))
    }
    return directory
  }()

  private func report(_ time: Double, _ levels: [DBm?], firstHeard: [Int]) -> PhoneReport {
    PhoneReport(
      time: time, levels: levels, counts: levels.map { $0 == nil ? 0 : 1 },
      transmitters: levels.map { $0 == nil ? -1 : 0 }, firstHeard: firstHeard)
  }

  private func pipeline(_ method: MethodChoice) throws -> Pipeline {
    try Pipeline(
      PipelineSettings { ($0.method, $0.snap, $0.maximumAge) = (method, false, 0) }, site: Self.site)
  }

  // At -59 dBm at 1 m, readings of -70, -70 and -75 dBm are losses of 11, 11 and 16 dB: anchor 0 is the first of equals. At
  // -80 dBm the last is one of -5 dB. The power of anchor 1's second transmitter is never heard.
  @Test func `a measured power counts from the window in which it is first heard`() throws {
    var directory = StreamDirectory(of: Self.site)
    for power in [-59.0, -80] {
      _ = directory.index(of: .init(anchor: 1, address: nil, measuredPower: DBm(power)))
    }
    let other = directory.index(of: .init(anchor: 2, address: nil, measuredPower: -80))
    let reports = [
      report(1, [-70, -70, -75], firstHeard: [0]), report(2, [-70, -70, -75], firstHeard: [other]),
      report(3, [-70, -70, -75], firstHeard: []),
    ]
    let pipeline = try pipeline(MethodChoice(NearestBeacon.Settings()))
    let readings = Readings(reports: reports, anchors: 3)
    let xs = try pipeline.run(on: readings, directory: directory).map { try $0.fix.get().position.x }
    #expect(xs == [0, 20, 20])
  }

  @Test func `of several powers of one anchor the first counts, and none when one is absurd`() throws {
    var driver = LapDriver(
      [try pipeline(MethodChoice(NearestBeacon.Settings()))],
      laps: [LapPrior(of: try pipeline(MethodChoice(NearestBeacon.Settings())).prior, number: 0)])
    let levels: [DBm?] = [-70, -70, -70]
    func levelsAtOneMetre(_ time: Double, _ heard: [Int]) -> [DBm] {
      _ = driver.answers(to: report(time, levels, firstHeard: heard), directory: Self.directory)
      return driver.model.levelsAtOneMetre
    }
    #expect(levelsAtOneMetre(1, [0]) == [-59, -59, -59])
    #expect(levelsAtOneMetre(2, [2]) == [-59, -59, -59])
    #expect(levelsAtOneMetre(3, [1, 3]) == [-59, -59, -59])
    #expect(driver.model.origins == [.measuredPower, .measuredPower, .assumed])
  }

  @Test func `a method that remembers keeps its state when it learns`() throws {
    var directory = StreamDirectory(of: Self.site)
    let strong = directory.index(of: .init(anchor: 2, address: nil, measuredPower: -80))
    let reports = [
      report(1, [-60, nil, nil], firstHeard: []), report(2, [-60, nil, -75], firstHeard: [strong]),
      report(3, [-60, nil, -75], firstHeard: []),
    ]
    let callbacks = try pipeline(TestMethods.trailing).run(
      on: Readings(reports: reports, anchors: 3), directory: directory)
    // From 0 halfway to 20, and halfway again.
    #expect(try callbacks.map { try $0.fix.get().position.x } == [0, 10, 15])
  }

  @Test func `a failure is a reason like others, and the lap goes on`() throws {
    let reports = (1...6).map { report(Double($0), [-60, nil, nil], firstHeard: []) }
    let callbacks = try pipeline(TestMethods.failing).run(on: Readings(reports: reports, anchors: 3))
    let failure = Result<Fix, NoFix>.failure(.failed("out of breath"))
    #expect(callbacks.map { $0.fix == failure } == [false, false, true, false, false, true])
  }

  @Test func `a method that looks ahead answers at the end, at the times of the windows`() throws {
    let reports = [report(1, [-60, nil, nil], firstHeard: []), report(2, [nil, -60, nil], firstHeard: [])]
    let pipeline = try pipeline(TestMethods.halfway)
    let whole = pipeline.run(on: Readings(reports: reports, anchors: 3))
    #expect(try whole.map { try $0.fix.get().position.x } == [5, 10])
    #expect(whole.map(\.time) == [1, 2])
    var driver = LapDriver([pipeline], laps: [LapPrior(of: pipeline.prior, number: 0)])
    #expect(reports.allSatisfy { driver.answers(to: $0, directory: StreamDirectory())[0] == nil })
    #expect(driver.end() == [whole])
    #expect(pipeline.method.lookAhead.summary == "looks 1.0 s ahead")
  }

  /// Walks east at 2 m/s from where the first epoch ended.
  private struct Steady: PositioningMethod, PositioningSession {
    private var begin: Double?
    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      begin = begin ?? epoch.time
      return Fix(position: Point(x: 2 * (epoch.time - (begin ?? 0)), y: 0))
    }
    mutating func position(at time: Double) throws(NoFix) -> Fix? {
      if time > 2.6 { throw .failed("too late") }
      return Fix(position: Point(x: 2 * (time - (begin ?? 0)), y: 0))
    }
  }

  /// What a pipeline answers when it is asked between, at and after callbacks at 1 and 2 s.
  private func asked(_ method: MethodChoice, at moments: [Double]) throws -> LapAnswers {
    let pipeline = try pipeline(method)
    let readings = Readings(
      reports: [report(1, [-60, nil, nil], firstHeard: []), report(2, [nil, -60, nil], firstHeard: [])],
      anchors: 3)
    var driver = LapDriver([pipeline], laps: [LapPrior(of: pipeline.prior, number: 0)])
    var epochs = readings.epochs(of: pipeline.prior.site)
    let answers = driver.answers(
      to: readings, epochs: &epochs, filtered: pipeline.filtered(readings), directory: nil, at: moments)[0]
    #expect(answers.callbacks == pipeline.run(on: readings))
    return answers
  }

  @Test func `asked for a moment, a tracker predicts, a smoother estimates and others repeat their last fix`()
    throws
  {
    let moments = [0.5, 1, 1.5, 2, 2.5, 3]
    func xs(_ method: MethodChoice) throws -> [Double?] {
      try asked(method, at: moments).asked.map { try? $0.get().position.x }
    }
    // Nothing is known before the first callback; at the moment of a callback it counts.
    #expect(try xs(MethodChoice(OwnMethod("steady") { _ in Steady() })) == [nil, 0, 1, 2, 3, nil])
    #expect(try xs(MethodChoice(NearestBeacon.Settings())) == [nil, 0, 0, 10, 10, 10])
    #expect(try xs(TestMethods.halfway) == [nil, 5, 5, 10, 10, 10])
  }

  /// Counts the advertisements of the window by anchor, in the place of coordinates.
  private struct Counting: PositioningMethod, PositioningSession {
    let needsAdvertisements = true
    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      let anchors = epoch.advertisements.map(\.anchor)
      return Fix(
        position: Point(
          x: Double(anchors.count { $0 == 0 }), y: Double(anchors.count { $0 == 1 }),
          z: Double(epoch.advertisements.last?.channel ?? 0)))
    }
  }

  @Test func `epochs have the advertisements of their window only for methods that ask`() throws {
    var directory = StreamDirectory(of: Self.site)
    var stream = AdvertisementStream()
    for (index, anchor) in [0, 0, 1, 0, 1].enumerated() {
      let sender = directory.index(of: .init(anchor: anchor, address: nil, measuredPower: nil))
      stream.append(
        Advertisement(
          microseconds: Int64(index) * 400_000, anchor: anchor, transmitter: sender, level: -60, channel: 38))
    }
    let choice = MethodChoice(OwnMethod("counting") { _ in Counting() })
    let pipeline = try pipeline(choice)
    #expect(pipeline.method.needsAdvertisements)
    // At 0, 0.4 and 0.8 s in the first second; at 1.2 and 1.6 s in the second.
    let readings = try Readings(of: stream, directory: directory, keepsAdvertisements: true)
    let places = try pipeline.run(on: readings, directory: directory).map { try $0.fix.get().position }
    #expect(places == [Point(x: 2, y: 1, z: 38), Point(x: 1, y: 1, z: 38)])
    let without = try Readings(of: stream, directory: directory)
    #expect(without.advertisements.isEmpty)
    #expect(try pipeline.run(on: without).map { try $0.fix.get().position } == [.zero, .zero])
  }
}
