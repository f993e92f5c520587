/// The report of a sticker in one frame: temperature, motion and orientation.
public struct SensorReport: Hashable, Sendable {
  /// Which side is up, in the words of Estimote's stickers.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    case horizontal, horizontalUpsideDown, vertical, verticalUpsideDown, leftSide, rightSide
  }

  /// Whole microseconds since t = 0 of the stream.
  public let microseconds: Int64
  /// An index into ``StreamDirectory/anchors``.
  public let anchor: Int
  /// Degrees Celsius.
  public let temperature: Double
  /// Whether the sticker's accelerometer reports motion at present.
  public let isMoving: Bool
  /// The side that is up at present.
  public let orientation: Orientation
  /// The voltage of its battery; nil where the frame does not say.
  public let batteryVoltage: Double?

  public init(
    microseconds: Int64, anchor: Int, temperature: Double, isMoving: Bool, orientation: Orientation,
    batteryVoltage: Double? = nil
  ) {
    self.batteryVoltage = batteryVoltage
    self.microseconds = microseconds
    self.anchor = anchor
    self.temperature = temperature
    self.isMoving = isMoving
    self.orientation = orientation
  }

  /// Seconds since t = 0 of the stream.
  public var time: Double { Double(microseconds) / 1e6 }
}
