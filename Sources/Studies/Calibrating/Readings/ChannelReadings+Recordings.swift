package import Sites
package import World

extension ChannelReadings {
  /// The readings of a recording with known positions.
  ///
  /// - Parameters:
  ///   - interval: seconds from one advertisement to the next; nil to measure it.
  package init(
    _ stream: AdvertisementStream, site: Site, truth: Walk, recording: String, interval: Double? = nil
  ) {
    self.init(beacons: site.anchors.map(\.id))
    add(stream, site: site, truth: truth, recording: recording, interval: interval)
  }

  /// One part of a data set.
  ///
  /// - Parameter walks: whether its walks are meant, rather than its calibration part.
  package init(_ dataset: Dataset, walks: Bool, limit: Int? = nil, interval: Double? = nil) throws {
    let site = dataset.site.site
    self.init(beacons: site.anchors.map(\.id))
    guard !walks else {
      for walk in dataset.walks.prefix(limit ?? dataset.walks.count) {
        var source = walk.source
        add(
          try source.stream(kind: source.kind), site: site, truth: walk.truth, recording: walk.name,
          interval: interval)
      }
      return
    }
    knowsSilence = false
    for reading in dataset.calibration {
      if recordings.last != reading.set { recordings.append(reading.set) }
      let distance = site.anchors[reading.anchor].position.distance(to: reading.position)
      guard distance > 0 else {
        leftOut += 1
        continue
      }
      let link = link(recording: recordings.count - 1, beacon: reading.anchor)
      heard.append(
        Heard(
          link: link, time: Double(heard.count), place: reading.position, distance: distance,
          level: reading.level,
          walls: site.obstacleLoss(
            from: reading.position, to: site.anchors[reading.anchor].position,
            floors: (reading.floor, site.anchors[reading.anchor].floor))))
    }
    areAverages = heard.contains { $0.level.value != $0.level.value.rounded() }
    sortByLink()
  }

  /// One beacon heard for a while from known distances, a recording for each.
  ///
  /// - Parameter streams: each with its name, the index of the beacon in it, and its distance in metres.
  package init(
    standing streams: [(stream: AdvertisementStream, name: String, beacon: Int, distance: Double)],
    beacon: String, interval: Double? = nil
  ) {
    self.init(beacons: [beacon])
    (areStatic, statedInterval) = (true, interval)
    for (index, part) in streams.enumerated() {
      recordings.append(part.name)
      let link = link(recording: index, beacon: 0)
      let heard = part.stream.filter { $0.anchor == part.beacon }.map {
        Heard($0, link: link, place: nil, distance: part.distance)
      }
      self.heard += heard
      guard case .advertisements = part.stream.kind else {
        (areAverages, knowsSilence) = (true, false)
        continue
      }
      let clock = AdvertisingClock(heard.map(\.time), interval: interval)
      self.interval = clock?.interval ?? self.interval
      addSilence(clock, link: link, from: heard.first?.time ?? 0, to: heard.last?.time ?? 0) { _ in
        (part.distance, 0)
      }
    }
  }

  /// - Parameter beaconWalks: where beacons that walked were, by anchor; mobile ones without are left out.
  mutating func add(
    _ stream: AdvertisementStream, site: Site, truth: Walk, recording: String, interval: Double?,
    beaconWalks: [Int: Walk] = [:]
  ) {
    recordings.append(recording)
    statedInterval = interval
    let places = AnchorPlaces(site: site, walks: beaconWalks)
    let byAnchor = located(stream, truth: truth, places)
    let times = byAnchor.joined().map(\.advertisement.time)
    guard let first = times.min(), let last = times.max() else { return }
    let clock = RecordingClock(
      byAnchor.map { $0.map(\.advertisement.time) }, kind: stream.kind, interval: interval)
    areAverages = areAverages || stream.kind != .advertisements
    self.interval = clock.interval ?? self.interval
    for (anchor, readings) in byAnchor.enumerated() where !readings.isEmpty {
      let link = link(recording: recordings.count - 1, beacon: anchor)
      heard += readings.map {
        Heard(
          $0.advertisement, link: link, place: truth.position(at: $0.advertisement.time),
          distance: $0.path.metres, walls: $0.path.walls)
      }
      // Several beacons of a pillar send in turns, and whose turn was missed is unknown.
      guard site.anchors[anchor].transmitters.count == 1 else {
        knowsSilence = false
        continue
      }
      addSilence(clock.slots(of: anchor), link: link, from: first, to: last) { time in
        places.path(to: anchor, from: truth, at: time)
      }
    }
    if !knowsSilence { silent = [] }
  }

  /// Metres between the two ends of a link, and what walls take between them.
  private typealias LinkPath = (metres: Double, walls: Decibels)
  private typealias Located = (advertisement: Advertisement, path: LinkPath)

  /// By anchor, the readings at known distances; others are counted as left out.
  private mutating func located(
    _ stream: AdvertisementStream, truth: Walk, _ places: AnchorPlaces
  ) -> [[Located]] {
    var byAnchor = [[Located]](repeating: [], count: places.site.anchors.count)
    for advertisement in stream {
      let path = places.path(to: advertisement.anchor, from: truth, at: advertisement.time)
      guard truth.isKnown(at: advertisement.time), path.metres > 0 else {
        leftOut += 1
        continue
      }
      byAnchor[advertisement.anchor].append((advertisement, path))
    }
    return byAnchor
  }

  /// Where the anchors are, those that walk included.
  private struct AnchorPlaces {
    let site: Site
    let walks: [Int: Walk]

    /// To an anchor; 0 metres where it is unknown.
    func path(to anchor: Int, from truth: Walk, at time: Double) -> LinkPath {
      let (walk, anchor) = (walks[anchor], site.anchors[anchor])
      guard walk?.isKnown(at: time) ?? !anchor.isMobile else { return (0, 0) }
      let (place, end) = (truth.position(at: time), walk?.position(at: time) ?? anchor.position)
      let floors = (truth.floor(at: time), walk?.floor(at: time) ?? anchor.floor)
      return (end.distance(to: place), site.obstacleLoss(from: place, to: end, floors: floors))
    }
  }

  /// Adds what a clock says was missed, a second at a time.
  private mutating func addSilence(
    _ clock: AdvertisingClock?, link: Int, from start: Double, to end: Double,
    path: (Double) -> LinkPath
  ) {
    guard knowsSilence, let clock else {
      knowsSilence = false
      return
    }
    var second: (number: Double, times: [Double])?
    func close() {
      guard let times = second?.times else { return }
      let middle = times.reduce(0, +) / Double(times.count)
      let (metres, walls) = path(middle)
      if metres > 0 {
        silent.append(
          Silent(link: link, time: middle, distance: metres, count: Double(times.count), walls: walls))
      }
    }
    for time in clock.missed(from: start, to: end) {
      let number = time.rounded(.down)
      if second?.number == number {
        second?.times.append(time)
      } else {
        close()
        second = (number, [time])
      }
    }
    close()
  }

  private mutating func sortByLink() {
    heard = heard.enumerated().sorted { ($0.element.link, $0.offset) < ($1.element.link, $1.offset) }
      .map(\.element)
  }
}
