import World

/// The share of places with a fix at more than half of the moments at which one was due.
///
/// A place is a test point, or on a walk a square of one metre on the plan of its floor. Ours, after the coverage of
/// ISO/IEC 18305:2016, section 8.12, which is a share of the places of a building as availability is one of time.
public struct Coverage: Hashable, Sendable {
  /// The number of places with a fix at more than half of the moments due there.
  public let covered: Int
  /// The number of places at which a fix was due.
  public let places: Int

  /// 0 to 1; nil when nothing was due.
  public var share: Double? { places > 0 ? Double(covered) / Double(places) : nil }

  /// - Parameter laps: the errors of each, missed ones included.
  public init(ofLaps laps: some Sequence<[PositionError]>) {
    var counts: [SIMD4<Int>: (due: Int, measured: Int)] = [:]
    for lap in laps {
      for error in lap {
        guard let place = Self.place(of: error) else { continue }
        counts[place, default: (0, 0)].due += 1
        if error.missed == nil { counts[place, default: (0, 0)].measured += 1 }
      }
    }
    places = counts.count
    covered = counts.values.count { 2 * $0.measured > $0.due }
  }

  /// A test point as 0 and its number, a square of 1 m as 1, its floor and its corner.
  private static func place(of error: PositionError) -> SIMD4<Int>? {
    if let point = error.testPoint { return SIMD4(0, point, 0, 0) }
    return error.place.map {
      SIMD4(1, error.floor ?? 0, Int($0.x.rounded(.down)), Int($0.y.rounded(.down)))
    }
  }
}
