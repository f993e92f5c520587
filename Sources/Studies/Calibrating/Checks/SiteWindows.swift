package import World

/// A recorded walk in windows of one second, or longer while the walker stays within half a metre: the position, and the mean
/// RSSI of each beacon.
///
/// A place where the walker stands counts once, since its shadowing does not change.
package struct SiteWindows: Sendable {
  /// The walker's place in each window, in order of time.
  package private(set) var places: [(time: Double, place: Point, floor: Int)] = []
  /// By beacon of the site and by window, in dBm; nil where nothing was received.
  package private(set) var levels: [[Double?]]
  /// The weakest level received, in dBm.
  package private(set) var limit = Double.infinity

  package init(_ site: Site) { levels = site.anchors.map { _ in [] } }

  /// Appends one recording.
  package mutating func add(_ stream: AdvertisementStream, truth: Walk) {
    guard let last = stream.last?.time else { return }
    let windows = addPlaces(until: last, on: truth)
    for beacon in levels.indices {
      levels[beacon] += [Double?](repeating: nil, count: places.count - levels[beacon].count)
    }
    var counts = levels.map { _ in [Double](repeating: 0, count: places.count) }
    for advertisement in stream {
      let (level, beacon) = (advertisement.level.value, advertisement.anchor)
      guard levels.indices.contains(beacon), windows.indices.contains(Int(advertisement.time)),
        let window = windows[Int(advertisement.time)]
      else { continue }
      limit = min(limit, level)
      counts[beacon][window] += 1
      let mean = levels[beacon][window] ?? level
      levels[beacon][window] = mean + (level - mean) / counts[beacon][window]
    }
  }

  /// Adds the walker's places, and returns the window of each second; nil where the walker's place is unknown.
  private mutating func addPlaces(until last: Double, on truth: Walk) -> [Int?] {
    let first = places.count
    return (0...Int(last)).map { second in
      let time = Double(second) + 0.5
      guard truth.isKnown(at: time) else { return nil }
      let (place, floor) = (truth.position(at: time), truth.floor(at: time))
      let isNew =
        places[first...].last.map { $0.floor != floor || $0.place.distance(to: place) >= 0.5 } ?? true
      if isNew { places.append((time, place, floor)) }
      return places.count - 1
    }
  }
}
