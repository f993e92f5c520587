/// The report of a beacon's sensors in one frame: temperature and battery, and from stickers motion and orientation.
public struct SensorReport: Hashable, Sendable {
  /// Which side is up, in the words of Estimote's stickers.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    case horizontal, horizontalUpsideDown, vertical, verticalUpsideDown, leftSide, rightSide
  }

  /// Whole microseconds since t = 0 of the stream.
  public let microseconds: Int64
  /// An index into ``StreamDirectory/anchors``.
  public let anchor: Int
  /// Degrees Celsius; -128, the lowest number that a frame can hold, for none.
  public let temperature: Double
  /// Whether the accelerometer reports motion at present; nil where the frame does not say.
  public let isMoving: Bool?
  /// The side that is up at present; nil where the frame does not say.
  public let orientation: Orientation?
  /// The voltage of its battery; nil where the frame does not say.
  public let batteryVoltage: Double?

  public init(
    microseconds: Int64, anchor: Int, temperature: Double, isMoving: Bool?, orientation: Orientation?,
    batteryVoltage: Double? = nil
  ) {
    self.batteryVoltage = batteryVoltage
    self.microseconds = microseconds
    self.anchor = anchor
    self.temperature = temperature
    self.isMoving = isMoving
    self.orientation = orientation
  }

  /// Volts for what a sticker's frame states, 0 to 1023 in 1/1023 of 3.6 V.
  public static func batteryVoltage(ofLevel level: Int) -> Double { 3.6 * Double(level) / 1023 }

  /// Seconds since t = 0 of the stream.
  public var time: Double { Double(microseconds) / 1e6 }
}
