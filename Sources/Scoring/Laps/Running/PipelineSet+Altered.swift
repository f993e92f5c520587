import Evaluation
package import Phone
package import Positioning
import World

/// A change to the levels that a method receives from its filters.
package enum HeardChange: Sendable {
  case none
  /// The filters' output comes without the delay that they state.
  case withoutDelay
  /// One anchor is not heard at one callback.
  case without(anchor: Int, callback: Int)
}

extension PipelineSet {
  /// The results of one pipeline on one lap: at every callback, and at the presses.
  package func answers(of pipeline: Int, on heard: HeardLap, _ change: HeardChange = .none) -> LapAnswers {
    var epochs = heard.readings.epochs(of: KnownSite(site))
    var levels = self.levels(of: pipeline, on: heard.readings)
    switch change {
    case .none: break
    case .withoutDelay:
      levels = levels.advanced(by: delay(of: pipeline, every: heard.readings.interval) ?? 0)
    case .without(let anchor, let callback):
      levels = levels.removing(anchor: anchor, at: callback)
      epochs[callback].silence(anchor)
    }
    var driver = driver(of: [pipeline], on: heard.truth)
    return driver.answers(
      to: heard.readings, epochs: &epochs, filtered: levels, directory: heard.directory,
      at: heard.truth.presses.map(\.time))[0]
  }

  /// The levels that one pipeline's method sees on one lap.
  package func levels(of pipeline: Int, on readings: Readings) -> FilteredLevels {
    pipelines[pipeline].filtered(readings)
  }

  /// The filters' delay of one pipeline, in callbacks; nil where there is none, or it is infinite.
  package func delay(of pipeline: Int, every interval: Double) -> Double? {
    let steps = pipelines[pipeline].delay(every: interval) / interval
    return steps > 0 && steps.isFinite ? steps : nil
  }
}

extension Epoch {
  /// Removes the readings of one anchor in the last window.
  fileprivate mutating func silence(_ anchor: Int) {
    (readings[anchor], levels[anchor], counts[anchor]) = (nil, nil, 0)
    advertisements.removeAll { $0.anchor == anchor }
  }
}
