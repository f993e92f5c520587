import NumericalMethods

/// Normal numbers in lanes, one after another; both of a pair are used.
struct NormalLanes {
  private var random: RandomLanes
  private var spare: SIMD8<Float>?

  init(_ seed: Seed) { random = RandomLanes(seed) }

  /// Draws a number for each packet of the blocks.
  mutating func draw(for blocks: PacketBlocks) {
    var next = blocks.startIndex
    if let spare, next < blocks.endIndex {
      blocks[next].number = spare
      self.spare = nil
      next += 1
    }
    var random = random
    for index in stride(from: next, to: blocks.endIndex, by: 2) { blocks[index].words = random.next() }
    self.random = random
    for index in stride(from: next, to: blocks.endIndex, by: 2) {
      blocks[index].number = RandomLanes.squaredRadius(blocks[index].words)
    }
    for index in stride(from: next, to: blocks.endIndex, by: 2) {
      let (first, second) = RandomLanes.normalPair(
        blocks[index].number, turns: RandomLanes.turns(blocks[index].words))
      blocks[index].number = first
      if index + 1 < blocks.endIndex { blocks[index + 1].number = second } else { spare = second }
    }
  }
}
