import NumericalMethods
import Radio
import World

/// What the mean RSSI of each anchor in each cell depends on, as a sum of known features times unknown parameters.
///
/// The RSSI less the anchor's level at one metre is
/// `Δ - n 10 log10 d - F k - (B h + L p + A q) / (2 d) - (G (p² - q²) + H 2 p q) / (2 d h)`: a common offset Δ, the path-loss exponent n,
/// a loss F for each of k floors between, and the loss through the walker's body as a Fourier series of the direction: its mean B, the
/// first harmonic L and A, and the second G and H. d is the distance in space, h that on the plan, p and q its parts towards the
/// walker's back and left. The pattern of ``Radio/BodyPattern`` has B = L and no other term.
///
/// With a survey, the level at one metre and n are those of ``SurveyInterpolation``, and a Gaussian process gives the residual about
/// that law in each cell. A survey is a mean over directions, so that B is part of it.
struct GridRadio: Sendable {
  /// By parameter, in the order Δ, n, F, B, L, A, G, H.
  typealias Vector = SIMD8<Double>

  private let anchors: Int
  /// By anchor: whether it stays in its place, so that it reveals a position.
  let isFixed: [Bool]
  /// By cell, and then by anchor.
  private let features: [Vector]
  /// By cell, and then by anchor: decibels above the law; empty without a survey.
  private let residuals: [Double]
  /// By anchor: the RSSI at 1 m from the survey, in dBm; nil where that of the ranging model is used.
  let levelsAtOneMetre: [Double?]

  /// - Parameter survey: nil for none.
  init(
    _ grid: PathGrid, site: KnownSite, carriedHeight: Double, survey: SurveyInterpolation? = nil
  ) throws(PipelineError) {
    anchors = site.anchors.count
    isFixed = site.anchors.map { !$0.isMobile }
    features = (0..<grid.count).flatMap { cell in
      site.anchors.map { Self.features(of: $0, from: cell, of: grid, site, carriedHeight) }
    }
    levelsAtOneMetre =
      survey?.levelsAtOneMetre ?? [Double?](repeating: nil, count: site.anchors.count)
    let places = zip(grid.positions, grid.floors).map { (position: $0, floor: $1) }
    residuals = try survey?.residuals(at: places, RadioMapForm.GaussianProcess()) ?? []
  }

  private static func features(
    of anchor: Anchor, from cell: Int, of grid: PathGrid, _ site: KnownSite, _ carriedHeight: Double
  ) -> Vector {
    let step = anchor.position - (grid.positions[cell] + Point(x: 0, y: 0, z: carriedHeight))
    let distance = max(step.length, LogDistance.nearest)
    let across = step.horizontalLength
    let heading = grid.headings[cell]
    let back = -(step.x * heading.x + step.y * heading.y)
    let left = step.y * heading.x - step.x * heading.y
    let (low, high) = (min(anchor.floor, grid.floors[cell]), max(anchor.floor, grid.floors[cell]))
    let between = site.floors.count { $0.level > low && $0.level <= high }
    let second = 1 / (2 * distance * max(across, LogDistance.nearest))
    return Vector(
      1, -10 * Elementary.log10(distance), -Double(between), -across / (2 * distance),
      -back / (2 * distance), -left / (2 * distance), -(back * back - left * left) * second,
      -2 * back * left * second)
  }

  @inline(__always)
  func features(ofAnchor anchor: Int, in cell: Int) -> Vector { features[cell &* anchors &+ anchor] }

  /// Decibels by which the survey is above the law; 0 without one.
  @inline(__always)
  func residual(ofAnchor anchor: Int, in cell: Int) -> Double {
    residuals.isEmpty ? 0 : residuals[cell &* anchors &+ anchor]
  }
}
