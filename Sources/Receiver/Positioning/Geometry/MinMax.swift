public import Documents
public import Phone
public import World

/// The centre of the intersection of the squares about the heard anchors, whose half sides are the estimated distances.
///
/// `x = (max(x_i - d_i) + min(x_i + d_i)) / 2`, and y as well; also where the squares do not meet.
///
/// Source: Savvides, Park & Srivastava 2002, "The bits and flops of the n-hop multilateration primitive for node localization
/// problems", doi:10.1145/570738.570755; as min-max Langendoen & Reijers 2003, "Distributed localization in wireless sensor
/// networks: a quantitative comparison", doi:10.1016/S1389-1286(03)00356-6, section 3.2.2.
public struct MinMax: PositioningMethod, PositioningSession {
  /// The beacons, and the half sides of their squares.
  public struct Settings: MethodSettings {
    public static let name = "minMax"
    public static let about =
      "The centre of the bounding box of the nearest beacons' estimated distances: Langendoen & Reijers 2003."

    /// Nil for all that are heard.
    public var anchors: Int? = 4
    /// Whether half a side is the estimated distance or its horizontal component.
    public var radius = TwoCircle.Settings.Radius.heightCorrected

    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .nearestAnchors(\.anchors, atLeast: 1),
      .defaulted(
        "radius", \.radius,
        .choice([
          .threeD: "The estimated distance, although it is a distance in space.",
          .heightCorrected: "Its horizontal component, for a phone at `assumes.carriedHeight`.",
        ]), "Half the side of a square on the plan."),
    ]

    /// For example `min-max of 4`.
    public var summary: String { "min-max of \(anchors.map { "\($0)" } ?? "all")" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { MinMax(RangedSite(prior), self) }
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
    let site = ranging.site
    var (west, east) = (-Double.infinity, Double.infinity)
    var (south, north) = (west, east)
    for anchor in anchors {
      guard let level = epoch.levels[anchor] else { continue }
      let (place, distance) = (site.site.anchors[anchor].position, site.model.distance(to: anchor, at: level))
      let half = TwoCircle.radius(
        distance: distance, rise: site.rises[anchor], ranging.settings.radius, smallest: 0)
      (west, east) = (max(west, place.x - half), min(east, place.x + half))
      (south, north) = (max(south, place.y - half), min(north, place.y + half))
    }
    return site.fix(Point(x: (west + east) / 2, y: (south + north) / 2), on: floor)
  }
}
