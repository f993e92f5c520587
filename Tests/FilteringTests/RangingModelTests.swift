import Filtering
import Radio
import Testing
import World

@Suite struct RangingModelTests {
  static let anchors = [
    Anchor(id: "a", identity: nil, position: .zero, measuredPower: -62, calibratedLevel: -64.5),
    Anchor(id: "b", identity: nil, position: .zero, measuredPower: 12),
    Anchor(id: "c", identity: nil, position: .zero),
  ]

  static func directory(_ powers: [(anchor: Int, power: DBm)]) -> StreamDirectory {
    var directory = StreamDirectory(anchors: anchors.map { .init(id: $0.id, identity: nil) })
    for (anchor, power) in powers {
      _ = directory.index(of: .init(anchor: anchor, address: nil, measuredPower: power))
    }
    return directory
  }

  @Test func `takes the frame's first power when plausible, then the site's, then the assumed level`() {
    let directory = Self.directory([(0, -55), (0, -50), (1, 12), (2, -100), (2, -20)])
    let model = RangingModel(RangingSettings(assumedLevel: -59), anchors: Self.anchors, directory: directory)
    #expect(model.levelsAtOneMetre == [-55, -59, -100])
    #expect(model.origins == [.measuredPower, .assumed, .measuredPower])
    let without = RangingModel(RangingSettings(assumedLevel: -59), anchors: Self.anchors)
    #expect(without.levelsAtOneMetre == [-62, -59, -59])
    #expect(without.origins == [.measuredPower, .assumed, .assumed])
  }

  @Test func `does not believe a beacon that also claims an absurd power`() {
    let directory = Self.directory([(0, -55), (0, 12), (2, -19), (2, -55)])
    let model = RangingModel(RangingSettings(assumedLevel: -59), anchors: Self.anchors, directory: directory)
    #expect(model.levelsAtOneMetre == [-62, -59, -59])
    #expect(model.origins == [.measuredPower, .assumed, .assumed])
  }

  @Test func `takes the assumed level for all when it is fixed`() {
    let settings = RangingSettings(level: .fixed, assumedLevel: -61)
    let model = RangingModel(settings, anchors: Self.anchors, directory: Self.directory([(0, -55)]))
    #expect(model.levelsAtOneMetre == [-61, -61, -61])
    #expect(model.origins == [.assumed, .assumed, .assumed])
  }

  @Test func `takes the site's own level of each beacon where it has one`() {
    let settings = RangingSettings(level: .perBeacon, assumedLevel: -59)
    let model = RangingModel(
      settings, anchors: Self.anchors, directory: Self.directory([(0, -55), (1, -70)]))
    #expect(model.levelsAtOneMetre == [-64.5, -70, -59])
    #expect(model.origins == [.calibrated, .measuredPower, .assumed])
  }

  @Test func `covers anchors that only the stream knows`() {
    let model = RangingModel(RangingSettings(), anchors: [], directory: Self.directory([(2, -40)]))
    #expect(model.levelsAtOneMetre == [-59, -59, -40])
    #expect(model.distance(to: 2, at: -60) == 10)
  }

  @Test func `says which setting is out of range`() {
    #expect(RangingSettings().fault == nil)
    #expect(
      RangingSettings(exponent: -1.8).fault?.description
        == "n must be a number above 0 and at most 10, was -1.8")
    #expect(RangingSettings(assumedLevel: DBm(.nan)).fault?.key == "c")
  }
}

@Suite struct ProximityTrackerTests {
  @Test func `smooths the readings, then takes the distance, then the zone`() {
    let law = LogDistance(exponent: 2, levelAtOneMetre: -59)
    var tracker = ProximityTracker(law: law, phone: PhoneSettings(proximitySmoothing: 3))
    let readings: [DBm?] = [nil, -59, -69, nil, nil, nil, -65]
    let reports = readings.enumerated().map { tracker.follow($1, at: Double($0 + 1)) }
    #expect(reports.map(\.level) == [nil, -59, -64, -64, -69, nil, -65])
    #expect(reports.map(\.zone) == [.unknown, .immediate, .near, .near, .far, .unknown, .near])
    #expect(reports[0].accuracy == nil)
    #expect(reports[1].accuracy == 1)
    // 10^(10 / 20) = √10
    #expect(reports[4].accuracy.map { abs($0 - 10.0.squareRoot()) < 1e-14 } == true)
  }

  @Test func `takes its zones from the phone`() {
    let law = LogDistance(exponent: 2, levelAtOneMetre: -59)
    let phone = PhoneSettings(proximitySmoothing: 1, zones: ZoneBoundaries(immediate: 2, near: 20))
    var tracker = ProximityTracker(law: law, phone: phone)
    let zones = [-59, -79, -86].enumerated().map { tracker.follow($1, at: Double($0)).zone }
    #expect(zones == [.immediate, .near, .far])
  }
}
