public import World

/// Moves fixes by what the latest press showed to be wrong with the one before it.
///
/// When somebody presses at a test point, the program knows where he is: what its last fix was off by is added to all fixes
/// that come later, up to the next press. The fix that counts at a press is never touched by that press. Mustafa & Sykes
/// 2021 say that the program "can … adapt accordingly", not how: this way is ours.
public struct PressOffset: Sendable {
  private let presses: [Press]
  private let testPoints: [TestPoint]
  /// On which moved fixes lie; nil where they may lie anywhere.
  private let path: PathGraph?
  private var next = 0
  /// The latest fix, as the method gave it.
  private var last: Fix?
  private var offset = Point.zero

  /// - Parameters:
  ///   - presses: in any order; their points are indices into the site's test points.
  ///   - snap: whether moved fixes are moved on to the path.
  public init(presses: [Press], site: Site, snap: Bool) {
    self.presses = presses.filter { site.testPoints.indices.contains($0.testPoint) }
      .sorted { ($0.time, $0.testPoint) < ($1.time, $1.testPoint) }
    testPoints = site.testPoints
    path = snap ? site.path : nil
  }

  /// The callback with its fix moved.
  ///
  /// - Precondition: it is no earlier than the one before.
  public mutating func moved(_ callback: Callback) -> Callback {
    while next < presses.count, presses[next].time.microseconds < callback.time.microseconds {
      if let last {
        let missed = testPoints[presses[next].testPoint].position - last.position
        offset = Point(x: missed.x, y: missed.y)
      }
      next += 1
    }
    guard case .success(var fix) = callback.fix else { return callback }
    last = fix
    guard offset != .zero else { return callback }
    fix.position = fix.position + offset
    if let path {
      let place = path.snap(fix.position, floor: fix.floor)
      (fix.position, fix.floor) = (place.position, place.floor)
    }
    return Callback(time: callback.time, fix: .success(fix), direction: callback.direction)
  }
}
