/// The ground truth of a walk by marks. From one mark the walker goes to the next in a straight line, after a stay at the first where one is
/// stated.
public struct WalkMarks: Hashable, Sendable {
  /// How long the walker stays at a mark.
  public enum Stay: Hashable, Sendable {
    /// Goes on at once.
    case none
    /// Until a time, in seconds since the stream began.
    case until(Double)
    /// Until the moment of the next mark: the ground truth is a step.
    case next
  }

  /// The knots of the walk so far.
  public private(set) var knots: [Walk.Knot] = []
  private var staysUntilNext = false

  /// Without marks.
  public init() {}

  /// Adds a mark; the walker stands at the one before until a microsecond before it, where that one says so.
  ///
  /// - Precondition: it is later than ``Walk/Knot/time`` of the last knot, and it does not end before it begins.
  public mutating func add(_ knot: Walk.Knot, staying stay: Stay = .none) {
    if staysUntilNext { stand(until: knot.time.microseconds - 1) }
    knots.append(knot)
    staysUntilNext = stay == .next
    if case .until(let end) = stay { stand(until: end.microseconds) }
  }

  /// The walk, whose last mark lasts until a time where it is to last until the next one.
  ///
  /// - Parameter end: nil where that is not known; the walk then ends at the last mark.
  /// - Precondition: there is a mark.
  public func walk(until end: Double? = nil) -> Walk {
    var marks = self
    if staysUntilNext, let end { marks.stand(until: end.microseconds) }
    return Walk(knots: marks.knots)
  }

  private mutating func stand(until end: Int64) {
    guard let last = knots.last, end > last.time.microseconds else { return }
    knots.append(
      Walk.Knot(time: end.seconds, position: last.position, floor: last.floor, facing: last.facing))
  }
}
