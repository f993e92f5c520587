import CLanes
import NumericalMethods

/// The sum of losses, without one of weighted squared residuals, at four places, with half its first and second derivatives.
///
/// Vectors are added, subtracted and multiplied with vectors only: with single numbers, and by `+=`, Swift computes lane by lane.
struct RangeSlopes {
  typealias Lanes = SIMD4<Double>
  typealias Mask = SIMDMask<Lanes.MaskStorage>
  private typealias Terms = (value: Lanes, slope: Lanes, curve: Lanes)

  /// An anchor and its distance, each number in all lanes.
  struct Circle {
    let x: Lanes
    let y: Lanes
    let squaredRise: Lanes
    let distance: Lanes
    let weight: Lanes

    init(_ circle: RangeCircle) {
      (x, y) = (Lanes(repeating: circle.x), Lanes(repeating: circle.y))
      squaredRise = Lanes(repeating: circle.rise * circle.rise)
      (distance, weight) = (Lanes(repeating: circle.distance), Lanes(repeating: circle.weight))
    }
  }

  private(set) var sum = Lanes.zero
  private var (x, y) = (Lanes.zero, Lanes.zero)
  private var (xx, xy, yy) = (Lanes.zero, Lanes.zero, Lanes.zero)

  private init() {}

  /// Before a place is evaluated: any is better, and the step is zero.
  static var unknown: RangeSlopes {
    var slopes = RangeSlopes()
    slopes.sum = Lanes(repeating: .infinity)
    (slopes.xx, slopes.yy) = (Lanes(repeating: 1), Lanes(repeating: 1))
    return slopes
  }

  @inline(__always)
  init(x: Lanes, y: Lanes, _ circles: Span<Circle>, _ loss: Trilateration.Settings.Loss) {
    let one = Lanes(repeating: 1)
    switch loss {
    case .squares: add(circles, x, y) { ($0, one, one) }
    case .huber(let threshold):
      let limit = Lanes(repeating: threshold)
      add(circles, x, y) { square in
        let isFar = square .> limit * limit
        let size = beaconbench_root(square)
        return (
          square.taking((size + size - limit) * limit, where: isFar),
          one.taking(beaconbench_quotient(limit, size), where: isFar), one.taking(.zero, where: isFar)
        )
      }
    case .cauchy(let threshold):
      let limit = Lanes(repeating: threshold * threshold)
      add(circles, x, y) { square in
        let ratio = beaconbench_quotient(square, limit)
        let slope = beaconbench_quotient(one, one + ratio)
        var logarithm = one + ratio
        for lane in logarithm.indices { logarithm[lane] = Elementary.log(logarithm[lane]) }
        return (limit * logarithm, slope, slope * slope * (one - ratio))
      }
    }
  }

  /// - Parameter terms: the loss ρ of squared weighted residuals z: `ρ(z)`, `ρ'(z)` and `ρ'(z) + 2 z ρ''(z)`.
  @inline(__always)
  private mutating func add(
    _ circles: Span<Circle>, _ placeX: Lanes, _ placeY: Lanes, _ terms: (Lanes) -> Terms
  ) {
    let one = Lanes(repeating: 1)
    for index in circles.indices {
      let circle = circles[index]
      let (dx, dy) = (placeX - circle.x, placeY - circle.y)
      // With its type, since the type checker takes seconds to find it.
      let onPlan: Lanes = dx * dx + dy * dy
      let length = beaconbench_root(onPlan + circle.squaredRise)
      let (weight, residual) = (circle.weight, length - circle.distance)
      let (value, slope, curve) = terms(weight * residual * residual)
      sum = sum + value
      // At the anchor itself there is no slope.
      let apart = length.taking(Lanes(repeating: .infinity), where: length .<= .zero)
      let (ux, uy) = (beaconbench_quotient(dx, apart), beaconbench_quotient(dy, apart))
      let bend = slope * beaconbench_quotient(residual, apart)
      let force = slope * weight * residual
      x = x + force * ux
      y = y + force * uy
      let (curveX, curveY): (Lanes, Lanes) = (curve * ux, curve * uy)
      let (acrossX, acrossY): (Lanes, Lanes) = (one - ux * ux, one - uy * uy)
      let bendX: Lanes = bend * ux
      xx = xx + weight * (curveX * ux + bend * acrossX)
      xy = xy + weight * (curveX * uy - bendX * uy)
      yy = yy + weight * (curveY * uy + bend * acrossY)
    }
  }

  /// The least and the greatest curvature over all directions.
  @inline(__always)
  private var curvatures: (least: Lanes, greatest: Lanes) {
    let middle = Lanes(repeating: 0.5)
    let (mean, half) = ((xx + yy) * middle, (xx - yy) * middle)
    let radius = beaconbench_root(half * half + xy * xy)
    return (mean - radius, mean + radius)
  }

  /// Whether the sum is curved upwards in every direction, to rounding.
  @inline(__always)
  var isValley: Mask {
    let (least, greatest) = curvatures
    return least .>= Lanes(repeating: -1e-9) * greatest.larger(than: Lanes.zero - greatest)
  }

  /// The step to subtract: Newton's where the sum is convex, and elsewhere a descent direction.
  ///
  /// - Parameter damping: by how much it is held back, as a fraction of the greatest curvature; 0 or more.
  @inline(__always)
  func step(damping: Lanes) -> (x: Lanes, y: Lanes) {
    let (least, greatest) = curvatures
    let size = greatest.larger(than: Lanes.zero - least).larger(than: Lanes(repeating: .leastNormalMagnitude))
    let floor = Lanes(repeating: 1e-12) * size
    let below = least.taking(.zero, where: least .> .zero)
    let lift = Lanes.zero.taking(floor - (below + below), where: least .< floor)
    let shift = (damping * size).larger(than: lift)
    let first = beaconbench_quotient(xx + shift, size)
    let last = beaconbench_quotient(yy + shift, size)
    let between = beaconbench_quotient(xy, size)
    let determinant = (first * last - between * between) * size
    return (
      beaconbench_quotient(last * x - between * y, determinant),
      beaconbench_quotient(first * y - between * x, determinant)
    )
  }

  /// With some lanes of another.
  @inline(__always)
  func taking(_ other: RangeSlopes, where mask: Mask) -> RangeSlopes {
    var slopes = self
    slopes.sum = sum.taking(other.sum, where: mask)
    slopes.x = x.taking(other.x, where: mask)
    slopes.y = y.taking(other.y, where: mask)
    slopes.xx = xx.taking(other.xx, where: mask)
    slopes.xy = xy.taking(other.xy, where: mask)
    slopes.yy = yy.taking(other.yy, where: mask)
    return slopes
  }
}

extension RangeSlopes.Lanes {
  /// With some lanes of another.
  @inline(__always)
  func taking(_ other: Self, where mask: RangeSlopes.Mask) -> Self {
    beaconbench_choice(unsafeBitCast(mask, to: MaskStorage.self), other, self)
  }

  /// By lane, this or another number, whichever is larger.
  @inline(__always)
  func larger(than other: Self) -> Self { other.taking(self, where: self .> other) }
}

extension RangeSlopes.Mask {
  @inline(__always)
  var isAny: Bool { beaconbench_any(unsafeBitCast(self, to: RangeSlopes.Lanes.MaskStorage.self)) }
}
