public import Documents
public import Phone
public import World

/// The position that best explains the estimated distances, in the least-squares sense.
///
/// Minimises `Σ wᵢ (‖p - bᵢ‖ - dᵢ)²`, or a robust loss in place of the squares, over the place p on the plan, by `RangeSearch`:
/// from several starts to the least of the minima. The first start is the weighted centroid of the same anchors, and anchors on
/// one line leave two places that explain the distances equally well, one on each side. The one nearest to the first start is
/// the answer. That start is therefore moved 10 cm off the line through the two nearest anchors: to the side of the path or,
/// where the path does not decide, to the left of the line from the nearer to the other.
public struct Trilateration: PositioningMethod, PositioningSession {
  /// The beacons, their weights, and what is minimised.
  public struct Settings: MethodSettings {
    public static let name = "leastSquares"
    public static let about =
      "Multilateration: the position whose distances to the beacons fit best, as the lowest minimum found from several starts."

    /// How the distance from the walker to an anchor is measured.
    public enum Distance: String, Hashable, Sendable, CaseIterable {
      case threeD
      case plan
      /// The part on the plan is `√(d² - rise²)`.
      case heightCorrected
    }

    /// How much a weighted residual s, of which the square is `wᵢ (‖p - bᵢ‖ - dᵢ)²`, adds to the sum.
    public enum Loss: Hashable, Sendable {
      /// s².
      case squares
      /// s² up to a threshold c, and `2 c s - c²` beyond.
      case huber(Double)
      /// `c² ln(1 + s² / c²)`.
      case cauchy(Double)
    }

    /// How many of the nearest anchors; nil for all that are heard.
    public var anchors: Int? = 4
    /// g of the weight `1 / d^g`; 0 for equal weights.
    public var weightExponent = 0.0
    /// Whether distances are compared in space or on the plan.
    public var distance = Distance.threeD
    /// How much a residual adds to the sum: by default its square.
    public var loss = Loss.squares
    /// The greatest number of steps from one start. A dozen usually suffice.
    public var maximumIterations = 1000

    /// The nearest four beacons with equal weights, in space.
    public init() {}

    /// Three beacons at least: two circles leave two places.
    public static let keys: [SettingKey<Settings>] = [
      .nearestAnchors(\.anchors, atLeast: 3),
      .defaulted(
        "exponent", \.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a beacon at estimated distance d."),
      .defaulted(
        "distance", \.distance,
        .choice([
          .threeD: "In space, from a phone at `assumes.carriedHeight`.",
          .plan: "On the plan, compared with the estimated distance.",
          .heightCorrected: "On the plan, compared with the horizontal component of the estimated distance.",
        ]), "How the distance from a position to a beacon is measured."),
      .omissible(
        "loss", \.loss, Loss.form, "How much a residual counts; by default its square, as with `squares`."),
    ]

    /// For example `least squares of 4, threeD`.
    public var summary: String {
      "least squares of \(anchors.map { "\($0)" } ?? "all"), \(distance.rawValue)" + loss.summary
    }

    /// For example `least squares of 4, in space`.
    public var words: String {
      let space =
        switch distance {
        case .threeD: "in space"
        case .plan: "on the plan"
        case .heightCorrected: "on the plan, less the height"
        }
      return "least squares of \(anchors.map { "\($0)" } ?? "all"), \(space)" + loss.summary
    }

    /// `maximumIterations` is no key of a scenario, so no key checks its range.
    public var conflict: SettingFault? {
      .first(of: ("maximumIterations", 1...10_000 ~= maximumIterations, "1 to 10000", maximumIterations))
    }

    /// The standard error of least squares; robust losses state none.
    public var statesUncertainty: Bool { loss == .squares }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { Trilateration(RangedSite(prior), self) }
  }

  private var ranging: NearestRanging<Settings>
  private var site: RangedSite { ranging.site }
  private var settings: Settings { ranging.settings }

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    ranging = NearestRanging(site, settings)
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` below three beacons, ``World/NoFix/undetermined`` when all are at
  /// one place,
  /// and ``World/NoFix/didNotConverge(iterations:)``.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(settings.anchors, needing: 3, from: epoch)
    let circles = anchors.compactMap { anchor in epoch.levels[anchor].map { circle(of: anchor, at: $0) } }
    let start = try start(anchors, on: floor, circles, in: epoch)
    let search = RangeSearch(
      circles: circles, loss: settings.loss, maximumIterations: settings.maximumIterations)
    let least = search.minimum(from: start)
    guard least.hasConverged else { throw .didNotConverge(iterations: settings.maximumIterations) }
    let stated = search.standardError(at: least)
    return site.fix(least.place, on: floor, uncertainty: stated?.length, covariance: stated?.covariance)
  }

  private func circle(of anchor: Int, at level: DBm) -> RangeCircle {
    let (place, rise) = (site.site.anchors[anchor].position, site.rises[anchor])
    let distance = site.model.distance(to: anchor, at: level)
    let weight =
      settings.weightExponent == 0
      ? 1 : WeightedCentroid.weight(at: distance, exponent: settings.weightExponent)
    switch settings.distance {
    case .threeD:
      return RangeCircle(x: place.x, y: place.y, rise: rise, distance: distance, weight: weight)
    case .plan: return RangeCircle(x: place.x, y: place.y, rise: 0, distance: distance, weight: weight)
    case .heightCorrected:
      let flat = TwoCircle.radius(distance: distance, rise: rise, .heightCorrected, smallest: 0)
      return RangeCircle(x: place.x, y: place.y, rise: 0, distance: flat, weight: weight)
    }
  }

  private func start(
    _ anchors: [Int], on floor: Int, _ circles: [RangeCircle], in epoch: Epoch
  ) throws(NoFix) -> Point {
    let centre = WeightedCentroid.centre(of: anchors, in: epoch, site, WeightedCentroid.Settings())
    let first = circles[0]
    guard let other = circles.first(where: { $0.x != first.x || $0.y != first.y }) else {
      throw .undetermined
    }
    let line = Point(x: other.x - first.x, y: other.y - first.y).horizontalDirection
    let left = Point(x: -line.y, y: line.x)
    let towardsPath = site.site.path.map { ($0.snap(centre, floor: floor).position - centre).dot(left) } ?? 0
    return centre + left * (towardsPath < 0 ? -0.1 : 0.1)
  }
}
