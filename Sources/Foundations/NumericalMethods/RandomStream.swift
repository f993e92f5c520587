/// Random numbers of one part of a study, in an order that depends on its seed alone.
///
/// The generator is xoshiro256++ with its state filled by SplitMix64, as its authors advise: period 2^256 - 1,
/// no known failure in TestU01 or PractRand.
///
/// Source: Blackman, Vigna 2021, "Scrambled linear pseudorandom number generators", doi:10.1145/3460772.
public struct RandomStream: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: (UInt64, UInt64, UInt64, UInt64)

  public init(_ seed: Seed) {
    state = RandomStream.state(from: seed)
  }

  /// A stream that starts in a given state, for comparing with published sequences.
  ///
  /// - Precondition: not all words are zero, from where the generator never gets away.
  public init(state: (UInt64, UInt64, UInt64, UInt64)) {
    precondition(state != (0, 0, 0, 0), "the state must not be all zero")
    self.state = state
  }

  /// The first four outputs of SplitMix64 started at the seed's value. Four outputs in a row are never all
  /// zero, because they are images of four different words under a one-to-one map.
  static func state(from seed: Seed) -> (UInt64, UInt64, UInt64, UInt64) {
    let gamma = Seed.goldenGamma
    return (
      Seed.mixed(seed.value &+ gamma), Seed.mixed(seed.value &+ 2 &* gamma),
      Seed.mixed(seed.value &+ 3 &* gamma), Seed.mixed(seed.value &+ 4 &* gamma)
    )
  }

  /// Inlined into loops over draws: a call for each word costs as much as the word.
  @inlinable public mutating func next() -> UInt64 {
    let sum = state.0 &+ state.3
    let result = (sum << 23 | sum >> 41) &+ state.0
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// Leaves out some words.
  @inlinable public mutating func skip(_ words: Int) {
    for _ in 0..<words { _ = next() }
  }

  /// Evenly spread over [0, 1): a multiple of 2^-53, from one word.
  @inlinable public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 up to, but not including, `bound`, all equally likely.
  ///
  /// Source: Lemire 2019, "Fast random integer generation in an interval", doi:10.1145/3230636.
  ///
  /// - Precondition: `bound` is at least 1.
  public mutating func uniform(below bound: Int) -> Int {
    precondition(bound >= 1, "bound must be at least 1, was \(bound)")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// From the normal distribution with mean 0 and standard deviation 1, by exactly two words.
  ///
  /// Source: Box, Muller 1958, "A note on the generation of random normal deviates",
  /// doi:10.1214/aoms/1177706645. The sine of the pair is not kept, so that no draw depends on another.
  public mutating func normal() -> Double {
    let radius = (-2 * Elementary.log(1 - uniform())).squareRoot()
    return radius * Elementary.cos(2 * .pi * uniform())
  }

  public static func == (a: RandomStream, b: RandomStream) -> Bool { a.state == b.state }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
  }
}
