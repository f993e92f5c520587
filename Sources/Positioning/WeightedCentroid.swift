public import Documents
public import Filtering
import NumericalMethods
import Radio
public import World

/// The mean of the nearest anchors' places on the plan, each weighted by one over its estimated distance to a
/// power.
///
/// With fewer anchors heard than asked for, those that there are. A distance counts as 1 cm at least.
///
/// Source: Blumenthal et al. 2007, "Weighted centroid localization in Zigbee-based sensor networks",
/// doi:10.1109/WISP.2007.4447528.
public struct WeightedCentroid: PositioningMethod, PositioningSession {
  public struct Settings: MethodSettings {
    public static let name = "weightedCentroid"
    public static let about = "The weighted mean of the positions of the nearest beacons."

    /// k.
    public var anchors: Int
    /// g of the weight `1 / d^g`.
    public var weightExponent: Double

    public init(anchors: Int = 4, weightExponent: Double = 1) {
      self.anchors = anchors
      self.weightExponent = weightExponent
    }

    public static let defaults = Settings()
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "k", \.anchors, .integer(.atLeast(1)), "The number of nearest beacons by estimated distance."),
      .defaulted(
        "exponent", \.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a beacon at estimated distance d."),
    ]

    public var summary: String { "centroid of \(anchors), 1/d^\(short(weightExponent))" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { WeightedCentroid(RangedSite(prior), self) }
  }

  public let settings: Settings
  private var site: RangedSite
  private var nearest = NearestAnchors()

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    self.site = site
    self.settings = settings
  }

  public mutating func learn(_ model: RangingModel) { site.model = model }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    nearest.choose(settings.anchors, from: epoch, in: site)
    guard let first = nearest.indices.first else { throw .tooFewBeacons(heard: 0, needed: 1) }
    let centre = Self.centre(of: nearest.indices, in: epoch, site, weightExponent: settings.weightExponent)
    let floor = site.site.anchors[first].floor
    return Fix(position: site.place(x: centre.x, y: centre.y, floor: floor), floor: floor)
  }

  /// The weighted mean of the places of anchors that have a level; at least one.
  static func centre(
    of anchors: [Int], in epoch: Epoch, _ site: RangedSite, weightExponent: Double
  ) -> Point {
    var (x, y, total) = (0.0, 0.0, 0.0)
    for anchor in anchors {
      guard let level = epoch.levels[anchor] else { continue }
      let weight = weight(at: site.model.distance(to: anchor, at: level), exponent: weightExponent)
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
