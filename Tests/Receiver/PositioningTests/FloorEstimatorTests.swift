import Documents
import Phone
import Testing
import World

@testable import Positioning

@Suite struct FloorEstimatorTests {
  /// Three anchors on the ground floor and three above.
  private static let site = Sites.site(
    (0..<6).map { Point(x: 5 * Double($0 % 3), y: 0, z: $0 < 3 ? 3 : 7) }, floors: [0, 0, 0, 1, 1, 1])

  private static func floors(
    _ rule: FloorEstimator.Settings.Rule, k: Int = 3, seconds: Double = 1, _ levels: [[DBm?]]
  ) -> [Int?] {
    var estimator = FloorEstimator(
      FloorEstimator.Settings { ($0.rule, $0.anchors, $0.seconds) = (rule, k, seconds) },
      site: KnownSite(site))
    return levels.enumerated().map { index, levels in
      estimator.hear(Sites.epoch(levels, at: Double(index + 1)))
      return estimator.floor
    }
  }

  @Test func `three rules differ on one reading`() {
    // The strongest hangs on floor 1; of the three strongest two hang on floor 0; the means of two are -67.5 and -69.
    let levels: [DBm?] = [-65, -70, nil, -60, -78, nil]
    #expect(Self.floors(.strongest, [levels]) == [1])
    #expect(Self.floors(.vote, [levels]) == [0])
    #expect(Self.floors(.mean, k: 2, [levels]) == [0])
    #expect(Self.floors(.mean, k: 1, [levels]) == [1])
  }

  @Test func `scores add up over the last seconds, and a draw changes no floor`() {
    let (down, up): ([DBm?], [DBm?]) = ([-60, nil, nil, -70, nil, nil], [-70, nil, nil, -60, nil, nil])
    // At the seventh callback one score of each is left, at the eighth only that of the sixth, and then none.
    let silence = [DBm?](repeating: nil, count: 6)
    #expect(
      Self.floors(.strongest, seconds: 3, [silence, down, up, up, up, down, silence, silence, silence])
        == [nil, 0, 0, 1, 1, 1, 1, 0, 0])
  }

  @Test(arguments: [true, false]) func `it moves the fix of any method to its floor`(snap: Bool) throws {
    let path = Sites.path(
      [.zero, Point(x: 10, y: 0), Point(x: 0, y: 2, z: 4), Point(x: 10, y: 2, z: 4)],
      edges: [(0, 1), (2, 3)], floors: [0, 0, 1, 1])
    let site = Site(
      name: "two", floors: Self.site.floors, path: path, anchors: Self.site.anchors)
    func fix(_ floor: FloorEstimator.Settings?) throws -> Fix {
      let pipeline = try Pipeline(
        PipelineSettings {
          ($0.method, $0.snap, $0.floor) = (MethodChoice(NearestBeacon.Settings()), snap, floor)
        }, site: site
      )
      let stream = AdvertisementStream.of([(0, -65), (1, -70), (3, -60), (4, -78)])
      let readings = try Readings(of: stream, directory: StreamDirectory(testing: site))
      return try #require(pipeline.run(on: readings).first).fix.get()
    }
    let (method, vote) = (
      try fix(nil), try fix(FloorEstimator.Settings { ($0.rule, $0.anchors) = (.vote, 3) })
    )
    #expect(method.floor == 1 && vote.floor == 0)
    #expect(vote.position == Point(x: 0, y: 0, z: 0))
    #expect(method.position == Point(x: 0, y: snap ? 2 : 0, z: 4))
  }
}

extension AdvertisementStream {
  /// One advertisement each, in the first second.
  fileprivate static func of(_ levels: [(anchor: Int, level: Double)]) -> AdvertisementStream {
    var stream = AdvertisementStream()
    for (index, one) in levels.enumerated() {
      stream.append(
        Advertisement(
          microseconds: Int64(index + 1) * 1000, anchor: one.anchor, transmitter: index, level: DBm(one.level)
        ))
    }
    return stream
  }
}

extension StreamDirectory {
  fileprivate init(testing site: Site) {
    self.init(of: site)
    for anchor in [0, 1, 3, 4] {
      _ = index(
        of: Transmitter(
          anchor: anchor, address: DeviceAddress(octets: UInt64(anchor + 1), isRandom: true),
          measuredPower: nil))
    }
  }
}
