import Evaluation
import Filtering
import NumericalMethods
import Positioning
import Propagation
import Scenarios
import World

/// One lap of a fingerprint scenario: a survey, a round of visits, and what each row makes of them.
struct FingerprintLap: Sendable {
  /// The errors of one row at the surveyed points, and those at unlisted places.
  struct Errors: Sendable {
    let listed: [PositionError]
    let unlisted: [PositionError]
  }

  private let scenario: FingerprintScenario
  private let lap: Int
  private let building: Building
  private let seed: Seed
  private let survey: StandingWalk
  private let visits: StandingWalk

  /// - Parameter building: nil for one of its own.
  init(_ scenario: FingerprintScenario, lap: Int, building fixed: Building?) throws(StudyProblem) {
    self.scenario = scenario
    self.lap = lap
    seed = scenario.studySeed.derived("lap", lap)
    if let fixed {
      building = fixed
    } else {
      building = try scenario.building(seed: seed.derived("building"))
    }
    let points = scenario.site.testPoints.map {
      StandingWalk.Place(position: $0.position.risen(by: scenario.height), floor: $0.floor)
    }
    let unlisted = scenario.unlisted.map {
      StandingWalk.Place(position: $0.risen(by: scenario.height), floor: points[0].floor)
    }
    let interval = scenario.phone.averageSeconds
    survey = StandingWalk(places: points, readings: scenario.surveyReadings, interval: interval)
    var random = RandomStream(seed.derived("visits"))
    visits = StandingWalk(
      places: Self.visited(points, of: scenario, &random) + unlisted, readings: scenario.visitReadings,
      interval: interval)
  }

  /// The first of all points in an order that is drawn, put back into that of the survey unless that is asked for.
  private static func visited(
    _ points: [StandingWalk.Place], of scenario: FingerprintScenario, _ random: inout RandomStream
  ) -> [StandingWalk.Place] {
    var order = Array(points.indices)
    for index in order.indices.dropLast() {
      order.swapAt(index, index + random.uniform(below: order.count - index))
    }
    let chosen = order.prefix(scenario.visitedPoints)
    return (scenario.shufflesVisits ? Array(chosen) : chosen.sorted()).map { points[$0] }
  }

  /// By row.
  func errors() throws(StudyProblem) -> [Errors] {
    let (surveyed, heard) = (try readings(of: survey, "survey"), try readings(of: visits, "visit"))
    let scorer = try Scorer(
      checked: ScoringRule(at: .callbacks, measure: .straight), site: scenario.site)
    let truth = LapTruth(lap: lap, walk: visits.walk)
    var maps: [(rule: FingerprintScenario.MapRule, map: RadioMap)] = []
    var epochs: [(listening: FingerprintScenario.Listening, epochs: [Epoch])] = []
    return scenario.rows.map { row in
      if !maps.contains(where: { $0.rule == row.map }) {
        maps.append((row.map, map(by: row.map, from: surveyed)))
      }
      if !epochs.contains(where: { $0.listening == row.listening }) {
        epochs.append((row.listening, self.epochs(of: heard, row.listening)))
      }
      guard let map = maps.first(where: { $0.rule == row.map })?.map,
        let told = epochs.first(where: { $0.listening == row.listening })?.epochs
      else { return Errors(listed: [], unlisted: []) }
      let method = NearestFingerprints(map, of: KnownSite(scenario.site), row.match)
      let fixes = fixes(by: method, from: told)
      let scored = scorer.errors(
        of: fixes, at: told.map(\.time), interval: visits.interval, against: truth)
      let listed = scenario.visitedPoints * (row.listening.fixes == .each ? visits.readings : 1)
      return Errors(
        listed: Array(scored.errors.prefix(listed)), unlisted: Array(scored.errors.dropFirst(listed)))
    }
  }

  /// What the phone reads along a walk, and in the second after it, so that no reading is missing.
  private func readings(of walk: StandingWalk, _ name: String) throws(StudyProblem) -> Readings {
    let (stream, directory) = try advertisements(along: walk, name)
    do throws(PhoneError) {
      return try Readings(
        of: stream, directory: directory, phone: scenario.phone,
        until: (walk.duration + walk.interval).microseconds)
    } catch {
      throw .stream(error)
    }
  }

  private func advertisements(
    along walk: StandingWalk, _ name: String
  ) throws(StudyProblem) -> (AdvertisementStream, StreamDirectory) {
    do throws(SettingFault) {
      var source = try SimulatedSource(
        building: building, walk: walk.walk, hand: .left, duration: walk.duration, beacons: scenario.beacons,
        receiver: scenario.receiver, lap: lap, seed: seed.derived(name))
      var stream = AdvertisementStream()
      while source.next(into: &stream) {}
      return (stream, source.directory)
    } catch {
      throw .setting(error)
    }
  }

  /// The map that a rule makes of a survey.
  private func map(by rule: FingerprintScenario.MapRule, from surveyed: Readings) -> RadioMap {
    let filter = FilterChoice.makeChain(of: rule.filters)
    let points = scenario.site.testPoints.enumerated().map { index, point in
      let here = surveyed[survey.indices(at: index)]
      let last = FilteredLevels(of: here, anchors: here.levels.count, filter: filter, maximumAge: nil)
        .levels(at: here.times.count - 1)
      return RadioMap.SurveyPoint(
        position: point.position, floor: point.floor,
        levels: scenario.site.anchors.indices.map { anchor in
          SurveyedLevel(of: here.levels[anchor], filtered: rule.stores == .last ? last[anchor] : nil)
        })
    }
    return RadioMap(anchors: scenario.site.anchors.map(\.id), points: points)
  }

  /// What is heard at the callbacks at which a visitor is to be found.
  private func epochs(of heard: Readings, _ listening: FingerprintScenario.Listening) -> [Epoch] {
    let filter = FilterChoice.makeChain(of: listening.filters)
    func epochs(_ readings: Readings) -> [Epoch] {
      let levels = FilteredLevels(
        of: readings, anchors: scenario.site.anchors.count, filter: filter, maximumAge: listening.maximumAge)
      return readings.epochs(of: KnownSite(scenario.site)).enumerated().map { index, epoch in
        var epoch = epoch
        epoch.levels = levels.levels(at: index)
        return epoch
      }
    }
    let whole = listening.restart == .never ? epochs(heard) : nil
    return visits.places.indices.flatMap { place in
      let stay = visits.indices(at: place)
      let heard = whole.map { Array($0[stay]) } ?? epochs(heard[stay])
      return zip(stay, heard).suffix(listening.fixes == .each ? heard.count : 1).map { index, epoch in
        var epoch = epoch
        // A callback may come late; it is about the readings up to here all the same.
        epoch.time = visits.moment(index + 1)
        return epoch
      }
    }
  }

  private func fixes(by method: NearestFingerprints, from epochs: [Epoch]) -> [Result<Fix, NoFix>] {
    var method = method
    return epochs.map { epoch in
      do throws(NoFix) {
        return .success(try method.fix(from: epoch))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension FingerprintScenario {
  /// - Throws: a channel that the site cannot have.
  func building(seed: Seed) throws(StudyProblem) -> Building {
    do throws(SettingFault) {
      return try Building(site: site, channel: channel, rogues: rogues, seed: seed)
    } catch {
      throw .setting(error)
    }
  }
}

extension Point {
  fileprivate func risen(by height: Double) -> Point { at(height: z + height) }
}
