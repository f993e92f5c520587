import World

/// The mean RSSI of each anchor over the current second, and over a window of the last seconds.
struct LevelWindow: Sendable {
  /// The level in dBm that stands for a second in which nothing was received.
  static let absent = -100.0

  /// Seconds.
  private let length: Int
  private var sums: [Double] = []
  private var counts: [Int] = []
  /// By anchor the means of the last seconds, `length` each; NaN for a second without an advertisement.
  private var means: [Double] = []
  private var place = 0
  /// The mean of the second that ended last, by anchor; NaN for none.
  private(set) var latest: [Double] = []

  init(seconds: Int) { length = max(seconds, 1) }

  var anchors: Int { counts.count }

  mutating func grow(to anchors: Int) {
    let new = anchors - counts.count
    guard new > 0 else { return }
    sums += repeatElement(0, count: new)
    counts += repeatElement(0, count: new)
    latest += repeatElement(.nan, count: new)
    means += repeatElement(.nan, count: new * length)
  }

  mutating func hear(_ stream: AdvertisementStream, _ range: Range<Int>) {
    for index in range {
      let anchor = Int(stream.anchors[index])
      sums[anchor] += stream.levels[index].value
      counts[anchor] += 1
    }
  }

  /// Ends the second at hand.
  mutating func tick() {
    place = (place + 1) % length
    for anchor in counts.indices {
      let mean = counts[anchor] > 0 ? sums[anchor] / Double(counts[anchor]) : .nan
      latest[anchor] = mean
      means[anchor * length + place] = mean
      (sums[anchor], counts[anchor]) = (0, 0)
    }
  }

  /// The mean over the window, in which seconds without an advertisement count as ``absent``; nil where there is none.
  func smoothed(_ anchor: Int) -> Double? {
    if length == 1 { return latest[anchor].isNaN ? nil : latest[anchor] }
    var (sum, heard) = (0.0, 0)
    for mean in means[anchor * length..<(anchor + 1) * length] where !mean.isNaN {
      sum += mean
      heard += 1
    }
    return heard == 0 ? nil : (sum + Double(length - heard) * Self.absent) / Double(length)
  }
}

/// Where the phone is: the room of the fixed beacon that was strongest over the last seconds, or the beacon itself.
struct PlaceTracker: Sendable {
  private let site: Site?
  private var window = LevelWindow(seconds: 5)
  /// By anchor of the directory; nil for mobile ones.
  private var names: [String?] = []
  private var all: [String] = []
  /// Nil before anything was received.
  private(set) var place: String?

  init(site: Site?) { self.site = site }

  mutating func meet(_ directory: StreamDirectory) {
    window.grow(to: directory.anchors.count)
    for index in names.count..<directory.anchors.count {
      let id = directory.anchors[index].id
      all.append(id)
      guard let site, let anchor = site.anchors.first(where: { $0.id == id }) else {
        names.append(site == nil ? id : nil)
        continue
      }
      let room = site.room(at: anchor.position, floor: anchor.floor).map { site.rooms[$0].name }
      names.append(anchor.isMobile ? nil : room ?? id)
    }
  }

  mutating func hear(_ stream: AdvertisementStream, _ range: Range<Int>) { window.hear(stream, range) }

  mutating func tick() {
    window.tick()
    var best = -Double.infinity
    for index in names.indices {
      guard let name = names[index], let level = window.smoothed(index), level > best else { continue }
      (best, place) = (level, name)
    }
  }

  /// All beacons that were received in the last seconds, in the order of the directory.
  var ranged: [String] { all.indices.filter { window.smoothed($0) != nil }.map { all[$0] } }
}
