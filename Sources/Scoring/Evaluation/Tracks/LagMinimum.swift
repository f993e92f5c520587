import World

/// The shift of the truth at which the squared errors of tracks are least over the whole range of shifts.
///
/// A walker goes in straight lines between the knots, so the squared error is a parabola in the shift between those shifts
/// that bring some callback to some knot. The minima of all parabolas in a stretch of shifts are compared, so the result is
/// exact. A stretch is left out only where it cannot contain the minimum: the root of the squared errors, as a distance
/// between the fixes and the walkers, changes with the shift no faster than the walkers walk. Ours.
struct LagMinimum {
  /// Seconds.
  private(set) var shift = 0.0
  private(set) var squares = Double.infinity

  /// - Parameter curve: the squared errors at the whole seconds of ``LagShifts``.
  init(of laps: [LagLap], curve: [Double]) {
    let speed = laps.reduce(0) { $0 + Double($1.moments.count) * $1.walk.topSpeedSquared }.squareRoot()
    let least = curve.min() ?? 0
    let (first, last) = (Double(LagShifts.range.lowerBound), Double(LagShifts.range.upperBound))
    for (second, squares) in zip(LagShifts.range, curve) {
      // Half a second of shift on either side of a whole second; the factor is for round-off.
      guard squares.squareRoot() - 0.5 * speed <= least.squareRoot() * (1 + 1e-9) else { continue }
      search(laps, from: max(Double(second) - 0.5, first), to: min(Double(second) + 0.5, last))
    }
    polish(laps)
  }

  /// `constant + 2 linear u + square u²` for the shift u from the beginning of a stretch.
  private struct Parabola {
    var constant = 0.0
    var linear = 0.0
    var square = 0.0

    /// Of the squared distance from a fix to a walker who at u = 0 is seen from there at (x, y), and goes backwards.
    init(x: Double, y: Double, vx: Double, vy: Double) {
      (constant, linear, square) = (x * x + y * y, x * vx + y * vy, vx * vx + vy * vy)
    }

    static func - (a: Parabola, b: Parabola) -> Parabola {
      var difference = a
      difference.add(b, times: -1)
      return difference
    }

    mutating func add(_ other: Parabola, times factor: Double = 1) {
      constant += factor * other.constant
      linear += factor * other.linear
      square += factor * other.square
    }

    func value(at u: Double) -> Double { constant + (2 * linear + square * u) * u }
  }

  /// The shift at which a callback's truth reaches a knot, and how the parabola changes there.
  private struct Turn {
    let at: Double
    let change: Parabola
  }

  private mutating func search(_ laps: [LagLap], from start: Double, to end: Double) {
    var sum = Parabola(x: 0, y: 0, vx: 0, vy: 0)
    var turns: [Turn] = []
    for lap in laps {
      var leg = 0
      let knots = lap.walk.knots
      for moment in lap.moments {
        let latest = moment.time - start
        while leg + 1 < knots.count, knots[leg + 1].time < latest { leg += 1 }
        while leg > 0, knots[leg].time >= latest { leg -= 1 }
        var (index, parabola) = (leg, Self.parabola(moment, knots, leg, start))
        sum.add(parabola)
        while index > 0, moment.time - knots[index].time < end {
          let before = Self.parabola(moment, knots, index - 1, start)
          turns.append(Turn(at: moment.time - knots[index].time - start, change: before - parabola))
          (index, parabola) = (index - 1, before)
        }
      }
    }
    let order = turns.indices.sorted { (turns[$0].at, $0) < (turns[$1].at, $1) }
    var from = 0.0
    for index in order {
      take(sum, from: from, to: turns[index].at, after: start)
      sum.add(turns[index].change)
      from = turns[index].at
    }
    take(sum, from: from, to: end - start, after: start)
  }

  /// The parabola while the truth is on one leg.
  private static func parabola(
    _ moment: LapTrack.Moment, _ knots: [Walk.Knot], _ leg: Int, _ start: Double
  ) -> Parabola {
    let from = knots[leg]
    guard leg + 1 < knots.count else {
      return Parabola(x: moment.x - from.position.x, y: moment.y - from.position.y, vx: 0, vy: 0)
    }
    let to = knots[leg + 1]
    let seconds = to.time - from.time
    let (vx, vy) = ((to.position.x - from.position.x) / seconds, (to.position.y - from.position.y) / seconds)
    let since = moment.time - start - from.time
    return Parabola(
      x: moment.x - from.position.x - vx * since, y: moment.y - from.position.y - vy * since, vx: vx, vy: vy)
  }

  private mutating func take(_ sum: Parabola, from: Double, to: Double, after start: Double) {
    let vertex = sum.square > 0 ? min(max(-sum.linear / sum.square, from), to) : from
    for u in [from, vertex, to] where sum.value(at: u) < squares {
      (shift, squares) = (start + u, sum.value(at: u))
    }
  }

  /// One step of Newton's method with sums taken afresh over the laps, since the running sums have the round-off of many
  /// turns.
  private mutating func polish(_ laps: [LagLap]) {
    let here = LagSlopes(of: laps, at: shift)
    squares = here.squares
    guard here.curvature > 0 else { return }
    let next = shift - here.slope / here.curvature
    let there = LagSlopes(of: laps, at: next)
    if there.squares < squares { (shift, squares) = (next, there.squares) }
  }
}

extension Walk {
  /// In m²/s².
  fileprivate var topSpeedSquared: Double {
    zip(knots, knots.dropFirst()).reduce(0) { top, leg in
      let (dx, dy) = (
        leg.1.position.x - leg.0.position.x, leg.1.position.y - leg.0.position.y
      )
      let seconds = leg.1.time - leg.0.time
      return max(top, (dx * dx + dy * dy) / (seconds * seconds))
    }
  }
}
