package import Documents
import NumericalMethods
import World

/// A second source of positions, simulated: GPS or Wi-Fi, with its error, its delay and where it works.
///
/// The error of each coordinate is a first-order Gauss-Markov process: correlated over `correlation` seconds, normal, with mean 0.
/// The same seed gives the same draws for every error, so that sources which differ in it alone are compared in pairs.
package struct SecondSource: DeclaredSettings {
  /// The standard deviation of each coordinate, in metres.
  package var error = 10.0
  /// The same as the source states it; nil for the true one.
  package var stated: Double?
  /// Seconds after which the correlation of errors has fallen to 1/e.
  package var correlation = 60.0
  /// Seconds from one position to the next.
  package var interval = 10.0
  /// Seconds from a measurement to its arrival.
  package var delay = 2.0
  /// The share of positions that there are in rooms, and outside of them.
  package var indoors = 1.0
  package var outdoors = 1.0

  package init() {}
  package static let keys: [SettingKey<SecondSource>] = [
    .required(
      "error", \.error, .number(.between(0, 10_000)), unit: "m",
      "The standard deviation of each coordinate."),
    .optional(
      "stated", \.stated, .number(.between(0, 10_000)), unit: "m",
      "The standard deviation that the source states; by default the true one."),
    .defaulted(
      "correlation", \.correlation, .number(.between(0, 86_400)), unit: "s",
      "After how long the correlation of errors has fallen to 1/e; 0 for independent errors."),
    .defaulted(
      "interval", \.interval, .number(.between(0.1, 86_400)), unit: "s",
      "The time from one position to the next."),
    .defaulted(
      "delay", \.delay, .number(.between(0, 3600)), unit: "s",
      "The time from a measurement to its arrival."),
    .defaulted(
      "indoors", \.indoors, .number(.between(0, 1)), "The share of positions that there are in rooms."),
    .defaulted(
      "outdoors", \.outdoors, .number(.between(0, 1)), "The share of positions that there are elsewhere."),
  ]

  /// The positions of one lap, in the order of their arrival.
  func positions(of lap: ContextTruth, using random: inout RandomStream) -> [ContextMessage] {
    let kept = correlation > 0 ? Elementary.exp(-interval / correlation) : 0
    var (x, y) = (random.normal(), random.normal())
    var messages: [ContextMessage] = []
    for number in 0... {
      let measured = (Double(number) * interval).microseconds
      guard measured < lap.end else { break }
      let place = lap.walk.position(at: measured.seconds)
      let isIndoors = lap.site.room(at: place, floor: lap.walk.floor(at: measured.seconds)) != nil
      if random.uniform() < (isIndoors ? indoors : outdoors) {
        let point = Point(x: place.x + error * x, y: place.y + error * y, z: place.z)
        let position = SecondPosition(point, measured: measured, deviation: stated ?? error)
        messages.append(ContextMessage(.position(position), at: measured + delay.microseconds))
      }
      let fresh = (1 - kept * kept).squareRoot()
      (x, y) = (kept * x + fresh * random.normal(), kept * y + fresh * random.normal())
    }
    return messages
  }
}
