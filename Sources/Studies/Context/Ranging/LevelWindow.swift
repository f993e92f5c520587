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
