public import World

/// Corrects fixes by the error that the latest press revealed.
///
/// A press at a test point reveals the walker's position: the offset of the last fix from it is added to all fixes that
/// come later, up to the next press. The fix that is scored at a press is never corrected by that press. Mustafa & Sykes
/// 2021 say that the program "can … adapt accordingly", not how: this way is ours.
public struct PressOffset: Sendable {
  private let presses: [LapPrior.Press]
  /// The path to which corrected fixes are snapped; nil if they are not.
  private let path: PathGraph?
  private var next = 0
  /// The latest fix, as the method gave it.
  private var last: Fix?
  private var offset = Point.zero

  /// - Parameters:
  ///   - presses: in the order of time.
  ///   - path: onto which moved fixes are snapped; nil for none.
  public init(presses: [LapPrior.Press], path: PathGraph?) { (self.presses, self.path) = (presses, path) }

  /// The fix of the callback at a time, moved.
  ///
  /// - Precondition: the time is no earlier than the one before.
  public mutating func moved(_ fix: Result<Fix, NoFix>, at time: Double) -> Result<Fix, NoFix> {
    while next < presses.count, presses[next].time.microseconds < time.microseconds {
      if let last {
        let missed = presses[next].position - last.position
        offset = Point(x: missed.x, y: missed.y)
      }
      next += 1
    }
    guard case .success(var moved) = fix else { return fix }
    last = moved
    guard offset != .zero else { return fix }
    moved.position = moved.position + offset
    return .success(path.map { moved.snapped(to: $0) } ?? moved)
  }
}
