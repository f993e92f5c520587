import Evaluation
package import Laps
import Positioning
package import Rendering
import Scenarios
import World

/// The inputs and results of one row of an overview.
private struct OverviewRow {
  let result: PipelineResult
  let cost: PipelineCost
  /// Nil where no bounds were computed.
  let ratio: StudyBounds.PipelineRatio?
  /// Nil for a pipeline that is not given the survey.
  let effort: SurveyEffort?
}

extension StudyResult {
  /// All that one compares methods by, in one table: errors, lag, share without a fix, computing time, what each is given, what its
  /// survey takes, and how near it is to the lower bound that holds for it.
  ///
  /// - Parameter survey: of the scenario; nil without one.
  package func overview(_ costs: [PipelineCost], survey: SurveyEffort?) -> [ReportSection] {
    let rows = pipelines.indices.map { index in
      OverviewRow(
        result: pipelines[index], cost: costs[index], ratio: bounds?.pipelines[index],
        effort: pipelines[index].definition.given.contains(.survey) ? survey : nil)
    }
    var figures: [Figure<OverviewRow>] =
      [PipelineResult.name].of(\.result)
      + [Score.errors[0]].of(\.result.score.whole)
    if pipelines.contains(where: { $0.byLast != nil }) { figures += [PipelineResult.byLastMean].of(\.result) }
    figures += [
      .init(nil, "lag", unit: "s", better: .smaller, \.result.lag?.seconds)
    ]
    figures += [PipelineResult.noFix].of(\.result)
    figures += [
      .init(nil, "time", unit: "µs/fix", decimals: 1, better: .smaller) {
        $0.cost.nanosecondsPerFix.map { $0 / 1000 }
      },
      .init(nil, "given", \.result.prior),
    ]
    if survey != nil {
      figures += [
        .init(nil, "survey", unit: "points") { $0.effort.map { FigureValue.count($0.points) } ?? .empty },
        .init(nil, "min", decimals: 0) {
          $0.effort.map { FigureValue.number($0.seconds.map { $0 / 60 }) } ?? .empty
        },
      ]
    }
    if bounds != nil {
      figures += [
        .init(nil, "RMSE", unit: "m", better: .smaller) { $0.ratio?.ratio.rootMeanSquare },
        .init(nil, "bound", unit: "m") { $0.ratio?.ratio.bound },
        .init(
          nil, "ratio", unit: "[95 %]", better: .smaller, { $0.ratio?.ratio.value },
          interval: { $0.ratio?.ratio.ratioInterval }),
      ]
    }
    return [.table(rows, figures, notes: overviewNotes(survey))]
  }

  private func overviewNotes(_ survey: SurveyEffort?) -> [String] {
    let beacons = Counted.text(site.anchors.count, "beacon")
    var notes = [
      "All pipelines use \(beacons). Given: prior information beyond the advertisements and the site file. Lag: the delay of the fixes "
        + "behind the walk that fits them best. Time: of the method, measured on this machine on the first lap; it differs from run to run."
    ]
    if survey != nil {
      notes.append(
        "Survey: the points of the radio map, and the minutes of standing or walking that it takes.")
    }
    if bounds != nil {
      notes.append(
        "Bound: of the RMSE, from the readings up to the moment, or of the whole lap for pipelines that look ahead. None holds for those "
          + "that are given a survey, presses or steps.")
    }
    return notes
  }
}

extension PipelineResult {
  /// What it is given, in words.
  fileprivate var prior: String {
    let given =
      definition.given.map(\.rawValue) + (definition.method.settings.needsSteps ? ["steps"] : [])
      + (lookAhead.summary == nil ? [] : ["later readings"])
    return given.isEmpty ? "nothing" : given.joined(separator: ", ")
  }
}
