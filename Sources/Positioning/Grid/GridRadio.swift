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
  /// By place, and then by anchor: decibels above the law; empty without a survey.
  private let residuals: [Double]
  /// By place, and then by anchor: the variance of the local mean about the law and the residual, in dB²; empty without a survey.
  private let variances: [Double]
  /// The same without a survey.
  private let shadowing: Double
  /// By cell: where its place begins in ``residuals``.
  private let rows: [Int]
  /// By anchor: the RSSI at 1 m from the survey, in dBm; nil where that of the ranging model is used.
  let levelsAtOneMetre: [Double?]

  /// - Parameter survey: nil for none.
  init(
    _ grid: WalkGrid, site: KnownSite, carriedHeight: Double, shadowing: Double,
    survey: SurveyInterpolation? = nil
  ) throws(PipelineError) {
    anchors = site.anchors.count
    isFixed = site.anchors.map { !$0.isMobile }
    features = (0..<grid.count).flatMap { cell in
      site.anchors.map { Self.features(of: $0, from: cell, of: grid, site, carriedHeight) }
    }
    levelsAtOneMetre =
      survey?.levelsAtOneMetre ?? [Double?](repeating: nil, count: site.anchors.count)
    let places = grid.places.indices.filter { grid.places[$0] == $0 }
    let map = try survey?.map(at: places.map { (position: grid.positions[$0], floor: grid.floors[$0]) })
    residuals = map?.means ?? []
    variances = map?.variances.map { $0 + shadowing } ?? []
    self.shadowing = shadowing
    var rows = [Int](repeating: 0, count: grid.count)
    for (row, place) in places.enumerated() { rows[place] = row }
    self.rows = grid.places.map { [anchors] in rows[$0] * anchors }
  }

  private static func features(
    of anchor: Anchor, from cell: Int, of grid: WalkGrid, _ site: KnownSite, _ carriedHeight: Double
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
    residuals.isEmpty ? 0 : residuals[rows[cell] &+ anchor]
  }

  /// The variance of the local mean of an anchor's level about what is expected, in dB².
  @inline(__always)
  func shadowing(ofAnchor anchor: Int, in cell: Int) -> Double {
    variances.isEmpty ? shadowing : variances[rows[cell] &+ anchor]
  }
}
