package import Evaluation
import Positioning
import World

/// Compares the times of fixes from another program with those of presses and ground truth.
extension GivenFixes {
  /// The same, but each fix that follows a press by no more than a tolerance gets the time of that press, so that it
  /// counts: a program that rounds the times of presses makes half of them too late.
  ///
  /// - Parameters:
  ///   - truth: the ground truth of each lap.
  ///   - tolerance: seconds, 0 or more.
  package func dated(to truth: [LapTruth], within tolerance: Double) -> GivenFixes {
    var dated = callbacks
    for pipeline in dated.indices {
      for (lap, truth) in truth.enumerated() {
        for press in truth.presses {
          guard let index = Self.next(after: press.time, in: dated[pipeline][lap]),
            dated[pipeline][lap][index].time.microseconds <= press.time.microseconds + tolerance.microseconds
          else { continue }
          dated[pipeline][lap][index] = Callback(time: press.time, fix: dated[pipeline][lap][index].fix)
        }
      }
    }
    return GivenFixes(pipelines: pipelines, laps: laps, callbacks: dated)
  }

  /// The first fix after a press; nil if a fix has exactly the time of the press.
  private static func next(after press: Double, in callbacks: [Callback]) -> Int? {
    let index = callbacks.firstIndex { $0.time.microseconds >= press.microseconds }
    return index.flatMap { callbacks[$0].time.microseconds == press.microseconds ? nil : $0 }
  }

  /// Seconds after a press within which a fix is probably meant for that press.
  private static let rounding = 0.06

  /// A note that many fixes follow their presses so closely that rounding is the likely cause: by chance fewer than one in ten
  /// would, at one fix a second.
  package func note(on truth: [LapTruth]) -> String? {
    var (presses, delays) = (0, [Double]())
    for laps in callbacks {
      for (callbacks, truth) in zip(laps, truth) {
        presses += truth.presses.count
        delays += truth.presses.compactMap { press in
          Self.next(after: press.time, in: callbacks).map { callbacks[$0].time - press.time }
        }.filter { $0 <= Self.rounding }
      }
    }
    guard delays.count >= 3, 3 * delays.count >= presses, let median = Quantiles.of(delays, at: [0.5, 1])
    else { return nil }
    return
      "\(delays.count) of \(presses) presses have a fix just after them, by \(TimeDifferences.text(median[0])) in the median, which does not "
      + "count: a fix counts from its time on (--time-tolerance \(TimeDifferences.roundedUp(median[1])) lets these count)"
  }

  /// The times of presses or ground truth that lie wholly outside those of the fixes; nil where some lie within.
  package func spansApart(from truth: [LapTruth]) -> (fixes: ClosedRange<Double>, truth: ClosedRange<Double>)?
  {
    var (known, asked) = ([Double](), [Double]())
    for (index, truth) in truth.enumerated() {
      let fixes = callbacks.flatMap { $0[index] }.map(\.time)
      let presses = truth.presses.map(\.time)
      let span = truth.walk.map { [$0.span.lowerBound, $0.span.upperBound] } ?? []
      let times = presses.isEmpty ? span : presses
      guard let from = fixes.min(), let to = fixes.max(), let first = times.min(), let last = times.max()
      else { continue }
      guard first > to + interval || last < from else { return nil }
      known += [from, to]
      asked += [first, last]
    }
    guard let from = known.min(), let to = known.max(), let first = asked.min(), let last = asked.max() else {
      return nil
    }
    return (from...to, first...last)
  }
}
