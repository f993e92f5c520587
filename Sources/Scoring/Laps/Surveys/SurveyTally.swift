package import Phone
package import Positioning
package import Scenarios
package import Sites
package import World

/// Readings on a walk, collected at the places of a radio map.
package struct SurveyTally: Sendable {
  /// A place of the radio map.
  package struct Place: Hashable, Sendable {
    /// Metres, at the height of the phone.
    package let position: Point
    /// The level of its floor.
    package let floor: Int

    package init(position: Point, floor: Int) { (self.position, self.floor) = (position, floor) }
  }

  /// The levels read at one place.
  struct Levels {
    /// By anchor.
    fileprivate var byAnchor: [[DBm?]]
    /// By anchor, and then by advertising channel; empty where channels are not kept.
    fileprivate var byChannel: [[DBm?]]

    init(anchors: Int, hasChannels: Bool) {
      byAnchor = [[DBm?]](repeating: [], count: anchors)
      byChannel = [[DBm?]](repeating: [], count: hasChannels ? AdvertisingChannel.count * anchors : 0)
    }

    /// Adds a single advertisement.
    mutating func add(_ level: DBm, on channel: UInt8?, of anchor: Int) {
      byAnchor[anchor].append(level)
      if !byChannel.isEmpty, let channel = channel.flatMap({ AdvertisingChannel.index(of: $0) }) {
        byChannel[AdvertisingChannel.count * anchor + channel].append(level)
      }
    }

    /// In the form that radio maps have.
    var surveyed: [SurveyedLevel?] { byAnchor.map { SurveyedLevel(of: $0) } }
    var surveyedByChannel: [SurveyedLevel?] { byChannel.map { SurveyedLevel(of: $0) } }
  }

  private let places: [Place]
  private let site: Site
  /// By place.
  private var levels: [Levels]
  /// Readings that belong to no place: before and after the walk, and on floors without one.
  package private(set) var leftOut = 0
  /// Advertisements without a channel, where channels are kept: they count in the mean of all channels only.
  package private(set) var withoutChannel = 0

  /// - Parameter hasChannels: whether the map has the levels of each advertising channel too.
  package init(at places: [Place], of site: Site, hasChannels: Bool) {
    self.places = places
    self.site = site
    levels = [Levels](
      repeating: Levels(anchors: site.anchors.count, hasChannels: hasChannels), count: places.count)
  }

  /// Adds each reading to the nearest place on the floor on which the walker is in the middle of its window.
  ///
  /// - Parameter walk: where the surveyor truly was.
  package mutating func add(_ readings: Readings, along walk: Walk) {
    for (index, time) in readings.times.enumerated() {
      let middle = time - readings.interval / 2
      guard walk.span.contains(middle),
        let place = nearest(to: walk.position(at: middle), floor: walk.floor(at: middle))
      else {
        leftOut += 1
        continue
      }
      for anchor in site.anchors.indices
      where !site.anchors[anchor].isMobile && anchor < readings.levels.count {
        levels[place].byAnchor[anchor].append(readings.levels[anchor][index])
        guard !levels[place].byChannel.isEmpty, !readings.channelLevels.isEmpty else { continue }
        for channel in AdvertisingChannel.count * anchor..<AdvertisingChannel.count * (anchor + 1) {
          levels[place].byChannel[channel].append(readings.channelLevels[channel][index])
        }
      }
    }
  }

  private func nearest(to position: Point, floor: Int) -> Int? {
    var best: (place: Int, distance: Double)?
    for (index, place) in places.enumerated() where place.floor == floor {
      let distance = place.position.horizontalDistance(to: position)
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    return best?.place
  }

  /// The means at places with a reading.
  package var map: RadioMap {
    RadioMap(
      anchors: site.anchors.map(\.id),
      points: zip(places, levels).compactMap { place, levels in
        guard levels.byAnchor.contains(where: { !$0.isEmpty }) else { return nil }
        return RadioMap.SurveyPoint(
          position: place.position, floor: place.floor, levels: levels.surveyed,
          channelLevels: levels.surveyedByChannel)
      })
  }

  /// A map of a recorded walk.
  ///
  /// - Parameters:
  ///   - spacing: metres at most between places along the path; nil for the site's test points.
  ///   - lap: the lap to use from tables with several laps.
  ///   - byChannel: whether the map has the levels of each advertising channel too.
  /// - Throws: when the site has no such places, and when no reading lies at one.
  package init(
    of recording: String, on site: Site, truth: TruthTable, spacing: Double?, lap: Int?,
    averageSeconds: Double?, byChannel: Bool = false
  ) throws {
    self.init(at: try Self.places(on: site, spacing: spacing), of: site, hasChannels: byChannel)
    var input = try RecordedInput(contentsOf: recording, site: site, averageSeconds: averageSeconds, lap: lap)
    let readings = try input.readings(of: PhoneSettings(), keepsChannels: byChannel, site: site) {
      callbacks, anchors in
      MemoryNeed(callbacks: callbacks, due: 0, laps: 1, anchors: anchors, pipelines: 0, width: 1)
    }
    if byChannel, !readings.hasChannels {
      throw FileProblem(
        file: recording, expected: "single advertisements with their channel for --by-channel",
        found: averageSeconds == nil ? "none with a channel" : "averages")
    }
    withoutChannel = readings.tally.withoutChannel
    let walk = try truth.walk(lap: lap)
    try input.span.check(walk.span, file: truth.file, offset: 0)
    add(readings, along: walk)
    guard !map.points.isEmpty else {
      throw FileProblem(file: recording, expected: "a reading at a point of the survey", found: "none")
    }
  }

  /// The middles of pieces of the path or, without a spacing, the test points; at least one.
  private static func places(on site: Site, spacing: Double?) throws(FileProblem) -> [Place] {
    let middles = spacing.map { site.path?.middles(atMost: $0) ?? [] }
    let places =
      middles?.map { Place(position: $0.position, floor: $0.floor) }
      ?? site.testPoints.map { Place(position: $0.position, floor: $0.floor) }
    guard places.isEmpty else { return places }
    throw FileProblem(
      file: "--site",
      expected: spacing == nil ? "a site with test points, or --spacing" : "a site with a path",
      found: "\(site.name) without")
  }
}

extension Dataset {
  /// The side in metres of the squares in which calibration readings are combined into one point of a radio map.
  static let surveySquare = 0.5

  /// The radio map of the data set's calibration recordings: the means of all readings in each square of a floor, at the mean
  /// of their positions. Nil without any.
  ///
  /// Points come in the order in which the recordings first reach them.
  ///
  /// - Parameter fingerprints: whether those of each direction or of each row are a point of their own; where a recording does not state
  ///   them, they are not.
  package func radioMap(_ fingerprints: SurveyRule.Fingerprints = .place) -> RadioMap? {
    var indices: [Fingerprint: Int] = [:]
    let hasChannels = calibration.contains { $0.channel != nil }
    var points: [(floor: Int, positions: [Point], levels: SurveyTally.Levels)] = []
    for reading in calibration {
      guard let square = Self.square(reading.position, floor: reading.floor) else { continue }
      let key = Fingerprint(
        square: square, facing: fingerprints == .facing ? reading.facing : nil,
        set: fingerprints == .scan ? reading.set : nil, row: fingerprints == .scan ? reading.row : nil)
      let index = indices[key] ?? points.count
      if index == points.count {
        indices[key] = index
        let none = SurveyTally.Levels(anchors: site.site.anchors.count, hasChannels: hasChannels)
        points.append((reading.floor, [], none))
      }
      points[index].positions.append(reading.position)
      points[index].levels.add(reading.level, on: reading.channel, of: reading.anchor)
    }
    guard !points.isEmpty else { return nil }
    return RadioMap(
      anchors: site.site.anchors.map(\.id),
      points: points.map { floor, positions, levels in
        let sum = positions.reduce(Point.zero, +)
        let count = Double(positions.count)
        return RadioMap.SurveyPoint(
          position: Point(
            x: sum.x / count, y: sum.y / count, z: site.site.floors.elevation(ofLevel: floor)),
          floor: floor, levels: levels.surveyed, channelLevels: levels.surveyedByChannel)
      })
  }

  /// What the readings of one point of a radio map have in common.
  private struct Fingerprint: Hashable {
    let square: SIMD3<Int>
    let facing: String?
    let set: String?
    let row: Int?
  }

  /// Its column, its row and its floor.
  private static func square(_ position: Point, floor: Int) -> SIMD3<Int>? {
    guard let column = Int(exactly: (position.x / surveySquare).rounded(.down)),
      let row = Int(exactly: (position.y / surveySquare).rounded(.down))
    else { return nil }
    return SIMD3(column, row, floor)
  }
}
