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
    self.init(lanes: seed.derived("lane", each: 0..<8))
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
    return (RandomLanes.upper(words), RandomLanes.lower(words))
  }

  /// The upper half of each word.
  ///
  /// Lane by lane in words, as with `Elementary.float`: the compiler makes one shuffle of it.
  @inlinable @inline(__always)
  public static func upper(_ words: SIMD8<UInt64>) -> SIMD8<UInt32> {
    let halves = unsafeBitCast(words, to: SIMD16<UInt32>.self)
    return SIMD8(
      halves[1], halves[3], halves[5], halves[7], halves[9], halves[11], halves[13], halves[15])
  }

  /// The lower half of each word.
  @inlinable @inline(__always)
  public static func lower(_ words: SIMD8<UInt64>) -> SIMD8<UInt32> {
    let halves = unsafeBitCast(words, to: SIMD16<UInt32>.self)
    return SIMD8(
      halves[0], halves[2], halves[4], halves[6], halves[8], halves[10], halves[12], halves[14])
  }

  /// Evenly spread over [0, 1): multiples of 2^-24.
  @inlinable @inline(__always)
  public static func uniform(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
    Elementary.float(unsafeBitCast(words &>> 8, to: SIMD8<Int32>.self)) * 0x1p-24
  }

  /// Evenly spread over (0, 1], the least being 2^-33, so that logarithms stay finite and tails are long.
  @inlinable @inline(__always)
  public static func positiveUniform(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
    Elementary.float(unsafeBitCast(words &>> 1, to: SIMD8<Int32>.self)) * 0x1p-31 + 0x1p-33
  }

  /// The squared radius of a pair of standard normal numbers in each lane, from one word a lane.
  ///
  /// Source: Box, Muller 1958, doi:10.1214/aoms/1177706645. No value is beyond 6.77 either way. Radius, angle and pair are separate,
  /// so that loops that draw many can run them side by side.
  @inlinable @inline(__always)
  public static func squaredRadius(_ words: SIMD8<UInt64>) -> SIMD8<Float> {
    Elementary.log(positiveUniform(upper(words))) * -2
  }

  /// The angle of the pair in turns, from the same word.
  @inlinable @inline(__always)
  public static func turns(_ words: SIMD8<UInt64>) -> SIMD8<Float> {
    uniform(lower(words))
  }

  /// The pair, from its squared radius and angle.
  @inlinable @inline(__always)
  public static func normalPair(
    _ squaredRadius: SIMD8<Float>, turns: SIMD8<Float>
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let radius = Elementary.squareRoot(squaredRadius)
    return (radius * Elementary.cos(turns: turns), radius * Elementary.sin(turns: turns))
  }

  /// So many normal numbers a lane: the pairs one after another, of which the last may lose its second.
  public mutating func normals(_ count: Int) -> [SIMD8<Float>] {
    let pairs = (count + 1) / 2
    var random = self
    let normals = [SIMD8<Float>](unsafeUninitializedCapacity: 2 * pairs) { numbers, initialized in
      // Words stand where their pair will.
      let words = UnsafeMutableRawBufferPointer(numbers)
      for pair in 0..<pairs { words.storeBytes(of: random.next(), toByteOffset: pair * 64, as: Words.self) }
      for pair in 0..<pairs {
        let word = words.load(fromByteOffset: pair * 64, as: Words.self)
        numbers[2 * pair] = RandomLanes.squaredRadius(word)
        numbers[2 * pair + 1] = RandomLanes.turns(word)
      }
      for pair in 0..<pairs {
        let (first, second) = RandomLanes.normalPair(numbers[2 * pair], turns: numbers[2 * pair + 1])
        numbers[2 * pair] = first
        numbers[2 * pair + 1] = second
      }
      initialized = 2 * pairs
    }
    self = random
    return normals
  }

  private typealias Words = SIMD8<UInt64>
}
