import World

/// A part of a lap in which the error stayed above a threshold.
package struct ErrorStretch: Hashable, Sendable {
  /// Of the lap's moments, from the first one above the threshold to the last.
  package let moments: ClosedRange<Int>

  package init(moments: ClosedRange<Int>) { self.moments = moments }

  /// All stretches of one lap, in the order of time.
  ///
  /// A stretch begins and ends at a moment whose error is above the threshold. Two moments above it belong to one stretch
  /// where the moments between them, with smaller errors or without a fix, last no longer than the bridge.
  ///
  /// - Parameters:
  ///   - errors: metres at each moment; nil without a fix.
  ///   - times: of the moments, in seconds, increasing.
  ///   - interval: seconds from one moment to the next.
  ///   - bridge: seconds; 0 ends a stretch at the first moment that is not above the threshold.
  package static func all(
    in errors: [Double?], at times: [Double], every interval: Double, above threshold: Double,
    bridge: Double
  ) -> [ErrorStretch] {
    precondition(errors.count == times.count, "\(errors.count) errors at \(times.count) moments")
    let reach = (interval + bridge).microseconds
    var stretches: [ErrorStretch] = []
    for (moment, error) in errors.enumerated() where error.map({ $0 > threshold }) ?? false {
      if let last = stretches.last?.moments,
        times[moment].microseconds - times[last.upperBound].microseconds <= reach
          || moment == last.upperBound + 1
      {
        stretches[stretches.count - 1] = ErrorStretch(moments: last.lowerBound...moment)
      } else {
        stretches.append(ErrorStretch(moments: moment...moment))
      }
    }
    return stretches
  }
}

/// How large the errors of a stretch are.
package struct StretchSize: Hashable, Sendable {
  /// Of the moments with a fix.
  package let meanMetres: Double
  /// At the worst moment.
  package let maxMetres: Double
  /// Metres by which the errors exceed the threshold, added up over time, in metre-seconds: what stretches are ranked by.
  package let excess: Double
  /// The moment of the largest error, the first of equals.
  package let worst: Int

  /// - Precondition: the stretch was found in these errors.
  init(of stretch: ErrorStretch, in errors: [Double?], every interval: Double, above threshold: Double) {
    var (sum, count, excess) = (0.0, 0, 0.0)
    var worst = (moment: stretch.moments.lowerBound, metres: -1.0)
    for moment in stretch.moments {
      guard let error = errors[moment] else { continue }
      sum += error
      count += 1
      excess += max(error - threshold, 0) * interval
      if error > worst.metres { worst = (moment, error) }
    }
    precondition(count > 0, "a stretch has an error above the threshold")
    (meanMetres, maxMetres, self.excess, self.worst) = (
      sum / Double(count), worst.metres, excess, worst.moment
    )
  }
}

/// The error of a stretch when a cause is removed.
package struct RemovedShare: Hashable, Sendable {
  /// Over the moments of the stretch that have a fix with the cause and without it: the share of the sum of errors that
  /// goes, at most 1, and negative where errors grow. Nil where there is no such moment.
  package let share: Double?
  /// The mean error without the cause over the same moments.
  package let metres: Double?
  /// Moments that have a fix with the cause only.
  package let missed: Int

  init(of stretch: ErrorStretch, with errors: [Double?], without others: [Double?]) {
    var (sum, rest, count, missed) = (0.0, 0.0, 0, 0)
    for moment in stretch.moments {
      guard let error = errors[moment] else { continue }
      guard let other = moment < others.count ? others[moment] : nil else {
        missed += 1
        continue
      }
      (sum, rest, count) = (sum + error, rest + other, count + 1)
    }
    self.missed = missed
    metres = count > 0 ? rest / Double(count) : nil
    share = sum > 0 ? 1 - rest / sum : nil
  }
}
