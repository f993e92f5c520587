/// One storey of a building.
public struct Floor: Hashable, Sendable {
  /// 0 is the ground floor by custom.
  public let level: Int
  /// The height of its surface above the site's origin, in metres.
  public let elevation: Double

  public init(level: Int, elevation: Double) {
    self.level = level
    self.elevation = elevation
  }
}

/// A place whose coordinates are known and at which a walker presses a button.
public struct TestPoint: Hashable, Sendable {
  /// What a test point is called: a whole number or a text. Numbers come before texts.
  public enum ID: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    case number(Int)
    case name(String)

    /// A text that reads as a whole number is that number.
    public init(_ text: String) { self = Int(text).map { .number($0) } ?? .name(text) }

    /// Lets a number in source text stand for an ID.
    public init(integerLiteral number: Int) { self = .number(number) }

    /// The number or the text, without quotation marks.
    public var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .name(let name): name
      }
    }
  }

  /// Unique within the site.
  public let id: ID
  /// Metres; z is the height of the floor's surface.
  public let position: Point
  /// The level of its floor, as in ``Floor/level``.
  public let floor: Int

  public init(id: ID, position: Point, floor: Int = 0) {
    self.id = id
    self.position = position
    self.floor = floor
  }
}

/// The known end of a link: a beacon on the wall that a phone hears, or a receiver on the wall that hears a
/// carried beacon; or a beacon that moves about. Positioning speaks of anchors only.
public struct Anchor: Hashable, Sendable {
  /// The site's own name for it, as readings files use it.
  public let id: String
  /// Nil for a receiver.
  public let identity: BeaconIdentity?
  /// The position that methods use; the centre for a pillar with several beacons.
  public let position: Point
  /// The level of its floor, as in ``Floor/level``.
  public let floor: Int
  /// The RSSI at 1 m that the frame claims.
  public let measuredPower: DBm?
  /// The RSSI at 1 m fitted at this very place, when the site file gives one.
  public let calibratedLevel: DBm?
  /// Where it sends from: its own place, or for a pillar the place of each of its beacons.
  public let transmitters: [Point]
  /// Whether it moves about, so that it says nothing about a position: its range is estimated, but it takes no part in
  /// positioning.
  public let isMobile: Bool

  public init(
    id: String, identity: BeaconIdentity?, position: Point, floor: Int = 0, measuredPower: DBm? = nil,
    calibratedLevel: DBm? = nil, transmitters: [Point]? = nil,
    isMobile: Bool = false
  ) {
    self.id = id
    self.identity = identity
    self.position = position
    self.floor = floor
    self.measuredPower = measuredPower
    self.calibratedLevel = calibratedLevel
    self.transmitters = transmitters ?? [position]
    self.isMobile = isMobile
  }
}

/// A site: beacons, path, rooms and obstacles.
public struct Site: Hashable, Sendable {
  /// As the site file states it; reports begin with it.
  public let name: String
  /// In the order of the file; at least one.
  public let floors: [Floor]
  /// Nil for an open space.
  public package(set) var path: PathGraph?
  /// In the order of the file; an index into it identifies a test point everywhere.
  public let testPoints: [TestPoint]
  /// In the order of the file; empty where there are none.
  public let rooms: [Room]
  /// Where people can walk, as the file states it; see ``ground``.
  public let walkable: [WalkableArea]
  /// Walls and pillars in the order of the file.
  public package(set) var obstacles: [Obstacle]
  /// In the order of the file; an anchor's index refers to this order everywhere.
  public let anchors: [Anchor]
  /// The path-loss exponent with which the anchors' calibrated levels were fitted; nil when unknown.
  public let calibratedExponent: Double?

  public init(
    name: String, floors: [Floor] = [Floor(level: 0, elevation: 0)], path: PathGraph? = nil,
    testPoints: [TestPoint] = [], rooms: [Room] = [], walkable: [WalkableArea] = [],
    obstacles: [Obstacle] = [],
    anchors: [Anchor], calibratedExponent: Double? = nil
  ) {
    self.name = name
    self.floors = floors
    self.path = path
    self.testPoints = testPoints
    self.rooms = rooms
    self.walkable = walkable
    self.obstacles = obstacles
    self.anchors = anchors
    self.calibratedExponent = calibratedExponent
  }

  /// The middle of the box round everything that has a place on the plan: the answer of a method that knows nothing but
  /// the room.
  public var centre: Point {
    let places = (path?.nodes.map(\.position) ?? []) + testPoints.map(\.position)
    let known = places.isEmpty ? anchors.filter { !$0.isMobile }.map(\.position) : places
    let (box, heights) = (known.box, known.map(\.z))
    return box.low.at(height: heights.min() ?? 0)
      .moved(towards: box.high.at(height: heights.max() ?? 0), by: 0.5)
  }

  /// Where people can walk apart from obstacles: the walkable areas, and the rooms of floors for which none is stated.
  public var ground: [WalkableArea] { walkable.ground(rooms: rooms) }

  /// What a signal loses in the walls and pillars that the straight line between two places passes.
  ///
  /// - Parameter floors: the levels of the two places; obstacles count on these and on the floors between.
  public func obstacleLoss(from a: Point, to b: Point, floors: (Int, Int)) -> Decibels {
    let between = min(floors.0, floors.1)...max(floors.0, floors.1)
    return obstacles.reduce(into: 0) { sum, wall in
      if wall.loss != 0, between ~= wall.floor, wall.blocks(a, b) { sum.value += wall.loss.value }
    }
  }

  /// Whether it has several floors.
  public var hasFloors: Bool { floors.count > 1 }

  /// The height of a floor's surface in metres; 0 for a level that the site does not list.
  public func elevation(ofFloor level: Int) -> Double {
    floors.elevation(ofLevel: level)
  }
}
