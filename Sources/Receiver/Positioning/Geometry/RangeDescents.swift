import CLanes
import World

/// Descents from some starts to the minima of a sum of losses, four at a time.
///
/// Each equals the descent from one start by itself, to the last bit, but ends early where its next step leads within a millimetre of
/// a minimum that an earlier start has reached, and down to it.
struct RangeDescents {
  private typealias Lanes = RangeSlopes.Lanes
  private typealias Mask = RangeSlopes.Mask

  /// Metres within which two places count as one.
  static let apart = 0.001

  private let starts: [Point]
  private let circles: [RangeSlopes.Circle]
  private let loss: Trilateration.Settings.Loss
  private let maximumIterations: Lanes
  /// By start: the minimum that it led to; nil where an earlier start led there too.
  private(set) var minima: [RangeSearch.Minimum?]
  /// Minima and the starts that led there, each number in all lanes.
  private var known: [(x: Lanes, y: Lanes, sum: Lanes, start: Lanes)] = []
  /// The starts that are left, a bit each.
  private var left: UInt64 = 0
  // By lane: the start, below 0 for none, the place, and how many steps were taken, below 0 before the start is looked at.
  private var start = Lanes(repeating: -1)
  private var (x, y) = (Lanes.zero, Lanes.zero)
  private var slopes = RangeSlopes.unknown
  private var steps = Lanes.zero
  /// By how much steps are damped.
  private var damping = Lanes.zero

  init(from starts: [Point], _ search: RangeSearch) {
    self.starts = starts
    circles = search.circles.map { RangeSlopes.Circle($0) }
    (loss, maximumIterations) = (search.loss, Lanes(repeating: Double(search.maximumIterations)))
    minima = [RangeSearch.Minimum?](repeating: nil, count: starts.count)
    known.reserveCapacity(starts.count)
  }

  /// Descends from some of the starts, a bit each.
  mutating func descend(from chosen: UInt64) {
    left = chosen
    for lane in start.indices { begin(in: lane) }
    while (start .>= .zero).isAny { advance() }
  }

  /// Looks at the next start, if there is one.
  @inline(__always)
  private mutating func begin(in lane: Int) {
    let isHere = Lanes(0, 1, 2, 3) .== Lanes(repeating: Double(lane))
    let isLeft = left != 0
    let next = left.trailingZeroBitCount
    start = start.taking(Lanes(repeating: isLeft ? Double(next) : -1), where: isHere)
    guard isLeft else { return }
    x = x.taking(Lanes(repeating: starts[next].x), where: isHere)
    y = y.taking(Lanes(repeating: starts[next].y), where: isHere)
    steps = steps.taking(Lanes(repeating: -1), where: isHere)
    damping = damping.taking(.zero, where: isHere)
    slopes = slopes.taking(.unknown, where: isHere)
    left &= left - 1
  }

  @inline(__always)
  private mutating func advance() {
    var step = slopes.step(damping: damping)
    let isKnown = leadsToKnown(step)
    if isKnown.isAny {
      for lane in start.indices where isKnown[lane] { begin(in: lane) }
      step = (step.x.taking(.zero, where: isKnown), step.y.taking(.zero, where: isKnown))
    }
    let there = RangeSlopes(x: x - step.x, y: y - step.y, circles.span, loss)
    // Such a step changes the sum by less than the rounding error.
    let isLooked = (slopes.sum .< Lanes(repeating: .infinity)) .& (start .>= .zero)
    let isShort = isLooked .& (step.x * step.x + step.y * step.y .< Lanes(repeating: 1e-16))
    let isBetter = there.sum .< slopes.sum
    let isTaken = isBetter .| (isShort .& (there.sum .<= slopes.sum))
    let before = slopes
    x = x.taking(x - step.x, where: isTaken)
    y = y.taking(y - step.y, where: isTaken)
    slopes = slopes.taking(there, where: isTaken)
    if (.!isBetter .| (damping .> .zero)).isAny { damp(isBetter) }
    steps = steps + Lanes(repeating: 1)
    let isOver = isShort .| (steps .>= maximumIterations)
    guard isOver.isAny else { return }
    let isValley = before.isValley .& isShort
    for lane in start.indices where isOver[lane] {
      end(lane, hasConverged: isValley[lane])
      begin(in: lane)
    }
  }

  @inline(__always)
  private func leadsToKnown(_ step: (x: Lanes, y: Lanes)) -> Mask {
    var isKnown = Mask(repeating: false)
    for minimum in known {
      let (dx, dy) = (x - step.x - minimum.x, y - step.y - minimum.y)
      let isNear = dx * dx + dy * dy .< Lanes(repeating: Self.apart * Self.apart)
      isKnown .|= (isNear .& (slopes.sum .> minimum.sum) .& (start .> minimum.start))
    }
    return isKnown
  }

  private mutating func damp(_ isBetter: Mask) {
    let (ten, least) = (Lanes(repeating: 10), Lanes(repeating: 0.001))
    let harder = (damping * ten).larger(than: least)
    let easier = Lanes.zero.taking(
      beaconbench_quotient(damping, ten), where: damping .> Lanes(repeating: 1e-8))
    damping = harder.taking(easier, where: isBetter)
  }

  /// Keeps where a descent ended.
  private mutating func end(_ lane: Int, hasConverged: Bool) {
    guard start[lane] >= 0 else { return }
    let minimum = RangeSearch.Minimum(
      place: Point(x: x[lane], y: y[lane]), sum: slopes.sum[lane], hasConverged: hasConverged)
    minima[Int(start[lane])] = minimum
    guard hasConverged else { return }
    known.append(
      (
        Lanes(repeating: minimum.place.x), Lanes(repeating: minimum.place.y), Lanes(repeating: minimum.sum),
        Lanes(repeating: start[lane])
      ))
  }
}
