import Documents
import Evaluation
import Laps
import NumericalMethods
import Phone
import Positioning
import Propagation
import Scenarios
import World

/// One lap of a fingerprint scenario: a survey, a round of visits, and the errors of each row.
struct FingerprintLap: Sendable {
  /// The errors of one row at the surveyed points, and those at unlisted places.
  struct Errors: Sendable {
    let listed: [PositionError]
    let unlisted: [PositionError]
  }

  private let scenario: FingerprintScenario
  private let lap: Int
  private let survey: StandingReadings
  private let visits: StandingReadings

  /// - Parameter building: the building of all laps; nil to make one for this lap.
  init(_ scenario: FingerprintScenario, lap: Int, building fixed: Building?) throws(StudyProblem) {
    self.scenario = scenario
    self.lap = lap
    let seed = scenario.studySeed.derived("lap", lap)
    let building = if let fixed { fixed } else { try Building(of: scenario, seed: seed) }
    func readings(along walk: StandingWalk, _ name: String) throws(StudyProblem) -> StandingReadings {
      try StandingReadings(
        along: walk, in: building, beacons: scenario.beacons, receiver: scenario.receiver,
        phone: scenario.phone, lap: lap, seed: seed.derived(name),
        keepsChannels: scenario.rows.contains { $0.match.needsChannels })
    }
    survey = try readings(
      along: StandingWalk(
        surveying: scenario.site, height: scenario.height, readings: scenario.surveyReadings,
        interval: scenario.phone.averageSeconds), "survey")
    visits = try readings(along: scenario.visits.walk(seed: seed), "visit")
  }

  /// By row.
  func errors() throws(StudyProblem) -> [Errors] {
    var maps: [(rule: SurveyRule, map: RadioMap)] = []
    let scorer = try Scorer(
      checked: ScoringRule(at: .callbacks, measure: .straight), site: scenario.site)
    var errors: [Errors] = []
    for row in scenario.rows {
      let map = maps.first { $0.rule == row.map }?.map ?? survey.radioMap(of: scenario.site, by: row.map)
      maps.append((row.map, map))
      errors.append(self.errors(of: row, try row.pipeline(on: scenario, map), scorer))
    }
    return errors
  }

  private func errors(
    of row: FingerprintScenario.Row, _ pipeline: Pipeline, _ scorer: Scorer
  ) -> Errors {
    let walk = visits.walk
    let whole = row.restart == .never ? pipeline.run(on: visits.readings) : []
    var (fixes, times) = ([Result<Fix, NoFix>](), [Double]())
    var listed = 0
    for (index, place) in walk.places.enumerated() {
      let stay = walk.indices(at: index)
      let answers = row.restart == .never ? whole[stay] : pipeline.run(on: visits.readings(at: index))[...]
      let due = row.fixes == .each ? answers : answers.suffix(1)
      fixes += due.map(\.fix)
      // A callback may come late, but it still refers to the readings up to here.
      times += stay.suffix(due.count).map { walk.moment($0 + 1) }
      if place.testPoint != nil { listed = fixes.count }
    }
    let scored = scorer.errors(
      of: fixes, at: times, interval: walk.interval, against: LapTruth(lap: lap, walk: walk.walk))
    return Errors(
      listed: Array(scored.errors.prefix(listed)), unlisted: Array(scored.errors.dropFirst(listed)))
  }
}

extension FingerprintScenario.Row {
  /// - Throws: ``StudyProblem`` for a radio map that the method cannot use.
  fileprivate func pipeline(
    on scenario: FingerprintScenario, _ map: RadioMap
  ) throws(StudyProblem) -> Pipeline {
    let settings = PipelineSettings {
      ($0.filters, $0.method) = (filters, MethodChoice(match))
      ($0.snap, $0.maximumAge, $0.given) = (false, maximumAge, [.survey])
    }
    do throws(PipelineError) {
      return try Pipeline(
        settings, site: scenario.site, phone: scenario.phone, study: .init(survey: map))
    } catch {
      throw .pipeline(name: name, problem: error)
    }
  }
}
