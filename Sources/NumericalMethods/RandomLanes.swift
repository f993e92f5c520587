/// Eight random streams side by side, for loops that work on eight numbers at once.
///
/// Lane k gives exactly the words of `RandomStream` with lane k's seed, so its known-answer test holds here.
public struct RandomLanes: Sendable {
  @usableFromInline var a: SIMD8<UInt64>
  @usableFromInline var b: SIMD8<UInt64>
  @usableFromInline var c: SIMD8<UInt64>
  @usableFromInline var d: SIMD8<UInt64>

  /// One stream for eight elements in a row: lane k draws for every eighth element, from the k-th on, with the
  /// seed `seed.derived("lane", k)`.
  public init(_ seed: Seed) {
    self.init(lanes: (0..<8).map { seed.derived("lane", $0) })
  }

  /// A stream of its own for each of up to eight parts.
  ///
  /// - Precondition: one to eight seeds; the lanes left over repeat the last.
  public init(lanes seeds: [Seed]) {
    precondition((1...8).contains(seeds.count), "needs one to eight seeds, had \(seeds.count)")
    (a, b, c, d) = (.zero, .zero, .zero, .zero)
    for lane in 0..<8 {
      (a[lane], b[lane], c[lane], d[lane]) = RandomStream.state(from: seeds[min(lane, seeds.count - 1)])
    }
  }

  /// The next word of each lane.
  ///
  /// The two parts of a rotation are added, which is the same as joining them: `|` is taken lane by lane.
  @inlinable @inline(__always)
  public mutating func next() -> SIMD8<UInt64> {
    let sum = a &+ d
    let result = ((sum &<< 23) &+ (sum &>> 41)) &+ a
    let shifted = b &<< 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d &<< 45) &+ (d &>> 19)
    return result
  }

  /// The next word of each lane as its upper and lower half.
  @inlinable @inline(__always)
  public mutating func nextHalves() -> (upper: SIMD8<UInt32>, lower: SIMD8<UInt32>) {
    let words = next()
    return (SIMD8(truncatingIfNeeded: words &>> 32), SIMD8(truncatingIfNeeded: words))
  }

  /// Evenly spread over [0, 1): multiples of 2^-24.
  @inlinable @inline(__always)
  public static func uniform(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
    SIMD8<Float>(unsafeBitCast(words &>> 8, to: SIMD8<Int32>.self)) * 0x1p-24
  }

  /// Evenly spread over (0, 1], the least being 2^-33, so that logarithms stay finite and tails are long.
  @inlinable @inline(__always)
  public static func positiveUniform(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
    SIMD8<Float>(unsafeBitCast(words &>> 1, to: SIMD8<Int32>.self)) * 0x1p-31 + 0x1p-33
  }

  /// Two numbers a lane from the normal distribution with mean 0 and standard deviation 1, by one word.
  ///
  /// Source: Box, Muller 1958, doi:10.1214/aoms/1177706645. No value is beyond 6.77 either way.
  @inlinable @inline(__always)
  public mutating func normalPair() -> (SIMD8<Float>, SIMD8<Float>) {
    let (upper, lower) = nextHalves()
    let radius = Elementary.squareRoot(Elementary.log(RandomLanes.positiveUniform(upper)) * -2)
    let turns = RandomLanes.uniform(lower)
    return (radius * Elementary.cos(turns: turns), radius * Elementary.sin(turns: turns))
  }
}
