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
    // A copy of its own stays in registers.
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

  /// How often each lap comes in a resample.
  func times(in resample: Int) -> ArraySlice<UInt8> { times[resample * laps..<(resample + 1) * laps] }

  /// For each resample the sum over laps of how often a lap comes times what it holds.
  ///
  /// Even and odd laps are summed apart, and four resamples side by side, since the additions would otherwise wait
  /// for each other. A resample's total does not depend on those beside it.
  func totals(of values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    precondition(values.count == laps, "\(values.count) values for \(laps) laps")
    let (values, times) = (values.span, times.span)
    var totals: [SIMD2<Double>] = []
    totals.reserveCapacity(count)
    var resample = 0
    while resample + 4 <= count {
      totals += total(of: values, rows: FourRows(first: resample * laps, laps: laps), times)
      resample += 4
    }
    while resample < count {
      let row = resample * laps
      totals.append(total(of: values, rows: FourRows(first: row, laps: 0), times)[0])
      resample += 1
    }
    return totals
  }

  /// Where the numbers of four resamples begin.
  private struct FourRows {
    let a: Int
    let b: Int
    let c: Int
    let d: Int

    init(first: Int, laps: Int) {
      (a, b, c, d) = (first, first + laps, first + 2 * laps, first + 3 * laps)
    }
  }

  private func total(of values: Span<SIMD2<Double>>, rows: FourRows, _ times: Span<UInt8>)
    -> [SIMD2<Double>]
  {
    let zero = SIMD2<Double>.zero
    var (evenA, evenB, evenC, evenD) = (zero, zero, zero, zero)
    var (oddA, oddB, oddC, oddD) = (zero, zero, zero, zero)
    for lap in stride(from: 0, to: laps - 1, by: 2) {
      let (even, odd) = (values[lap], values[lap + 1])
      evenA += even * Double(times[rows.a + lap])
      oddA += odd * Double(times[rows.a + lap + 1])
      evenB += even * Double(times[rows.b + lap])
      oddB += odd * Double(times[rows.b + lap + 1])
      evenC += even * Double(times[rows.c + lap])
      oddC += odd * Double(times[rows.c + lap + 1])
      evenD += even * Double(times[rows.d + lap])
      oddD += odd * Double(times[rows.d + lap + 1])
    }
    if laps % 2 == 1 {
      let last = values[laps - 1]
      evenA += last * Double(times[rows.a + laps - 1])
      evenB += last * Double(times[rows.b + laps - 1])
      evenC += last * Double(times[rows.c + laps - 1])
      evenD += last * Double(times[rows.d + laps - 1])
    }
    return [evenA + oddA, evenB + oddB, evenC + oddC, evenD + oddD]
  }
}
