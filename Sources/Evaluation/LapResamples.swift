import NumericalMethods

/// How often each lap comes in each of many resamples: as many laps as there are, drawn with replacement, all
/// equally likely each time.
///
/// Drawn once and used for every score over so many laps, which costs a fraction of drawing anew and resamples
/// all of them alike. Takes `laps × count` bytes.
struct LapResamples: Hashable, Sendable {
  let laps: Int
  let count: Int
  /// A row of `laps` numbers per resample. A lap that comes more than 255 times has a chance below 1e-500.
  private let times: [UInt8]

  /// Two laps are drawn from each word of the generator.
  ///
  /// Source: Lemire 2019, "Fast random integer generation in an interval", doi:10.1145/3230636, on halves of 32
  /// bits; the few that would favour a lap are thrown away.
  ///
  /// What is left of a word at the end of a resample is thrown away, so a resample is the same whether drawn
  /// with those before it or apart.
  ///
  /// - Precondition: fewer than 2^32 laps, and at least one.
  init(of laps: Int, count: Int, using random: inout RandomStream) {
    precondition(1..<(1 << 32) ~= laps, "laps must be between 1 and 2^32 - 1, were \(laps)")
    var times = [UInt8](repeating: 0, count: laps * count)
    let factor = UInt64(laps)
    let threshold = (1 << 32) % factor
    for row in stride(from: 0, to: laps * count, by: laps) {
      var left = laps
      while left > 0 {
        let word = random.next()
        let low = (word & 0xFFFF_FFFF) &* factor
        if low & 0xFFFF_FFFF >= threshold {
          times[row + Int(low >> 32)] += 1
          left -= 1
        }
        let high = (word >> 32) &* factor
        if left > 0, high & 0xFFFF_FFFF >= threshold {
          times[row + Int(high >> 32)] += 1
          left -= 1
        }
      }
    }
    self.laps = laps
    self.count = count
    self.times = times
  }

  /// How often each lap comes in a resample.
  func times(in resample: Int) -> ArraySlice<UInt8> { times[resample * laps..<(resample + 1) * laps] }

  /// For each resample the sum over laps of how often a lap comes times what it holds.
  ///
  /// Even and odd laps are summed apart, since the additions would otherwise wait for each other.
  func totals(of values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    precondition(values.count == laps, "\(values.count) values for \(laps) laps")
    return (0..<count).map { resample in
      let row = resample * laps
      var even = SIMD2<Double>.zero
      var odd = SIMD2<Double>.zero
      for lap in stride(from: 0, to: laps - 1, by: 2) {
        even += values[lap] * Double(times[row + lap])
        odd += values[lap + 1] * Double(times[row + lap + 1])
      }
      if laps % 2 == 1 { even += values[laps - 1] * Double(times[row + laps - 1]) }
      return even + odd
    }
  }
}
