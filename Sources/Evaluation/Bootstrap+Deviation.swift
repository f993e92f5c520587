extension Bootstrap {
  /// The interval of the standard deviation of errors, as ``ErrorStatistics`` has it.
  ///
  /// Nil with fewer than two laps, or no error at all. A resample without the errors that a standard deviation takes is
  /// left out.
  public mutating func intervalOfDeviation(
    of errors: ErrorsByLap, spread: ErrorStatistics.Spread = .population
  ) -> BootstrapInterval? {
    guard !errors.values.isEmpty else { return nil }
    // About the mean of all, so that the sums of squares lose no digits.
    let centre = errors.values.reduce(0, +) / Double(errors.values.count)
    let laps = errors.laps.indices.map { lap in
      errors[lap].reduce(into: (sum: 0.0, squares: 0.0)) { totals, error in
        totals.sum += error - centre
        totals.squares += (error - centre) * (error - centre)
      }
    }
    let counts = errors.laps.indices.map { Double(errors[$0].count) }
    return interval(ofLaps: laps.count) { draws in
      let sums = draws.totals(of: zip(laps, counts).map { SIMD2($0.sum, $1) })
      let squares = draws.totals(of: laps.map { SIMD2($0.squares, 0) })
      return zip(sums, squares).compactMap { sums, squares in
        let divisor = spread == .population ? sums[1] : sums[1] - 1
        guard divisor > 0 else { return nil }
        return (max(squares[0] - sums[0] * sums[0] / sums[1], 0) / divisor).squareRoot()
      }
    }
  }
}
