package import Filtering
package import NumericalMethods
package import Positioning
package import Propagation
package import Scenarios
package import World

/// What a phone reads while it is held at one place after another.
package struct StandingReadings: Sendable {
  package let walk: StandingWalk
  package let readings: Readings

  /// - Parameters:
  ///   - lap: its number, counted from 0, for batteries and beacons that fall silent.
  ///   - seed: its own.
  package init(
    along walk: StandingWalk, in building: Building, beacons: BeaconSettings, receiver: ReceiverSettings,
    phone: PhoneSettings, lap: Int = 0, seed: Seed
  ) throws(StudyProblem) {
    self.walk = walk
    var stream = AdvertisementStream()
    let directory: StreamDirectory
    do throws(SettingFault) {
      var source = try SimulatedSource(
        building: building, walk: walk.walk, hand: .left, duration: walk.duration, beacons: beacons,
        receiver: receiver, lap: lap, seed: seed)
      while source.next(into: &stream) {}
      directory = source.directory
    } catch {
      throw .setting(error)
    }
    do throws(PhoneError) {
      // Until the second after the last, so that no reading is missing.
      readings = try Readings(
        of: stream, directory: directory, phone: phone, until: (walk.duration + walk.interval).microseconds)
    } catch {
      throw .stream(error)
    }
  }

  /// Those at one place, as if nothing had been heard before.
  package func readings(at place: Int) -> Readings { readings[walk.indices(at: place)] }

  /// The map that a rule makes of them: for each place, where its test point is. Beacons that move are left out.
  package func radioMap(of site: Site, by rule: SurveyRule) -> RadioMap {
    let filter = FilterChoice.makeChain(of: rule.filters)
    let points = walk.places.enumerated().compactMap { index, place -> RadioMap.SurveyPoint? in
      guard let point = place.testPoint else { return nil }
      let here = readings(at: index)
      let last = FilteredLevels(of: here, anchors: here.levels.count, filter: filter, maximumAge: nil)
        .levels(at: here.times.count - 1)
      return RadioMap.SurveyPoint(
        position: site.testPoints[point].position, floor: place.floor,
        levels: site.anchors.indices.map { anchor in
          site.anchors[anchor].isMobile
            ? nil
            : SurveyedLevel(of: here.levels[anchor], filtered: rule.stores == .last ? last[anchor] : nil)
        })
    }
    return RadioMap(anchors: site.anchors.map(\.id), points: points)
  }
}

extension Scenario {
  /// What its simulated laps have to give to methods.
  ///
  /// - Parameter building: that of its laps.
  func prior(in building: Building) throws(StudyProblem) -> PriorInformation.OfStudy {
    PriorInformation.OfStudy(
      channel: simulation?.channel.statistics, survey: try radioMap(in: building))
  }

  /// The radio map of its survey; nil without one, and where no pipeline uses it.
  ///
  /// - Parameter building: that of its laps.
  private func radioMap(in building: Building) throws(StudyProblem) -> RadioMap? {
    guard let simulation, let survey = simulation.survey,
      pipelines.contains(where: { $0.told.contains(.survey) })
    else { return nil }
    // The survey was made before anything went wrong.
    let building =
      simulation.faults.isEmpty
      ? building : try Building(of: simulation.with(faults: []), seed: studySeed)
    let surveyed = try StandingReadings(
      along: StandingWalk(
        surveying: simulation.site, height: simulation.walk.settings.height, readings: survey.readings,
        interval: self.phone.averageSeconds),
      in: building, beacons: simulation.beacons, receiver: simulation.receiver, phone: self.phone,
      seed: studySeed.derived("survey"))
    return surveyed.radioMap(of: simulation.site, by: survey.rule)
  }
}

extension ChannelSettings {
  /// What a method may be given of the channel.
  var statistics: PriorInformation.Channel {
    PriorInformation.Channel(
      pathLoss: pathLoss, shadowing: shadowing?.sigma ?? 0,
      correlationDistance: shadowing?.decorrelation ?? 0, body: body)
  }
}

extension Building {
  /// The same, with a channel that the site cannot have as a problem of the study.
  package init(
    checked site: Site, _ channel: ChannelSettings, _ rogues: [RogueBeacon], faults: [Fault] = [], seed: Seed
  ) throws(StudyProblem) {
    do throws(SettingFault) {
      try self.init(
        site: site, channel: channel, rogues: rogues, faults: faults, seed: seed.derived("building"))
    } catch {
      throw .setting(error)
    }
  }

  /// That of all laps of a simulated scenario.
  init(of simulation: Simulation, seed: Seed) throws(StudyProblem) {
    try self.init(
      checked: simulation.site, simulation.channel, simulation.rogues, faults: simulation.faults, seed: seed)
  }
}
