import NumericalMethods
import Testing

/// The lanes against the double-precision functions, whose own errors are a billion times smaller. Run in
/// far smaller steps, the largest errors were 1.10e-7 (log), 8.2e-8 (exp), 2.0e-7 (sine and cosine), 4.7e-7 (one over
/// the root, and the root).
@Suite struct ElementaryLanesTests {
  /// The largest value of `error` over eight numbers at a time.
  private func worst(
    over values: some Sequence<Float>, of function: (SIMD8<Float>) -> SIMD8<Float>,
    error: (_ x: Double, _ value: Double) -> Double
  ) -> Double {
    var worst = 0.0
    var lanes = SIMD8<Float>.one
    var filled = 0
    for value in values {
      lanes[filled] = value
      filled += 1
      guard filled == 8 else { continue }
      let results = function(lanes)
      for lane in 0..<8 { worst = max(worst, error(Double(lanes[lane]), Double(results[lane]))) }
      filled = 0
    }
    return worst
  }

  /// Every normal positive float in steps of so many units in the last place.
  private func positives(every step: UInt32) -> some Sequence<Float> {
    stride(from: UInt32(0x0080_0000), to: 0x7F80_0000, by: UInt32.Stride(step)).lazy.map {
      Float(bitPattern: $0)
    }
  }

  @Test func `the logarithm is within 1.2e-7 of its size`() {
    func error(x: Double, value: Double) -> Double {
      let exact = Elementary.log(x)
      return exact == 0 ? abs(value) : abs(value / exact - 1)
    }
    #expect(worst(over: positives(every: 99_991), of: { Elementary.log($0) }, error: error) < 1.2e-7)
    let nearOne = stride(from: Float(0.70), to: 1.5, by: 3.7e-5)
    #expect(worst(over: nearOne, of: { Elementary.log($0) }, error: error) < 1.2e-7)
    #expect(Elementary.log(SIMD8<Float>(repeating: 1)) == .zero)
    #expect(abs(Elementary.log(SIMD8<Float>(repeating: 0))[0] + 88.03) < 0.01)
  }

  @Test func `the exponential is within 1e-7 of its size, and held at its ends`() {
    let range = stride(from: Float(-87), through: 88, by: 0.0071)
    let error = worst(over: range, of: { Elementary.exp($0) }, error: { abs($1 / Elementary.exp($0) - 1) })
    #expect(error < 1e-7)
    #expect(Elementary.exp(SIMD8<Float>(repeating: -1000)) == Elementary.exp(SIMD8<Float>(repeating: -87)))
    #expect(Elementary.exp(SIMD8<Float>(repeating: 1000)) == Elementary.exp(SIMD8<Float>(repeating: 88)))
  }

  @Test func `sine and cosine are within 2.1e-7`() {
    let turns = stride(from: Float(-2), through: 2, by: 1.7e-4)
    let sine = worst(
      over: turns, of: { Elementary.sin(turns: $0) }, error: { abs($1 - Elementary.sin(2 * .pi * $0)) })
    let cosine = worst(
      over: turns, of: { Elementary.cos(turns: $0) }, error: { abs($1 - Elementary.cos(2 * .pi * $0)) })
    #expect(sine < 2.1e-7)
    #expect(cosine < 2.1e-7)
  }

  @Test func `the part of a turn is the remainder, however many turns there are`() {
    let turns = [0, 0.25, -0.5, 0.5, 1.5, -1234.4375, 98_765.432_1, -4e9 + 0.125]
    let lanes = Elementary.partOfTurn(SIMD8<Double>(turns))
    for (lane, angle) in turns.enumerated() { #expect(lanes[lane] == Float(angle.remainder(dividingBy: 1))) }
  }

  @Test func `the square root and one over it are within 5e-7 of their sizes`() {
    let inverse = worst(
      over: positives(every: 99_991), of: { Elementary.reciprocalSquareRoot($0) },
      error: { abs($1 * $0.squareRoot() - 1) })
    let root = worst(
      over: positives(every: 99_991), of: { Elementary.squareRoot($0) },
      error: { abs($1 / $0.squareRoot() - 1) })
    #expect(inverse < 5e-7)
    #expect(root < 5e-7)
    #expect(Elementary.squareRoot(SIMD8<Float>(repeating: 0)) == .zero)
  }

  @Test func `halves go to the even whole number`() {
    let values = SIMD8<Float>(0.5, 1.5, 2.5, -0.5, -1.5, -96.5, -95.5, 3.2)
    #expect(Elementary.nearestInteger(values) == SIMD8(0, 2, 2, 0, -2, -96, -96, 3))
  }

  @Test func `coarse sines and cosines are within 7e-5`() {
    var worst = 0.0
    for step in -40_000...40_000 {
      let turns = Double(step) / 16_384
      let (sine, cosine) = Elementary.coarseSinCos(turns: SIMD8(repeating: Float(turns)))
      let exact = Elementary.sinCos(2 * .pi * turns)
      worst = max(worst, abs(Double(sine[0]) - exact.sin), abs(Double(cosine[7]) - exact.cos))
    }
    #expect(worst < 7e-5 && worst > 6e-5)
  }
}

@Suite struct AngleTests {
  @Test func `the angle of a direction turns back into it`() {
    for index in -1000...1000 {
      let angle = Double(index) * .pi / 1000
      let (sine, cosine) = Elementary.sinCos(angle)
      let back = Elementary.angle(x: 3 * cosine, y: 3 * sine)
      // Half a turn is one angle from either side.
      #expect(abs(abs(back) - abs(angle)) < 2e-15 && (abs(index) == 1000 || abs(back - angle) < 2e-15))
    }
    #expect(Elementary.angle(x: 0, y: 0) == 0 && Elementary.angle(x: 1, y: 1) == .pi / 4)
    #expect(Elementary.angle(x: -2, y: 0) == .pi && Elementary.angle(x: 0, y: -5) == -.pi / 2)
  }
}
