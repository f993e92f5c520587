public import Documents
public import Radio
public import World

/// The channel between a beacon and the phone.
///
/// With the defaults, the rows of table 2 of Mustafa & Sykes 2021 are reproduced together (docs/reproduce.md).
public struct ChannelSettings: DeclaredSettings {
  /// The mean level as a function of the distance in three dimensions, and of the floors between.
  public var pathLoss = PathLossLaw.logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59))
  /// Nil for none.
  public var shadowing: Shadowing? = Shadowing()
  /// The multipath of single packets.
  public var fading = Fading.rician(k: 2)
  /// The loss through the walker's own body; nil for none.
  public var body: BodyPattern? = BodyPattern(loss: 8, handAngle: .pi / 6)
  /// People who stand around; nil for none.
  public var crowd: CrowdSettings?
  /// The differences between the three advertising channels.
  public var channelOffsets = ChannelOffsets()
  /// Whether the obstacles of the plan attenuate signals.
  public var obstacles = true

  public init() {}

  /// The defaults of a file that states only a path loss.
  public static let defaults = ChannelSettings {
    ($0.shadowing, $0.fading, $0.body, $0.channelOffsets.sigma) = (nil, .none, nil, 0)
  }
  public static let keys: [SettingKey<ChannelSettings>] = [
    .required(
      "pathLoss", \.pathLoss, PathLossLaw.form, "Path loss: how the mean RSSI falls with distance in space."),
    .defaulted(
      "shadowing", \.shadowing,
      .union([
        SettingVariant("none", is: nil, "No shadowing."),
        SettingVariant(
          "exponential", .settings, as: { $0 }, from: { $0 },
          "A Gaussian field for each beacon: Gudmundson 1991."),
      ]), "Shadowing by walls, people and furniture, the same for one beacon at one place."),
    .defaulted(
      "fading", \.fading, Fading.form, "Small-scale fading by reflections, which varies within a wavelength."),
    .defaulted(
      "body", \.body,
      .union([
        SettingVariant("none", is: nil, "No body loss."),
        SettingVariant(
          "cosine", .settings, as: { $0 }, from: { $0 },
          "(L / 2) (h + p) / d: h is the beacon's distance on the plan, p its part towards the body, d the distance in "
            + "space; `harmonics` give other forms."),
      ]), "The loss through the walker's own body."),
    .optional(
      "crowd", \.crowd, .settings,
      "People standing on the site, at new positions on every lap; by default none."),
    .defaulted(
      "channelOffsets", \.channelOffsets,
      .union([
        SettingVariant("none", is: ChannelOffsets { $0.sigma = 0 }, "The three channels are equal."),
        SettingVariant("normal", .settings, as: { $0 }, from: { $0 }, "Normally distributed."),
      ]), "Offsets of the three advertising channels, drawn for each beacon and channel."),
    .defaulted("obstacles", \.obstacles, .flag, "Whether the site's walls and pillars attenuate signals."),
  ]

  /// Multi-wall loss counts walls, so the obstacles must take part.
  public var conflict: SettingFault? {
    guard case .multiWall = pathLoss, !obstacles else { return nil }
    return SettingFault(key: "", expected: "obstacles true where the path loss is multiWall", found: "false")
  }
}

/// The deviation of the level from its mean at a place, due to walls, furniture and people; it does not depend on how
/// the place is reached.
///
/// Two places `s` metres apart, on one edge of the path or anywhere on a floor, are correlated by
/// `exp(-s / decorrelation)`; the source is Gudmundson 1991, doi:10.1049/el:19911328.
public struct Shadowing: DeclaredSettings {
  /// The standard deviation over places.
  public var sigma: Decibels = 5
  /// Metres over which the correlation falls to 1 / e.
  public var decorrelation = 3.0
  /// The share of the variance that belongs to the building and is the same on every lap.
  public var fixedShare = 0.0
  /// Whether shadowing is drawn along the path or over whole floors.
  public var extent: Extent = .path
  /// Metres between two anchors over which the correlation of their shadows falls to 1 / e; nil for none.
  public var anchorDecorrelation: Double?

  /// The places at which shadowing is drawn.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// Along the path; other places have the shadowing of the nearest place on it.
    case path
    /// All places of each floor, by the straight distance between them.
    case floor
  }

  public init() {}

  public static let keys: [SettingKey<Shadowing>] = [
    .required("deviation", \.sigma, .number(.between(0, 100)), unit: "dB", "The standard deviation."),
    .defaulted(
      "decorrelation", \.decorrelation, .number(.between(0.05, 10_000)), unit: "m",
      "The correlation distance, over which the correlation falls to 1/e."),
    .fixedShare(\.fixedShare),
    .omissible(
      "over", \.extent,
      .choice([
        .path:
          "The path, with distances along it; positions beside the path have the shadowing of the nearest point on it.",
        .floor: "The whole of each floor, with straight-line distances.",
      ]), "Where shadowing is defined; `path` by default."),
    .optional(
      "beaconDecorrelation", \.anchorDecorrelation, .number(.between(0.01, 10_000)), unit: "m",
      "The distance between two beacons over which the correlation of their shadowing at one place falls to "
        + "1/e; by default the shadowing of different beacons is independent."),
  ]
}

/// Fading: the sum of the waves of one packet, which arrive along many paths.
public enum Fading: Hashable, Sendable {
  case none
  /// One steady wave and many weak ones: K is the ratio of their powers (linear; 0 is Rayleigh). The mean power
  /// is that without fading.
  case rician(k: Double, correlation: Correlation = .independent)

  /// The correlation of fades from packet to packet.
  public enum Correlation: Hashable, Sendable {
    /// Independent from packet to packet.
    case independent
    /// As for waves from all directions: correlated in position, within a wavelength, by channel and, where things
    /// move, in time. Delays are in seconds and exponential, so that the spread is their mean too; the Doppler spread
    /// is in hertz, 0 where nothing but the phone moves.
    case waves(delaySpread: Double, doppler: Double)
  }

  private static let ratio = SettingKey<Rays>.required(
    "k", \.k, .number(.between(0, 1e6)),
    "The Rician K factor: power of the direct path over that of all others, a plain ratio; 0 is Rayleigh.")

  static let form = SettingForm<Fading>.union([
    SettingVariant("none", is: .none, "No fading."),
    SettingVariant(
      "independent", .settings([ratio]), as: { .rician(k: $0.k) },
      from: { if case .rician(let k, .independent) = $0 { Rays(k: k) } else { nil } },
      "Rician, independent for each advertisement."),
    SettingVariant(
      "correlated", .settings([ratio] + Rays.keys),
      as: { .rician(k: $0.k, correlation: .waves(delaySpread: $0.delaySpread, doppler: $0.doppler)) },
      from: {
        guard case .rician(let k, .waves(let delaySpread, let doppler)) = $0 else { return nil }
        return Rays(k: k, delaySpread: delaySpread, doppler: doppler)
      },
      "Rician, by waves from all directions: correlated over a fraction of the wavelength of 0.123 m, over the channels and "
        + "over time."),
  ])
}

/// The offsets of each beacon's level on the three advertising channels.
public struct ChannelOffsets: DeclaredSettings {
  /// The standard deviation over beacons and channels.
  public var sigma: Decibels = 1.5
  /// The share of the variance that belongs to the building.
  public var fixedShare = 0.0

  public init() {}

  public static let keys: [SettingKey<ChannelOffsets>] = [
    .required("deviation", \.sigma, .number(.between(0, 100)), unit: "dB", "The standard deviation."),
    .fixedShare(\.fixedShare),
  ]
}

/// The settings of both kinds of fading.
private struct Rays: DeclaredSettings {
  var k = 0.0
  var delaySpread = 20e-9
  var doppler = 0.0

  static let keys: [SettingKey<Rays>] = [
    .defaulted(
      "delaySpread", \.delaySpread, .nanoseconds(.between(0, 1000)), unit: "ns",
      "The mean excess delay of the other paths; the larger it is, the less "
        + "correlated the three channels are."),
    .defaulted(
      "doppler", \.doppler, .number(.between(0, 20)), unit: "Hz",
      "The maximum Doppler shift of the other paths by moving objects; 0 for a static room, where a phone that does "
        + "not move receives a constant RSSI on each channel."),
  ]
}

extension SettingKey where Owner: DeclaredSettings {
  fileprivate static func fixedShare(_ property: any Property<Double>) -> SettingKey {
    .defaulted(
      "fixedShare", property, .number(.between(0, 1)),
      "The share of the variance that belongs to the building and is the same on every lap; the rest is drawn "
        + "for each lap.")
  }
}

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
