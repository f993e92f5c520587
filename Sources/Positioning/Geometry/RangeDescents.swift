import World

/// Descents from some starts to the minima of a sum of losses, four at a time.
///
/// Each equals the descent from one start by itself, to the last bit, but ends early within a millimetre of a minimum that an
/// earlier start has reached, where Newton's method would end too.
struct RangeDescents {
  private typealias Lanes = RangeSlopes.Lanes

  /// Metres within which two places count as one.
  static let apart = 0.001

  private let starts: [Point]
  private let search: RangeSearch
  /// By start: the minimum that it led to; nil where an earlier start led there too.
  private(set) var minima: [RangeSearch.Minimum?]
  /// The places of minima, and the starts that led there.
  private var known: [(x: Double, y: Double, start: Double)] = []
  private var next = 0
  // By lane: the start, below 0 for none, the place, and how many steps were taken, below 0 before the start is looked at.
  private var start = Lanes(repeating: -1)
  private var (x, y) = (Lanes.zero, Lanes.zero)
  private var steps = Lanes.zero

  init(from starts: [Point], _ search: RangeSearch) {
    (self.starts, self.search) = (starts, search)
    minima = [RangeSearch.Minimum?](repeating: nil, count: starts.count)
    for lane in start.indices { begin(in: lane) }
    descend()
  }

  /// Looks at the next start, if there is one.
  private mutating func begin(in lane: Int) {
    let isLeft = next < starts.count
    start[lane] = isLeft ? Double(next) : -1
    guard isLeft else { return }
    (x[lane], y[lane], steps[lane]) = (starts[next].x, starts[next].y, -1)
    next += 1
  }

  private mutating func descend() {
    let (all, loss, most) = (search.circles, search.loss, Double(search.maximumIterations))
    let circles = all.span
    var slopes = RangeSlopes()
    // By how much steps are damped.
    var damping = Lanes.zero
    while any(start .>= 0) {
      let isFirst = steps .< 0
      var step = slopes.step(damping: damping)
      step.x.replace(with: 0, where: isFirst)
      step.y.replace(with: 0, where: isFirst)
      let (nextX, nextY) = (x - step.x, y - step.y)
      let there = RangeSlopes(x: nextX, y: nextY, circles, loss)
      // Such a step changes the sum by less than the rounding error.
      let isShort = (step.x * step.x + step.y * step.y .< 1e-16) .& .!isFirst
      let isBetter = isFirst .| (there.sum .< slopes.sum)
      let before = slopes
      let isTaken = isBetter .| (isShort .& (there.sum .<= slopes.sum))
      x.replace(with: nextX, where: isTaken)
      y.replace(with: nextY, where: isTaken)
      slopes.replace(with: there, where: isTaken)
      if any(.!isBetter .| (damping .> 0)) {
        let harder = (damping * 10).replacing(with: 0.001, where: damping * 10 .<= 0.001)
        let easier = Lanes.zero.replacing(with: damping / 10, where: damping .> 1e-8)
        damping = harder.replacing(with: easier, where: isBetter)
      }
      steps += 1
      let isGivenUp = steps .>= most
      var isKnown = RangeSlopes.Mask(repeating: false)
      for minimum in known {
        let (dx, dy) = (x - minimum.x, y - minimum.y)
        let isNear = dx * dx + dy * dy .< Self.apart * Self.apart
        isKnown .|= isNear .& (start .> minimum.start)
      }
      guard any(isShort .| isGivenUp .| isKnown) else { continue }
      let isValley = before.isValley .& isShort
      for lane in start.indices where isShort[lane] || isGivenUp[lane] || isKnown[lane] {
        if isShort[lane] || isGivenUp[lane] { end(lane, slopes.sum[lane], hasConverged: isValley[lane]) }
        damping[lane] = 0
        begin(in: lane)
      }
    }
  }

  /// Keeps where a descent ended.
  private mutating func end(_ lane: Int, _ sum: Double, hasConverged: Bool) {
    guard start[lane] >= 0 else { return }
    minima[Int(start[lane])] = RangeSearch.Minimum(
      place: Point(x: x[lane], y: y[lane]), sum: sum, hasConverged: hasConverged)
    if hasConverged { known.append((x[lane], y[lane], start[lane])) }
  }
}
