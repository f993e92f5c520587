import NumericalMethods
import Radio
import World

/// Everything about one transmitter's levels but chance and place, as constants for eight packets at a time.
struct LevelLaw: Sendable {
  /// The level at one metre with the unit's offset, and with each channel's.
  let levels: (Float, Float, Float)
  /// Decibels lost for each unit of the natural logarithm of the squared distance.
  let slope: Float
  /// Where that changes; nil for a straight line.
  let bend: BendLanes?
  /// Half the body's loss.
  let halfBody: Float
  /// The steady wave's amplitude and the weak ones' standard deviation in each of two directions; nil without
  /// fading.
  let fade: (steady: Float, spread: Float)?
  let shadowSigma: Float
  let noise: Float

  /// - Parameter offsets: of channels 37, 38 and 39, in decibels.
  init(channel: ChannelSettings, receiver: ReceiverSettings, unitOffset: Double, offsets: [Double]) {
    let curve = channel.pathLoss.curve
    let mean = channel.pathLoss.levelAtOneMetre.value - curve.constant + unitOffset
    levels = (Float(mean + offsets[0]), Float(mean + offsets[1]), Float(mean + offsets[2]))
    slope = Float(curve.perDecade / 2 * 0.4342944819032518)
    bend = curve.bend.map(BendLanes.init)
    halfBody = Float((channel.body?.loss.value ?? 0) / 2)
    shadowSigma = Float(channel.shadowing?.sigma.value ?? 0)
    noise = Float(receiver.noise.value)
    if case .rician(let k, .independent) = channel.fading {
      fade = (Float((k / (k + 1)).squareRoot()), Float((0.5 / (k + 1)).squareRoot()))
    } else {
      fade = nil
    }
  }

  /// The level before chance: path loss, body and obstacles, for packets so many seconds into their stretches.
  @inline(__always)
  func mean(_ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>) -> SIMD8<Float> {
    let x = lanes.x + lanes.dx * seconds
    let y = lanes.y + lanes.dy * seconds
    let z = lanes.z + lanes.dz * seconds
    let flat = x * x + y * y
    var squared = flat + z * z
    let nearest = Float(LogDistance.nearest * LogDistance.nearest)
    squared.replace(with: nearest, where: squared .< nearest)
    let horizontal = Elementary.squareRoot(flat)
    let along = horizontal + (x * lanes.bodyX + y * lanes.bodyY)
    let body = along * Elementary.reciprocalSquareRoot(squared) * halfBody
    let logarithm = Elementary.log(squared)
    let level = lanes.obstacles * -1 - body - logarithm * slope
    guard let bend else { return level }
    return level - bend.loss(logarithm, horizontal)
  }

  /// Metres in space between phone and transmitter.
  @inline(__always)
  static func distance(_ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>) -> SIMD8<Float> {
    let x = lanes.x + lanes.dx * seconds
    let y = lanes.y + lanes.dy * seconds
    let z = lanes.z + lanes.dz * seconds
    return Elementary.squareRoot(x * x + y * y + z * z + 1e-12)
  }

  /// The gain of one packet's fade in decibels, by two uniform numbers in 32 bits each.
  ///
  /// The power of a steady wave ν and a weak one of Rayleigh length sR at the angle θ is
  /// `(ν - sR)² + 2 ν s R (1 + cos θ)`, which rounding cannot make negative; only R and θ are needed, and no
  /// second normal number.
  @inline(__always)
  static func fade(
    _ fade: (steady: Float, spread: Float), _ first: SIMD8<UInt32>, _ second: SIMD8<UInt32>
  ) -> SIMD8<Float> {
    let squaredRadius = Elementary.log(RandomLanes.positiveUniform(first)) * -2
    let weak = Elementary.squareRoot(squaredRadius) * fade.spread
    let cosine = Elementary.cos(turns: RandomLanes.uniform(second))
    let difference = fade.steady - weak
    let power = difference * difference + weak * (2 * fade.steady) * (1 + cosine)
    return Elementary.log(power + 1e-20) * 4.3429448
  }

  /// The shadow in decibels at the lanes' places, from one anchor's column of eight side by side.
  @inline(__always)
  func shadow(
    _ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>, _ column: UnsafePointer<Float>
  ) -> SIMD8<Float> {
    let position = lanes.point + lanes.pointRate * seconds
    var point = Elementary.nearestInteger(position - 0.5)
    point.replace(with: SIMD8<Float>.zero, where: point .< SIMD8<Float>.zero)
    point.replace(with: lanes.lastInterval, where: point .> lanes.lastInterval)
    let fraction = position - point
    // Added to 1.5 × 2^23, a whole number stands in the low bits.
    let index = unsafeBitCast(point + 12_582_912, to: SIMD8<Int32>.self) &+ lanes.firstPoint
    var before = SIMD8<Float>.zero
    var after = SIMD8<Float>.zero
    for lane in 0..<8 {
      let place = Int(index[lane]) * 8
      before[lane] = column[place]
      after[lane] = column[place + 8]
    }
    // 1 / √(1 - q) to the third order: q stays below 0.0304, so what is left out is below 3e-7.
    let q = lanes.interpolationLoss * fraction * (1 - fraction)
    let restored = 1 + q * (0.5 + q * (0.375 + q * 0.3125))
    return (before + (after - before) * fraction) * restored * shadowSigma
  }
}
