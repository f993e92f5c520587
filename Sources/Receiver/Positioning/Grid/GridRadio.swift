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
  /// A number for each of four cells. They are added, subtracted and multiplied as vectors only: with single numbers, and by `+=`, Swift
  /// computes lane by lane.
  typealias Lanes = SIMD4<Double>

  private let anchors: Int
  /// Variances of readings are divided by this.
  let tempering: Double
  /// By anchor: whether it stays in its place, so that it reveals a position.
  let isFixed: [Bool]
  /// By place, and then by anchor: what its features are made of.
  private let ingredients: [Vector]
  /// By cell.
  private let headings: [SIMD2<Double>]
  /// By place, and then by anchor: decibels above the law; empty without a survey.
  private let residuals: [Double]
  /// By place, and then by anchor: the variance of the local mean about the law and the residual, in dB²; empty without a survey.
  private let variances: [Double]
  /// The same without a survey.
  private let shadowing: Double
  /// By cell: where its place begins in tables by place.
  private let rows: [Int]
  /// By anchor: the RSSI at 1 m from the survey, in dBm; nil where that of the ranging model is used.
  let levelsAtOneMetre: [Double?]

  /// - Parameter survey: nil for none.
  init(
    _ grid: WalkGrid, site: KnownSite, carriedHeight: Double, shadowing: Double,
    survey: SurveyInterpolation? = nil
  ) throws(PipelineError) {
    (anchors, tempering) = (site.anchors.count, grid.tempering)
    isFixed = site.anchors.map { !$0.isMobile }
    levelsAtOneMetre =
      survey?.levelsAtOneMetre ?? [Double?](repeating: nil, count: site.anchors.count)
    let places = grid.places.indices.filter { grid.places[$0] == $0 }
    ingredients = places.flatMap { place in
      site.anchors.map {
        Self.ingredients(of: $0, from: grid.positions[place], on: grid.floors[place], site, carriedHeight)
      }
    }
    headings = grid.headings.map { SIMD2($0.x, $0.y) }
    let map = try survey?.map(at: places.map { (position: grid.positions[$0], floor: grid.floors[$0]) })
    residuals = map?.means ?? []
    variances = map?.variances.map { $0 + shadowing } ?? []
    self.shadowing = shadowing
    var rows = [Int](repeating: 0, count: grid.count)
    for (row, place) in places.enumerated() { rows[place] = row }
    self.rows = grid.places.map { [anchors] in rows[$0] * anchors }
  }

  /// 1, -10 log10 d, -k, -h / 2d, the step to the anchor on the plan over 2d (x and y), 2d / h, 0.
  private static func ingredients(
    of anchor: Anchor, from place: Point, on floor: Int, _ site: KnownSite, _ carriedHeight: Double
  ) -> Vector {
    let step = anchor.position - (place + Point(x: 0, y: 0, z: carriedHeight))
    let distance = max(step.length, LogDistance.nearest)
    let across = step.horizontalLength
    let (low, high) = (min(anchor.floor, floor), max(anchor.floor, floor))
    let between = site.floors.count { $0.level > low && $0.level <= high }
    return Vector(
      1, -10 * Elementary.log10(distance), -Double(between), -across / (2 * distance),
      step.x / (2 * distance),
      step.y / (2 * distance), 2 * distance / max(across, LogDistance.nearest), 0)
  }

  /// Whether a floor is between any place and any anchor.
  var crossesFloors: Bool { ingredients.contains { $0[2] != 0 } }

  /// Four cells, with what their features have in common.
  struct Four {
    /// Where their places begin in tables by place.
    fileprivate let rows: (Int, Int, Int, Int)
    fileprivate let heading: (x: Lanes, y: Lanes)
  }

  @inline(__always)
  func four(_ four: SIMD4<Int>) -> Four {
    let (a, b, c, d) = (headings[four[0]], headings[four[1]], headings[four[2]], headings[four[3]])
    return Four(
      rows: (rows[four[0]], rows[four[1]], rows[four[2]], rows[four[3]]),
      heading: (Lanes(a.x, b.x, c.x, d.x), Lanes(a.y, b.y, c.y, d.y)))
  }

  func features(ofAnchor anchor: Int, in cell: Int) -> Vector {
    var features = Vector.zero
    visitFeatures(ofAnchor: anchor, in: four(SIMD4(repeating: cell))) { features[$0] = $1[0] }
    return features
  }

  /// - Parameter see: is given the number of each parameter and its feature.
  @inline(__always)
  func visitFeatures(ofAnchor anchor: Int, in four: Four, _ see: (_ parameter: Int, _ feature: Lanes) -> Void)
  {
    let (span, rows) = (ingredients.span, four.rows)
    let (a, b) = (span[unchecked: rows.0 &+ anchor], span[unchecked: rows.1 &+ anchor])
    let (c, d) = (span[unchecked: rows.2 &+ anchor], span[unchecked: rows.3 &+ anchor])
    let (x, y) = (Lanes(a[4], b[4], c[4], d[4]), Lanes(a[5], b[5], c[5], d[5]))
    let scale = Lanes(a[6], b[6], c[6], d[6])
    let ahead = x * four.heading.x + y * four.heading.y
    let right = x * four.heading.y - y * four.heading.x
    see(0, Lanes(repeating: 1))
    see(1, Lanes(a[1], b[1], c[1], d[1]))
    see(2, Lanes(a[2], b[2], c[2], d[2]))
    see(3, Lanes(a[3], b[3], c[3], d[3]))
    see(4, ahead)
    see(5, right)
    see(6, scale * (right * right - ahead * ahead))
    see(7, Lanes(repeating: -2) * scale * ahead * right)
  }

  /// Decibels by which the survey is above the law; 0 without one.
  @inline(__always)
  func residual(ofAnchor anchor: Int, in four: Four) -> Lanes {
    residuals.isEmpty ? .zero : lanes(of: residuals, anchor, four)
  }

  /// The variance of the local mean of an anchor's level about what is expected, in dB².
  @inline(__always)
  func shadowing(ofAnchor anchor: Int, in four: Four) -> Lanes {
    variances.isEmpty ? Lanes(repeating: shadowing) : lanes(of: variances, anchor, four)
  }

  @inline(__always)
  private func lanes(of table: [Double], _ anchor: Int, _ four: Four) -> Lanes {
    let rows = four.rows
    return Lanes(
      table[rows.0 &+ anchor], table[rows.1 &+ anchor], table[rows.2 &+ anchor], table[rows.3 &+ anchor])
  }
}
