import NumericalMethods
import Radio
import World

/// What the mean RSSI of each anchor in each cell depends on, as a sum of known features times unknown parameters.
///
/// The RSSI less the anchor's level at one metre is `Δ - n 10 log10 d - L (h + p) / (2 d) - A q / (2 d) - F k`: a common offset Δ,
/// the path-loss exponent n, the body loss L with the pattern of ``Radio/BodyPattern``, a loss A to the side of the hand, and a loss F
/// for each of k floors between. d is the distance in space, h that on the plan, p and q its parts towards the walker's back and
/// left.
///
/// With a survey, the level at one metre and n are those of ``SurveyInterpolation``, and a Gaussian process gives the residual
/// about that law in each cell. A survey is a mean over directions, over which `(h + p) / (2 d)` is `h / (2 d)`: the body loss then
/// counts by `p / (2 d)` alone.
struct GridRadio: Sendable {
  /// Anchors, four at a time.
  typealias Lanes = SIMD4<Double>
  static let parameters = 5

  let anchors: Int
  /// How many lanes hold all anchors; elements beyond the last anchor are unused.
  let blocks: Int
  /// By cell and parameter, and then by anchor.
  let features: [Lanes]
  /// How many parameters count: without the last one where all its features are 0, as on a single floor.
  let used: Int
  /// By cell, and then by anchor: decibels above the law; empty without a survey.
  let residuals: [Lanes]
  /// By anchor: the RSSI at 1 m from the survey, in dBm; nil where that of the ranging model is used.
  let levelsAtOneMetre: [Double?]

  /// - Parameter survey: nil for none.
  init(
    _ grid: PathGrid, site: KnownSite, carriedHeight: Double, survey: SurveyInterpolation? = nil
  ) throws(PipelineError) {
    anchors = site.anchors.count
    let blocks = (anchors + Lanes.scalarCount - 1) / Lanes.scalarCount
    self.blocks = blocks
    let features = Self.features(of: grid, site, carriedHeight, isSurveyed: survey != nil, blocks: blocks)
    self.features = features
    used =
      features.indices.contains {
        $0 / blocks % Self.parameters == Self.parameters - 1 && features[$0] != .zero
      } ? Self.parameters : Self.parameters - 1
    levelsAtOneMetre =
      survey?.levelsAtOneMetre ?? [Double?](repeating: nil, count: site.anchors.count)
    let places = zip(grid.positions, grid.floors).map { (position: $0, floor: $1) }
    let surveyed = try survey?.residuals(at: places, RadioMapForm.GaussianProcess()) ?? []
    residuals =
      surveyed.isEmpty
      ? []
      : (0..<grid.count).flatMap { [anchors] cell in
        Self.lanes(of: surveyed[cell * anchors..<(cell + 1) * anchors])
      }
  }

  private static func features(
    of grid: PathGrid, _ site: KnownSite, _ carriedHeight: Double, isSurveyed: Bool, blocks: Int
  ) -> [Lanes] {
    let levels = site.floors.map(\.level)
    var features = [Lanes](repeating: .zero, count: grid.count * parameters * blocks)
    for cell in 0..<grid.count {
      let phone = grid.positions[cell] + Point(x: 0, y: 0, z: carriedHeight)
      for (index, anchor) in site.anchors.enumerated() {
        let step = anchor.position - phone
        let distance = max(step.length, LogDistance.nearest)
        let heading = grid.headings[cell]
        let back = -(step.x * heading.x + step.y * heading.y)
        let left = step.y * heading.x - step.x * heading.y
        let (low, high) = (min(anchor.floor, grid.floors[cell]), max(anchor.floor, grid.floors[cell]))
        let between = levels.count { $0 > low && $0 <= high }
        let values = [
          1, -10 * Elementary.log10(distance),
          -((isSurveyed ? 0 : step.horizontalLength) + back) / (2 * distance), -left / (2 * distance),
          -Double(between),
        ]
        for (parameter, value) in values.enumerated() {
          features[(cell * parameters + parameter) * blocks + index / Lanes.scalarCount][
            index % Lanes.scalarCount] = value
        }
      }
    }
    return features
  }

  /// Values by anchor in lanes, with zeros beyond the last one.
  static func lanes(of values: some RandomAccessCollection<Double>) -> [Lanes] {
    let lanes = Lanes.scalarCount
    var all = [Lanes](repeating: .zero, count: (values.count + lanes - 1) / lanes)
    for (index, value) in values.enumerated() { all[index / lanes][index % lanes] = value }
    return all
  }
}

/// The distribution of the parameters and of each anchor's bias: a Gaussian, updated during the lap.
///
/// Recursive least squares with a Gaussian prior. Each reading is weighted by the posterior probabilities of the cells, and by a
/// factor below 1, since readings close to each other share their shadowing.
struct GridCalibration: Sendable {
  /// A parameter's mean and standard deviation before anything is heard.
  typealias Prior = (mean: Double, deviation: Double)

  private(set) var parameters: [Double]
  /// By anchor, in decibels.
  private(set) var biases: [Double]
  private var variances: [Double]
  /// Row by row.
  private var precision: [Double]
  private var weighted: [Double]

  init(_ priors: [Prior], anchors: Int, bias: Double) {
    parameters = priors.map(\.mean)
    biases = [Double](repeating: 0, count: anchors)
    variances = [Double](repeating: bias * bias, count: anchors)
    precision = [Double](repeating: 0, count: priors.count * priors.count)
    weighted = []
    for (index, prior) in priors.enumerated() {
      let value = 1 / (prior.deviation * prior.deviation)
      precision[index * priors.count + index] = value
      weighted.append(value * prior.mean)
    }
  }

  /// Adds one reading.
  ///
  /// - Parameters:
  ///   - features: of its anchor, as the mean over the distribution of the walker's cell.
  ///   - level: the reading less the anchor's level at one metre.
  ///   - variance: of the reading.
  mutating func add(_ level: Double, _ features: [Double], of anchor: Int, variance: Double) {
    let count = parameters.count
    let known = level - biases[anchor]
    var mean = 0.0
    for row in 0..<count {
      let feature = features[row]
      mean += parameters[row] * feature
      weighted[row] += feature * known / variance
      for column in 0...row {
        precision[row * count + column] += feature * features[column] / variance
      }
    }
    guard variances[anchor] > 0 else { return }
    let gain = variances[anchor] / (variances[anchor] + variance)
    biases[anchor] += gain * (level - mean - biases[anchor])
    variances[anchor] *= 1 - gain
  }

  /// Solves for the parameters after all readings of an epoch were added.
  mutating func solve() {
    let count = parameters.count
    if let matrix = PositiveDefinite(size: count, matrix: { precision[$0 * count + $1] }) {
      parameters = matrix.solving(weighted)
    }
  }
}
