import Documents
import Phone
import Positioning
import Radio
import World

/// Sites that the tests share, with a phone carried at 1.2 m.
enum Sites {
  /// The walking loop of 36.0 x 16.5 m with 35 beacons every 3 m from 1.5 m on, 1 m outside, at 3 m height.
  static let floor: Site = {
    let corners = [Point.zero, Point(x: 36, y: 0), Point(x: 36, y: 16.5), Point(x: 0, y: 16.5)]
    let path = Sites.path(corners, edges: [(0, 1), (1, 2), (2, 3), (3, 0)])
    let route = Route(vertices: corners, isClosed: true)
    let beacons = (0..<35).map { index -> Point in
      let s = 1.5 + 3 * Double(index)
      let (place, ahead) = (route.position(at: s), route.direction(at: s))
      return Point(x: place.x + ahead.y, y: place.y - ahead.x, z: 3)
    }
    return site(beacons, path: path)
  }()

  static let floorRoute = Route(vertices: floor.path?.nodes.map(\.position) ?? [], isClosed: true)

  static func site(_ beacons: [Point], path: PathGraph? = nil, floors: [Int]? = nil) -> Site {
    let anchors = beacons.enumerated().map { index, place in
      Anchor(id: "b\(index)", identity: nil, position: place, floor: floors?[index] ?? 0)
    }
    let levels = Set(floors ?? [0]).sorted()
    return Site(
      name: "test", floors: levels.map { Floor(level: $0, elevation: 4 * Double($0)) }, path: path,
      anchors: anchors)
  }

  static func path(_ places: [Point], edges: [(Int, Int)], floors: [Int]? = nil) -> PathGraph {
    PathGraph(
      nodes: places.enumerated().map {
        PathGraph.Node(name: "n\($0)", position: $1, floor: floors?[$0] ?? 0)
      }, edges: edges.map { PathGraph.Edge(from: $0, to: $1) })
  }

  static func ranged(_ site: Site, n: Double = 2, c: DBm = -59, height: Double = 1.2) -> RangedSite {
    let settings = RangingSettings { ($0.exponent, $0.level, $0.assumedLevel) = (n, .fixed, c) }
    return RangedSite(
      KnownSite(site), model: RangingModel(settings, anchors: site.anchors), carriedHeight: height)
  }

  /// The levels of the law itself at a place on the plan, to anchors within reach.
  static func levels(_ site: RangedSite, at place: Point, reach: Double = .infinity) -> [DBm?] {
    site.site.anchors.indices.map { index in
      let distance = site.site.anchors[index].position.distance(to: place.at(height: site.carriedHeight))
      return distance <= reach ? site.model.law(of: index).level(at: distance) : nil
    }
  }

  static func epoch(_ levels: [DBm?], at time: Double = 1) -> Epoch {
    Epoch(
      time: time, levels: levels, readings: levels, ages: levels.map { $0 == nil ? .infinity : 0 },
      counts: levels.map { $0 == nil ? 0 : 7 })
  }

  /// The levels that put every anchor at a given distance.
  static func epoch(_ site: RangedSite, distances: [Double?]) -> Epoch {
    epoch(distances.indices.map { index in distances[index].map { site.model.law(of: index).level(at: $0) } })
  }
}

extension Sites {
  /// A map with a point 1 m from each anchor of a site, at which its neighbours are heard more weakly.
  static func survey(of site: Site) -> RadioMap {
    RadioMap(
      anchors: site.anchors.map(\.id),
      points: site.anchors.enumerated().map { index, anchor in
        let levels = site.anchors.indices.map { other in
          abs(other - index) > 3
            ? nil
            : SurveyedLevel(level: DBm(-60 - 8 * Double(abs(other - index))), deviation: nil, count: 1)
        }
        return RadioMap.SurveyPoint(
          position: anchor.position.at(height: 0), floor: anchor.floor, levels: levels,
          channelLevels: levels.flatMap { [$0, $0, nil] })
      })
  }
}

/// A method whose fixes are moved to a path.
struct OnPath<Method: PositioningSession> {
  var method: Method
  let path: PathGraph

  mutating func fix(from epoch: Epoch) throws -> Fix { try method.fix(from: epoch).snapped(to: path) }
}

/// Numbers to draw tests from: a linear congruential generator, Knuth's MMIX constants.
struct Draws {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / 0x1p53
  }

  /// A seventh of them not heard.
  mutating func levels(_ count: Int) -> [DBm?] {
    (0..<count).map { _ in
      let level = DBm(next(-95 ... -45))
      return next(0...1) < 1.0 / 7 ? nil : level
    }
  }
}
