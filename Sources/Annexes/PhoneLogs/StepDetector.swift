import Captures
import Foundation

/// Finds steps in the magnitude of the acceleration, as they come.
///
/// The magnitude is averaged over ``window``. A step is a peak of that average which exceeds the mean of all averages so far by
/// ``threshold`` and follows the last step by ``apart`` at least; its heading is the direction to which the top of the phone
/// points. Ours, and the rule by which the steps of the recording `shops` were made: simple, without a look at the truth.
struct StepDetector: Sendable {
  /// Microseconds.
  static let window: Int64 = 300_000
  /// Metres per second squared.
  static let threshold = 0.5
  /// Microseconds.
  static let apart: Int64 = 300_000
  /// Metres, of every step.
  static let length = 0.7

  private struct Average {
    var time: Int64
    var value: Double
  }

  private var samples: [(time: Int64, magnitude: Double)] = []
  private var first = 0
  private var sum = 0.0
  /// The last two averages, the later one last.
  private var before: Average?
  private var latest: Average?
  private var total = 0.0
  private var count = 0.0
  private var last: Int64?
  /// Radians from east to north; nil until the first orientation.
  private var heading: Double?

  /// Takes the phone's orientation: the vector part of the unit quaternion that turns its axes to east, north and up.
  mutating func turn(x: Double, y: Double, z: Double) {
    let w = max(0, 1 - x * x - y * y - z * z).squareRoot()
    let (east, north) = (2 * (x * y - z * w), 1 - 2 * (x * x + z * z))
    // A thousandth of a degree, so that the last bits of a library's arc tangent reach no result.
    let degrees = (atan2(north, east) * 180 / .pi * 1000).rounded() / 1000
    heading = degrees * .pi / 180
  }

  /// Takes an acceleration with gravity, in metres per second squared; the step that it makes certain, if any.
  mutating func add(x: Double, y: Double, z: Double, at time: Int64) -> LogObservation? {
    if let newest = samples.last?.time, time < newest { restart() }
    let magnitude = (x * x + y * y + z * z).squareRoot()
    samples.append((time, magnitude))
    sum += magnitude
    while samples[first].time < time - Self.window {
      sum -= samples[first].magnitude
      first += 1
    }
    let middle = samples[first].time + (time - samples[first].time) / 2
    let average = Average(time: middle, value: sum / Double(samples.count - first))
    if first > 4096 {
      samples.removeFirst(first)
      first = 0
    }
    defer { (before, latest) = (latest, average) }
    return step(before: average, at: time)
  }

  /// The step at the average before this one, if that is a peak.
  private mutating func step(before next: Average, at time: Int64) -> LogObservation? {
    guard let peak = latest else { return nil }
    defer { (total, count) = (total + peak.value, count + 1) }
    guard let before, before.value < peak.value, peak.value >= next.value, count > 0,
      peak.value - total / count > Self.threshold, last.map({ peak.time - $0 >= Self.apart }) ?? true,
      let heading
    else { return nil }
    last = peak.time
    return .step(before: time - peak.time, length: Self.length, heading: heading)
  }

  /// Begins again after a step back in time.
  private mutating func restart() {
    (samples, first, sum) = ([], 0, 0)
    (before, latest, last) = (nil, nil, nil)
  }
}
