import Documents
public import Phone
public import Radio
import Scenarios
public import World

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

/// The distance to one beacon, from its mean level over a recording.
public struct BeaconRange: Hashable, Sendable {
  /// The id in the site or, without a site, the identity.
  public let beacon: String
  /// Nil for a beacon that is known by address or name only.
  public let identity: BeaconIdentity?
  /// Windows in which the beacon was heard.
  public let readings: Int
  /// Windows in which the beacon was not heard.
  public let missed: Int
  /// The number of advertisements behind the readings.
  public let advertisements: Int
  /// The mean of the readings.
  public let mean: DBm
  /// Metres, by the assumed path-loss law at that level.
  public let distance: Double
  /// The proximity zone of ``distance``.
  public let zone: Zone
  /// The RSSI at 1 m that was used, and where it came from.
  public let levelAtOneMetre: DBm
  /// The path-loss exponent that was used.
  public let exponent: Double
  /// Where the assumed level at one metre came from.
  public let levelOrigin: RangingModel.Origin
  /// The different measured powers in its frames, in the order in which they were first heard.
  public let claimedPowers: [DBm]

  /// The measured powers that no beacon can have; if there are any, none of the claimed powers is used.
  public var implausiblePowers: [DBm] {
    claimedPowers.filter { !RangingModel.plausiblePowers.contains($0) }
  }

  /// What is implausible or contradictory in the measured powers of its frames, and what was used instead; nil if nothing is.
  public var doubt: String? {
    func list(_ powers: [DBm]) -> String {
      WordList.text(powers.map { Int(exactly: $0.value).map { "\($0)" } ?? "\($0.value)" })
    }
    let bad = implausiblePowers
    guard claimedPowers.count > 1 || !bad.isEmpty else { return nil }
    let end =
      bad.isEmpty
      ? "the first one is used" : "\(list(bad)) is outside -100 to -20, so none of its powers is used"
    return "\(beacon) transmits measured power \(list(claimedPowers)) dBm: \(end)"
  }

  /// The source of the RSSI at 1 m, in words.
  public var levelSource: String {
    switch levelOrigin {
    case .measuredPower: "measured power"
    case .assumed: "assumed"
    case .calibrated: "calibrated"
    }
  }
}

/// The distance of one beacon at one callback of the phone, from that callback's reading alone, without filters.
public struct RangeMoment: Hashable, Sendable {
  /// Seconds since t = 0: the end of the reading's window.
  public let time: Double
  /// The id in the site or, without a site, the identity.
  public let beacon: String
  /// How many advertisements the reading is the average of.
  public let advertisements: Int
  /// The mean over the window, in dBm.
  public let level: DBm
  /// Metres by the assumed law at that level.
  public let distance: Double
  /// The proximity zone of ``distance``.
  public let zone: Zone
  /// 1 for the nearest beacon at that callback; of equally near ones the first in the site.
  public let rank: Int
}

/// Running totals of a beacon's readings, from which its mean follows.
struct RangeTotals: Hashable, Sendable {
  private(set) var readings = 0
  private(set) var advertisements = 0
  private var sum = 0.0

  /// The mean of the readings, summed in the order in which they came; nil without any.
  var mean: DBm? { readings > 0 ? DBm(sum / Double(readings)) : nil }

  /// - Parameter count: the number of advertisements of which the level is the average.
  mutating func add(_ level: DBm?, count: Int) {
    guard let level else { return }
    readings += 1
    advertisements += count
    sum += level.value
  }
}

extension Readings {
  /// By anchor.
  var totals: [RangeTotals] {
    zip(levels, counts).map { levels, counts in
      var totals = RangeTotals()
      for (level, count) in zip(levels, counts) { totals.add(level, count: count) }
      return totals
    }
  }
}
