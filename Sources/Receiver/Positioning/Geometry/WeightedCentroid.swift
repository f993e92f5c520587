public import Documents
import NumericalMethods
public import Phone
import Radio
public import World

/// The mean of the nearest anchors' positions on the plan, each weighted by one over its estimated distance to a power,
/// by its received power, or by its rank.
///
/// If fewer anchors are heard than asked for, all that are heard are used. Distances below 1 cm count as 1 cm.
///
/// Source: Blumenthal et al. 2007, "Weighted centroid localization in Zigbee-based sensor networks",
/// doi:10.1109/WISP.2007.4447528; weights by received power as in Wang et al. 2011, "Weighted centroid localization algorithm:
/// theoretical analysis and distributed implementation", doi:10.1109/TWC.2011.081611.102209. Weights by rank are ours: they use
/// the order alone.
public struct WeightedCentroid: PositioningMethod, PositioningSession {
  /// How many anchors are averaged, and their weights.
  public struct Settings: MethodSettings {
    public static let name = "weightedCentroid"
    public static let about = "The weighted mean of the positions of the nearest beacons."

    /// What the weight of an anchor is made of.
    public enum Weights: String, Hashable, Sendable, CaseIterable {
      case distance
      case power
      case rank
    }

    /// k.
    public var anchors = 4
    /// g of the weight `1 / d^g`, or of what is in its place.
    public var weightExponent = 1.0
    /// Whether weights come from distance, received power or rank.
    public var weights = Weights.distance

    /// The nearest four beacons, each weighted by one over its distance.
    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "k", \.anchors, .integer(.atLeast(1)), "The number of nearest beacons by estimated distance."),
      .defaulted(
        "exponent", \.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a beacon at estimated distance d."),
      .omissible(
        "weights", \.weights,
        .choice([
          .distance: "d^-e, the default.", .power: "The received power in mW, to the power of e.",
          .rank: "r^-e of the r-th nearest beacon.",
        ]), "The weights of the beacons."),
    ]

    /// For example `centroid of 4, 1/d^1`.
    public var summary: String {
      let exponent = short(weightExponent)
      return switch weights {
      case .distance: "centroid of \(anchors), 1/d^\(exponent)"
      case .power: "centroid of \(anchors), mW^\(exponent)"
      case .rank: "centroid of \(anchors), 1/rank^\(exponent)"
      }
    }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { WeightedCentroid(RangedSite(prior), self) }
  }

  private var ranging: NearestRanging<Settings>

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    ranging = NearestRanging(site, settings)
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(ranging.settings.anchors, from: epoch)
    return ranging.site.fix(Self.centre(of: anchors, in: epoch, ranging.site, ranging.settings), on: floor)
  }

  /// The weighted mean of the places of anchors that have a level, nearest first; at least one.
  static func centre(of anchors: [Int], in epoch: Epoch, _ site: RangedSite, _ settings: Settings) -> Point {
    var (x, y, total) = (0.0, 0.0, 0.0)
    let strongest = settings.weights == .power ? anchors.compactMap { epoch.levels[$0] }.max() : nil
    for (rank, anchor) in anchors.enumerated() {
      guard let level = epoch.levels[anchor] else { continue }
      let weight =
        switch settings.weights {
        case .distance:
          Self.weight(at: site.model.distance(to: anchor, at: level), exponent: settings.weightExponent)
        // Relative to the strongest, so that weak powers do not vanish together.
        case .power: Elementary.exp10((level - (strongest ?? level)).value * settings.weightExponent / 10)
        case .rank: Self.weight(at: Double(rank + 1), exponent: settings.weightExponent)
        }
      let place = site.site.anchors[anchor].position
      x += weight * place.x
      y += weight * place.y
      total += weight
    }
    return Point(x: x / total, y: y / total)
  }

  /// `1 / d^g`, with the whole exponents that are common done without a logarithm.
  static func weight(at distance: Double, exponent: Double) -> Double {
    let distance = max(distance, LogDistance.nearest)
    switch exponent {
    case 0: return 1
    case 1: return 1 / distance
    case 2: return 1 / (distance * distance)
    default: return Elementary.pow(distance, -exponent)
    }
  }
}
