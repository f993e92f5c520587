package import NumericalMethods

/// How often each lap, or each block of time, occurs in each of many resamples with replacement, each of the size of
/// the original.
///
/// Uses `laps × count` bytes.
package struct LapResamples: Hashable, Sendable {
  let laps: Int
  let count: Int
  /// A row of `laps` numbers per resample. The chance that a lap occurs more than 255 times is below 1e-500.
  private let times: [UInt8]

  /// Two laps are drawn from each word of the generator.
  ///
  /// Source: Lemire 2019, "Fast random integer generation in an interval", doi:10.1145/3230636, on halves of 32 bits; the
  /// few halves that would favour some laps are rejected.
  ///
  /// - Precondition: fewer than 2^32 laps, and at least one.
  package init(of laps: Int, count: Int, using random: inout RandomStream) {
    precondition(1..<(1 << 32) ~= laps, "laps must be between 1 and 2^32 - 1, were \(laps)")
    var times = [UInt8](repeating: 0, count: laps * count)
    let factor = UInt64(laps)
    let threshold = (1 << 32) % factor
    // A local copy stays in registers.
    var local = random
    var cells = times.mutableSpan
    for row in stride(from: 0, to: laps * count, by: laps) {
      var left = laps
      while left > 0 {
        let word = local.next()
        let low = (word & 0xFFFF_FFFF) &* factor
        if low & 0xFFFF_FFFF >= threshold {
          cells[row &+ Int(truncatingIfNeeded: low >> 32)] &+= 1
          left &-= 1
        }
        let high = (word >> 32) &* factor
        if left > 0, high & 0xFFFF_FFFF >= threshold {
          cells[row &+ Int(truncatingIfNeeded: high >> 32)] &+= 1
          left &-= 1
        }
      }
    }
    random = local
    self.laps = laps
    self.count = count
    self.times = times
  }

  /// How often each lap occurs in a resample.
  package func times(in resample: Int) -> ArraySlice<UInt8> { times[resample * laps..<(resample + 1) * laps] }
}
