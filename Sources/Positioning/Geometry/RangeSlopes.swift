import NumericalMethods

/// The sum of losses, without one of weighted squared residuals, at four places, with half its first and second derivatives.
struct RangeSlopes {
  typealias Lanes = SIMD4<Double>
  typealias Mask = SIMDMask<Lanes.MaskStorage>
  private typealias Terms = (value: Lanes, slope: Lanes, curve: Lanes)

  private(set) var sum = Lanes.zero
  private var (x, y) = (Lanes.zero, Lanes.zero)
  private var (xx, xy, yy) = (Lanes.zero, Lanes.zero, Lanes.zero)

  /// Zero, before a place is evaluated.
  init() {}

  @inline(__always)
  init(x: Lanes, y: Lanes, _ circles: Span<RangeCircle>, _ loss: Trilateration.Settings.Loss) {
    let one = Lanes(repeating: 1)
    switch loss {
    case .squares: add(circles, x, y) { ($0, one, one) }
    case .huber(let threshold):
      add(circles, x, y) { square in
        let isFar = square .> threshold * threshold
        let size = square.squareRoot()
        return (
          square.replacing(with: (2 * size - threshold) * threshold, where: isFar),
          one.replacing(with: threshold / size, where: isFar), one.replacing(with: 0, where: isFar)
        )
      }
    case .cauchy(let threshold):
      let limit = threshold * threshold
      add(circles, x, y) { square in
        let ratio = square / limit
        let slope = 1 / (1 + ratio)
        var logarithm = 1 + ratio
        for lane in logarithm.indices { logarithm[lane] = Elementary.log(logarithm[lane]) }
        return (limit * logarithm, slope, slope * slope * (1 - ratio))
      }
    }
  }

  /// - Parameter terms: the loss ρ of squared weighted residuals z: `ρ(z)`, `ρ'(z)` and `ρ'(z) + 2 z ρ''(z)`.
  @inline(__always)
  private mutating func add(
    _ circles: Span<RangeCircle>, _ placeX: Lanes, _ placeY: Lanes, _ terms: (Lanes) -> Terms
  ) {
    for index in circles.indices {
      let circle = circles[index]
      let (dx, dy) = (placeX - circle.x, placeY - circle.y)
      // With its type, since the type checker takes seconds to find it.
      let onPlan: Lanes = dx * dx + dy * dy
      let length: Lanes = (onPlan + circle.rise * circle.rise).squareRoot()
      let (weight, residual) = (circle.weight, length - circle.distance)
      let (value, slope, curve) = terms(weight * residual * residual)
      sum += value
      // At the anchor itself there is no slope.
      let apart = length.replacing(with: .infinity, where: length .<= 0)
      let (ux, uy) = (dx / apart, dy / apart)
      let bend = slope * (residual / apart)
      let force = slope * weight * residual
      x += force * ux
      y += force * uy
      let (curveX, curveY): (Lanes, Lanes) = (curve * ux, curve * uy)
      let (acrossX, acrossY): (Lanes, Lanes) = (1 - ux * ux, 1 - uy * uy)
      let bendX: Lanes = bend * ux
      xx += weight * (curveX * ux + bend * acrossX)
      xy += weight * (curveX * uy - bendX * uy)
      yy += weight * (curveY * uy + bend * acrossY)
    }
  }

  /// The least and the greatest curvature over all directions.
  @inline(__always)
  private var curvatures: (least: Lanes, greatest: Lanes) {
    let (mean, half) = ((xx + yy) / 2, (xx - yy) / 2)
    let radius = (half * half + xy * xy).squareRoot()
    return (mean - radius, mean + radius)
  }

  /// Whether the sum is curved upwards in every direction, to rounding.
  var isValley: Mask { curvatures.least .>= -1e-9 * curvatures.greatest.magnitudes }

  /// The step to subtract: Newton's where the sum is convex, and elsewhere a descent direction.
  ///
  /// - Parameter damping: by how much it is held back, as a fraction of the greatest curvature; 0 or more.
  @inline(__always)
  func step(damping: Lanes) -> (x: Lanes, y: Lanes) {
    let (least, greatest) = curvatures
    let size = least.magnitudes.larger(than: greatest.magnitudes).larger(
      than: Lanes(repeating: .leastNormalMagnitude))
    let floor = 1e-12 * size
    let lift = Lanes.zero.replacing(
      with: floor - 2 * least.replacing(with: 0, where: least .> 0), where: least .< floor)
    let shift = (damping * size).larger(than: lift)
    let (first, last) = ((xx + shift) / size, (yy + shift) / size)
    let between = xy / size
    let determinant = (first * last - between * between) * size
    return ((last * x - between * y) / determinant, (first * y - between * x) / determinant)
  }

  /// Takes over some lanes.
  @inline(__always)
  mutating func replace(with other: RangeSlopes, where mask: Mask) {
    sum.replace(with: other.sum, where: mask)
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
    xx.replace(with: other.xx, where: mask)
    xy.replace(with: other.xy, where: mask)
    yy.replace(with: other.yy, where: mask)
  }
}

extension RangeSlopes.Lanes {
  @inline(__always)
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

  /// By lane, this or another number, whichever is larger.
  @inline(__always)
  fileprivate func larger(than other: Self) -> Self { replacing(with: other, where: other .>= self) }
}
