public import Documents
public import Phone
public import World

/// The position that best explains the estimated distances, by least squares on linearised equations.
///
/// Each anchor's circle on the plan, `(x - x_i)² + (y - y_i)² = d_i² - h_i²` with the rise h_i, becomes linear when another
/// equation is subtracted from it: the weighted mean of all, or that of the nearest anchor. The linear equations are solved
/// by weighted least squares. Anchors on one line do not determine the side, so there is no fix.
///
/// Source: Caffery 2000, "A new approach to the geometry of TOA location", doi:10.1109/VETECF.2000.886153, for straight lines in
/// place of circles; Guvenc, Gezici, Watanabe & Inamura 2008, "Enhancements to linear least squares localization through reference
/// selection and ML estimation", doi:10.1109/WCNC.2008.55, for a chosen reference. Using the mean as reference is ours.
public struct LinearLeastSquares: PositioningMethod, PositioningSession {
  /// The beacons, their weights and the equation that is subtracted.
  public struct Settings: MethodSettings {
    public static let name = "linearLeastSquares"
    public static let about =
      "Multilateration by linear equations: the circles of the nearest beacons less a reference: Caffery 2000."

    /// Which equation is taken from all others.
    public enum Reference: String, Hashable, Sendable, CaseIterable {
      case mean
      case nearest
    }

    /// Nil for all that are heard.
    public var anchors: Int? = nil
    /// g of the weight `1 / d^g`.
    public var weightExponent = 2.0
    /// The equation that makes the others linear when it is subtracted from them.
    public var reference = Reference.mean

    public init() {}

    /// Three beacons at least: two circles leave a line.
    public static let keys: [SettingKey<Settings>] = [
      .nearestAnchors(\.anchors, atLeast: 3),
      .defaulted(
        "exponent", \.weightExponent, .number(.between(0, 10)),
        "The exponent e of the weight d^-e of a beacon at estimated distance d."),
      .defaulted(
        "reference", \.reference,
        .choice([
          .mean: "The weighted mean of all equations.", .nearest: "The equation of the nearest beacon.",
        ]), "The equation that is subtracted from all others."),
    ]

    /// For example `linear least squares of 4, mean`.
    public var summary: String {
      "linear least squares of \(anchors.map { "\($0)" } ?? "all"), \(reference.rawValue)"
    }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { LinearLeastSquares(RangedSite(prior), self) }
  }

  /// An anchor's equation `2 x_i x + 2 y_i y = q_i + (x² + y²)`, in metres from the nearest anchor.
  private struct Equation {
    var x = 0.0
    var y = 0.0
    /// `x_i² + y_i² + h_i² - d_i²`.
    var q = 0.0
    var weight = 0.0
  }

  private var ranging: NearestRanging<Settings>

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    ranging = NearestRanging(site, settings)
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` below three beacons, and ``World/NoFix/undetermined`` for beacons
  /// on one line.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(ranging.settings.anchors, needing: 3, from: epoch)
    let origin = ranging.site.site.anchors[anchors[0]].position
    let equations = anchors.compactMap { anchor in
      epoch.levels[anchor].map { equation(of: anchor, at: $0, from: origin) }
    }
    guard let place = Self.solution(of: equations, less: reference(of: equations)) else {
      throw .undetermined
    }
    return ranging.site.fix(Point(x: origin.x + place.x, y: origin.y + place.y), on: floor)
  }

  private func equation(of anchor: Int, at level: DBm, from origin: Point) -> Equation {
    let site = ranging.site
    let (place, rise) = (site.site.anchors[anchor].position - origin, site.rises[anchor])
    let distance = site.model.distance(to: anchor, at: level)
    return Equation(
      x: place.x, y: place.y,
      q: place.x * place.x + place.y * place.y + rise * rise - distance * distance,
      weight: WeightedCentroid.weight(at: distance, exponent: ranging.settings.weightExponent))
  }

  private func reference(of equations: [Equation]) -> Equation {
    guard ranging.settings.reference == .mean else { return equations[0] }
    var mean = Equation()
    for equation in equations {
      mean.x += equation.weight * equation.x
      mean.y += equation.weight * equation.y
      mean.q += equation.weight * equation.q
      mean.weight += equation.weight
    }
    return Equation(x: mean.x / mean.weight, y: mean.y / mean.weight, q: mean.q / mean.weight)
  }

  /// By the normal equations; nil where they are singular.
  private static func solution(of equations: [Equation], less reference: Equation) -> Point? {
    var (xx, xy, yy, xq, yq) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for equation in equations {
      let (x, y, weight) = (equation.x - reference.x, equation.y - reference.y, equation.weight)
      let q = (equation.q - reference.q) / 2
      xx += weight * x * x
      xy += weight * x * y
      yy += weight * y * y
      xq += weight * x * q
      yq += weight * y * q
    }
    let (steepest, determinant) = (max(xx, yy), xx * yy - xy * xy)
    guard determinant > 1e-8 * steepest * steepest else { return nil }
    let place = Point(
      x: (yy * xq - xy * yq) / determinant, y: (xx * yq - xy * xq) / determinant)
    return place.isFinite ? place : nil
  }
}
