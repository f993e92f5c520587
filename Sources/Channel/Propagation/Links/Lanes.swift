import NumericalMethods
import Radio

/// The constants of a stretch for eight packets at once; packets on different stretches each have the constants of their own.
struct StretchLanes {
  var start = SIMD8<Int64>.zero
  var x = SIMD8<Float>.zero, y = SIMD8<Float>.zero, z = SIMD8<Float>.zero
  var dx = SIMD8<Float>.zero, dy = SIMD8<Float>.zero, dz = SIMD8<Float>.zero
  var bodyX = SIMD8<Float>.zero, bodyY = SIMD8<Float>.zero
  var obstacles = SIMD8<Float>.zero
  var point = SIMD8<Float>.zero, pointRate = SIMD8<Float>.zero
  /// The first point's index less the bits of 1.5 × 2^23.
  var firstPoint = SIMD8<Int32>.zero
  var lastInterval = SIMD8<Float>.zero
  var interpolationLoss = SIMD8<Float>.zero

  init(_ stretch: LinkGeometry.Stretch) {
    for lane in 0..<8 { set(lane, to: stretch) }
  }

  mutating func set(_ lane: Int, to stretch: LinkGeometry.Stretch) {
    start[lane] = stretch.start
    (x[lane], y[lane], z[lane]) = (stretch.x, stretch.y, stretch.z)
    (dx[lane], dy[lane], dz[lane]) = (stretch.dx, stretch.dy, stretch.dz)
    (bodyX[lane], bodyY[lane]) = (stretch.bodyX, stretch.bodyY)
    obstacles[lane] = stretch.obstacles
    (point[lane], pointRate[lane]) = (stretch.point, stretch.pointRate)
    firstPoint[lane] = stretch.firstPoint - 0x4B40_0000
    lastInterval[lane] = Float(stretch.intervals - 1)
    interpolationLoss[lane] = stretch.interpolationLoss
  }
}

/// Normal random numbers in lanes, one block after another; both numbers of each generated pair are used.
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

/// The part of a path-loss law beyond its bend, for eight packets at a time.
struct BendLanes: Sendable {
  /// The natural logarithm of the squared distance of the bend.
  private let start: Float
  /// Decibels for each unit of that logarithm beyond it.
  let slope: Float
  private let sight: Sight?

  /// The probability of a line of sight: an exponential with different constants near and far.
  private struct Sight: Sendable {
    let certainUpTo: Float, nearUpTo: Float
    /// Minus one over the scale lengths.
    let nearRate: Float, farRate: Float
    let farShare: Float

    init(_ law: SightProbability) {
      (certainUpTo, nearUpTo) = (Float(law.certainUpTo), Float(law.nearUpTo))
      (nearRate, farRate) = (Float(-1 / law.nearScale), Float(-1 / law.farScale))
      farShare = Float(law.farShare)
    }

    @inline(__always)
    func chance(at horizontal: SIMD8<Float>) -> SIMD8<Float> {
      let isFar = horizontal .>= nearUpTo
      let near = (horizontal - certainUpTo) * nearRate
      var exponent = near.replacing(with: (horizontal - nearUpTo) * farRate, where: isFar)
      exponent.replace(with: SIMD8<Float>.zero, where: exponent .> SIMD8<Float>.zero)
      let share = SIMD8<Float>(repeating: 1).replacing(with: farShare, where: isFar)
      return Elementary.exp(exponent) * share
    }
  }

  init(_ bend: LossCurve.Bend) {
    start = Float(2 * Elementary.log(bend.distance))
    slope = Float(bend.perDecade / 2 * 0.4342944819032518)
    sight = bend.unlessInSight.map(Sight.init)
  }

  /// The loss beyond the bend, from the logarithm of the squared distance and the distance on the plan.
  @inline(__always)
  func loss(_ logarithm: SIMD8<Float>, _ horizontal: SIMD8<Float>) -> SIMD8<Float> {
    var beyond = logarithm - start
    beyond.replace(with: SIMD8<Float>.zero, where: beyond .< SIMD8<Float>.zero)
    guard let sight else { return beyond * slope }
    return beyond * slope * (1 - sight.chance(at: horizontal))
  }
}
