import Documents
import Phone
import Positioning
import Testing
import World

@Suite struct TwoCircleTests {
  static let site = Sites.ranged(Sites.floor, n: 1.8)

  private func snapped(_ settings: TwoCircle.Settings) throws -> OnPath<TwoCircle> {
    OnPath(method: TwoCircle(Self.site, settings), path: try #require(Sites.floor.path))
  }

  // Without noise, r1² - r2² is the difference of the squared distances on the plan, since both beacons are as
  // high: the radical point is the walker's own foot on the line through the beacons. Along a straight side that
  // line is parallel to the path, so snapping gives the walker's place. A side ends where the beacon round the
  // corner becomes the second nearest: (x + 1)² + 1.5² = (4.5 - x)² + 1² at x = 18 / 11 m from the corner.
  @Test func `without noise is exact between two beacons of one side`() throws {
    var method = try snapped(.init { $0.rule = .circlesMeet })
    for side in [1.64...34.36, 37.64...49.5, 55.5...85.5, 91.5...103.36] {
      for s in stride(from: side.lowerBound, through: side.upperBound, by: 0.37) {
        let truth = Sites.floorRoute.position(at: s)
        let fix = try method.fix(from: Sites.epoch(Sites.levels(Self.site, at: truth)))
        #expect(fix.position.distance(to: truth) < 1e-9)
        #expect(fix.origin == .method)
      }
    }
  }

  @Test func `without noise is the walker's foot on the line of the two nearest, all round the loop`() throws
  {
    let path = try #require(Sites.floor.path)
    var method = try snapped(.init { $0.rule = .radicalLineAlways })
    for s in stride(from: 0.01, to: 105, by: 0.23) {
      let truth = Sites.floorRoute.position(at: s)
      let beacons = Sites.floor.anchors.map(\.position)
        .sorted { $0.horizontalDistance(to: truth) < $1.horizontalDistance(to: truth) }
      let line = (beacons[1] - beacons[0]).horizontalDirection
      let foot = beacons[0] + line * (truth - beacons[0]).dot(line)
      let fix = try method.fix(from: Sites.epoch(Sites.levels(Self.site, at: truth)))
      #expect(fix.position.distance(to: path.snap(foot).position) < 1e-6)
    }
  }

  // At the corner (36, 0) beacons 11 at (34.5, -1) and 12 at (37, 1.5) are equally near. The foot on their line,
  // which runs at 45 degrees, is 2.5 / √2 along it from beacon 11: (35.75, 0.25), as near to both edges; the
  // first edge has it.
  @Test func `cuts the first corner by a quarter of a metre`() throws {
    var method = TwoCircle(Self.site)
    let corner = Point(x: 36, y: 0)
    let epoch = Sites.epoch(Sites.levels(Self.site, at: corner))
    let fix = try method.fix(from: epoch)
    #expect(fix.position.distance(to: Point(x: 35.75, y: 0.25)) < 1e-9)
    var onPath = try snapped(.init())
    #expect(abs(try onPath.fix(from: epoch).position.distance(to: corner) - 0.25) < 1e-9)
  }

  @Test func `with the height taken off is as exact, and the radii are those on the plan`() throws {
    var method = try snapped(.init { ($0.rule, $0.radius) = (.circlesMeet, .heightCorrected) })
    for s in stride(from: 1.75, through: 34.25, by: 0.5) {
      let truth = Sites.floorRoute.position(at: s)
      let fix = try method.fix(from: Sites.epoch(Sites.levels(Self.site, at: truth)))
      #expect(fix.position.distance(to: truth) < 1e-9)
    }
  }

  @Test func `with beacons on the path needs no snapping`() throws {
    var method = TwoCircle(Self.site, .init { $0.beacons = .onPath })
    let truth = Sites.floorRoute.position(at: 20)
    let fix = try method.fix(from: Sites.epoch(Sites.levels(Self.site, at: truth)))
    #expect(fix.position.distance(to: truth) < 1e-9)
  }

  // Both radii 1 m about beacons 3 m apart: the circles do not meet.
  @Test func `falls back to the nearest beacon's point on the path and says so`() throws {
    var distances = [Double?](repeating: nil, count: 35)
    (distances[4], distances[5]) = (1, 1.1)
    var method = TwoCircle(Self.site)
    let fix = try method.fix(from: Sites.epoch(Self.site, distances: distances))
    #expect(fix == Fix(position: Point(x: 13.5, y: 0), origin: .fallback))
    var always = TwoCircle(Self.site, .init { $0.rule = .radicalLineAlways })
    #expect(try always.fix(from: Sites.epoch(Self.site, distances: distances)).origin == .method)
  }

  @Test func `falls back with one beacon, and without a path to the beacon itself`() throws {
    var method = TwoCircle(Self.site)
    var levels = [DBm?](repeating: nil, count: 35)
    levels[12] = -60
    #expect(
      try method.fix(from: Sites.epoch(levels)) == Fix(position: Point(x: 36, y: 1.5), origin: .fallback))
    var bare = TwoCircle(Sites.ranged(Sites.site([Point(x: 2, y: 3, z: 3)])))
    #expect(try bare.fix(from: Sites.epoch([-60])) == Fix(position: Point(x: 2, y: 3), origin: .fallback))
  }

  @Test func `falls back when the beacons are at one place`() throws {
    let places = [Point](repeating: Point(x: 2, y: 3, z: 3), count: 4)
    for rule in CirclePair.Rule.allCases {
      var method = TwoCircle(Sites.ranged(Sites.site(places)), .init { $0.rule = rule })
      let fix = try method.fix(from: Sites.epoch([-60, -61, -62, -60]))
      #expect(fix == Fix(position: Point(x: 2, y: 3), origin: .fallback))
    }
  }

  @Test func `keeps its radii at the smallest`() throws {
    let site = Sites.ranged(Sites.site([Point(x: 0, y: 0, z: 1.2), Point(x: 4, y: 0, z: 1.2)]))
    var method = TwoCircle(site, .init { ($0.rule, $0.smallestRadius) = (.radicalLineAlways, 1) })
    // 1² - 3² + 4² = 8, over 2 × 4: 1 m from the first.
    let fix = try method.fix(from: Sites.epoch(site, distances: [0.2, 3]))
    #expect(fix.position.distance(to: Point(x: 1, y: 0)) < 1e-9)
  }

  @Test func `takes the nearest by distance where the levels at one metre differ`() throws {
    let places = [0.0, 4, 8].map { Point(x: $0, y: 0, z: 1.2) }
    let powers: [DBm] = [-40, -60, -60]
    let anchors = zip(places, powers).enumerated().map { index, pair in
      Anchor(id: "b\(index)", identity: nil, position: pair.0, measuredPower: pair.1)
    }
    let model = RangingModel(RangingSettings(), anchors: anchors)
    let site = RangedSite(
      KnownSite(Site(name: "test", anchors: anchors)), model: model, carriedHeight: 1.2)
    var method = TwoCircle(site, .init { $0.rule = .radicalLineAlways })
    // 10 m to the first though it is the strongest, 1 m and 3 m to the others.
    let fix = try method.fix(from: Sites.epoch(site, distances: [10, 1, 3]))
    #expect(fix.position.distance(to: Point(x: 5, y: 0)) < 1e-9)
  }

  @Test func `where circles do not meet, answers as its fallback says`() throws {
    // Beacons 0 and 1 hang at (1.5, -1) and (4.5, -1), 3 m apart: circles of 1 m and 1.5 m do not meet, those of 2 m do, half
    // way between.
    func epoch(_ first: Double, _ second: Double) -> Epoch {
      Sites.epoch(Self.site, distances: [first, second] + [Double?](repeating: nil, count: 33))
    }
    let (apart, meeting) = (epoch(1, 1.5), epoch(2, 2))
    func answers(_ fallback: TwoCircle.Settings.Fallback) -> [Fix?] {
      var method = TwoCircle(Self.site, .init { $0.fallback = fallback })
      return [apart, meeting, apart].map { try? method.fix(from: $0) }
    }
    let onPath = Fix(position: Point(x: 1.5, y: 0), origin: .fallback)
    let solution = answers(.pathPlace)[1]
    let between = try #require(solution)
    #expect(between.origin == .method && between.position.distance(to: Point(x: 3, y: -1)) < 1e-6)
    #expect(answers(.pathPlace) == [onPath, between, onPath])
    let beacon = Fix(position: Point(x: 1.5, y: -1), origin: .fallback)
    #expect(answers(.beacon) == [beacon, between, beacon])
    #expect(answers(.none) == [nil, between, nil])
    #expect(answers(.latest) == [onPath, between, Fix(position: between.position, origin: .fallback)])
  }
}
