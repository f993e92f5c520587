package import NumericalMethods
package import Phone
package import Positioning
package import Propagation
package import Scenarios
package import World

/// The readings of a phone that is held at one place after another.
package struct StandingReadings: Sendable {
  /// The places, in order of the visits.
  package let walk: StandingWalk
  /// Of all visits, one after another.
  package let readings: Readings

  /// - Parameters:
  ///   - lap: its number, counted from 0, for batteries and beacons that fall silent.
  ///   - seed: the lap's own.
  ///   - keepsChannels: whether readings by advertising channel are kept.
  package init(
    along walk: StandingWalk, in building: Building, beacons: BeaconSettings, receiver: ReceiverSettings,
    phone: PhoneSettings, lap: Int = 0, seed: Seed, keepsChannels: Bool = false
  ) throws(StudyProblem) {
    self.walk = walk
    // One second longer than the last reading, so that none is missing.
    readings = try Readings(
      simulating: walk.walk, hand: .left, duration: walk.duration, until: walk.duration + walk.interval,
      in: building, beacons: beacons, receiver: receiver, phone: phone, lap: lap, seed: seed,
      keepsChannels: keepsChannels)
  }

  /// The readings at one place, as if nothing had been heard before.
  package func readings(at place: Int) -> Readings { readings[walk.indices(at: place)] }

  /// The radio map that a rule makes from the readings, with a point at each test point. Beacons that move are left out.
  package func radioMap(of site: Site, by rule: SurveyRule) -> RadioMap {
    let filter = FilterChoice.makeChain(of: rule.filters)
    let points = walk.places.enumerated().compactMap { index, place -> RadioMap.SurveyPoint? in
      guard let point = place.testPoint else { return nil }
      return readings(at: index).surveyPoint(
        at: site.testPoints[point].position, floor: place.floor, of: site, filter, by: rule)
    }
    return RadioMap(anchors: site.anchors.map(\.id), points: points)
  }
}

extension Readings {
  /// The readings of a phone on a walk, without other walkers and without beacons that move.
  ///
  /// - Parameters:
  ///   - end: seconds until which it listens.
  ///   - keepsChannels: whether readings by advertising channel are kept.
  init(
    simulating walk: Walk, hand: Hand, duration: Double, until end: Double, in building: Building,
    beacons: BeaconSettings, receiver: ReceiverSettings, phone: PhoneSettings, lap: Int, seed: Seed,
    keepsChannels: Bool
  ) throws(StudyProblem) {
    var stream = AdvertisementStream()
    let directory: StreamDirectory
    do throws(SettingFault) {
      var source = try SimulatedSource(
        of: try Transmission(in: building, beacons: beacons, receiver: receiver), walk: walk, hand: hand,
        duration: duration, lap: lap, seed: seed)
      while source.next(into: &stream) {}
      directory = source.directory
    } catch {
      throw .setting(error)
    }
    do throws(PhoneError) {
      try self.init(
        of: stream, directory: directory, phone: phone, until: end.microseconds, keepsChannels: keepsChannels)
    } catch {
      throw .stream(error)
    }
  }

  /// The point of a radio map that a rule makes from the readings at one place.
  func surveyPoint(
    at position: Point, floor: Int, of site: Site, _ filter: some SignalFilter, by rule: SurveyRule
  ) -> RadioMap.SurveyPoint {
    func surveyed(_ readings: [DBm?], of anchor: Int) -> SurveyedLevel? {
      guard !site.anchors[anchor].isMobile else { return nil }
      var (filter, filtered) = (filter, readings)
      filter.smooth(&filtered, at: times)
      return SurveyedLevel(of: readings, filtered: rule.stores == .last ? filtered.last ?? nil : nil)
    }
    return RadioMap.SurveyPoint(
      position: position, floor: floor,
      levels: site.anchors.indices.map { surveyed(levels[$0], of: $0) },
      channelLevels: channelLevels.enumerated().prefix(AdvertisingChannel.count * site.anchors.count).map {
        surveyed($1, of: $0 / AdvertisingChannel.count)
      })
  }
}

extension ChannelSettings {
  /// The statistics of the channel that a method may be given.
  var statistics: PriorInformation.Channel {
    PriorInformation.Channel(
      pathLoss: pathLoss, shadowing: shadowing?.sigma ?? 0,
      correlationDistance: shadowing?.decorrelation ?? 0, body: body)
  }
}

extension Building {
  /// The same, but a channel that is impossible on the site is reported as a problem of the study.
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

  /// The building of all laps of a simulated scenario.
  package init(of simulation: Simulation, seed: Seed) throws(StudyProblem) {
    try self.init(
      checked: simulation.site, simulation.channel, simulation.rogues, faults: simulation.faults, seed: seed)
  }
}
