import Documents
import Phone
import Positioning
import TestSupport
import Testing
import World

/// Every method on the exact vectors of whole fixes on the floor.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct PositionVectorTests {
  struct Floor: Decodable {
    let places: [[Double]]
    let onPath: [[Double]]

    enum CodingKeys: String, CodingKey {
      case places = "beacon_xy"
      case onPath = "beacon_path_xy"
    }
  }

  /// One epoch, with the answers by the names they have in the file.
  struct Example {
    let entries: [String: Any]

    static func all() throws -> [Example] {
      let entries = try #require(try SharedData.vectors("position") as? [[String: Any]])
      #expect(entries.count == 3)
      return entries.map { Example(entries: $0) }
    }

    func number(_ key: String) throws -> Double { try #require(entries[key] as? Double) }

    func point(_ key: String) throws -> [Double] { try #require(entries[key] as? [Double]) }

    func nested(_ key: String) throws -> [String: Any] { try #require(entries[key] as? [String: Any]) }

    func site() throws -> RangedSite {
      Sites.ranged(Sites.floor, n: try number("n"), c: DBm(try number("C")))
    }

    func epoch() throws -> Epoch {
      let levels = try #require(entries["rssi"] as? [Any])
      return Sites.epoch(levels.map { ($0 as? Double).map { DBm($0) } })
    }
  }

  private func near(_ fix: Fix, _ expected: [Double], _ tolerance: Double = 1e-9) -> Bool {
    abs(fix.position.x - expected[0]) < tolerance && abs(fix.position.y - expected[1]) < tolerance
  }

  private func snapped<Method>(_ method: Method) throws -> OnPath<Method> {
    OnPath(method: method, path: try #require(Sites.floor.path))
  }

  @Test func `the floor is that of the vectors`() throws {
    let floor = try SharedData.vectors("site_floor", as: Floor.self)
    let site = Sites.ranged(Sites.floor)
    for (index, anchor) in Sites.floor.anchors.enumerated() {
      #expect([anchor.position.x, anchor.position.y] == floor.places[index])
      #expect(abs(site.rises[index] - 1.8) < 1e-12)
      let place = try #require(site.onPath?[index].position)
      #expect([place.x, place.y] == floor.onPath[index])
    }
  }

  @Test func `nearest beacon`() throws {
    for example in try Example.all() {
      var method = NearestBeacon(try example.site())
      let fix = try method.fix(from: example.epoch())
      let nearest = Sites.floor.anchors[Int(try example.number("nearest_index"))].position
      #expect(fix.position == nearest.at(height: 0))
      var onPath = try snapped(method)
      #expect(near(try onPath.fix(from: example.epoch()), try example.point("nearest_snap"), 1e-12))
    }
  }

  @Test(arguments: [TwoCircle.Settings.Pair.strongest, .pathNeighbours])
  func `two circles`(pair: TwoCircle.Settings.Pair) throws {
    let pairName = pair == .strongest ? "top2" : "adjacent"
    for example in try Example.all() {
      for (ruleName, rule) in CirclePairTests.rules where rule != .exact {
        var method = TwoCircle(try example.site(), .init { ($0.pair, $0.rule) = (pair, rule) })
        var onPath = try snapped(method)
        let free = try example.nested("two_\(pairName)_\(ruleName)_free")
        let snap = try example.nested("two_\(pairName)_\(ruleName)_snap")
        let fix = try method.fix(from: example.epoch())
        #expect(near(fix, try #require(free["point"] as? [Double])))
        #expect((fix.origin == .method) == (free["solved"] as? Bool))
        #expect(near(try onPath.fix(from: example.epoch()), try #require(snap["point"] as? [Double])))
      }
    }
  }

  @Test(arguments: [2, 3, 4], [1, 2])
  func `weighted centroid`(anchors: Int, exponent: Int) throws {
    for example in try Example.all() {
      let settings = WeightedCentroid.Settings {
        ($0.anchors, $0.weightExponent) = (anchors, Double(exponent))
      }
      var method = WeightedCentroid(try example.site(), settings)
      let expected = try example.point("centroid_k\(anchors)_g\(exponent)_free")
      #expect(near(try method.fix(from: example.epoch()), expected))
    }
  }

  @Test(arguments: [("nls_k4_3d_free", Trilateration.Settings.Distance.threeD), ("nls_k4_2d_free", .plan)])
  func `least squares`(name: String, distance: Trilateration.Settings.Distance) throws {
    for example in try Example.all() {
      let entry = try example.nested(name)
      let cost = try #require(entry["cost"] as? Double)
      var method = Trilateration(try example.site(), .init { ($0.anchors, $0.distance) = (4, distance) })
      let fix = try method.fix(from: example.epoch())
      if entry["unique"] as? Bool == true {
        #expect(near(fix, try #require(entry["point"] as? [Double]), 1e-6))
      }
      // The vectors would accept the oracle's saddle as well; the search does not stop at it.
      #expect(try sumOfSquares(at: fix.position, example, distance) <= cost + 1e-9)
    }
  }

  private func sumOfSquares(
    at place: Point, _ example: Example, _ distance: Trilateration.Settings.Distance
  ) throws -> Double {
    let (site, epoch) = (try example.site(), try example.epoch())
    let heard = epoch.levels.indices.filter { epoch.levels[$0] != nil }
    let strongest = heard.sorted { (epoch.levels[$0] ?? -200) > (epoch.levels[$1] ?? -200) }.prefix(4)
    return strongest.reduce(0) { sum, anchor in
      let beacon = site.site.anchors[anchor].position
      let length =
        distance == .plan
        ? beacon.horizontalDistance(to: place) : beacon.distance(to: place.at(height: site.carriedHeight))
      let residual = length - site.model.distance(to: anchor, at: epoch.levels[anchor] ?? 0)
      return sum + residual * residual
    }
  }

  struct Radius: Decodable {
    let d: Double
    let dz: Double
    let isCorrected: Bool
    let floor: Double
    let r: Double

    enum CodingKeys: String, CodingKey {
      case d, dz, floor, r
      case isCorrected = "height_correct"
    }
  }

  @Test func `radii`() throws {
    for example in try SharedData.vectors("radius", as: [Radius].self) {
      let radius = TwoCircle.radius(
        distance: example.d, rise: example.dz, example.isCorrected ? .heightCorrected : .threeD,
        smallest: example.floor)
      #expect(abs(radius - example.r) < 1e-12)
    }
  }
}
