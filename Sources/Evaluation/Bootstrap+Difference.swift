extension Bootstrap {
  /// The interval of the difference of two mean errors over the same laps, the second's less the first's: the same laps
  /// are drawn for both.
  ///
  /// Unlike the mean of paired differences it takes errors that were due at other moments of a lap, as when the walker
  /// was faster. Nil with fewer than two laps, or when the two have other laps; resamples in which either has no error
  /// are left out.
  public mutating func intervalOfDifference(from first: ErrorsByLap, to second: ErrorsByLap)
    -> BootstrapInterval?
  {
    guard first.laps == second.laps, !first.values.isEmpty, !second.values.isEmpty else { return nil }
    func totals(_ errors: ErrorsByLap) -> [SIMD2<Double>] {
      errors.laps.indices.map { SIMD2(errors[$0].reduce(0, +), Double(errors[$0].count)) }
    }
    let (before, after) = (totals(first), totals(second))
    return interval(ofLaps: before.count) { draws in
      zip(draws.totals(of: before), draws.totals(of: after)).compactMap { before, after in
        before[1] > 0 && after[1] > 0 ? after[0] / after[1] - before[0] / before[1] : nil
      }
    }
  }
}
