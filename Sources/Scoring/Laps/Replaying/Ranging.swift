import Phone
import Radio
import Scenarios
import World

/// The distances of beacons from their readings alone, by the path-loss law that a replay assumes.
struct Ranging {
  private let settings: RangingSettings
  private let anchors: [Anchor]
  private let zones: ZoneBoundaries
  /// The path-loss laws as updated by the windows so far.
  private var model: RangingModel

  /// - Throws: when an assumed value is to come from the site or from a calibration that does not have it.
  init(_ listening: Listening, site: Site?) throws {
    try listening.assumptions.check(on: site)
    guard let settings = listening.assumptions.ranging(with: nil, site: site) else {
      throw StudyProblem.noCalibration(pipeline: "ranging")
    }
    self.settings = settings
    anchors = site?.anchors ?? []
    zones = listening.phone.zones
    model = RangingModel(settings, anchors: anchors)
  }

  /// The beacons that were heard in the next window, the nearest first.
  mutating func moments(of report: PhoneReport, directory: StreamDirectory) -> [RangeMoment] {
    _ = model.hear(report.firstHeard, of: directory)
    let heard = report.levels.indices.compactMap { anchor in
      report.levels[anchor].map { level in
        (anchor: anchor, level: level, distance: model.distance(to: anchor, at: level))
      }
    }
    return heard.sorted { ($0.distance, $0.anchor) < ($1.distance, $1.anchor) }.enumerated().map {
      place, range in
      RangeMoment(
        time: report.time, beacon: directory.anchors[range.anchor].id,
        advertisements: report.counts[range.anchor], level: range.level, distance: range.distance,
        zone: zones.zone(at: range.distance), rank: place + 1)
    }
  }

  /// The ranges of all anchors that were heard, in the order of the directory, using all measured powers in their frames.
  ///
  /// - Parameters:
  ///   - totals: by anchor.
  ///   - windows: the number of windows, with or without readings.
  func ranges(of totals: [RangeTotals], windows: Int, directory: StreamDirectory) -> [BeaconRange] {
    let model = RangingModel(settings, anchors: anchors, directory: directory)
    let powers = directory.claimedPowers
    return totals.indices.compactMap { anchor in
      guard let mean = totals[anchor].mean else { return nil }
      let distance = model.distance(to: anchor, at: mean)
      return BeaconRange(
        beacon: directory.anchors[anchor].id, identity: directory.anchors[anchor].identity,
        readings: totals[anchor].readings, missed: windows - totals[anchor].readings,
        advertisements: totals[anchor].advertisements, mean: mean, distance: distance,
        zone: zones.zone(at: distance), levelAtOneMetre: model.levelsAtOneMetre[anchor],
        exponent: model.exponent, levelOrigin: model.origins[anchor],
        claimedPowers: powers[anchor])
    }
  }

  /// Notes on the RSSI at 1 m assumed for beacons whose measured power neither the site nor their frames state.
  func notes(on ranges: [BeaconRange]) -> [String] {
    let bare = ranges.filter { $0.levelOrigin == .assumed && $0.claimedPowers.isEmpty }
    guard settings.level == .measuredPower, let first = bare.first else { return [] }
    return [
      "C \(first.levelAtOneMetre) is assumed for \(bare.count) of \(ranges.count) beacons, whose measured power neither the "
        + "site nor a frame states: \(first.beacon)\(bare.count > 1 ? ", …" : "")"
    ]
  }
}

extension StreamDirectory {
  /// By anchor, each measured power once.
  fileprivate var claimedPowers: [[DBm]] {
    var powers = [[DBm]](repeating: [], count: anchors.count)
    for transmitter in transmitters {
      if let power = transmitter.measuredPower, !powers[transmitter.anchor].contains(power) {
        powers[transmitter.anchor].append(power)
      }
    }
    return powers
  }
}
