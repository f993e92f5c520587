import NumericalMethods
import Phone
package import Positioning
package import Propagation
package import Scenarios
import World

/// The survey of a simulated scenario: its places, and the readings there.
package struct SimulatedSurvey {
  @Shared private var scenario: Scenario
  @Shared private var simulation: Simulation
  private let survey: SurveySettings
  @Shared private var building: Building
  /// Whether the map has the levels of each advertising channel too.
  private let byChannel: Bool

  /// Nil for a scenario without a survey.
  ///
  /// - Parameters:
  ///   - building: the building of the scenario's laps.
  ///   - byChannel: whether the map has the levels of each advertising channel too; always where a pipeline compares them.
  package init?(
    _ scenario: Scenario, in building: Building, byChannel: Bool = false
  ) throws(StudyProblem) {
    guard let simulation = scenario.simulation, let survey = simulation.survey else { return nil }
    (self.scenario, self.simulation, self.survey) = (scenario, simulation, survey)
    self.byChannel = byChannel || scenario.pipelines.contains { $0.method.settings.needsChannels }
    // The survey was made before any fault.
    self.building =
      simulation.faults.isEmpty
      ? building : try Building(of: simulation.with(faults: []), seed: scenario.studySeed)
  }

  /// A survey in a building made for it.
  package init?(_ scenario: Scenario, byChannel: Bool = false) throws(StudyProblem) {
    guard let simulation = scenario.simulation else { return nil }
    try self.init(
      scenario, in: try Building(of: simulation, seed: scenario.studySeed), byChannel: byChannel)
  }

  /// The points of the map, and where the phone is held.
  private var places: [(point: Point, place: StandingWalk.Place)] {
    let (site, height) = (simulation.site, simulation.walk.settings.height)
    switch survey.places {
    case .testPoints:
      return site.testPlaces(height: height).map { (site.testPoints[$0.testPoint ?? 0].position, $0) }
    case .path(let spacing):
      return (site.path?.middles(atMost: spacing) ?? []).map { middle in
        let point = middle.position
        return (point, StandingWalk.Place(position: point.at(height: point.z + height), floor: middle.floor))
      }
    }
  }

  /// The map that the scenario names, or that of the simulated survey.
  package func radioMap() throws(StudyProblem) -> RadioMap {
    if let map = simulation.surveyTable?.map { return map }
    return survey.laps > 0 ? try mapOfLaps() : try mapsOfStays(by: [survey.rule])[0]
  }

  /// Seconds that the survey takes; nil for one from a table.
  package var seconds: Double? {
    if simulation.surveyTable != nil { return nil }
    if survey.laps > 0 { return (0..<survey.laps).reduce(0) { $0 + walk(ofLap: $1).duration } }
    return Double(places.count * max(survey.directions, 1) * survey.readings) * scenario.phone.averageSeconds
  }

  /// Points that are surveyed, and the time it takes.
  package var effort: SurveyEffort {
    SurveyEffort(points: simulation.surveyTable?.map.points.count ?? places.count, seconds: seconds)
  }

  /// The directions that the surveyor faces at each place; nil for none in particular.
  private var facings: [Point?] {
    guard survey.directions > 0 else { return [nil] }
    return (0..<survey.directions).map { index in
      let (sine, cosine) = Elementary.sinCos(2 * .pi * Double(index) / Double(survey.directions))
      return Point(x: cosine, y: sine)
    }
  }

  /// One map for each rule, all of the same readings.
  fileprivate func mapsOfStays(by rules: [SurveyRule]) throws(StudyProblem) -> [RadioMap] {
    let (places, site, facings) = (places, simulation.site, facings)
    let stays = places.flatMap { _, place in
      facings.map {
        StandingWalk.Place(
          position: place.position, floor: place.floor, testPoint: place.testPoint, facing: $0)
      }
    }
    let walk = StandingWalk(
      places: stays, readings: survey.readings, interval: scenario.phone.averageSeconds)
    // One second longer than the last reading, so that none is missing.
    let readings = try Readings(
      simulating: walk.walk, hand: .left, duration: walk.duration, until: walk.duration + walk.interval,
      in: building, beacons: simulation.beacons, receiver: simulation.receiver, phone: scenario.phone, lap: 0,
      seed: scenario.studySeed.derived("survey"), keepsChannels: byChannel)
    let each = facings.count * survey.readings
    return rules.map { rule in
      let filter = FilterChoice.makeChain(of: rule.filters)
      let joined =
        switch rule.fingerprints {
        case .place: each
        case .facing: survey.readings
        case .scan: 1
        }
      return RadioMap(
        anchors: site.anchors.map(\.id),
        points: places.enumerated().flatMap { index, place in
          stride(from: index * each, to: (index + 1) * each, by: joined).map { first in
            readings[first..<first + joined].surveyPoint(
              at: place.point, floor: place.place.floor, of: site, filter, by: rule)
          }
        })
    }
  }

  private func seed(ofLap lap: Int) -> Seed { scenario.studySeed.derived("survey").derived("lap", lap) }

  private func walk(ofLap lap: Int) -> LapWalk {
    LapWalk(
      of: simulation.walk.journey, testPoints: simulation.site.testPoints, settings: simulation.walk.settings,
      direction: simulation.laps.conditions(ofLap: lap).direction, lap: lap,
      seed: seed(ofLap: lap).derived("walk"))
  }

  private func mapOfLaps() throws(StudyProblem) -> RadioMap {
    var tally = SurveyTally(
      at: places.map { SurveyTally.Place(position: $0.point, floor: $0.place.floor) }, of: simulation.site,
      hasChannels: byChannel)
    for lap in 0..<survey.laps {
      let walk = walk(ofLap: lap)
      let readings = try Readings(
        simulating: walk.walk, hand: simulation.laps.conditions(ofLap: lap).hand, duration: walk.duration,
        until: walk.duration, in: building, beacons: simulation.beacons, receiver: simulation.receiver,
        phone: scenario.phone, lap: lap, seed: seed(ofLap: lap), keepsChannels: byChannel)
      tally.add(readings, along: walk.walk)
    }
    return tally.map
  }
}

/// The effort of a survey for a surveyor.
package struct SurveyEffort: Hashable, Sendable {
  /// The number of places that are visited.
  package let points: Int
  /// The time spent standing or walking, in seconds; nil where it is unknown.
  package let seconds: Double?
}

extension Study {
  /// The effort of the scenario's survey; nil without one.
  package func surveyEffort() throws(StudyProblem) -> SurveyEffort? {
    switch self {
    case .simulated(let study): try SimulatedSurvey(study.scenario)?.effort
    case .recorded(let study):
      study.dataset.radioMap().map { SurveyEffort(points: $0.points.count, seconds: nil) }
    }
  }
}

extension Scenario {
  /// The prior information that the scenario's simulated laps provide to methods.
  ///
  /// - Parameter building: the building of the scenario's laps.
  func prior(in building: Building) throws(StudyProblem) -> PriorInformation.OfStudy {
    // The survey is not made where no pipeline uses it.
    let isUsed = pipelines.contains { $0.given.contains(.survey) }
    let survey = isUsed ? try SimulatedSurvey(self, in: building) : nil
    var prior = PriorInformation.OfStudy(
      channel: simulation?.channel.statistics, survey: try survey?.radioMap())
    let own = pipelines.filter { $0.survey != nil && $0.given.contains(.survey) }
    if let survey, !own.isEmpty {
      let maps = try survey.mapsOfStays(by: own.compactMap(\.survey))
      for (pipeline, map) in zip(own, maps) { prior.ownSurveys[pipeline.name] = map }
    }
    return prior
  }
}
