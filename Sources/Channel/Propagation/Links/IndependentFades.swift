import NumericalMethods

/// Independent Rician fades, one for each packet of a transmitter.
struct IndependentFades: Sendable {
  private var random: RandomLanes
  /// The amplitude of the steady wave, and the standard deviation of the weak waves' sum in each of two directions.
  private let steady: Float
  private let spread: Float

  /// Nil without fading, or with fading from waves.
  init?(_ fading: Fading, seed: Seed) {
    guard case .rician(let k, .independent) = fading else { return nil }
    random = RandomLanes(seed.derived("fades"))
    (steady, spread) = (Float((k / (k + 1)).squareRoot()), Float((0.5 / (k + 1)).squareRoot()))
  }

  /// Adds each packet's gain in decibels, computed from one random word.
  ///
  /// The power of a steady wave ν and a weak one of Rayleigh length sR at the angle θ is
  /// `(ν - sR)² + 2 ν s R (1 + cos θ)`, which rounding cannot make negative; only R and θ are needed, and no
  /// second normal number.
  mutating func add(to blocks: PacketBlocks) {
    var random = random
    for index in blocks.indices { blocks[index].words = random.next() }
    self.random = random
    for index in blocks.indices {
      let upper = RandomLanes.upper(blocks[index].words)
      blocks[index].number = Elementary.log(RandomLanes.positiveUniform(upper)) * -2
    }
    for index in blocks.indices {
      let weak = Elementary.squareRoot(blocks[index].number) * spread
      let cosine = Elementary.cos(turns: RandomLanes.uniform(RandomLanes.lower(blocks[index].words)))
      let difference = steady - weak
      blocks[index].number = difference * difference + weak * (2 * steady) * (1 + cosine)
    }
    for index in blocks.indices {
      blocks[index].level += Elementary.log(blocks[index].number + 1e-20) * 4.3429448
    }
  }
}
