import Documents
import NumericalMethods
import Positioning
import TestSupport
import Testing
import World

/// Three beacons, of which the first has major 1 and the others 2, and three points in a row.
@Suite struct NearestFingerprintsTests {
  typealias Settings = NearestFingerprints.Settings

  private static let site: Site = {
    let uuid = BeaconUUID(high: 1, low: 2)
    let anchors = [(1, 1), (2, 1), (2, 2), (3, 1)].enumerated().map { index, numbers in
      Anchor(
        id: "b\(index)",
        identity: BeaconIdentity(uuid: uuid, major: UInt16(numbers.0), minor: UInt16(numbers.1)),
        position: Point(x: 2 * Double(index), y: 1, z: 2))
    }
    return Site(
      name: "row", floors: [0, 1].map { Floor(level: $0, elevation: 4 * Double($0)) }, anchors: anchors)
  }()

  /// A, B and C at x = 0, 2 and 4; the fourth beacon is nowhere heard.
  private static let three = map([[-50, -60, -70, nil], [-60, -50, -70, nil], [-70, -60, -50, nil]])

  private static func map(_ levels: [[Double?]], floors: [Int]? = nil) -> RadioMap {
    RadioMap(
      anchors: site.anchors.map(\.id),
      points: levels.enumerated().map { index, levels in
        RadioMap.SurveyPoint(
          position: Point(x: 2 * Double(index), y: 0), floor: floors?[index] ?? 0,
          levels: levels.map { $0.map { SurveyedLevel(level: DBm($0), deviation: nil, count: 1) } })
      })
  }

  private func fix(
    _ levels: [DBm?], _ settings: Settings = Settings(), in map: RadioMap = Self.three
  ) throws(NoFix) -> Fix {
    var method = NearestFingerprints(map, of: KnownSite(Self.site), settings)
    return try method.fix(from: Sites.epoch(levels))
  }

  @Test func `takes the point whose levels are nearest`() throws {
    #expect(try fix([-52, -60, -69, nil]).position == .zero)
    #expect(try fix([-61, -52, -66, nil]).position == Point(x: 2, y: 0))
    #expect(try fix([-70, -60, -50, nil]).position == Point(x: 4, y: 0))
  }

  @Test func `takes the earlier point of equals`() throws {
    // 10 from A and from B, 20 and more from C.
    #expect(try fix([-55, -55, -70, nil]).position == .zero)
    let twice = Self.map([[-70, -60, -50, nil], [-50, -60, -70, nil], [-50, -60, -70, nil]])
    #expect(try fix([-50, -60, -70, nil], in: twice).position == Point(x: 2, y: 0))
  }

  /// The squares of the differences are 4, 0 and 1 for A, 64, 100 and 1 for B: the distances are as 1 to √33.
  @Test func `weighs k points by one over their distance`() throws {
    let levels: [DBm?] = [-52, -60, -69, nil]
    #expect(try fix(levels, Settings { $0.points = 2 }).position == Point(x: 1, y: 0))
    let weighed = try fix(levels, Settings { ($0.points, $0.weightExponent) = (2, 1) }).position.x
    #expect(abs(weighed - 2 / (1 + 33.0.squareRoot())) < 1e-12)
    let squared = try fix(levels, Settings { ($0.points, $0.weightExponent) = (2, 2) }).position.x
    #expect(abs(squared - 2.0 / 34) < 1e-12)
    #expect(try fix(levels, Settings { $0.points = 9 }).position.x == 2)
  }

  @Test func `the mean of several stays on the floor of the nearest`() throws {
    let map = Self.map(
      [[-50, nil, nil, nil], [-51, nil, nil, nil], [-90, nil, nil, nil]], floors: [1, 0, 1])
    let fix = try fix([-50, nil, nil, nil], Settings { $0.points = 2 }, in: map)
    #expect(fix.floor == 1 && fix.position == Point(x: 2, y: 0))
  }

  /// From P the differences are 9, 0 and 0, from Q 6, 6 and 0.
  @Test func `a large difference counts more when squared`() throws {
    let map = Self.map([[-59, -60, -70, nil], [-56, -66, -70, nil]])
    let levels: [DBm?] = [-50, -60, -70, nil]
    // 81 against 72, and 9 against 12.
    #expect(try fix(levels, Settings { $0.metric = .euclidean }, in: map).position.x == 2)
    #expect(try fix(levels, Settings { $0.metric = .manhattan }, in: map).position.x == 0)
  }

  @Test func `a missing beacon counts as a level, or is not compared`() throws {
    let map = Self.map([[-50, -60, -70, nil], [-52, nil, nil, nil], [nil, nil, nil, -60]])
    let levels: [DBm?] = [-52, -62, -71, nil]
    #expect(try fix(levels, in: map).position.x == 0)
    #expect(try fix(levels, Settings { $0.missing = .leftOut }, in: map).position.x == 2)
    // With what is missing at -72, the second point's differences are 0, 10 and 1, the first one's 2, 2 and 1.
    #expect(try fix(levels, Settings { $0.missing = .level(-72) }, in: map).position.x == 0)
    // Nothing in common with any point.
    let other = Self.map([[nil, nil, nil, -60]])
    #expect(throws: NoFix.undetermined) { try fix(levels, Settings { $0.missing = .leftOut }, in: other) }
  }

  /// Levels in whole decibels, so that many points are equally near; every third one is missing.
  @Test(arguments: 1...20)
  func `finds the first of the nearest points as comparing each in turn does`(seed: Int) throws {
    var random = RandomStream(Seed(UInt64(seed)))
    func level(from least: Double, _ span: Double) -> Double? {
      random.uniform() < 1.0 / 3 ? nil : least + (span * random.uniform()).rounded()
    }
    let span = [2.0, 10, 60][seed % 3]
    let levels = (0..<[5, 64, 301][seed % 3]).map { _ in (0..<4).map { _ in level(from: -90, span) } }
    for _ in 0..<50 {
      // Now and then one that no receiver reports.
      let heard = (0..<4).map { _ in level(from: random.uniform() < 0.02 ? 50 : -90, span) }
      guard heard.contains(where: { $0 != nil }) else { continue }
      let squares = levels.map { point in
        zip(point, heard).reduce(0) { sum, pair in
          let difference = (pair.0 ?? -100) - (pair.1 ?? -100)
          return sum + difference * difference
        }
      }
      let nearest = try #require(squares.indices.min { squares[$0] < squares[$1] })
      let fix = try fix(heard.map { $0.map { DBm($0) } }, in: Self.map(levels))
      #expect(fix.position.x == 2 * Double(nearest))
    }
  }

  @Test func `with fewer than n beacons heard there is no fix`() throws {
    let settings = Settings { $0.leastBeacons = 3 }
    #expect(throws: NoFix.tooFewBeacons(heard: 2, needed: 3)) { try fix([-50, -60, nil, nil], settings) }
    #expect(try fix([-50, -60, -70, nil], settings).position == .zero)
  }

  /// A, B and C have the same levels in the same order, so all that is left to tell them apart is the major.
  @Test func `sorted levels do not tell points apart that are mirror images`() throws {
    let atC: [DBm?] = [-70, -60, -50, nil]
    #expect(try fix(atC).position.x == 4)
    #expect(try fix(atC, Settings { $0.vector = .sorted }).position.x == 0)
    // B's strongest beacon has the major of C's, A's has another.
    #expect(try fix(atC, Settings { ($0.vector, $0.major) = (.sorted, .gate) }).position.x == 2)
    #expect(try fix(atC, Settings { ($0.vector, $0.major) = (.sorted, .coordinate) }).position.x == 2)
  }

  /// By levels it is A (differences 1, 1 and 0), but the second beacon is the strongest.
  @Test func `a major is a gate, or a coordinate that a large difference of levels outweighs`() throws {
    let map = Self.map([[-55, -56, -70, nil], [-60, -50, -70, nil], [-70, -60, -50, nil]])
    let levels: [DBm?] = [-56, -55, -70, nil]
    #expect(try fix(levels, in: map).position.x == 0)
    #expect(try fix(levels, Settings { $0.major = .gate }, in: map).position.x == 2)
    #expect(try fix(levels, Settings { $0.major = .coordinate }, in: map).position.x == 0)
    #expect(throws: NoFix.undetermined) {
      try fix([-80, nil, nil, -50], Settings { $0.major = .gate }, in: map)
    }
  }

  /// The strongest of equals is the lower index.
  @Test func `of two beacons that are equally strong the first tells the major`() throws {
    #expect(
      try fix([-55, -55, -70, nil], Settings { ($0.vector, $0.major) = (.sorted, .gate) }).position.x == 0)
  }

  @Test func `sorted levels of fewer beacons are compared with those of more from the strongest on`() throws {
    let map = Self.map([[-60, -61, -62, nil], [nil, -50, nil, -60]])
    let settings = Settings { ($0.vector, $0.missing) = (.sorted, .leftOut) }
    #expect(try fix([-59, -51, nil, nil], settings, in: map).position.x == 2)
  }

  @Test(
    arguments: [
      Settings(), Settings { ($0.points, $0.weightExponent) = (3, 1.5) },
      Settings { ($0.metric, $0.vector) = (.manhattan, .sorted) },
      Settings { ($0.points, $0.missing, $0.major, $0.leastBeacons) = (2, .level(-120), .coordinate, 2) },
    ])
  func `keeps the promises of every method`(settings: Settings) {
    let method = NearestFingerprints(Self.three, of: KnownSite(Self.site), settings)
    let contract = MethodContract(on: Sites.ranged(Self.site))
    #expect(contract.violations(of: method, needed: settings.leastBeacons) == [])
  }

  @Test func `settings out of range are named`() {
    #expect(Settings { $0.points = 0 }.fault?.key == "k")
    #expect(Settings { $0.weightExponent = -1 }.fault?.key == "exponent")
    #expect(Settings { $0.missing = .level(.init(.nan)) }.fault?.key == "missing")
    #expect(Settings { $0.leastBeacons = 0 }.fault?.key == "leastBeacons")
    #expect(Settings().fault == nil)
  }

  @Test func `a surveyed level is the mean of what was heard, with its spread and number`() throws {
    #expect(SurveyedLevel(of: [nil, nil]) == nil)
    #expect(
      SurveyedLevel(of: [nil, -60])
        == SurveyedLevel(level: -60, deviation: nil, count: 1, histogram: [.init(level: -60, count: 1)]))
    // -62, -60 and -58: the squares are 4, 0 and 4, over 2.
    #expect(
      SurveyedLevel(of: [-62, nil, -60, -58])
        == SurveyedLevel(
          level: -60, deviation: 2, count: 3,
          histogram: [-62, -60, -58].map { .init(level: $0, count: 1) }))
    #expect(try #require(SurveyedLevel(of: [-62, -58], filtered: -59)).level == -59)
  }

  @Test func `a map is of the anchors that it names, in their order`() {
    #expect(Self.three.fits(KnownSite(Self.site)))
    #expect(!RadioMap(anchors: ["b1", "b0", "b2", "b3"], points: []).fits(KnownSite(Self.site)))
  }
}
