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

extension PipelineSet {
  /// The results of pipelines that start again at each stay, and have the same filtered readings.
  ///
  /// - Parameters:
  ///   - group: indices of the pipelines.
  ///   - readings: of the whole lap.
  ///   - truth: with the ends of the stays; without any the lap is one.
  /// - Returns: the answers by pipeline, the levels that their methods see, and the final ranging model.
  func answersByStay(
    of group: [Int], to readings: Readings, directory: StreamDirectory, truth: LapTruth
  ) -> (answers: [LapAnswers], levels: FilteredLevels, model: RangingModel) {
    var answers = [LapAnswers](repeating: LapAnswers(), count: group.count)
    var levels: [FilteredLevels] = []
    var driver = driver(of: group, on: truth)
    var presses = truth.presses.map(\.time)[...]
    for stay in readings.stays(endingAt: truth.stays) {
      let heard = readings[stay]
      let due = presses.prefix { $0.microseconds <= heard.times.last?.microseconds ?? 0 }
      presses.removeFirst(due.count)
      var epochs = heard.epochs(of: KnownSite(site))
      levels.append(pipelines[group[0]].filtered(heard))
      driver = self.driver(of: group, on: truth)
      let ofStay = driver.answers(
        to: heard, epochs: &epochs, filtered: levels[levels.count - 1], directory: directory, at: Array(due))
      for index in answers.indices {
        answers[index].callbacks += ofStay[index].callbacks
        answers[index].asked += ofStay[index].asked
      }
    }
    return (answers, FilteredLevels(joining: levels, anchors: site.anchors.count), driver.model)
  }
}

extension Readings {
  /// The callbacks of each stay: those in the middle of whose windows it had not ended; those after the last belong to it.
  ///
  /// - Parameter ends: seconds, ascending; without any there is one stay.
  package func stays(endingAt ends: [Double]) -> [Range<Int>] {
    var starts = [0]
    for end in ends.dropLast() {
      starts.append(times[starts[starts.count - 1]...].firstIndex { $0 - interval / 2 > end } ?? times.count)
    }
    return zip(starts, starts.dropFirst() + [times.count]).map { $0..<$1 }
  }
}
