import Evaluation
package import Phone
import Positioning
import World

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
