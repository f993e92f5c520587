/// Seconds as whole microseconds, in which times, ages and windows are compared: 0.3 s are then three times 0.1 s.
///
/// A stream's times are whole microseconds. In seconds they are rounded to a binary fraction, and so is every sum and
/// difference of them, so that two windows of the same length would hold different numbers of readings.
extension Double {
  /// The whole microseconds nearest to this many seconds; of two equally near, the even number. Times beyond 4e12 s,
  /// and infinity, are clamped to that limit, so that differences do not overflow; a NaN counts as 0.
  @inlinable
  public var microseconds: Int64 {
    let scaled = self * 1e6
    // Adding 1.5 * 2^52 to a number below 2^51 rounds it to a whole number in the last bits of the sum: on processors
    // with SSE2 only, rounding would otherwise be a function call.
    let whole = 0x1.8p52
    if abs(scaled) < 0x1p51 {
      return Int64(bitPattern: (scaled + whole).bitPattern) &- Int64(bitPattern: whole.bitPattern)
    }
    return scaled.isNaN ? 0 : Int64(Swift.max(-4e18, Swift.min(4e18, scaled.rounded(.toNearestOrEven))))
  }

  /// The length of a window in microseconds: at least 1, so that it is never empty.
  public var windowMicroseconds: Int64 { Swift.max(microseconds, 1) }
}

extension Int64 {
  /// A number of microseconds in seconds.
  public var seconds: Double { Double(self) / 1e6 }
}

extension Walk {
  /// Whether the ground truth is known at a time in seconds, to the microsecond.
  public func isKnown(at time: Double) -> Bool {
    span.lowerBound.microseconds...span.upperBound.microseconds ~= time.microseconds
  }

  /// The range of indices of increasing times at which the ground truth is known.
  public func known(among times: [Double]) -> Range<Int> {
    let first = times.firstIndex(where: isKnown) ?? times.count
    return first..<(times[first...].firstIndex { !isKnown(at: $0) } ?? times.count)
  }
}
