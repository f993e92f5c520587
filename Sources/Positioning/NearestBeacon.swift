public import Documents
public import Filtering
public import World

/// The place of the closest beacon by Algorithm 1 of Mustafa & Sykes 2021.
///
/// Zone and accuracy come from one distance, so the best accuracy of the lowest zone is the best accuracy of
/// all, and the zones need not be worked out; only unknown taken literally is a zone of its own.
public struct NearestBeacon: PositioningMethod, PositioningSession {
  public struct Settings: MethodSettings {
    public static let name = "nearest"
    public static let about = "The beacon that Algorithm 1 chooses from the filtered readings."
    public static let defaults = Settings()
    public static let keys: [SettingKey<Settings>] = []

    public init() {}

    public var summary: String { "nearest beacon" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      NearestBeacon(RangedSite(prior), unknown: phone.unknownZone)
    }
  }

  /// The phone's accuracy and zone, then Algorithm 1: the mean over ``PhoneSettings/proximitySmoothing`` of what
  /// the pipeline's filters give, or of the readings themselves when it has none.
  public struct ByProximity: MethodSettings {
    public static let name = "proximity"
    public static let about =
      "The beacon that Algorithm 1 chooses from the accuracy values that the phone smooths over "
      + "`phone.proximitySmoothing`."
    public static let defaults = ByProximity()
    public static let keys: [SettingKey<ByProximity>] = []

    public init() {}

    public var smoothsAsPhone: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { try Settings().makeMethod(prior, phone: phone) }
  }

  private var site: RangedSite
  private let unknown: PhoneSettings.UnknownZone

  public init(_ site: RangedSite, unknown: PhoneSettings.UnknownZone = .excluded) {
    self.site = site
    self.unknown = unknown
  }

  public mutating func learn(_ model: RangingModel) { site.model = model }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let silent = unknown == .literal ? epoch.levels.firstIndex(of: nil) : nil
    guard let anchor = silent ?? site.nearest(of: epoch.levels.indices, in: epoch) else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    return Fix(position: site.place(ofAnchor: anchor), floor: site.site.anchors[anchor].floor)
  }
}
