/// One step of the walker as the phone's motion sensors estimated it: its length and its heading.
public struct Step: Hashable, Sendable {
  /// Whole microseconds since t = 0 of the stream, at the end of the step.
  public let microseconds: Int64
  /// Metres, as estimated.
  public let length: Double
  /// Radians from the x axis of the site to the direction of the step, counter-clockwise, as estimated.
  public let heading: Double

  public init(microseconds: Int64, length: Double, heading: Double) {
    self.microseconds = microseconds
    self.length = length
    self.heading = heading
  }

  /// Seconds since t = 0 of the stream.
  public var time: Double { Double(microseconds) / 1e6 }
}
