import NumericalMethods
import World

/// Multipath from one transmitter to every place of a lap, as a sum of waves, for eight packets at a time.
///
/// One steady wave arrives on the direct path, with a phase that follows from the distance; `count` weak ones of equal power arrive
/// from random directions on the plan, each with its own phase, delay and, where objects move, Doppler shift. Their sum is a
/// function of place, time and channel: it changes within half a wavelength, is constant while nothing moves, and differs between
/// channels whose spacing in frequency is not small compared with the inverse of the delay spread. Over the transmitters
/// the weak waves' sum is correlated by J₀(2π s / λ) for two places s metres apart, by J₀(2π D τ) for two moments τ
/// apart with the Doppler spread D, and by 1 / (1 + 2πi Δf T) for two channels Δf apart with delays of the mean T.
///
/// Source: Clarke 1968, "A statistical theory of mobile-radio reception", doi:10.1002/j.1538-7305.1968.tb00069.x;
/// the delays are exponential as in Saleh, Valenzuela 1987, doi:10.1109/JSAC.1987.1146527, without clusters.
/// The finite sum of waves of random direction is Jakes' with all of its parts drawn.
struct WaveLanes: Sendable {
  /// One weak wave; phases are in turns.
  private struct Wave: Sendable {
    /// Turns per metre along x and along y.
    var x: Float
    var y: Float
    var phase: Float
    /// The turns that the delay adds from channel 37 to 38, and from 38 to 39.
    var toSecond: Float
    var toThird: Float
    /// Turns per second.
    var doppler: Float
  }

  private let waves: [Wave]
  private let place: (x: Float, y: Float)
  /// The amplitudes of the steady wave and of each weak wave.
  private let steady: Float
  private let weak: Float
  private let isMoving: Bool

  /// Weak waves; with eight, levels in decibels have the mean and deviation of the Rician law within 0.15 dB at
  /// K = 0 and 0.07 dB from K = 1 on. Quantiles differ more, by 0.8 dB at 99.9 % for K = 0: docs/channel.md.
  static let count = 8
  /// Metres at 2.44 GHz, the middle of the band; the channels' own differ by less than 2 %.
  static let wavelength = 299_792_458 / 2.44e9
  /// Hertz of channels 37, 38 and 39 (Bluetooth Core, volume 6, part B, 1.4.1).
  static let frequencies = (2402e6, 2426e6, 2480e6)

  /// Nil without fading, or with independent fades.
  init?(_ fading: Fading, from place: Point, seed: Seed) {
    guard case .rician(let k, .waves(let delaySpread, let doppler)) = fading else { return nil }
    var random = RandomStream(seed.derived("waves"))
    let (first, second, third) = WaveLanes.frequencies
    waves = (0..<WaveLanes.count).map { _ in
      let (sine, cosine) = Elementary.sinCos(2 * .pi * random.uniform())
      let phase = random.uniform()
      let delay = -delaySpread * Elementary.log(1 - random.uniform())
      let shift = doppler * Elementary.cos(2 * .pi * random.uniform())
      return Wave(
        x: Float(cosine / WaveLanes.wavelength), y: Float(sine / WaveLanes.wavelength), phase: Float(phase),
        toSecond: Float((second - first) * delay), toThird: Float((third - second) * delay),
        doppler: Float(shift))
    }
    self.place = (Float(place.x), Float(place.y))
    steady = Float((k / (k + 1)).squareRoot())
    weak = Float((1 / (k + 1) / Double(WaveLanes.count)).squareRoot())
    isMoving = doppler > 0
  }

  /// Adds the gain of each packet's fade in decibels, for blocks for which the lanes hold.
  func add(to blocks: PacketBlocks, _ lanes: StretchLanes) {
    waves.withUnsafeBufferPointer { waves in
      for index in blocks.indices {
        blocks[index].number = power(of: blocks[index], lanes, waves)
      }
    }
    for index in blocks.indices { blocks[index].level += Elementary.log(blocks[index].number) * 4.3429448 }
  }

  @inline(__always)
  private func power(
    of block: PacketBlock, _ lanes: StretchLanes, _ waves: UnsafeBufferPointer<Wave>
  ) -> SIMD8<Float> {
    let straight = LevelLaw.distance(lanes, block.seconds) * Float(1 / WaveLanes.wavelength)
    let phoneX = place.x - (lanes.x + lanes.dx * block.seconds)
    let phoneY = place.y - (lanes.y + lanes.dy * block.seconds)
    // By sums and shifts, since integers are not compared in lanes.
    let steps = block.channels &- 37
    let (isPastFirst, isThird) = (Elementary.float((steps &+ 1) &>> 1), Elementary.float(steps &>> 1))
    let moments =
      isMoving ? SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: block.times &>> 10)) * 1.024e-3 : .zero
    var (inPhase, across) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for wave in waves {
      var turns = straight + phoneX * wave.x + phoneY * wave.y + wave.phase
      turns += isPastFirst * wave.toSecond + isThird * wave.toThird
      if isMoving { turns += moments * wave.doppler }
      let (sine, cosine) = Elementary.coarseSinCos(turns: turns)
      inPhase += cosine
      across += sine
    }
    let real = inPhase * weak + steady
    let imaginary = across * weak
    return real * real + imaginary * imaginary + 1e-12
  }
}

/// Looks up shadows over a floor for eight packets of one transmitter at a time.
struct GridLanes: Sendable {
  /// The transmitter's place relative to the grid's first point, in metres, and the number of points per metre.
  private let x: Float
  private let y: Float
  private let scale: Float
  private let columns: Int32
  private let rows: Int32
  private let sideLoss: Float
  private let cornerGain: Float

  /// Nil without shadowing, or with shadowing along the path.
  init?(_ plan: ShadowPlan?, from place: Point) {
    guard case .floor(let grid) = plan else { return nil }
    (x, y) = (Float(place.x - grid.origin.x), Float(place.y - grid.origin.y))
    scale = Float(1 / grid.spacing)
    (columns, rows) = (Int32(grid.columns), Int32(grid.rows))
    (sideLoss, cornerGain) = (grid.sideLoss, grid.cornerGain)
  }

  /// The shadow, of unit variance, at the lanes' places, from one anchor's column of eight side by side.
  @inline(__always)
  func shadow(
    _ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>, _ column: UnsafePointer<Float>
  ) -> SIMD8<Float> {
    let across = (x - (lanes.x + lanes.dx * seconds)) * scale
    let along = (y - (lanes.y + lanes.dy * seconds)) * scale
    let (left, low) = (Elementary.nearestInteger(across - 0.5), Elementary.nearestInteger(along - 0.5))
    let (right, up) = (across - left, along - low)
    let first = lanes.firstPoint &+ 0x4B40_0000
    let (lowRow, highRow) = GridLanes.onTorus(low, rows)
    let (near, far) = GridLanes.onTorus(left, columns)
    let (lowFirst, highFirst) = (first &+ lowRow &* columns, first &+ highRow &* columns)
    let bottom = mixed(column, lowFirst &+ near, lowFirst &+ far, right)
    let top = mixed(column, highFirst &+ near, highFirst &+ far, right)
    let (p, q) = (right * (1 - right), up * (1 - up))
    let kept = 1 - (p + q) * sideLoss + p * q * cornerGain
    return (bottom + (top - bottom) * up) * Elementary.reciprocalSquareRoot(kept)
  }

  /// The indices of a point and of the next one along a side of the torus, which has `count` points.
  @inline(__always)
  private static func onTorus(
    _ point: SIMD8<Float>, _ count: Int32
  ) -> (SIMD8<Int32>, SIMD8<Int32>) {
    let rounds = Elementary.nearestInteger(point * (1 / Float(count)) - 0.5)
    // Adding 1.5 × 2^23 leaves a whole number in the low bits.
    let bits = point - rounds * Float(count) + 12_582_912
    var index = unsafeBitCast(bits, to: SIMD8<Int32>.self) &- 0x4B40_0000
    // The share of a round is rounded, so a point at the seam may be a whole round off.
    index.replace(with: index &+ count, where: index .< SIMD8<Int32>.zero)
    index.replace(with: index &- count, where: index .>= SIMD8<Int32>(repeating: count))
    var next = index &+ 1
    next.replace(with: SIMD8<Int32>.zero, where: next .== SIMD8<Int32>(repeating: count))
    return (index, next)
  }

  /// The values of two points, interpolated linearly.
  @inline(__always)
  private func mixed(
    _ column: UnsafePointer<Float>, _ first: SIMD8<Int32>, _ second: SIMD8<Int32>, _ fraction: SIMD8<Float>
  ) -> SIMD8<Float> {
    var before = SIMD8<Float>.zero
    var after = SIMD8<Float>.zero
    for lane in 0..<8 {
      before[lane] = column[Int(first[lane]) * 8]
      after[lane] = column[Int(second[lane]) * 8]
    }
    return before + (after - before) * fraction
  }
}
