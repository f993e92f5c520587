/// A ground truth that has no place for each moment: the error of a fix is its distance to where the walker may have been.
public enum LooseTruth: Hashable, Sendable {
  /// From when on the walker was in which room.
  public struct RoomMark: Hashable, Sendable {
    /// Seconds since the stream began.
    public let time: Double
    /// An index into ``Site/rooms``; nil for where that is not known.
    public let room: Int?

    public init(time: Double, room: Int?) { (self.time, self.room) = (time, room) }
  }

  /// At unknown times on a line through these places on a floor: the error is the cross-track error.
  case line([Point], floor: Int)
  /// In one room after another, each until the next mark, in order of time; the last mark only ends. The error is the distance to the
  /// room on the plan, 0 inside.
  case rooms([RoomMark])

  /// The first and the last time of the marks; nil where times do not matter.
  public var span: ClosedRange<Double>? {
    guard case .rooms(let marks) = self, let first = marks.first, let last = marks.last else { return nil }
    return first.time...max(first.time, last.time)
  }

  /// The room at a time; nil where it is not known.
  public func room(at time: Double) -> Int? {
    guard case .rooms(let marks) = self else { return nil }
    let next = marks.partitioningIndex { $0.time.microseconds > time.microseconds }
    return next > 0 && next < marks.count ? marks[next - 1].room : nil
  }
}

extension [Point] {
  /// Metres on the plan from a place to the nearest place on the line through these, of which there is at least one.
  public func horizontalDistance(to place: Point) -> Double {
    let place = place.at(height: 0)
    return zip(self, count > 1 ? dropFirst() : self[...]).map { from, to in
      let (start, way) = (from.at(height: 0), (to - from).at(height: 0))
      let square = way.x * way.x + way.y * way.y
      let step = place - start
      let along = square > 0 ? Swift.min(Swift.max((step.x * way.x + step.y * way.y) / square, 0), 1) : 0
      return place.horizontalDistance(to: start + way * along)
    }.min() ?? .infinity
  }
}
