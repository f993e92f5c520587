import NumericalMethods

/// Normal numbers in lanes, one after another; both of a pair are used.
struct NormalLanes {
  private var random: RandomLanes
  private var spare = SIMD8<Float>.zero
  private var hasSpare = false

  init(_ seed: Seed) { random = RandomLanes(seed) }

  @inline(__always)
  mutating func next() -> SIMD8<Float> {
    hasSpare.toggle()
    guard hasSpare else { return spare }
    let (first, second) = random.normalPair()
    spare = second
    return first
  }
}
