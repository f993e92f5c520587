public import Documents
public import World

/// People who stand within the box round the path and 2 m beyond, at new places on every lap.
///
/// A signal whose straight line passes through a person below the top of the head is attenuated; a beacon under the
/// ceiling is thus hidden only by people near the phone. Ours; losses through measured crowds are up to 16.5 dB (Bin
/// Humaid & Moustafa 2021, doi:10.1145/3479162.3479183).
public struct CrowdSettings: DeclaredSettings {
  /// People per square metre.
  public var density = 0.0
  /// The loss through one person.
  public var loss: Decibels = 4
  /// The radius of a person, in metres.
  public var radius = 0.2
  /// The top of a person's head above the floor, in metres.
  public var height = 1.7

  public init() {}

  public static let keys: [SettingKey<CrowdSettings>] = [
    .required(
      "density", \.density, .number(.between(0, 6)), unit: "1/m2", "The number of people per square metre."),
    .defaulted(
      "loss", \.loss, .number(.between(0, 100)), unit: "dB",
      "The loss through a person on the straight line from beacon to phone."),
    .defaulted(
      "radius", \.radius, .number(.between(0.01, 5)), unit: "m", "The radius of a person."),
    .defaulted(
      "height", \.height, .number(.between(0.1, 10)), unit: "m",
      "The height of the people; signals above it are not attenuated."),
  ]

  /// How many people there may be on all floors together.
  static let limit = 20_000.0

  /// Metres beyond the site's box in which people stand too.
  static let margin = 2.0

  /// How many stand on one floor of a site.
  func count(on box: (low: Point, high: Point)) -> Double {
    let margin = 2 * Self.margin
    return (density * (box.high.x - box.low.x + margin) * (box.high.y - box.low.y + margin)).rounded()
  }
}
