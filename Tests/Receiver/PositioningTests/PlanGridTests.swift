import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Positioning

/// A plan that can be worked by hand.
enum SmallPlan {
  /// Six squares of 1 m in two rows, and a wall between the first two of the southern row that reaches a little into the northern one.
  static func site(path: PathGraph? = nil, rooms: [Room]? = nil, obstacles: [Obstacle]? = nil) -> Site {
    Site(
      name: "test", path: path, rooms: rooms ?? [room([(0, 0), (3, 0), (3, 2), (0, 2)])],
      obstacles: obstacles ?? [wall],
      anchors: [(0.2, 0.1), (2.9, 1.9), (1.4, 0.3)].enumerated().map {
        Anchor(id: "b\($0)", identity: nil, position: Point(x: $1.0, y: $1.1, z: 1.2))
      })
  }

  static let wall = Obstacle(
    shape: .wall(from: Point(x: 1, y: 0), to: Point(x: 1, y: 1.2)), floor: 0, loss: 0)

  static func room(_ corners: [(Double, Double)], floor: Int = 0) -> Room {
    Room(name: "room", corners: corners.map { Point(x: $0.0, y: $0.1) }, floor: floor)
  }

  static func settings(_ change: (inout GridTracker.Settings) -> Void = { _ in }) -> PipelineSettings {
    PipelineSettings {
      $0.method = MethodChoice(
        GridTracker.Settings {
          ($0.space, $0.cell) = (.plan, 1)
          change(&$0)
        })
      ($0.given, $0.snap) = ([.map], false)
    }
  }

  /// A known channel whose shadowing is not correlated, so that the readings of two windows are independent.
  static let channel = PriorInformation.Channel(
    pathLoss: .logDistance(LogDistance(exponent: 2, levelAtOneMetre: -59)), shadowing: 6,
    correlationDistance: 0)

  static func tracker(
    _ site: Site = site(), channel: PriorInformation.Channel? = nil,
    _ change: (inout GridTracker.Settings) -> Void = { _ in }
  ) throws -> GridTracker {
    var settings = settings(change)
    if channel != nil { settings.given.append(.channel) }
    return try #require(Pipeline(settings, site: site, study: .init(channel: channel)).method as? GridTracker)
  }

  static let epochs = [[-50.0, -66, -62], [-52, -65, -60], [-57, -61, -58], [-60, -58, -57]].enumerated().map
  {
    Sites.epoch($1.map { DBm($0) }, at: Double($0 + 1))
  }
}

@Suite struct PlanGridTests {
  @Test func `no way leads through a wall, and each cell has one`() throws {
    let tracker = try SmallPlan.tracker()
    let grid = tracker.motion.grid
    #expect(grid.count == 48)
    for cell in 0..<grid.count {
      let targets = grid.targets(from: cell, metres: 0.5)
      #expect(targets.count > 1 && abs(targets.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
      for target in targets {
        #expect(!SmallPlan.wall.blocks(grid.positions[cell], grid.positions[target.cell]))
      }
    }
  }

  /// Two floors of 9 x 3 m, with stairs at the eastern end.
  private static let house: Site = {
    let path = PathGraph(
      nodes: [
        .init(name: "foot", position: Point(x: 6, y: 1.5), floor: 0),
        .init(name: "head", position: Point(x: 9, y: 1.5, z: 3), floor: 1),
      ], edges: [.init(from: 0, to: 1, kind: .stairs(speed: 0.6))])
    return Site(
      name: "house", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)], path: path,
      rooms: [0, 1].map { SmallPlan.room([(0, 0), (9, 0), (9, 3), (0, 3)], floor: $0) },
      anchors: (0..<8).map {
        let floor = $0 / 4
        return Anchor(
          id: "b\($0)", identity: nil,
          position: Point(x: 0.5 + 2.6 * Double($0 % 4), y: Double($0 % 2) * 3, z: 3 * Double(floor) + 2.5),
          floor: floor)
      })
  }()

  @Test func `floors change on stairs only`() throws {
    let site = Self.house
    let grid = try SmallPlan.tracker(site) { $0.cell = 0.5 }.motion.grid
    let squares = 2 * 18 * 6 * PlanGrid.directions
    #expect(grid.count > squares)
    var boarding = 0
    for cell in 0..<squares {
      for target in grid.targets(from: cell, metres: 0.4) where target.cell >= squares {
        boarding += 1
        let end = grid.floors[cell] == 0 ? Point(x: 6, y: 1.5) : Point(x: 9, y: 1.5)
        #expect(grid.positions[cell].horizontalDistance(to: end) <= 1)
      }
      for target in grid.targets(from: cell, metres: 0.4) where target.cell < squares {
        #expect(grid.floors[target.cell] == grid.floors[cell])
      }
    }
    #expect(boarding > 0)
  }

  @Test func `follows a walker up the stairs`() throws {
    let pipeline = try Pipeline(
      SmallPlan.settings { ($0.cell, $0.calibration) = (0.5, .assumed) }, site: Self.house)
    var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
    // 0.6 m/s along the ground floor, 4.2 m of stairs at the same pace, and back along the upper floor.
    let below = (0..<10).map { Point(x: 0.6 * Double($0), y: 1.5) }
    let between = (1..<7).map { Point(x: 6 + Double($0) * 3 / 7, y: 1.5, z: Double($0) * 3 / 7) }
    let above = (0..<12).map { Point(x: 9 - 0.6 * Double($0), y: 1.5, z: 3) }
    let places = below + between + above
    var fixes: [Fix] = []
    for (index, place) in places.enumerated() {
      let levels = Self.house.anchors.map { anchor -> DBm? in
        let d = anchor.position.distance(to: place + Point(x: 0, y: 0, z: 1.2))
        let isHere = anchor.floor == (place.z < 1.5 ? 0 : 1)
        return DBm(-59 - 20 * Elementary.log10(d) - (isHere ? 0 : 15))
      }
      fixes.append(try session.fix(from: Sites.epoch(levels, at: Double(index + 1))))
    }
    #expect(fixes[2..<8].allSatisfy { $0.floor == 0 } && fixes[20...].allSatisfy { $0.floor == 1 })
    for (fix, place) in zip(fixes, places).dropFirst(20) {
      #expect(fix.position.horizontalDistance(to: place) < 1.5)
      #expect(fix.floorProbabilities?.contains { $0.floor == 1 && $0.probability > 0.9 } == true)
    }
  }

  @Test(arguments: [GridTracker.Settings.Answer.filter, .fixedLag(2), .smoother, .viterbi])
  func `gives the same fixes again, each with a covariance`(_ answer: GridTracker.Settings.Answer) throws {
    let pipeline = try Pipeline(SmallPlan.settings { $0.answer = answer }, site: SmallPlan.site())
    func fixes() throws -> [Fix] {
      var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
      if var smoother = session as? GridSmoother {
        return try smoother.fixes(for: SmallPlan.epochs, at: SmallPlan.epochs.map(\.time)).map {
          try $0.get()
        }
      }
      return try SmallPlan.epochs.map { try session.fix(from: $0) }
    }
    let first = try fixes()
    #expect(try fixes() == first && first.allSatisfy { $0.covariance != nil })
  }

  private static func error(_ settings: PipelineSettings, _ site: Site, survey: RadioMap? = nil) -> String? {
    do throws(PipelineError) {
      _ = try Pipeline(settings, site: site, study: .init(survey: survey))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a map without rooms leaves the box about the beacons, and says so`() throws {
    let pipeline = try Pipeline(SmallPlan.settings(), site: SmallPlan.site(rooms: []), study: .init())
    #expect(
      pipeline.method.notes == [
        "the site has neither rooms nor walkable areas: used the box about the beacons and 2 m beyond"
      ])
  }

  @Test func `refuses rooms that no way connects`() {
    let rooms = [
      SmallPlan.room([(0, 0), (1, 0), (1, 2), (0, 2)]), SmallPlan.room([(2, 0), (3, 0), (3, 2), (2, 2)]),
    ]
    #expect(
      Self.error(SmallPlan.settings(), SmallPlan.site(rooms: rooms))
        == "space: plan needs rooms that doors in the path or open sides connect, and no way leads to [2.5, 0.5] on floor 0"
    )
  }

  /// 6,000 m by 2,000 m in squares of 0.4 m.
  @Test func `refuses a plan that would be too many squares`() {
    let room = SmallPlan.room([(0, 0), (6000, 0), (6000, 2000), (0, 2000)])
    #expect(
      Self.error(SmallPlan.settings { $0.cell = nil }, SmallPlan.site(rooms: [room]))
        == "the plan is cut into at most 200000 squares, and this one has about 75000000; a larger cell makes fewer"
    )
  }

  @Test func `begins at a place that is stated, and refuses one outside the rooms`() throws {
    let grid = try SmallPlan.tracker { $0.from = .init { $0.place = Point(x: 2.5, y: 0.5) } }.motion.grid
    for cell in 0..<grid.count {
      #expect(
        (grid.prior[cell] > 0) == (grid.positions[cell].horizontalDistance(to: Point(x: 2.5, y: 0.5)) <= 1))
    }
    let outside = SmallPlan.settings { $0.from = .init { $0.place = Point(x: 7, y: -2) } }
    #expect(
      Self.error(outside, SmallPlan.site())
        == "method.from needs a place where people can walk, and [7.0, -2.0] on floor 0 is none")
  }

  private static func survey(_ points: [(x: Double, floor: Int)]) -> RadioMap {
    RadioMap(
      anchors: SmallPlan.site().anchors.map(\.id),
      points: points.map { point in
        RadioMap.SurveyPoint(
          position: Point(x: point.x, y: 1), floor: point.floor,
          levels: [-60, -65, -70].map { SurveyedLevel(level: DBm($0), deviation: 2, count: 5) })
      })
  }

  @Test func `refuses a survey with one point, and one of another floor`() {
    var settings = SmallPlan.settings { $0.calibration = .survey }
    settings.given = [.survey]
    #expect(
      Self.error(settings, SmallPlan.site(), survey: Self.survey([(1, 0)]))
        == "method needs a survey with a beacon received at two or more distances, and none is")
    #expect(
      Self.error(settings, SmallPlan.site(), survey: Self.survey([(1, 2), (2, 2)]))
        == "method needs a survey of the floors with beacons, and this one is of floor 2")
  }

  @Test func `a map is given to the tracker on the plan only, and need not be`() {
    var settings = SmallPlan.settings()
    #expect(settings.conflict == nil)
    settings.given = []
    #expect(settings.conflict == nil)
    settings = SmallPlan.settings { $0.space = .path }
    #expect(settings.conflict != nil)
  }
}
