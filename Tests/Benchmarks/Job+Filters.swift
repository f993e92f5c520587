import Documents
import NumericalMethods
import Phone
import World

extension Job {
  static func filters() -> [Job] {
    let kalman = KalmanFilter(.init { $0.processVariance = 20 })
    return [filter("Kalman", [.init("numba", "kalman", most: 0.72), .init("filterpy", "filterpy")], kalman)]
  }

  /// A slow swing with 4 dB of noise, in whole decibels.
  private static func filter(
    _ name: String, _ peers: [Peer], _ fresh: some SignalFilter
  ) -> Job {
    let count = 100_000
    var random = RandomStream(Seed(1))
    let column = (0..<count).map { index -> DBm? in
      DBm((-70 + 12 * Elementary.sin(Double(index) / 20) + 4 * random.normal()).rounded())
    }
    let times = (0..<count).map { Double($0) }
    var levels = column
    return Job(name, a: "reading", peers: peers, units: count) {
      // In place, over and over: what a value is makes no difference to the time.
      var filter = fresh
      filter.smooth(&levels, at: times)
    }
  }
}
