import World

/// Tracks in the format of the TUM RGB-D benchmark: `timestamp tx ty tz qx qy qz qw`, one line for each position, in seconds and
/// metres.
///
/// All laps follow each other in one file: lap l of walker w of W begins at (l W + w) T, where T is the smallest power of ten
/// above the longest lap. Heights are 0, because errors are measured on the plan, and so is every rotation. Sources: Sturm et al.
/// 2012, "A benchmark for the evaluation of RGB-D SLAM systems", doi:10.1109/IROS.2012.6385773.
struct Trajectories {
  private(set) var texts: [String]
  private let period: Double
  private let walkers: Int

  /// - Parameters:
  ///   - count: how many tracks there are.
  ///   - seconds: that the longest lap lasts at most.
  init(_ count: Int, longest seconds: Double, walkers: Int) {
    texts = [String](repeating: "# timestamp tx ty tz qx qy qz qw\n", count: count)
    var period = 1.0
    while period <= seconds { period *= 10 }
    (self.period, self.walkers) = (period, max(walkers, 1))
  }

  mutating func add(_ position: Point, at time: Double, lap: Int, walker: Int, to track: Int) {
    let start = Double(lap * walkers + walker) * period
    texts[track] += "\(start + time) \(position.x) \(position.y) 0 0 0 0 1\n"
  }
}
