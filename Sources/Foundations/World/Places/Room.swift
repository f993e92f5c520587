/// A part of a floor that has a name: a room, one side of a corridor, a waiting area.
public struct Room: Hashable, Sendable {
  /// Unique within the site.
  public let name: String
  /// In order round the room, in either direction; the last is joined to the first. Heights do not count.
  public let corners: [Point]
  /// The level of its floor.
  public let floor: Int

  /// - Precondition: at least three corners.
  public init(name: String, corners: [Point], floor: Int = 0) {
    precondition(corners.count >= 3, "a room needs at least three corners, had \(corners.count)")
    self.name = name
    self.corners = corners
    self.floor = floor
  }

  /// Whether a place on the plan of its floor lies inside.
  ///
  /// A place on a side that two rooms share lies in only one of them; of a single room, the sides to the west and to
  /// the south belong to it. Counts the sides east of the place: Shimrat 1962, "Algorithm 112: Position of point
  /// relative to polygon", doi:10.1145/368637.368653.
  public func contains(_ place: Point) -> Bool { Self.contains(place, corners: corners) }

  static func contains(_ place: Point, corners: [Point]) -> Bool {
    var isInside = false
    var from = corners[corners.count - 1]
    for to in corners {
      if (from.y > place.y) != (to.y > place.y) {
        // From the lower end, so that rounding is the same for both rooms that share the side.
        let (low, high) = from.y < to.y ? (from, to) : (to, from)
        let crossing = low.x + (high.x - low.x) * ((place.y - low.y) / (high.y - low.y))
        if place.x < crossing { isInside.toggle() }
      }
      from = to
    }
    return isInside
  }

  /// Square metres on the plan.
  public var area: Double {
    var doubled = 0.0
    var from = corners[corners.count - 1]
    for to in corners {
      doubled += from.x * to.y - to.x * from.y
      from = to
    }
    return (doubled / 2).magnitude
  }
}

extension Site {
  /// The index of the room in which a place lies; of overlapping rooms the first; nil outside all rooms.
  public func room(at place: Point, floor: Int) -> Int? {
    rooms.firstIndex { $0.floor == floor && $0.contains(place) }
  }
}
