public import World

/// In a log of several receivers, which of them heard which device.
package struct LogReceiver: Hashable, Sendable {
  /// The receiver's name, by which a site lists it.
  var name: String
  /// The device, as the receivers name it.
  var device: String

  package init(name: String, device: String) { (self.name, self.device) = (name, device) }
}

/// What a log tells beside advertisements.
package enum LogObservation: Sendable {
  /// A step, which ended this many microseconds before the row. Its length is in metres, its heading in radians from east to north.
  case step(before: Int64, length: Double, heading: Double)
  case mark(LogMark.Place)
}

/// A moment at which the walker was at a known place, as the log's user marked it: ground truth, which no method sees.
public struct LogMark: Hashable, Sendable {
  /// Where the walker was.
  public enum Place: Hashable, Sendable {
    /// Degrees of WGS 84, and the level of the floor.
    case geographic(longitude: Double, latitude: Double, floor: Int)
    /// A number or a name that the site gives to a test point.
    case point(TestPoint.ID)
  }

  /// Whole microseconds since t = 0 of the stream.
  public let microseconds: Int64
  /// Where the walker was at that time.
  public let place: Place

  public init(microseconds: Int64, place: Place) { (self.microseconds, self.place) = (microseconds, place) }

  /// Seconds since t = 0 of the stream.
  public var time: Double { microseconds.seconds }
}
