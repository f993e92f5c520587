public import Documents
import NumericalMethods
public import Phone
import Radio
public import World

/// The place on a grid at which the received levels are most probable under log-normal shadowing.
///
/// With the residuals `r_i = RSSI_i - C_i + 10 n log10(d_i)` of the anchors at a place, the log-likelihood is
/// `-Σ r_i² / (2 σ²)` up to a constant. A common offset `o ~ N(0, s_o²)` and body loss `b c_i` with `b ~ N(0, s_b²)` may be
/// integrated out, where c_i is the cosine between the path and the direction to the anchor: the residuals then have the
/// covariance `σ² I + s_o² 1 1ᵀ + s_b² c cᵀ`. The sign of b stands for the direction of travel. The answer is the most
/// probable cell, or the mean of all cells weighted by their likelihood.
///
/// The covariance of the mean does not trust σ: it weights the cells by the multivariate t distribution of the residuals, which
/// follows from a scaled inverse chi-square prior for σ² (and with it s_o² and s_b²) with four degrees of freedom. Readings that fit
/// better or worse than σ says so make the stated error smaller or larger.
///
/// Source: Roos et al. 2002, "A statistical modeling approach to location estimation", doi:10.1109/TMC.2002.1011059, for the
/// likelihood of levels under log-normal shadowing; Rasmussen & Williams 2006, "Gaussian Processes for Machine Learning",
/// section 2.7, equations 2.40 to 2.45, for integrating out coefficients with normal priors; Gelman et al. 2013, "Bayesian Data
/// Analysis", section 3.3, for the prior of a variance. Treating offset and body loss as such coefficients is ours, and so are the
/// four degrees of freedom.
public struct MaximumLikelihood: PositioningMethod, PositioningSession {
  /// The grid, and the assumed deviations of levels.
  public struct Settings: MethodSettings {
    public static let name = "maximumLikelihood"
    public static let about =
      "The place on a grid at which the RSSI of the nearest beacons is most probable under log-normal shadowing."

    /// Which place is the answer.
    public enum Estimate: String, Hashable, Sendable, CaseIterable {
      case mode
      case mean
    }

    /// Nil for all that are heard.
    public var anchors: Int? = nil
    /// Metres.
    public var cell = 0.5
    /// Whether the grid covers the path or the whole plan.
    public var ground = SearchGround.path
    /// σ: the standard deviation of levels about their mean, in decibels.
    public var deviation = 6.0
    /// s_o: the standard deviation of an offset common to all beacons, in decibels; 0 for none.
    public var offset = 0.0
    /// s_b: the standard deviation of the body loss, in decibels; 0 for none.
    public var body = 0.0
    /// Whether the fix is the most probable cell or the mean of all cells.
    public var estimate = Estimate.mode

    /// Neither offset nor body loss is integrated out.
    public init() {}

    /// The body loss needs the direction of a path.
    public static let keys: [SettingKey<Settings>] = [
      .nearestAnchors(\.anchors, atLeast: 1),
      .cell(\.cell), .ground(\.ground),
      .defaulted(
        "deviation", \.deviation, .number(.between(0.1, 100)), unit: "dB",
        "The standard deviation of RSSI about its mean."),
      .defaulted(
        "offset", \.offset, .number(.between(0, 100)), unit: "dB",
        "The standard deviation of an offset common to all beacons, which is integrated out; 0 for none."),
      .defaulted(
        "body", \.body, .number(.between(0, 100)), unit: "dB",
        "The standard deviation of the body loss from ahead to the side of the walker, which is integrated out; 0 for none. "
          + "It needs the direction of a path."),
      .defaulted(
        "estimate", \.estimate,
        .choice([
          .mode: "The most probable place.", .mean: "The mean of all places, weighted by their likelihood.",
        ]), "The place that is the fix."),
    ]

    /// For example `maximum likelihood, mode, offset`.
    public var summary: String {
      "maximum likelihood, \(estimate.rawValue)" + (offset > 0 ? ", offset" : "") + (body > 0 ? ", body" : "")
    }

    /// The spread of the cells about their mean; the most probable cell alone states none.
    public var statesUncertainty: Bool { estimate == .mean }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { MaximumLikelihood(RangedSite(prior), self) }
  }

  /// The number of readings from which σ is taken to have been estimated.
  private static let degrees = 4.0

  private var ranging: NearestRanging<Settings>
  private var site: RangedSite { ranging.site }
  private var settings: Settings { ranging.settings }
  private let cells: SearchCells
  /// By cell, and then by anchor: decibels by which the mean level is below that at one metre.
  private let losses: [Double]
  /// By cell, and then by anchor: c_i.
  private let cosines: [Double]

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    ranging = NearestRanging(site, settings)
    cells = SearchCells(site.site, cell: settings.cell, on: settings.ground)
    let count = site.site.anchors.count
    losses = cells.distances(in: site).enumerated().map { index, distance in
      let law = site.model.law(of: index % count)
      return (law.levelAtOneMetre - law.level(at: distance)).value
    }
    cosines = zip(cells.places, cells.headings).flatMap { place, heading in
      site.site.anchors.map { ($0.position - place).horizontalDirection.dot(heading) }
    }
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(settings.anchors, from: epoch)
    let heard = anchors.compactMap { anchor in
      epoch.levels[anchor].map { (anchor: anchor, loss: site.loss(of: anchor, at: $0)) }
    }
    let range = cells.cells(ofFloor: floor)
    let misfits = range.map { misfit(of: heard, at: $0) }
    let likelihoods = misfits.map { -($0.square + $0.logDeterminant) / 2 }
    guard let most = likelihoods.max(), let best = likelihoods.firstIndex(of: most) else {
      throw .undetermined
    }
    guard settings.estimate == .mean else {
      return site.fix(cells.places[range.lowerBound + best], on: floor)
    }
    let places = cells.places[range]
    let centre = Self.mean(of: places, weights: Self.weights(likelihoods))
    let scale = Self.degrees + Double(heard.count)
    let spread = Self.weights(
      misfits.map { -(scale * Elementary.log(1 + $0.square / Self.degrees) + $0.logDeterminant) / 2 })
    return site.fix(
      centre, on: floor, covariance: Self.covariance(of: places, about: centre, weights: spread))
  }

  /// `rᵀ V⁻¹ r` and the logarithm of the determinant of `V / σ²`, V being the covariance of the residuals r.
  private func misfit(
    of heard: [(anchor: Int, loss: Double)], at cell: Int
  ) -> (square: Double, logDeterminant: Double) {
    let row = cell * site.site.anchors.count
    let precision = 1 / (settings.deviation * settings.deviation)
    var (squares, sum, along) = (0.0, 0.0, 0.0)
    var (cosineSum, cosineSquares) = (0.0, 0.0)
    for (anchor, loss) in heard {
      let residual = losses[row + anchor] - loss
      let cosine = cosines[row + anchor]
      squares += residual * residual
      sum += residual
      along += residual * cosine
      cosineSum += cosine
      cosineSquares += cosine * cosine
    }
    // M = I + S Aᵀ A S / σ² and y = S Aᵀ r / σ², with S = diag(s_o, s_b) and A = (1, c).
    let (offset, body) = (settings.offset, settings.body)
    let first = 1 + precision * offset * offset * Double(heard.count)
    let between = precision * offset * body * cosineSum
    let second = 1 + precision * body * body * cosineSquares
    let (y, z) = (precision * offset * sum, precision * body * along)
    let determinant = first * second - between * between
    let explained = (second * y * y - 2 * between * y * z + first * z * z) / determinant
    return (precision * squares - explained, Elementary.log(determinant))
  }

  /// Likelihoods, of which the greatest is 1.
  private static func weights(_ logarithms: [Double]) -> [Double] {
    let most = logarithms.max() ?? 0
    return logarithms.map { Elementary.exp($0 - most) }
  }

  private static func mean(of places: ArraySlice<Point>, weights: [Double]) -> Point {
    var (total, x, y) = (0.0, 0.0, 0.0)
    for (place, weight) in zip(places, weights) {
      total += weight
      x += weight * place.x
      y += weight * place.y
    }
    return Point(x: x / total, y: y / total)
  }

  private static func covariance(
    of places: ArraySlice<Point>, about centre: Point, weights: [Double]
  ) -> PlanCovariance {
    var covariance = PlanCovariance(xx: 0, xy: 0, yy: 0)
    let total = weights.reduce(0, +)
    for (place, weight) in zip(places, weights) {
      let (east, north, share) = (place.x - centre.x, place.y - centre.y, weight / total)
      covariance.xx += share * east * east
      covariance.xy += share * east * north
      covariance.yy += share * north * north
    }
    return covariance
  }
}
