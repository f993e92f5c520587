import World

/// The raw values of an acceleration sensor along three axes.
public struct Acceleration: Hashable, Sendable {
  /// As sent; positive along the sensor's x axis.
  public let x: Int8
  /// As sent; positive along the sensor's y axis.
  public let y: Int8
  /// As sent; positive along the sensor's z axis.
  public let z: Int8

  public init(x: Int8, y: Int8, z: Int8) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// One g, 64 of the units sent, along the axis that ``EstimoteNearable/orientation`` reads back.
  init(upward orientation: SensorReport.Orientation) {
    switch orientation {
    case .horizontal: self.init(x: 0, y: 0, z: 64)
    case .horizontalUpsideDown: self.init(x: 0, y: 0, z: -64)
    case .vertical: self.init(x: 0, y: 64, z: 0)
    case .verticalUpsideDown: self.init(x: 0, y: -64, z: 0)
    case .leftSide: self.init(x: -64, y: 0, z: 0)
    case .rightSide: self.init(x: 64, y: 0, z: 0)
    }
  }

  /// Which side is up: the axis that gravity pulls along most, at rest.
  public enum Orientation: String, Hashable, Sendable {
    case unknown, right, left, up, down, back, front
  }

  /// Ours: the largest component decides, the later axis in a tie; without any acceleration it is unknown.
  public var orientation: Orientation {
    let (a, b, c) = (x.magnitude, y.magnitude, z.magnitude)
    if a == 0, b == 0, c == 0 { return .unknown }
    if c >= a, c >= b { return z > 0 ? .up : .down }
    if b >= a { return y > 0 ? .front : .back }
    return x > 0 ? .right : .left
  }
}

/// A two's complement number of `bits` bits.
func signed(_ raw: Int, bits: Int) -> Int { raw >> (bits - 1) & 1 == 1 ? raw - 1 << bits : raw }
