package import NumericalMethods
import Phone
import Positioning
package import Propagation
package import Scenarios
import World

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
  /// The building of all laps of a simulated scenario.
  ///
  /// - Throws: ``StudyProblem`` for a channel that is impossible on the site, or whose shadowing takes too much memory.
  package init(of simulation: Simulation, seed: Seed) throws(StudyProblem) {
    try ShadowMemory(
      of: simulation.channel, on: simulation.site, extra: simulation.rogues.count + simulation.faults.count
    ).check()
    do throws(SettingFault) {
      try self.init(
        site: simulation.site, channel: simulation.channel, rogues: simulation.rogues,
        faults: simulation.faults, seed: seed.derived("building"))
    } catch {
      throw .setting(error)
    }
  }
}
