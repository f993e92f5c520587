/// Seconds as whole microseconds, in which times, ages and windows are compared: 0.3 s are then three times 0.1 s.
///
/// A stream's times are whole microseconds. In seconds they are rounded to a binary fraction, and so is every sum and
/// difference of them, so that two windows of the same length would hold different numbers of readings.
extension Double {
  /// The whole microseconds nearest to this many seconds; of two equally near, the even number. Times beyond
  /// 4e12 s, and infinity, are held there, so that two of them have a difference; a NaN counts as 0.
  public var microseconds: Int64 {
    guard !isNaN else { return 0 }
    let limit = 4e18
    return Int64(Swift.max(-limit, Swift.min(limit, (self * 1e6).rounded(.toNearestOrEven))))
  }

  /// The same for the length of a window, which is never empty: at least 1.
  public var windowMicroseconds: Int64 { Swift.max(microseconds, 1) }
}

extension Int64 {
  /// So many microseconds in seconds.
  public var seconds: Double { Double(self) / 1e6 }
}

extension Walk {
  /// Whether the truth is known at a time in seconds, to the microsecond.
  public func isKnown(at time: Double) -> Bool {
    span.lowerBound.microseconds...span.upperBound.microseconds ~= time.microseconds
  }

  /// The stretch of increasing times at which it is.
  public func known(among times: [Double]) -> Range<Int> {
    let first = times.firstIndex(where: isKnown) ?? times.count
    return first..<(times[first...].firstIndex { !isKnown(at: $0) } ?? times.count)
  }
}
