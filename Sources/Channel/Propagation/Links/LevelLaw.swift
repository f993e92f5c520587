import NumericalMethods
import Radio
import World

/// The constants of one transmitter's levels, for eight packets at a time: everything but random terms and position.
struct LevelLaw: Sendable {
  /// The RSSI at 1 m with the unit's offset and the offset of each of the three channels, in dBm.
  let levels: (Float, Float, Float)
  /// Decibels lost for each unit of the natural logarithm of the squared distance.
  let slope: Float
  /// The law beyond its bend; nil where the law is a straight line.
  let bend: BendLanes?
  /// Half the body's loss.
  let halfBody: Float
  /// The factors of cosine and sine of each order; empty for the cosine alone.
  let harmonics: [SIMD2<Float>]
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
    let harmonics = channel.body?.harmonics ?? []
    self.harmonics = harmonics == [SIMD2(1, 0)] ? [] : harmonics.map { SIMD2<Float>($0) }
    shadowSigma = Float(channel.shadowing?.sigma.value ?? 0)
    noise = Float(receiver.noise.value)
  }

  /// Decibels that a body can add at most, by its form.
  var greatestBodyGain: Float {
    halfBody * max(harmonics.reduce(-1) { $0 + ($1 * $1).sum().squareRoot() }, 0)
  }

  /// Adds the mean level from path loss, body and obstacles, before random terms, for blocks for which the lanes hold.
  func addMean(to blocks: PacketBlocks, _ lanes: borrowing StretchLanes) {
    guard halfBody != 0 || bend != nil else {
      for index in blocks.indices {
        let place = LevelLaw.place(lanes, blocks[index].seconds)
        blocks[index].level += lanes.obstacles * -1 - Elementary.log(place.squared) * slope
      }
      return
    }
    for index in blocks.indices {
      let place = LevelLaw.place(lanes, blocks[index].seconds)
      let horizontal = Elementary.squareRoot(place.flat)
      let along =
        horizontal + (harmonics.isEmpty ? place.x * lanes.bodyX + place.y * lanes.bodyY : form(place, lanes))
      let body = along * Elementary.reciprocalSquareRoot(place.squared) * halfBody
      let logarithm = Elementary.log(place.squared)
      let level = lanes.obstacles * -1 - body - logarithm * slope
      blocks[index].level += bend.map { level - $0.loss(logarithm, horizontal) } ?? level
    }
  }

  /// The sum of the body's harmonics, times the distance on the plan.
  private func form(
    _ place: (x: SIMD8<Float>, y: SIMD8<Float>, flat: SIMD8<Float>, squared: SIMD8<Float>),
    _ lanes: borrowing StretchLanes
  ) -> SIMD8<Float> {
    let inverse = Elementary.reciprocalSquareRoot(place.flat + 1e-12)
    let cosine = (place.x * lanes.bodyX + place.y * lanes.bodyY) * inverse
    let sine = (place.y * lanes.bodyX - place.x * lanes.bodyY) * inverse
    var (even, odd, sum) = (cosine, sine, SIMD8<Float>.zero)
    for factors in harmonics {
      sum += even * factors.x + odd * factors.y
      (even, odd) = (even * cosine - odd * sine, odd * cosine + even * sine)
    }
    return sum * (place.flat * inverse)
  }

  /// The transmitter's place from the phone on the plan, and the squared distance there and in space.
  @inline(__always)
  private static func place(
    _ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>
  ) -> (x: SIMD8<Float>, y: SIMD8<Float>, flat: SIMD8<Float>, squared: SIMD8<Float>) {
    let x = lanes.x + lanes.dx * seconds
    let y = lanes.y + lanes.dy * seconds
    let z = lanes.z + lanes.dz * seconds
    let flat = x * x + y * y
    var squared = flat + z * z
    let nearest = Float(LogDistance.nearest * LogDistance.nearest)
    squared.replace(with: nearest, where: squared .< nearest)
    return (x, y, flat, squared)
  }

  /// Metres in space between phone and transmitter.
  @inline(__always)
  static func distance(_ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>) -> SIMD8<Float> {
    let x = lanes.x + lanes.dx * seconds
    let y = lanes.y + lanes.dy * seconds
    let z = lanes.z + lanes.dz * seconds
    return Elementary.squareRoot(x * x + y * y + z * z + 1e-12)
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
    // Adding 1.5 × 2^23 leaves a whole number in the low bits.
    let index = unsafeBitCast(point + 12_582_912, to: SIMD8<Int32>.self) &+ lanes.firstPoint
    var before = SIMD8<Float>.zero
    var after = SIMD8<Float>.zero
    for lane in 0..<8 {
      let place = Int(index[lane]) * 8
      before[lane] = column[place]
      after[lane] = column[place + 8]
    }
    // 1 / √(1 - q) to the third order: q stays below 0.0304, so the error is below 3e-7.
    let q = lanes.interpolationLoss * fraction * (1 - fraction)
    let restored = 1 + q * (0.5 + q * (0.375 + q * 0.3125))
    return (before + (after - before) * fraction) * restored * shadowSigma
  }
}
