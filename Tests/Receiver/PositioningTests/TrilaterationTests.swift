import Documents
import Positioning
import Testing
import World

@Suite struct TrilaterationTests {
  static let places = [(0.0, 0.0), (10, 0), (10, 8), (0, 8), (4, 12)].map { Point(x: $0.0, y: $0.1, z: 2.7) }

  // SciPy 1.17.1: least_squares(method="lm") on residuals weighted by 1 / d², beacons 1.5 m above the phone, with
  // the covariance from the Jacobian at the solution, times 2 f.ppf(0.95, 2, 3) / chi2.ppf(0.95, 2).
  @Test func `agrees with SciPy by weights`() throws {
    let site = Sites.ranged(Sites.site(Self.places))
    var method = Trilateration(site, .init { ($0.anchors, $0.weightExponent) = (nil, 2) })
    let fix = try method.fix(from: Sites.epoch(site, distances: [5.2, 6.6, 8.1, 6.9, 8.4]))
    #expect(abs(fix.position.x - 4.130163490047249) < 1e-6)
    #expect(abs(fix.position.y - 2.9952329731920377) < 1e-6)
    #expect(abs(try #require(fix.uncertainty) - 0.6662859772069982) < 1e-6)
  }

  // SciPy 1.17.1: least_squares(loss="huber", f_scale=1) and loss="cauchy", f_scale=0.8, the least of 60 starts; the last
  // distance is an outlier. At a minimum GSL, with the residuals' weights of iteratively re-weighted least squares, stays.
  @Test(arguments: [
    (Trilateration.Settings.Loss.huber(1), Point(x: 4.185362163051716, y: 1.9714363143641325)),
    (.cauchy(0.8), Point(x: 4.148385776814353, y: 2.6328386985270003)),
  ])
  func `agrees with SciPy and GSL by a robust loss`(loss: Trilateration.Settings.Loss, expected: Point) throws
  {
    let distances = [5.2, 6.6, 8.1, 6.9, 20]
    let site = Sites.ranged(Sites.site(Self.places))
    var method = Trilateration(site, .init { ($0.anchors, $0.loss) = (nil, loss) })
    let fix = try method.fix(from: Sites.epoch(site, distances: distances))
    #expect(fix.position.horizontalDistance(to: expected) < 1e-6)
    #expect(fix.uncertainty == nil)
    let weights = zip(Self.places, distances).map { place, distance -> Double in
      let residual = abs(place.distance(to: fix.position.at(height: 1.2)) - distance)
      switch loss {
      case .squares: return 1
      case .huber(let threshold): return min(1, threshold / residual)
      case .cauchy(let threshold): return 1 / (1 + residual * residual / (threshold * threshold))
      }
    }
    let search = GSLSearch(places: Self.places, distances: distances, weights: weights, height: 1.2)
    #expect(try #require(search.end(from: fix.position)).horizontalDistance(to: fix.position) < 1e-5)
  }

  // Residuals within the threshold count in full, so that Huber's loss with a large one is least squares.
  @Test func `with a large threshold Huber's loss is least squares`() throws {
    let site = Sites.ranged(Sites.site(Self.places))
    var (plain, huber) = (
      Trilateration(site, .init { $0.anchors = nil }),
      Trilateration(site, .init { ($0.anchors, $0.loss) = (nil, .huber(100)) })
    )
    let epoch = Sites.epoch(site, distances: [5.2, 6.6, 8.1, 6.9, 8.4])
    #expect(try plain.fix(from: epoch).position == huber.fix(from: epoch).position)
  }

  @Test(arguments: Trilateration.Settings.Distance.allCases)
  func `finds the place that explains exact distances, and claims no error`(
    distance: Trilateration.Settings.Distance
  ) throws {
    for seed in 1...100 {
      var draws = Draws(seed: seed)
      let height = distance == .plan ? 1.2 : 3
      let places = (0..<6).map { _ in Point(x: draws.next(0...40), y: draws.next(0...40), z: height) }
      let truth = Point(x: draws.next(5...35), y: draws.next(5...35))
      let site = Sites.ranged(Sites.site(places))
      var method = Trilateration(site, .init { ($0.anchors, $0.distance) = (6, distance) })
      let fix = try method.fix(from: Sites.epoch(Sites.levels(site, at: truth)))
      #expect(try #require(fix.uncertainty) < 1e-4, "seed \(seed)")
      #expect(fix.position.distance(to: truth) < 1e-4, "seed \(seed)")
    }
  }

  // The search from the weighted centroid ends at (-5.01, 11.18), where the sum of squares is 84.68 m². SciPy 1.17.1,
  // differential_evolution and then minimize(method="Nelder-Mead") to 1e-12: 15.78 m².
  @Test func `finds the lower of two valleys`() throws {
    let places = [(8.0, 11.0), (10, 11), (4, 2), (6, 17)].map { Point(x: $0.0, y: $0.1, z: 2.7) }
    let site = Sites.ranged(Sites.site(places))
    var method = Trilateration(site)
    let fix = try method.fix(from: Sites.epoch(site, distances: [8.8, 11.3, 17, 18.5]))
    #expect(abs(fix.position.x - 19.28038846183908) < 1e-6)
    #expect(abs(fix.position.y - 6.790294491793862) < 1e-6)
  }

  // Noise of 3 dB on three to six of the floor's beacons, most of them on one line: the sum of squares is often
  // flat across it, and the search must still end.
  @Test(arguments: [3, 4, 6], Trilateration.Settings.Distance.allCases)
  func `always ends on the floor`(anchors: Int, distance: Trilateration.Settings.Distance) throws {
    var draws = Draws(seed: anchors)
    let site = Sites.ranged(Sites.floor, n: 1.8)
    var method = Trilateration(site, .init { ($0.anchors, $0.distance) = (anchors, distance) })
    for _ in 0..<300 {
      let truth = Sites.floorRoute.position(at: draws.next(0...105))
      let levels = Sites.levels(site, at: truth, reach: 40).map { level in
        level.map { $0 + Decibels(draws.next(-5...5)) }
      }
      let fix = try method.fix(from: Sites.epoch(levels))
      #expect(fix.position.horizontalDistance(to: truth) < 60)
    }
  }

  // The four nearest beacons on one line, all circles too small to meet: the best place is on the line, where the
  // distances do not change across it to first order. SciPy 1.17.1, minimize(method="Nelder-Mead") to 1e-12.
  @Test func `ends on a line across which nothing changes to first order`() throws {
    let places = [21.0, 18, 15, 9].map { Point(x: $0, y: 17.5, z: 3) }
    let site = Sites.ranged(Sites.site(places))
    var method = Trilateration(site)
    let distances = [1.78144628, 2.67748639, 2.92426855, 7.03447]
    let fix = try method.fix(from: Sites.epoch(site, distances: distances))
    #expect(abs(fix.position.x - 17.47935331) < 1e-5)
    #expect(abs(fix.position.y - 17.5) < 1e-4)
  }

  @Test func `uses the nearest anchors only`() throws {
    let site = Sites.ranged(Sites.site(Self.places))
    let truth = Point(x: 3, y: 2)
    var levels = Sites.levels(site, at: truth)
    levels[4] = levels[4].map { $0 - 15 }
    var method = Trilateration(site)
    #expect(try method.fix(from: Sites.epoch(levels)).position.distance(to: truth) < 1e-5)
  }

  @Test func `asks for three anchors on one floor`() throws {
    let site = Sites.ranged(Sites.site(Self.places, floors: [0, 0, 1, 1, 1]))
    var method = Trilateration(site)
    #expect(throws: NoFix.tooFewBeacons(heard: 2, needed: 3)) {
      try method.fix(from: Sites.epoch([-50, -60, -70, -70, -70]))
    }
  }

  @Test func `has no answer when all anchors are at one place`() {
    let places = [Point](repeating: Point(x: 1, y: 2, z: 3), count: 5)
    var method = Trilateration(Sites.ranged(Sites.site(places)))
    #expect(throws: NoFix.undetermined) { try method.fix(from: Sites.epoch([-60, -61, -62, -63, -64])) }
  }

  // Beacons on the line y = 3 leave two places that explain the distances equally well.
  @Test func `finds one of the two places that anchors on a line leave`() throws {
    let places = [0.0, 5, 11, 18].map { Point(x: $0, y: 3, z: 3) }
    for truth in [Point(x: 7, y: 5), Point(x: 7, y: 1), Point(x: 12, y: -2)] {
      let site = Sites.ranged(Sites.site(places))
      var method = Trilateration(site)
      let fix = try method.fix(from: Sites.epoch(Sites.levels(site, at: truth)))
      let mirrored = Point(x: truth.x, y: 6 - truth.y)
      #expect(min(fix.position.distance(to: truth), fix.position.distance(to: mirrored)) < 1e-5)
    }
  }

  @Test(arguments: [0.0, 6])
  func `and with a path the one on its side`(pathAt: Double) throws {
    let places = [0.0, 5, 11, 18].map { Point(x: $0, y: 3, z: 3) }
    let path = Sites.path([Point(x: 0, y: pathAt), Point(x: 20, y: pathAt)], edges: [(0, 1)])
    let site = Sites.ranged(Sites.site(places, path: path))
    var method = Trilateration(site)
    let truth = Point(x: 7, y: pathAt)
    let fix = try method.fix(from: Sites.epoch(Sites.levels(site, at: truth)))
    #expect(fix.position.distance(to: truth) < 1e-5)
  }

  @Test func `claims no error where anchors on a line leave the side open to first order`() throws {
    let places = [0.0, 5, 11, 18].map { Point(x: $0, y: 3, z: 1.2) }
    let site = Sites.ranged(Sites.site(places))
    var method = Trilateration(site)
    // All circles too small to meet: the best place is on the line itself.
    let fix = try method.fix(from: Sites.epoch(site, distances: [4, 0.5, 5, 12]))
    #expect(abs(fix.position.y - 3) < 1e-3)
    #expect(fix.uncertainty == nil)
  }

  @Test func `says which setting is out of range`() {
    #expect(Trilateration.Settings { $0.anchors = nil }.fault == nil)
  }
}
