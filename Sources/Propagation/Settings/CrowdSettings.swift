public import World

/// People who stand around, anywhere within two metres of the box round the path, and at other places on every lap.
///
/// A signal whose straight line passes through somebody below the top of his head loses so much: a beacon under the
/// ceiling is hidden by those near the phone alone. Ours; measured crowds take up to 16.5 dB (Bin Humaid &
/// Moustafa 2021, doi:10.1145/3479162.3479183).
public struct CrowdSettings: Hashable, Sendable {
  /// People on a square metre.
  public var density: Double
  /// What one takes.
  public var loss: Decibels
  /// Metres from somebody's middle to his side, and to the top of his head above the floor.
  public var radius: Double
  public var height: Double

  public init(density: Double, loss: Decibels = 4, radius: Double = 0.2, height: Double = 1.7) {
    self.density = density
    self.loss = loss
    self.radius = radius
    self.height = height
  }

  func validate() throws(SettingFault) {
    try check("crowd.density", density, in: 0...6, "between 0 and 6 people on a square metre")
    try check("crowd.loss", loss.value, in: 0...100, "between 0 and 100 dB")
    try check("crowd.radius", radius, in: 0.01...5, "between 0.01 and 5 m")
    try check("crowd.height", height, in: 0.1...10, "between 0.1 and 10 m")
  }

  /// How many people there may be on all floors together.
  static let limit = 20_000.0

  /// How many stand on one floor of a site.
  func count(on box: (low: Point, high: Point)) -> Double {
    let margin = 2 * Crowd.margin
    return (density * (box.high.x - box.low.x + margin) * (box.high.y - box.low.y + margin)).rounded()
  }
}
